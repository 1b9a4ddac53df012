import { Box, Tab, Tabs } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../app/session.ts';
import { Loaded } from '../controls/loaded.tsx';
import type { LayoutPlace } from '../dashboard/configuration.ts';
import { datasourceProblems } from '../datasources/check-sources.ts';
import type { SourceOffer } from '../datasources/source-offer.ts';
import { WidgetDataTab } from '../datasources/widget-data-tab.tsx';
import { CheckedPart } from '../editing/checked-part.tsx';
import { HelpButton } from '../help/help-button.tsx';
import { defaultSettings } from '../schema-form/default-settings.ts';
import { SchemaForm } from '../schema-form/schema-form.tsx';
import { usableMaxDatapoints } from '../time-window/model.ts';
import { ActionsTab } from '../widget-config/actions-tab.tsx';
import { WidgetSettingsTab } from '../widget-config/settings-tab.tsx';
import { settingsOf, type Widget, type WidgetConfig } from '../widgets/model.ts';
import { useDashboardEditing } from './editor-context.ts';
import { layoutAt } from './model/edited-dashboard.ts';
import { useAliasOffer } from './use-alias-offer.ts';
import { type TypeFacts, useTypeFacts } from './use-type-facts.ts';

type PanelTab = 'data' | 'appearance' | 'advanced' | 'actions';

/** What there is to be read about a tab; settings of the system's types have texts of their own. */
function helpOf(tab: PanelTab, { isSystemType, bundleAlias, typeAlias }: Widget): string {
  if (tab !== 'advanced') return `dashboards/widget-${tab}`;
  return isSystemType ? `widgets/${bundleAlias.replaceAll('_', '-')}#${typeAlias}` : 'dashboards/widget-advanced';
}

/** The configuration of a widget, which is drawn beside it as it is changed. */
export function WidgetPanel({ widget, place }: { widget: Widget; place: LayoutPlace }) {
  const { t } = useTranslation();
  const facts = useTypeFacts(widget);
  return (
    <Loaded from={facts} title={t('dashboardEditor.typeFailed')}>
      {(known) => <Configuration widget={widget} place={place} facts={known} />}
    </Loaded>
  );
}

/** What the data of a widget can be chosen from. */
function useSourceOffer(widget: Widget, facts: TypeFacts): SourceOffer {
  const known = useAliasOffer();
  const { dataKeySettingsSchema: schema, parameters } = facts;
  return useMemo(
    () => ({
      kind: widget.type,
      limits: parameters,
      ...known,
      ...(schema
        ? {
            keyDefaults: defaultSettings(schema),
            keySettings: (value, onChange) => <SchemaForm schema={schema} value={value} onChange={onChange} />,
          }
        : {}),
    }),
    [widget.type, parameters, known, schema],
  );
}

function Configuration({ widget, place, facts }: { widget: Widget; place: LayoutPlace; facts: TypeFacts }) {
  const { t } = useTranslation();
  const { edits, edited, setFieldWrong } = useDashboardEditing();
  const { maxDatapointsLimit } = useSession();
  const { configuration } = edited.content;
  const hasData = widget.type !== 'static' && facts.parameters.useCustomDatasources !== true;
  const tabs: PanelTab[] = [
    ...(hasData ? (['data'] as const) : []),
    'appearance',
    ...(facts.settingsSchema ? (['advanced'] as const) : []),
    'actions',
  ];
  const [chosen, setTab] = useState<PanelTab>(tabs[0] ?? 'appearance');
  const tab = tabs.includes(chosen) ? chosen : 'appearance';
  const offer = useSourceOffer(widget, facts);
  const change = (config: WidgetConfig) => edits.changeWidget({ ...widget, config }, tab);
  const known = { aliases: configuration.entityAliases, filters: configuration.filters };
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', px: 3, flex: 'none', borderBottom: '1px solid var(--line)' }}>
        <Tabs
          value={tab}
          onChange={(_, next: PanelTab) => setTab(next)}
          variant="scrollable"
          aria-label={t('dashboardEditor.widgetTabs')}
          sx={{ flex: 1, minWidth: 0 }}
        >
          {tabs.map((name) => (
            <Tab
              key={name}
              value={name}
              id={`widget-tab-${name}`}
              aria-controls="widget-tab-content"
              label={t(`dashboardEditor.tab.${name}`)}
            />
          ))}
        </Tabs>
        <HelpButton key={tab} helpId={helpOf(tab, widget)} name={t(`dashboardEditor.tab.${tab}`)} />
      </Box>
      <CheckedPart
        id="widget-tab-content"
        role="tabpanel"
        aria-labelledby={`widget-tab-${tab}`}
        // Widgets without data may be saved: that is said of them, and they are to be gone on with.
        isChecked={tab !== 'data'}
        onWrong={setFieldWrong}
        sx={{ p: 4, overflow: 'auto', flex: 1, minHeight: 0 }}
      >
        {tab === 'data' && (
          <WidgetDataTab
            config={widget.config}
            onChange={change}
            offer={offer}
            problems={datasourceProblems(widget.type, widget.config, facts.parameters, known)}
            dashboardTimeWindow={configuration.timewindow}
            maxDatapoints={usableMaxDatapoints(maxDatapointsLimit)}
          />
        )}
        {tab === 'appearance' && (
          <WidgetSettingsTab
            widget={widget}
            config={widget.config}
            layoutItem={layoutAt(edited.content, place)?.widgets[widget.id]}
            onConfigChange={change}
            onLayoutChange={(item) => edits.changeItem(place, widget.id, item)}
          />
        )}
        {tab === 'actions' && (
          <ActionsTab
            kind={widget.type}
            config={widget.config}
            sources={facts.actionSources}
            states={Object.entries(configuration.states).map(([id, { name }]) => ({ id, name }))}
            onConfigChange={change}
          />
        )}
        {tab === 'advanced' && facts.settingsSchema && (
          <SchemaForm
            schema={facts.settingsSchema}
            value={settingsOf(widget)}
            largeTitle={widget.config.title || t('dashboardEditor.tab.advanced')}
            onChange={(settings) => change({ ...widget.config, settings })}
          />
        )}
      </CheckedPart>
    </>
  );
}
