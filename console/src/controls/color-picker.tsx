import './texts/texts.ts';
import { Box, Button } from '@mui/material';
import { useLayoutEffect, useRef, useState } from 'react';
import { RgbaColorPicker } from 'react-colorful';
import { useTranslation } from 'react-i18next';
import { DARK, LIGHT } from '../theme/tokens.ts';
import { CHECKED_GROUND, readColor, writeColor } from './color-value.ts';

/** Colours of the theme: those of series, of severities, and grounds and texts. */
const PRESETS: readonly string[] = [
  ...[LIGHT.c1, LIGHT.c2, LIGHT.c3, LIGHT.c4, LIGHT.ok, LIGHT.critical, LIGHT.minor],
  ...[DARK.c1, DARK.c2, DARK.c3, DARK.c4, DARK.ok, DARK.critical, DARK.minor],
  ...[LIGHT.text, LIGHT.text2, LIGHT.line, LIGHT.bg, LIGHT.surface, DARK.bg, 'transparent'],
];

/** The names that the library gives its parts, and what they are called here. */
const PARTS = { Color: 'colorInput.shade', Hue: 'colorInput.hue', Alpha: 'colorInput.opacity' } as const;

/** Chooses a colour by its shade, hue and opacity, or one of the theme. */
export default function ColorPicker(props: {
  value: string;
  /** Each colour on the way, so that one sees what it does. */
  onChange: (color: string) => void;
  canClear: boolean;
  /** It stays. */
  onSelect: () => void;
  /** The one at the beginning is back. */
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const [first] = useState(props.value);
  const host = useRef<HTMLDivElement>(null);
  // The library speaks English only.
  useLayoutEffect(() => {
    for (const part of host.current?.querySelectorAll('[role="slider"]') ?? []) {
      const key = PARTS[part.getAttribute('aria-label') as keyof typeof PARTS];
      if (key) part.setAttribute('aria-label', t(key));
    }
  }, [t]);
  return (
    <Box
      ref={host}
      sx={{
        display: 'grid',
        gap: 3,
        '& .react-colorful': { width: 232, height: 200 },
        '& .react-colorful__pointer': { width: 24, height: 24 },
        '& .react-colorful__interactive:focus .react-colorful__pointer': { outline: '2px solid var(--accent)' },
      }}
    >
      <div dir="ltr">
        <RgbaColorPicker
          color={readColor(props.value) ?? { r: 0, g: 0, b: 0, a: 1 }}
          onChange={(color) => props.onChange(writeColor(color))}
        />
      </div>
      <Box
        role="group"
        aria-label={t('colorInput.presets')}
        sx={{ display: 'grid', gridTemplateColumns: 'repeat(7, 28px)', gap: 1.5 }}
      >
        {PRESETS.map((color) => (
          <Box
            key={color}
            component="button"
            type="button"
            title={color}
            aria-label={color}
            aria-pressed={props.value === color}
            onClick={() => props.onChange(color)}
            sx={{
              height: 28,
              p: 0,
              borderRadius: '6px',
              border: '1px solid var(--line)',
              background: CHECKED_GROUND,
              overflow: 'hidden',
              cursor: 'pointer',
              '&[aria-pressed="true"], &:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: 1 },
            }}
          >
            <Box component="span" sx={{ display: 'block', height: '100%' }} style={{ background: color }} />
          </Box>
        ))}
      </Box>
      {props.canClear && (
        <Button size="small" disabled={props.value === ''} onClick={() => props.onChange('')}>
          {t('colorInput.clear')}
        </Button>
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end', gap: 2 }}>
        <Button size="small" onClick={props.onCancel}>
          {t('action.cancel')}
        </Button>
        <Button
          size="small"
          variant="contained"
          color="primary"
          // Nothing to take over while it is as it was.
          disabled={props.value === first || props.value.trim() === ''}
          onClick={props.onSelect}
        >
          {t('colorInput.select')}
        </Button>
      </Box>
    </Box>
  );
}
