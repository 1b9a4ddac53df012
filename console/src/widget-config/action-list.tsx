import './texts/texts.ts';
import { Box, IconButton, Tooltip } from '@mui/material';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../controls/icon.tsx';
import { NamedIcon } from '../controls/named-icon.tsx';
import { useDragOrder } from '../controls/use-drag-order.ts';
import type { ActionDescriptor } from '../widgets/model.ts';
import { ACTION_TYPES } from './action-types.ts';

/** The actions of a source in their order, which is changed by dragging a handle, or by its arrow keys. */
export function ActionList(props: {
  actions: readonly ActionDescriptor[];
  readOnly: boolean;
  onEdit: (place: number, action: ActionDescriptor) => void;
  onMove: (from: number, to: number) => void;
  onRemove: (place: number) => void;
}) {
  const { t } = useTranslation();
  const { actions, readOnly } = props;
  /** Says to those who hear it where an action is now. */
  const [said, setSaid] = useState('');
  const move = (from: number, to: number) => {
    const action = actions[from];
    if (!action || to < 0 || to >= actions.length) return;
    props.onMove(from, to);
    setSaid(t('widgetAction.moved', { name: action.name, place: to + 1, count: actions.length }));
    // The handle moves with its row, and loses the focus on the way.
    requestAnimationFrame(() =>
      (drag.list.current?.children[to]?.querySelector('[data-control="drag"]') as HTMLElement | null)?.focus(),
    );
  };
  const drag = useDragOrder(actions, move);
  return (
    <>
      <Box component="ul" ref={drag.list} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {drag.order.map(({ item, index }) => (
          <ActionRow
            key={item.id ?? item.name}
            action={item}
            readOnly={readOnly}
            isDragged={drag.isDragged(index)}
            handle={actions.length > 1 ? drag.handleOf(index) : undefined}
            onStep={(step) => move(index, index + step)}
            onEdit={() => props.onEdit(index, item)}
            onRemove={() => props.onRemove(index)}
          />
        ))}
      </Box>
      <Box className="visually-hidden" role="status">
        {said}
      </Box>
    </>
  );
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowUp: -1, ArrowDown: 1 };

function ActionRow(props: {
  action: ActionDescriptor;
  readOnly: boolean;
  isDragged: boolean;
  /** Absent: there is nothing to change places with. */
  handle: { onPointerDown: (event: PointerEvent) => void } | undefined;
  onStep: (step: -1 | 1) => void;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const { action, readOnly } = props;
  const type = ACTION_TYPES.find((one) => one === action.type);
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    props.onStep(step);
  };
  const button = (icon: IconName, label: string, run: () => void) => (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={label} onClick={run}>
        <Icon name={icon} size={16} />
      </IconButton>
    </Tooltip>
  );
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        minHeight: 40,
        borderTop: '1px solid var(--line-2)',
        background: props.isDragged ? 'var(--accent-soft)' : undefined,
      }}
    >
      {!readOnly && props.handle && (
        <Tooltip title={t('widgetAction.moveHelp')}>
          <IconButton
            size="small"
            data-control="drag"
            aria-label={t('widgetAction.move', { name: action.name })}
            aria-keyshortcuts="ArrowUp ArrowDown"
            onKeyDown={press}
            {...props.handle}
            sx={{ cursor: 'grab', touchAction: 'none', mx: -1.5 }}
          >
            <Icon name="drag" size={16} />
          </IconButton>
        </Tooltip>
      )}
      <NamedIcon name={action.icon ?? ''} size={18} />
      <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        {/* Each in its own direction, one after the other in that of the page. */}
        <Box component="bdi" sx={{ fontWeight: 550, marginInlineEnd: 2 }}>
          {action.name}
        </Box>
        <Box component="bdi" sx={{ fontSize: 13, color: 'text.secondary' }}>
          {type ? t(`widgetAction.types.${type}`) : action.type}
        </Box>
      </Box>
      {!readOnly && (
        <>
          {button('edit', t('widgetAction.edit', { name: action.name }), props.onEdit)}
          {button('delete', t('widgetAction.remove', { name: action.name }), props.onRemove)}
        </>
      )}
    </Box>
  );
}
