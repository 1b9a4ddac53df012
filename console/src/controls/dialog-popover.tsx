import { Popover } from '@mui/material';
import type { ReactNode } from 'react';
import { useCloseOnNavigation } from './use-close-on-navigation.ts';
import { usePopoverBelow } from './use-popover-below.ts';

/** A small dialog below the control that opened it. Its children are mounted again each time it opens. */
export function DialogPopover(props: {
  label: string;
  /** What opened it; without one it is closed. */
  anchor: HTMLElement | null | undefined;
  onClose: () => void;
  /** In place of `onClose`, where leaving by the keyboard means something else. */
  onEscape?: (() => void) | undefined;
  /** Of its paper. */
  sx?: Readonly<Record<string, string | number>>;
  children: ReactNode;
}) {
  const anchor = props.anchor ?? null;
  const place = usePopoverBelow('start');
  useCloseOnNavigation(() => {
    if (anchor) props.onClose();
  });
  return (
    <Popover
      open={anchor !== null}
      anchorEl={anchor}
      onClose={(_event, reason) => (reason === 'escapeKeyDown' ? (props.onEscape ?? props.onClose)() : props.onClose())}
      {...place}
      slotProps={{
        paper: {
          role: 'dialog',
          'aria-label': props.label,
          sx: { mt: 1, border: '1px solid var(--line)', boxShadow: 'var(--shadow-2)', ...props.sx },
        },
      }}
    >
      {props.children}
    </Popover>
  );
}
