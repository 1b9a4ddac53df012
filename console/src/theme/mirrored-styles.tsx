import { GlobalStyles } from '@mui/material';

const styles = {
  // A minus stays before its number.
  '[dir="rtl"] .num': { unicodeBidi: 'plaintext' },
  '[dir="rtl"] :is(td, dd).num': { textAlign: 'right' },
  '[dir="rtl"] td.num.end': { textAlign: 'left' },
  '[dir="rtl"] .directed': { transform: 'scaleX(-1)' },
  '[dir="rtl"]': {
    '.MuiButton-startIcon': { marginLeft: 8, marginRight: -4 },
    '.MuiButton-endIcon': { marginLeft: -4, marginRight: 8 },
    '.MuiSelect-icon, .MuiNativeSelect-icon': { right: 'auto', left: 7 },
    '.MuiSelect-select.MuiSelect-select.MuiSelect-select': { paddingRight: 12, paddingLeft: 32 },
    '.MuiNativeSelect-select.MuiNativeSelect-select.MuiNativeSelect-select': { paddingRight: 12, paddingLeft: 32 },
    '.MuiAutocomplete-root .MuiOutlinedInput-root.MuiOutlinedInput-root.MuiOutlinedInput-root': {
      paddingRight: 9,
      paddingLeft: 65,
    },
    '.MuiAutocomplete-root .MuiOutlinedInput-root .MuiAutocomplete-endAdornment.MuiAutocomplete-endAdornment': {
      right: 'auto',
      left: 9,
    },
    '.MuiAlert-icon': { marginRight: 0, marginLeft: 12 },
    '.MuiAlert-action': { marginRight: 'auto', marginLeft: -8, paddingRight: 16, paddingLeft: 0 },
    '.MuiInputAdornment-positionEnd': { marginLeft: 0, marginRight: 8 },
    '.MuiOutlinedInput-root.MuiInputBase-adornedEnd:not(.MuiAutocomplete-inputRoot, .MuiInputBase-adornedStart)': {
      paddingRight: 0,
      paddingLeft: 14,
    },
    '.MuiInputAdornment-positionStart': { marginLeft: 8, marginRight: 0 },
    '.MuiOutlinedInput-root.MuiInputBase-adornedStart:not(.MuiAutocomplete-inputRoot, .MuiInputBase-adornedEnd)': {
      paddingRight: 14,
      paddingLeft: 0,
    },
    '.MuiToggleButtonGroup-horizontal': {
      '& .MuiToggleButtonGroup-firstButton:not(.MuiToggleButtonGroup-lastButton)': { borderRadius: '0 8px 8px 0' },
      '& .MuiToggleButtonGroup-lastButton:not(.MuiToggleButtonGroup-firstButton)': { borderRadius: '8px 0 0 8px' },
      '& .MuiToggleButtonGroup-middleButton, & .MuiToggleButtonGroup-lastButton': {
        marginLeft: 0,
        marginRight: -1,
        borderLeftColor: 'var(--line)',
        borderRightColor: 'transparent',
      },
    },
    '.MuiFormHelperText-root': { textAlign: 'right' },
    // What is off stands where lines begin; all switches are small.
    '.MuiSwitch-switchBase.MuiSwitch-switchBase': { left: 'auto', right: 0 },
    '.MuiSwitch-switchBase.MuiSwitch-switchBase.Mui-checked': { transform: 'translateX(-16px)' },
    // Commands, documents and ids are written from left to right in every language.
    'pre, code': { direction: 'ltr', unicodeBidi: 'isolate', textAlign: 'left' },
    // Addresses, topics and keys keep the order of their parts.
    'input, textarea': { unicodeBidi: 'plaintext', textAlign: 'right' },
  },
} as const;

/** What languages from right to left need: the component library writes left and right, and these parts of it are mirrored. */
export function MirroredStyles() {
  return <GlobalStyles styles={styles} />;
}
