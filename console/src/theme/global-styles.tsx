import { GlobalStyles } from '@mui/material';
import { lazy, type ReactNode, Suspense } from 'react';
import { useDirection } from '../i18n/use-language.ts';
import { DARK, LIGHT, tokenStyles } from './tokens.ts';

const styles = {
  ':root': { ...tokenStyles(LIGHT), '--row': '40px' },
  '[data-theme="dark"]': tokenStyles(DARK),
  '[data-density="comfortable"]': { '--row': '52px' },
  'html, body, #root': { margin: 0, height: '100%' },
  '*, *::before, *::after': { boxSizing: 'border-box' },
  body: {
    fontFamily: '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", sans-serif',
    WebkitFontSmoothing: 'antialiased',
    background: 'var(--bg)',
    color: 'var(--text)',
    fontSize: 14,
    lineHeight: '20px',
  },
  // Browsers give them one of their own.
  ':where(button, input, select, textarea)': { fontFamily: 'inherit' },
  '.num': { fontVariantNumeric: 'tabular-nums' },
  // `°C` stays as it is between words that are written from right to left.
  '.unit': { color: 'var(--text-3)', fontWeight: 400, marginInlineStart: 2, unicodeBidi: 'plaintext' },
  // A text in another direction than the page's is read in its own, and stands where those around it do.
  ':where([dir="auto"]:not(input, textarea))': { textAlign: '-webkit-match-parent' },
  kbd: {
    font: '11px "Inter Variable", sans-serif',
    border: '1px solid var(--line)',
    borderRadius: 4,
    padding: '1px 5px',
    background: 'var(--surface)',
    color: 'var(--text-2)',
  },
  code: { fontFamily: 'ui-monospace, Menlo, Consolas, monospace' },
  ':focus-visible': { outline: '2px solid var(--accent)', outlineOffset: 2 },
  '.visually-hidden': {
    position: 'absolute',
    width: 1,
    height: 1,
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': { animation: 'none !important', transition: 'none !important' },
  },
} as const;

/** Fetched by those only whose language is written from right to left; without it the page is there all the same. */
const MirroredStyles = lazy(async () => ({
  default: await import('./mirrored-styles.tsx').then(
    (part) => part.MirroredStyles,
    () => () => null,
  ),
}));

/**
 * The tokens as CSS variables, and what holds for the whole document. What is inside waits for the styles of its language:
 * without them, the sign of a number would stand on its other side for a moment.
 */
export function ConsoleGlobalStyles({ children }: { children: ReactNode }) {
  const direction = useDirection();
  return (
    <>
      <GlobalStyles styles={styles} />
      <Suspense fallback={null}>
        {direction === 'rtl' && <MirroredStyles />}
        {children}
      </Suspense>
    </>
  );
}
