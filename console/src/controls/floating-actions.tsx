import { Box, Fab } from '@mui/material';
import { type FocusEvent, useEffect, useId, useRef, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';

/** ms between the focus leaving and the list closing (specification §9). */
const CLOSE_DELAY = 100;

/** One of the things that a floating button offers. */
export interface FloatingAction {
  name: string;
  icon: IconName;
  run: () => void;
}

/** A round button that unfolds the things that can be done, above itself. */
export function FloatingActions(props: {
  label: string;
  icon: IconName;
  actions: readonly FloatingAction[];
  /** While something is loading. */
  disabled?: boolean;
}) {
  const { label, actions, disabled = false } = props;
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);
  const close = () => {
    clearTimeout(closing.current);
    setOpen(false);
  };
  return (
    <Box
      onFocus={() => clearTimeout(closing.current)}
      onBlur={({ currentTarget, relatedTarget }: FocusEvent) => {
        if (currentTarget.contains(relatedTarget)) return;
        clearTimeout(closing.current);
        closing.current = setTimeout(() => setOpen(false), CLOSE_DELAY);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        close();
        button.current?.focus();
      }}
      // Tab goes from the button on to what it has unfolded above itself.
      sx={{ display: 'inline-flex', flexDirection: 'column-reverse', alignItems: 'flex-end', gap: 3 }}
    >
      <Fab
        ref={button}
        color="primary"
        disabled={disabled}
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => (isOpen ? close() : setOpen(true))}
      >
        <Icon name={isOpen ? 'close' : props.icon} />
      </Fab>
      {isOpen && (
        <Box
          id={listId}
          component="ul"
          aria-label={label}
          sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 2, justifyItems: 'end' }}
        >
          {actions.map((action) => (
            <li key={action.name}>
              <Fab
                variant="extended"
                size="small"
                onClick={() => {
                  close();
                  action.run();
                }}
                sx={{ gap: 2, background: 'var(--surface)', color: 'text.primary', textTransform: 'none' }}
              >
                <Icon name={action.icon} size={16} />
                {action.name}
              </Fab>
            </li>
          ))}
        </Box>
      )}
    </Box>
  );
}
