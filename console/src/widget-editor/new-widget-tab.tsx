import { Box } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../controls/number-input.tsx';
import type { SourceOffer } from '../datasources/source-offer.ts';
import { WidgetDataTab } from '../datasources/widget-data-tab.tsx';
import { defaultSettings } from '../schema-form/default-settings.ts';
import { Disclosure } from '../schema-form/disclosure.tsx';
import { readSettingsSchema } from '../schema-form/settings-schema.ts';
import { WidgetSettingsTab } from '../widget-config/settings-tab.tsx';
import type { WidgetConfig } from '../widgets/model.ts';
import { TabContent } from './code-tab.tsx';
import { useTypeEditing } from './editing-context.ts';
import { codeIn, configIn, kindIn, MAX_SIZE, sizeIn } from './model/edited-type.ts';

const NOTHING = {};
const nothing = () => {};

/** What the data of a new widget can be: values that functions make up. */
function useOffer(): SourceOffer {
  const { edited, runs } = useTypeEditing();
  const { content } = edited;
  const kind = kindIn(content);
  const schema = codeIn(content, 'dataKeySettingsSchema');
  const parameters = runs.run?.answers?.typeParameters;
  return useMemo(() => {
    const keySettings = readSettingsSchema(schema);
    return {
      kind,
      limits: parameters ?? NOTHING,
      aliases: NOTHING,
      filters: NOTHING,
      onAlias: nothing,
      onFilter: nothing,
      isFunctionFirst: true,
      ...(keySettings ? { keyDefaults: defaultSettings(keySettings) } : {}),
    };
  }, [kind, schema, parameters]);
}

/** What a widget of the type is like when it comes onto a dashboard: its size, its data and its look. */
export function NewWidgetTab() {
  const { t } = useTranslation();
  const { edited, edits, readOnly } = useTypeEditing();
  const { content } = edited;
  const { sizeX, sizeY } = sizeIn(content);
  const kind = kindIn(content);
  const config = configIn(content);
  const offer = useOffer();
  const change = (member: string) => (next: WidgetConfig) => edits.setConfig(next, member);
  const size = (name: 'sizeX' | 'sizeY', value: number) => (
    <NumberInput
      label={t(`widgetEditor.size.${name}`)}
      value={value}
      disabled={readOnly}
      inputProps={{ min: 0.5, max: MAX_SIZE, step: 0.5 }}
      onChange={(next) => {
        if (next !== null && next >= 0.5 && next <= MAX_SIZE) edits.setSize({ [name]: next });
      }}
    />
  );
  return (
    <TabContent>
      <Box sx={{ color: 'text.secondary', fontSize: 13, mb: 3 }}>{t('widgetEditor.newWidget.text')}</Box>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: '1fr 1fr', maxWidth: 320, mb: 4 }}>
        {size('sizeX', sizeX)}
        {size('sizeY', sizeY)}
      </Box>
      <Box sx={{ display: 'grid', gap: 3 }} inert={readOnly}>
        {kind !== 'static' && kind !== 'rpc' && (
          <Disclosure title={t('widgetEditor.newWidget.data')} isOpenFirst={false}>
            <WidgetDataTab config={config} onChange={change('data')} offer={offer} />
          </Disclosure>
        )}
        <Disclosure title={t('widgetEditor.newWidget.look')} isOpenFirst={false}>
          <WidgetSettingsTab
            widget={{ type: kind }}
            config={config}
            layoutItem={undefined}
            readOnly={readOnly}
            onConfigChange={change('look')}
            onLayoutChange={nothing}
          />
        </Disclosure>
      </Box>
    </TabContent>
  );
}
