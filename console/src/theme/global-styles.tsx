import { GlobalStyles } from '@mui/material';
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
  '.num': { fontVariantNumeric: 'tabular-nums' },
  // `°C` stays as it is between words that are written from right to left.
  '.unit': { color: 'var(--text-3)', fontWeight: 400, marginInlineStart: 2, unicodeBidi: 'plaintext' },
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
  // The component library writes left and right; these parts of it are mirrored here.
  // A minus stays before its number.
  '[dir="rtl"] .num': { unicodeBidi: 'plaintext' },
  '[dir="rtl"] :is(td, dd).num': { textAlign: 'right' },
  '[dir="rtl"] td.num.end': { textAlign: 'left' },
  '[dir="rtl"] .directed': { transform: 'scaleX(-1)' },
  '[dir="rtl"]': {
    '.MuiButton-startIcon': { marginLeft: 8, marginRight: -4 },
    '.MuiButton-endIcon': { marginLeft: -4, marginRight: 8 },
    '.MuiSelect-icon': { right: 'auto', left: 7 },
    '.MuiSelect-select.MuiSelect-select.MuiSelect-select': { paddingRight: 12, paddingLeft: 32 },
    '.MuiAutocomplete-root .MuiOutlinedInput-root.MuiOutlinedInput-root.MuiOutlinedInput-root': {
      paddingRight: 9,
      paddingLeft: 65,
    },
    '.MuiAutocomplete-root .MuiOutlinedInput-root .MuiAutocomplete-endAdornment.MuiAutocomplete-endAdornment': {
      right: 'auto',
      left: 9,
    },
    '.MuiAlert-icon': { marginRight: 0, marginLeft: 12 },
    '.MuiInputAdornment-positionEnd': { marginLeft: 0, marginRight: 8 },
    '.MuiFormHelperText-root': { textAlign: 'right' },
    // Commands, documents and ids are written from left to right in every language.
    'pre, code': { direction: 'ltr', unicodeBidi: 'isolate' },
    // Addresses, topics and keys keep the order of their parts.
    'input, textarea': { unicodeBidi: 'plaintext', textAlign: 'right' },
  },
} as const;

/** The tokens as CSS variables, and what holds for the whole document. */
export function ConsoleGlobalStyles() {
  return <GlobalStyles styles={styles} />;
}
