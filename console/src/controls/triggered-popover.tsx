import { ClickAwayListener, Paper, Popper, type PopperProps } from '@mui/material';
import { type FocusEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useCloseOnNavigation } from './use-close-on-navigation.ts';

/** What the control that opens a popover is given. */
interface TriggerProps {
  'aria-haspopup': 'dialog';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  onClick: () => void;
}

const isEmpty = (content: ReactNode) =>
  content === null || content === undefined || content === false || content === '';

/**
 * More about a control, beside it: shown while the pointer or the focus is on either, or after a click. It takes the
 * focus from nothing. Escape and a press elsewhere hide it, and it has gone when there is nothing to say.
 */
export function TriggeredPopover(props: {
  label: string;
  /** Those who point with the keyboard get by focus what others get by hovering. */
  trigger: 'hover' | 'focus' | 'click';
  /** s until it shows, and until it hides. */
  openDelay?: number;
  closeDelay?: number;
  placement?: PopperProps['placement'];
  content: ReactNode;
  /** The control that it is about. */
  children: (trigger: TriggerProps) => ReactNode;
}) {
  const { trigger, openDelay = 0, closeDelay = 0 } = props;
  const id = useId();
  const [isWanted, setWanted] = useState(false);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const popover = useRef<HTMLDivElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (next: boolean, delay: number) => {
    clearTimeout(timer.current);
    if (delay > 0) timer.current = setTimeout(() => setWanted(next), delay * 1000);
    else setWanted(next);
  };
  const hide = () => show(false, 0);
  useCloseOnNavigation(hide);
  const isOpen = isWanted && !isEmpty(props.content);
  const isWithin = (element: EventTarget | null) =>
    element instanceof Node && (anchor?.contains(element) || popover.current?.contains(element)) === true;
  const followed = {
    onPointerEnter: () => {
      if (trigger === 'hover') show(true, openDelay);
    },
    onPointerLeave: () => {
      if (trigger === 'hover') show(false, closeDelay);
    },
    onFocus: () => {
      if (trigger !== 'click') show(true, openDelay);
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (trigger !== 'click' && !isWithin(relatedTarget)) show(false, closeDelay);
    },
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it follows the control within it
    <span
      ref={setAnchor}
      style={{ display: 'inline-flex' }}
      {...followed}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        hide();
      }}
    >
      {props.children({
        'aria-haspopup': 'dialog',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: () => {
          if (trigger === 'click') show(!isOpen, isOpen ? closeDelay : openDelay);
        },
      })}
      <Popper
        open={isOpen}
        anchorEl={anchor}
        placement={props.placement ?? 'bottom'}
        sx={{ zIndex: 'tooltip' }}
        modifiers={[{ name: 'offset', options: { offset: [0, 6] } }]}
      >
        <ClickAwayListener
          onClickAway={({ target }) => {
            if (!isWithin(target)) hide();
          }}
        >
          <Paper
            ref={popover}
            id={id}
            role="dialog"
            aria-label={props.label}
            sx={{ p: 4, maxWidth: 320, border: '1px solid var(--line)', boxShadow: 'var(--shadow-2)' }}
          >
            {props.content}
          </Paper>
        </ClickAwayListener>
      </Popper>
    </span>
  );
}
