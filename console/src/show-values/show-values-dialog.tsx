import './texts/texts.ts';
import '../dashboard-editor/texts/texts.ts';
import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, MenuItem, useMediaQuery } from '@mui/material';
import { NULL_UUID } from '@signalbox/contract/id';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { listWidgetTypes } from '../api/widget-types.ts';
import { openDialog } from '../app/dialogs.ts';
import { useSession } from '../app/session.ts';
import { useWidgetsBundles } from '../app/use-widgets-bundles.ts';
import { Loaded } from '../controls/loaded.tsx';
import { SelectInput } from '../controls/select-input.tsx';
import { EmptyState } from '../controls/states.tsx';
import { PreviewDashboard } from '../dashboard/preview-dashboard.tsx';
import { encodedSteps } from '../dashboard/states.ts';
import { type Suggestion, suggestWidgets } from '../dashboard-editor/from-data/suggest.ts';
import { SuggestionCard } from '../dashboard-editor/from-data/suggestion-card.tsx';
import type { TimeWindow } from '../time-window/model.ts';
import type { DataKey, Widget } from '../widgets/model.ts';
import { AddToDashboardDialog } from './add-to-dashboard-dialog.tsx';
import { chosenData, itemFor, type ShownValues, typesFor } from './shown-values.ts';

/** In place of a bundle: what suits the values. */
const SUGGESTED = 'suggested';
/** What the drawings look back on, so that devices that report rarely have something to show. */
const WINDOW: TimeWindow = {
  selectedTab: 0,
  realtime: { realtimeType: 0, timewindowMs: 3_600_000, interval: 30_000 },
  aggregation: { type: 'AVG', limit: 200 },
};

interface ShownProps {
  shown: ShownValues;
  /** Of the entity. */
  name: string;
}

interface CardsProps extends ShownProps {
  found: readonly Suggestion[];
  /** Absent: they can only be looked at. */
  onAdd: ((widget: Widget) => void) | undefined;
}

function Cards(props: CardsProps) {
  const { t } = useTranslation();
  const { shown, name, found, onAdd } = props;
  const { entityType, id } = shown.entity;
  if (found.length === 0) return <EmptyState icon="dashboards" title={t('showValues.empty')} />;
  return (
    <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))' }}>
      {found.map((suggestion) => (
        <SuggestionCard
          key={`${suggestion.bundleAlias} ${suggestion.typeAlias}`}
          suggestion={suggestion}
          of={name}
          source={{ entityType, entityId: id, entityName: name }}
          onAdd={onAdd}
        />
      ))}
    </Box>
  );
}

/** The types of a bundle that show the values. */
function CardsOfBundle(
  props: Omit<CardsProps, 'found'> & { keys: readonly DataKey[]; bundle: { alias: string; isSystem: boolean } },
) {
  const { t } = useTranslation();
  const { shown, keys, bundle } = props;
  const types = useQuery({
    queryKey: ['widget types of bundle', bundle.alias, bundle.isSystem],
    queryFn: () => listWidgetTypes(bundle.alias, bundle.isSystem),
    select: (all) => typesFor(all, shown, keys),
  });
  return (
    <Loaded from={types} title={t('showValues.failed')} skeleton={6}>
      {(found) => <Cards {...props} found={found} />}
    </Loaded>
  );
}

/** Values of an entity on widgets that show them; administrators put one of these on a dashboard. */
export function ShowValuesDialog({ shown, name, onClose }: ShownProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const navigate = useNavigate();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const isAdministrator = useSession().authority === 'TENANT_ADMIN';
  const [chosen, setChosen] = useState(SUGGESTED);
  const data = useMemo(() => chosenData(shown), [shown]);
  const suggested = useMemo(() => suggestWidgets(data), [data]);
  const keys = useMemo(() => data.values.map(({ key }) => key), [data]);
  const bundles = useWidgetsBundles({ enabled: isAdministrator }).data;
  const bundle = bundles?.find(({ id }) => id.id === chosen);

  const add = (widget: Widget) =>
    void openDialog((close) => (
      <AddToDashboardDialog
        item={itemFor(widget, shown.entity, name)}
        onAdded={({ id }, open) => {
          close();
          if (!open) return;
          onClose();
          const state = open.isRoot
            ? ''
            : `?state=${encodeURIComponent(encodedSteps([{ id: open.state, params: {} }]))}`;
          void navigate(`/dashboards/${id.id}${state}`);
        }}
        onClose={() => close()}
      />
    ));
  const cards = { shown, name, onAdd: isAdministrator ? add : undefined };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="lg" fullScreen={phone} aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('showValues.title')}</DialogTitle>
      {/* Scrolled by keyboard, too, where there is nothing in it to press. */}
      <DialogContent tabIndex={0} sx={{ display: 'grid', gap: 4, alignContent: 'start', minHeight: 420 }}>
        <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {t('showValues.about', { keys: shown.values.map(({ key }) => key).join(', '), name })}
        </Box>
        {bundles && (
          <Box sx={{ maxWidth: 320 }}>
            <SelectInput label={t('showValues.widgets')} value={chosen} onChange={setChosen}>
              <MenuItem value={SUGGESTED}>{t('showValues.suggested')}</MenuItem>
              {bundles.map(({ id, title }) => (
                <MenuItem key={id.id} value={id.id}>
                  {title}
                </MenuItem>
              ))}
            </SelectInput>
          </Box>
        )}
        <PreviewDashboard window={WINDOW}>
          {bundle ? (
            <CardsOfBundle
              {...cards}
              keys={keys}
              bundle={{ alias: bundle.alias, isSystem: bundle.tenantId.id === NULL_UUID }}
            />
          ) : (
            <Cards {...cards} found={suggested} />
          )}
        </PreviewDashboard>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
