import './texts/texts.ts';
import { Box, Button, useMediaQuery } from '@mui/material';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FontIcon } from './font-icon.tsx';
import { ICON_NAMES, USUAL_ICON_NAMES } from './icon-names.ts';
import { findIcons, placeByKey } from './icon-search.ts';
import { SwitchInput } from './switch-input.tsx';
import { TextInput } from './text-input.tsx';

/** Icons side by side where there is room, which makes 600 px and more, and on phones. */
const COLUMNS = { wide: 14, narrow: 7 };
/** px of an icon's place. */
const PLACE = 42;
/** Icons that are shown at once; a button shows as many more. */
const PAGE = 140;

const wordsOf = (name: string) => name.replaceAll('_', ' ');

/**
 * Chooses one of the icons of the font: a usual one, or any of them by a search or once all are shown. Arrow keys move
 * among them.
 */
export default function IconPicker(props: {
  value: string;
  canClear: boolean;
  onChoose: (name: string) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const [search, setSearch] = useState('');
  const [count, setCount] = useState(PAGE);
  const grid = useRef<HTMLDivElement>(null);
  const columns = useMediaQuery((theme) => theme.breakpoints.up('md')) ? COLUMNS.wide : COLUMNS.narrow;
  const [isAll, setAll] = useState(false);
  const found = search.trim() === '' && !isAll ? USUAL_ICON_NAMES : findIcons(ICON_NAMES, search);
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
    const next = placeByKey((isRtl && mirrored) || event.key, current, columns, shown.length);
    if (next === undefined) return;
    event.preventDefault();
    goTo(next);
  };

  return (
    <Box sx={{ display: 'grid', gap: 3, width: columns * PLACE, minWidth: { md: 600 }, maxWidth: '100%' }}>
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
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 2, minHeight: 32 }}>
        <Box role="status" sx={{ fontSize: 12, color: 'text.secondary' }}>
          {found.length === 0 ? t('iconInput.noMatches', { search }) : t('iconInput.found', { count: found.length })}
        </Box>
        {search.trim() === '' && (
          <SwitchInput
            label={t('iconInput.all')}
            checked={isAll}
            onChange={(checked) => {
              setAll(checked);
              setCount(PAGE);
              setAt(0);
            }}
          />
        )}
      </Box>
      <Box sx={{ height: 260, overflow: 'auto', p: 0.5 }}>
        <Box
          ref={grid}
          role="group"
          aria-label={t('iconInput.list')}
          onKeyDown={onKeyDown}
          sx={{ display: 'grid', gridTemplateColumns: `repeat(${columns}, 1fr)` }}
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
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
        {props.canClear && (
          <Button
            size="small"
            disabled={props.value === ''}
            onClick={() => props.onChoose('')}
            sx={{ marginInlineEnd: 'auto' }}
          >
            {t('iconInput.clear')}
          </Button>
        )}
        <Button size="small" onClick={props.onCancel}>
          {t('action.cancel')}
        </Button>
      </Box>
    </Box>
  );
}
