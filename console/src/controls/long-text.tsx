import { Box } from '@mui/material';
import { parseExactJson } from '../api/exact-json.ts';
import { CopyIconButton } from './copy-button.tsx';

/** Something long under its heading, with a button that copies it: JSON in lines, everything as plain text. */
export function LongText({ label, value }: { label: string; value: unknown }) {
  let text = typeof value === 'string' ? value : JSON.stringify(value, null, 4);
  try {
    if (typeof value === 'string') text = JSON.stringify(parseExactJson(value), null, 4);
  } catch {
    // Not JSON: shown as it is.
  }
  return (
    <Box component="section" aria-label={label} sx={{ mt: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', color: 'text.secondary', minHeight: 28 }}>
        {label}
        <CopyIconButton text={text} name={label} />
      </Box>
      <Box
        component="pre"
        // Long ones can be scrolled by keyboard.
        tabIndex={0}
        aria-label={label}
        sx={{
          m: 0,
          p: '8px 10px',
          fontSize: 12,
          lineHeight: '18px',
          maxHeight: 320,
          overflow: 'auto',
          background: 'var(--surface-2)',
          border: '1px solid var(--line)',
          borderRadius: '8px',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {text}
      </Box>
    </Box>
  );
}
