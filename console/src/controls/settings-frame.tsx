import { Box } from '@mui/material';
import { type ReactNode, useId } from 'react';

const CARD = {
  maxWidth: 640,
  background: 'var(--surface)',
  border: '1px solid var(--line)',
  borderRadius: '8px',
  boxShadow: 'var(--shadow)',
  p: { xs: 4, sm: 5 },
};

/** What else there is to know on such a page, below its form. */
export function SettingsSection(props: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ ...CARD, mt: 4 }}>
      <Box component="h2" id={titleId} sx={{ typography: 'h2', m: '0 0 6px' }}>
        {props.title}
      </Box>
      {props.children}
    </Box>
  );
}

/** The frame of a page with one form: a title, what it is for, and the form in a column that is easy to read. */
export function SettingsFrame(props: { title: string; text: string; children: ReactNode; below?: ReactNode }) {
  const titleId = useId();
  return (
    <Box sx={{ flex: 1, overflow: 'auto', p: { xs: 3, sm: '16px 20px' } }}>
      <Box component="h1" id={titleId} sx={{ typography: 'h1', m: '0 0 6px' }}>
        {props.title}
      </Box>
      <Box component="p" sx={{ color: 'text.secondary', m: '0 0 14px', maxWidth: 640 }}>
        {props.text}
      </Box>
      <Box component="section" aria-labelledby={titleId} sx={CARD}>
        {props.children}
      </Box>
      {props.below}
    </Box>
  );
}
