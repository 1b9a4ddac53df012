import { Divider, IconButton, MenuItem, Tooltip } from '@mui/material';
import { type Ref, useState } from 'react';
import { flushSync } from 'react-dom';
import { Icon } from '../controls/icon.tsx';
import { PopupMenu } from '../controls/popup-menu.tsx';
import type { OfferedAction } from './entity-action.ts';

/** A menu of what can be done. The focus returns to `anchor` before an action runs, so that its dialog gives it back there. */
export function ActionsMenu(props: {
  anchor?: HTMLElement | undefined;
  /** In place of an anchor: where the pointer was, px of the window. */
  at?: { x: number; y: number } | undefined;
  actions: readonly OfferedAction[];
  onClose: () => void;
}) {
  const choose = (action: OfferedAction) => {
    flushSync(props.onClose);
    action.run();
  };
  return (
    <PopupMenu anchorEl={props.anchor ?? null} at={props.at} onClose={props.onClose}>
      {props.actions.flatMap((action, index) => [
        action.destructive && index > 0 ? <Divider key={`above ${action.id}`} /> : null,
        <MenuItem
          key={action.id}
          sx={action.destructive ? { color: 'var(--critical)' } : null}
          onClick={() => choose(action)}
        >
          <Icon name={action.icon} />
          {action.label}
        </MenuItem>,
      ])}
    </PopupMenu>
  );
}

/** The button that opens such a menu. */
export function ActionsButton({
  label,
  actions,
  ref,
}: {
  label: string;
  actions: readonly OfferedAction[];
  ref?: Ref<HTMLButtonElement> | undefined;
}) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <>
      <Tooltip title={label}>
        <IconButton
          ref={ref}
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor !== undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Icon name="more" />
        </IconButton>
      </Tooltip>
      <ActionsMenu anchor={anchor} actions={actions} onClose={() => setAnchor(undefined)} />
    </>
  );
}
