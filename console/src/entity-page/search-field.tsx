import './texts/texts.ts';
import { Box, IconButton } from '@mui/material';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Action, useActions } from '../app/actions.ts';
import { Icon } from '../controls/icon.tsx';

/** ms after the last key */
const PAUSE = 150;
const NO_ACTIONS: readonly Action[] = [];

/** Search as one types, 150 ms after the last key; on a page, `/` jumps here. */
export function SearchField(props: {
  value: string;
  placeholder: string;
  onChange: (text: string) => void;
  /** In a tab: smaller, and `/` stays with the list. Names what is searched. */
  inTab?: string | undefined;
}) {
  const { t } = useTranslation();
  const [text, setText] = useState(props.value);
  const input = useRef<HTMLInputElement>(null);
  const { value, onChange, inTab } = props;
  /** What the address says, or will say as soon as it is drawn. */
  const sent = useRef(value);
  const timer = useRef<number>(undefined);
  const send = useRef(onChange);
  useEffect(() => {
    send.current = onChange;
  }, [onChange]);
  useEffect(() => () => window.clearTimeout(timer.current), []);

  // Only typing is sent: what the field shows of the address must never get back into it.
  function type(typed: string): void {
    setText(typed);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      if (typed === sent.current) return;
      sent.current = typed;
      send.current(typed);
    }, PAUSE);
  }

  // The address changed by other means (back, a link): show what it says.
  useEffect(() => {
    if (value === sent.current) return;
    window.clearTimeout(timer.current);
    sent.current = value;
    setText(value);
  }, [value]);

  useActions(
    useMemo<readonly Action[]>(
      () =>
        inTab === undefined
          ? [
              {
                id: 'search',
                label: t('list.search'),
                group: t('keys.list'),
                icon: 'search',
                keys: '/',
                run: () => input.current?.focus(),
              },
            ]
          : NO_ACTIONS,
      [t, inTab],
    ),
  );

  return (
    <Box
      sx={{
        height: 36,
        width: inTab === undefined ? { xs: '100%', sm: 240 } : 168,
        flex: inTab === undefined ? 'none' : '1 1 140px',
        maxWidth: inTab === undefined ? 'none' : { xs: 'none', sm: 260 },
        border: '1px solid var(--line)',
        borderRadius: '8px',
        background: 'var(--surface)',
        px: 2.5,
        display: 'flex',
        alignItems: 'center',
        gap: 2,
        color: 'text.disabled',
        '&:focus-within': { borderColor: 'var(--accent)', boxShadow: '0 0 0 3px var(--accent-soft)' },
      }}
    >
      <Icon name="search" size={16} />
      <Box
        component="input"
        ref={input}
        type="text"
        role="searchbox"
        aria-label={inTab ?? t('list.search')}
        placeholder={props.placeholder}
        value={text}
        onChange={(event) => type((event.target as HTMLInputElement).value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // The first Escape empties the field, the next one leaves it.
          if (text === '') return input.current?.blur();
          type('');
          // It closes nothing around the field.
          event.stopPropagation();
        }}
        sx={{
          font: 'inherit',
          color: 'text.primary',
          border: 0,
          outline: 'none !important',
          background: 'none',
          flex: 1,
          minWidth: 0,
          '&::placeholder': { color: 'text.disabled', opacity: 1 },
        }}
      />
      {text ? (
        <IconButton
          size="small"
          aria-label={t('action.clear')}
          onClick={() => {
            type('');
            input.current?.focus();
          }}
          sx={{ p: 1, marginInlineEnd: -1.5 }}
        >
          <Icon name="close" size={14} />
        </IconButton>
      ) : (
        inTab === undefined && (
          <Box component="kbd" sx={{ display: { xs: 'none', sm: 'inline' } }}>
            /
          </Box>
        )
      )}
    </Box>
  );
}
