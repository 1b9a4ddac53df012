import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FontIcon } from './font-icon.tsx';
import { ICON_NAMES } from './icon-names.ts';
import { findIcons, placeByKey } from './icon-search.ts';
import { TextInput } from './text-input.tsx';

const COLUMNS = 7;
/** Icons that are shown at once; a button shows as many more. */
const PAGE = 20 * COLUMNS;

const wordsOf = (name: string) => name.replaceAll('_', ' ');

/** Chooses one of the icons of the font, which a search narrows down. Arrow keys move among them. */
export default function IconPicker(props: { value: string; canClear: boolean; onChoose: (name: string) => void }) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [count, setCount] = useState(PAGE);
  const grid = useRef<HTMLDivElement>(null);
  const found = findIcons(ICON_NAMES, search);
  const shown = found.slice(0, count);
  const [at, setAt] = useState(0);
  const current = Math.min(at, Math.max(0, shown.length - 1));

  const goTo = (place: number) => {
    setAt(place);
    grid.current?.querySelectorAll('button').item(place)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl';
    const mirrored = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' }[event.key];
    const next = placeByKey((isRtl && mirrored) || event.key, current, COLUMNS, shown.length);
    if (next === undefined) return;
    event.preventDefault();
    goTo(next);
  };

  return (
    <Box sx={{ display: 'grid', gap: 3, width: COLUMNS * 42, maxWidth: '100%' }}>
      <TextInput
        label={t('iconInput.search')}
        autoFocus
        autoComplete="off"
        value={search}
        onChange={(event) => {
          setSearch(event.target.value);
          setCount(PAGE);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && shown.length > 0) {
            event.preventDefault();
            goTo(current);
          } else if (event.key === 'Enter' && shown[0] && search.trim() !== '') {
            event.preventDefault();
            props.onChoose(shown[0]);
          }
        }}
      />
      <Box role="status" sx={{ fontSize: 12, color: 'text.secondary' }}>
        {found.length === 0 ? t('iconInput.noMatches', { search }) : t('iconInput.found', { count: found.length })}
      </Box>
      <Box sx={{ height: 260, overflow: 'auto', p: 0.5 }}>
        <Box
          ref={grid}
          role="group"
          aria-label={t('iconInput.list')}
          onKeyDown={onKeyDown}
          sx={{ display: 'grid', gridTemplateColumns: `repeat(${COLUMNS}, 1fr)` }}
        >
          {shown.map((name, place) => (
            <Box
              key={name}
              component="button"
              type="button"
              title={name}
              aria-label={wordsOf(name)}
              aria-pressed={name === props.value}
              tabIndex={place === current ? 0 : -1}
              onFocus={() => setAt(place)}
              onClick={() => props.onChoose(name)}
              sx={{
                height: 38,
                p: 0,
                display: 'grid',
                placeItems: 'center',
                border: 0,
                borderRadius: '6px',
                background: 'none',
                color: 'text.secondary',
                cursor: 'pointer',
                '&:hover': { background: 'var(--line-2)', color: 'text.primary' },
                '&:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: -2 },
                '&[aria-pressed="true"]': { background: 'var(--accent-soft)', color: 'var(--accent-text)' },
              }}
            >
              <FontIcon name={name} />
            </Box>
          ))}
        </Box>
        {found.length > shown.length && (
          <Button size="small" sx={{ mt: 2 }} onClick={() => setCount(count + PAGE)}>
            {t('iconInput.more')}
          </Button>
        )}
      </Box>
      {props.canClear && (
        <Button size="small" disabled={props.value === ''} onClick={() => props.onChoose('')}>
          {t('iconInput.clear')}
        </Button>
      )}
    </Box>
  );
}
