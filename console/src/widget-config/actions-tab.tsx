import './texts/texts.ts';
import { Box, Button, IconButton, Tooltip } from '@mui/material';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { lazyPart } from '../controls/lazy-part.tsx';
import type { ActionDescriptor, WidgetConfig, WidgetKind } from '../widgets/model.ts';
import { NamedIcon } from '../widgets/named-icon.tsx';
import type { EditedAction } from './action-dialog.tsx';
import { withAction } from './action-draft.ts';
import { type ActionSources, HEADER_BUTTON, type StateName } from './action-sources.ts';
import { ACTION_TYPES } from './action-types.ts';
import { useSourceName } from './use-source-name.ts';

const ActionDialog = lazyPart(async () => (await import('./action-dialog.tsx')).ActionDialog);

function ActionRow(props: { action: ActionDescriptor; readOnly: boolean; onEdit: () => void; onRemove: () => void }) {
  const { t } = useTranslation();
  const { action, readOnly } = props;
  const type = ACTION_TYPES.find((one) => one === action.type);
  const edit = t('widgetAction.edit', { name: action.name });
  const remove = t('widgetAction.remove', { name: action.name });
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 40, borderTop: '1px solid var(--line-2)' }}
    >
      <NamedIcon name={action.icon ?? ''} size={18} />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <Box component="span" sx={{ fontWeight: 550, marginInlineEnd: 2 }}>
          {action.name}
        </Box>
        <Box component="span" sx={{ fontSize: 13, color: 'text.secondary' }}>
          {type ? t(`widgetAction.types.${type}`) : action.type}
        </Box>
      </Box>
      {!readOnly && (
        <>
          <Tooltip title={edit}>
            <IconButton size="small" aria-label={edit} onClick={props.onEdit}>
              <Icon name="edit" size={16} />
            </IconButton>
          </Tooltip>
          <Tooltip title={remove}>
            <IconButton size="small" aria-label={remove} onClick={props.onRemove}>
              <Icon name="delete" size={16} />
            </IconButton>
          </Tooltip>
        </>
      )}
    </Box>
  );
}

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
              <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
                {list.map((action, place) => (
                  <ActionRow
                    key={action.id ?? action.name}
                    action={action}
                    readOnly={readOnly}
                    onEdit={() => setEdited({ source, place, action })}
                    onRemove={() => change(source, place, null)}
                  />
                ))}
              </Box>
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
