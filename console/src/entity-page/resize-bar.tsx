import { Box } from '@mui/material';
import type { PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';

/** Limits of the width of a details panel, in px. */
const MIN_WIDTH = 360;
const maxWidth = () => Math.max(MIN_WIDTH, window.innerWidth - 420);
/** How far an arrow key moves it, in px. */
const STEP = 24;

export const clampWidth = (width: number) => Math.round(Math.min(Math.max(width, MIN_WIDTH), maxWidth()));

/** The bar between list and panel: drag it, or move it with the arrow keys. */
export function ResizeBar({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const { t } = useTranslation();
  const directionOf = (bar: Element) => (getComputedStyle(bar).direction === 'rtl' ? -1 : 1);
  const drag = (event: PointerEvent<HTMLHRElement>) => {
    const bar = event.currentTarget;
    const direction = directionOf(bar);
    const start = event.clientX;
    bar.setPointerCapture(event.pointerId);
    bar.onpointermove = (move) => onWidth(clampWidth(width + (start - move.clientX) * direction));
    bar.onpointerup = () => {
      bar.onpointermove = null;
    };
  };
  return (
    <Box
      component="hr"
      aria-orientation="vertical"
      aria-label={t('details.resize')}
      aria-valuenow={width}
      aria-valuemin={MIN_WIDTH}
      aria-valuemax={maxWidth()}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={(event) => {
        const direction = directionOf(event.currentTarget);
        if (event.key === 'ArrowLeft') onWidth(clampWidth(width + STEP * direction));
        if (event.key === 'ArrowRight') onWidth(clampWidth(width - STEP * direction));
      }}
      sx={{
        position: 'absolute',
        insetBlock: 0,
        insetInlineStart: -4,
        width: 8,
        m: 0,
        border: 0,
        zIndex: 2,
        cursor: 'col-resize',
        touchAction: 'none',
        '&:hover, &:focus-visible': { background: 'var(--accent-soft)' },
      }}
    />
  );
}
