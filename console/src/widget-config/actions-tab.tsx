import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { lazyPart } from '../controls/lazy-part.tsx';
import type { ActionDescriptor, WidgetConfig, WidgetKind } from '../widgets/model.ts';
import type { EditedAction } from './action-dialog.tsx';
import { withAction, withMovedAction } from './action-draft.ts';
import { ActionList } from './action-list.tsx';
import { type ActionSources, HEADER_BUTTON, type StateName } from './action-sources.ts';
import { useSourceName } from './use-source-name.ts';

const ActionDialog = lazyPart(async () => (await import('./action-dialog.tsx')).ActionDialog);

/** What clicks on a widget do: the actions of each of its sources. */
export function ActionsTab(props: {
  kind: WidgetKind;
  config: WidgetConfig;
  /** Those of the type of the widget; the buttons of its header are always there. */
  sources: ActionSources;
  /** Those of the dashboard that the widget is on. */
  states: readonly StateName[];
  onConfigChange: (config: WidgetConfig) => void;
  readOnly?: boolean;
}) {
  const { t } = useTranslation();
  const nameOf = useSourceName();
  const [edited, setEdited] = useState<EditedAction>();
  const { config, readOnly = false } = props;
  const actions = config.actions ?? {};
  const sources: ActionSources = { ...HEADER_BUTTON, ...props.sources };
  // Actions of a source that the type has no longer can still be taken away.
  const ids = [...new Set([...Object.keys(sources), ...Object.keys(actions)])];
  const change = (source: string, place: number | undefined, action: ActionDescriptor | null) =>
    props.onConfigChange({ ...config, actions: withAction(actions, source, place, action) });

  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {ids.map((source) => {
        const info = sources[source] ?? {};
        const list = actions[source] ?? [];
        const name = nameOf(source, info);
        const canAdd = !readOnly && source in sources && (info.multiple === true || list.length === 0);
        return (
          <Box
            key={source}
            role="group"
            aria-label={name}
            sx={{
              border: '1px solid var(--line)',
              borderRadius: '8px',
              background: 'var(--surface)',
              px: 3,
              minWidth: 0,
            }}
          >
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 40 }}>
              <Box sx={{ flex: 1, minWidth: 0, fontWeight: 550 }}>{name}</Box>
              {canAdd && (
                <Button
                  size="small"
                  variant="text"
                  aria-label={t('widgetAction.addTo', { source: name })}
                  startIcon={<Icon name="add" size={16} />}
                  onClick={() => setEdited({ source })}
                >
                  {t('action.add')}
                </Button>
              )}
            </Box>
            {list.length > 0 && (
              <ActionList
                actions={list}
                readOnly={readOnly}
                onEdit={(place, action) => setEdited({ source, place, action })}
                onMove={(from, to) =>
                  props.onConfigChange({ ...config, actions: withMovedAction(actions, source, from, to) })
                }
                onRemove={(place) => change(source, place, null)}
              />
            )}
          </Box>
        );
      })}
      {edited && (
        <Suspense fallback={null}>
          <ActionDialog
            edited={edited}
            kind={props.kind}
            sources={sources}
            actions={actions}
            states={props.states}
            onClose={() => setEdited(undefined)}
            onSave={(source, action) => {
              change(source, edited.place, action);
              setEdited(undefined);
            }}
          />
        </Suspense>
      )}
    </Box>
  );
}
