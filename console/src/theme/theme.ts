import { createTheme, darken, lighten } from '@mui/material/styles';
import { DARK, LIGHT, type Tokens } from './tokens.ts';

/** @param away moves a colour away from that of the text on it: what a button under the pointer has */
function palette(tokens: Tokens, away: (color: string) => string) {
  return {
    primary: { main: tokens.accent, dark: away(tokens.accent), contrastText: tokens.onAccent },
    error: { main: tokens.critical, dark: away(tokens.critical) },
    warning: { main: tokens.minor },
    success: { main: tokens.ok },
    info: { main: tokens.accent },
    background: { default: tokens.bg, paper: tokens.surface },
    text: { primary: tokens.text, secondary: tokens.text2, disabled: tokens.text3 },
    divider: tokens.line,
  };
}

const FONT = '"Inter Variable", Inter, system-ui, -apple-system, "Segoe UI", sans-serif';

/** Controls are 36 px, tables 13 px, corners 8 px, on a grid of 4 px. */
export const createConsoleTheme = (direction: 'ltr' | 'rtl') =>
  createTheme({
    direction,
    cssVariables: { colorSchemeSelector: 'data-theme', cssVarPrefix: 'sb' },
    defaultColorScheme: 'light',
    colorSchemes: {
      light: { palette: palette(LIGHT, (color) => darken(color, 0.2)) },
      dark: { palette: palette(DARK, (color) => lighten(color, 0.2)) },
    },
    breakpoints: { values: { xs: 0, sm: 600, md: 960, lg: 1280, xl: 1920 } },
    spacing: 4,
    shape: { borderRadius: 8 },
    transitions: {
      duration: {
        shortest: 100,
        shorter: 120,
        short: 140,
        standard: 160,
        complex: 180,
        enteringScreen: 160,
        leavingScreen: 120,
      },
      // The library would take longer for what is higher.
      getAutoHeightDuration: () => 160,
    },
    typography: {
      fontFamily: FONT,
      fontSize: 14,
      body1: { fontSize: 14, lineHeight: '20px' },
      body2: { fontSize: 13, lineHeight: '18px' },
      h1: { fontSize: 20, lineHeight: '28px', fontWeight: 620, letterSpacing: '-0.01em' },
      h2: { fontSize: 17, lineHeight: '24px', fontWeight: 620 },
      h3: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
      button: { textTransform: 'none', fontWeight: 520, fontSize: 14, lineHeight: '20px' },
    },
    components: {
      MuiButtonBase: {
        defaultProps: { disableRipple: true },
        // Without ripples the library shows no focus of its own.
        styleOverrides: { root: { '&.Mui-focusVisible': { outline: '2px solid var(--accent)', outlineOffset: 2 } } },
      },
      MuiButton: {
        defaultProps: { disableElevation: true, variant: 'outlined', color: 'inherit' },
        styleOverrides: {
          root: { height: 36, padding: '0 14px', whiteSpace: 'nowrap', flex: 'none' },
          outlined: { borderColor: 'var(--line)', background: 'var(--surface)', color: 'var(--text)' },
          sizeSmall: { height: 30, padding: '0 10px', fontSize: 13 },
        },
      },
      MuiIconButton: { styleOverrides: { root: { borderRadius: 8, padding: 8, color: 'var(--text-2)' } } },
      MuiOutlinedInput: {
        styleOverrides: {
          root: {
            background: 'var(--surface)',
            minHeight: 36,
            '&.Mui-focused': { boxShadow: '0 0 0 3px var(--accent-soft)' },
            '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderWidth: 1 },
            '&.Mui-disabled .MuiOutlinedInput-notchedOutline': { borderColor: 'var(--line)' },
          },
          input: { padding: '7px 12px', height: 22 },
          notchedOutline: { borderColor: 'var(--line)', top: 0, '& legend': { display: 'none' } },
          multiline: { padding: 0 },
        },
      },
      MuiFormHelperText: { styleOverrides: { root: { margin: '5px 0 0', fontSize: 13 } } },
      MuiDialog: {
        styleOverrides: {
          paperFullScreen: { '&&': { borderRadius: 0, border: 0 } },
          paper: {
            borderRadius: 12,
            boxShadow: 'var(--shadow-2)',
            border: '1px solid var(--line)',
            backgroundImage: 'none',
          },
        },
      },
      MuiDialogTitle: { styleOverrides: { root: { fontSize: 17, fontWeight: 620, padding: '18px 22px 8px' } } },
      MuiDialogContent: { styleOverrides: { root: { padding: '8px 22px' } } },
      MuiDialogActions: {
        defaultProps: { disableSpacing: true },
        styleOverrides: { root: { padding: '14px 22px 18px', gap: 8, flexWrap: 'wrap' } },
      },
      // By the direction of the language, and not among the mirrored styles: those would be stronger than a margin of its own.
      MuiFormControlLabel: {
        styleOverrides: {
          root: { marginLeft: 0, marginRight: 0, marginInline: '-11px 16px' },
          labelPlacementStart: { marginInline: '16px -11px' },
          labelPlacementTop: { marginInline: '16px' },
          labelPlacementBottom: { marginInline: '16px' },
        },
      },
      // Where there is no room beside the text, its buttons stand below it.
      MuiAlert: {
        styleOverrides: {
          root: { flexWrap: 'wrap' },
          message: { flex: '1 1 200px' },
          action: { gap: 8 },
        },
      },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiMenu: {
        styleOverrides: { paper: { border: '1px solid var(--line)', boxShadow: 'var(--shadow-2)', marginTop: 4 } },
      },
      MuiMenuItem: {
        styleOverrides: {
          root: { fontSize: 14, minHeight: 36, gap: 10, '&.Mui-focusVisible': { outlineOffset: -2 } },
        },
      },
      MuiTooltip: {
        // One that takes the pointer keeps others from what it covers: the buttons below it.
        defaultProps: { enterDelay: 400, disableInteractive: true },
        styleOverrides: { tooltip: { fontSize: 12, background: 'var(--text)', color: 'var(--surface)' } },
      },
      MuiTab: {
        styleOverrides: {
          root: {
            minHeight: 38,
            minWidth: 0,
            padding: '8px 0 9px',
            marginInlineEnd: 18,
            fontSize: 14,
            '&.Mui-focusVisible': { outlineOffset: -2 },
          },
        },
      },
      MuiTabs: { styleOverrides: { root: { minHeight: 38 } } },
      MuiSkeleton: {
        defaultProps: { animation: false },
        // The library's own is brighter than anything else on a dark page.
        styleOverrides: { root: { backgroundColor: 'var(--line)' } },
      },
      MuiChip: { styleOverrides: { root: { fontSize: 13 } } },
      MuiLinearProgress: { styleOverrides: { root: { height: 2 } } },
      MuiSwitch: { defaultProps: { size: 'small' } },
      MuiCheckbox: { styleOverrides: { root: { padding: 6, color: 'var(--text-3)' } } },
    },
  });
