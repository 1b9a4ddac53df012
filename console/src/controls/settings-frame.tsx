import { Box } from '@mui/material';
import { type ReactNode, useId } from 'react';

/** The frame of a page with one form: a title, what it is for, and the form in a column that is easy to read. */
export function SettingsFrame(props: { title: string; text: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Box sx={{ flex: 1, overflow: 'auto', p: { xs: 3, sm: '16px 20px' } }}>
      <Box component="h1" id={titleId} sx={{ typography: 'h1', m: '0 0 6px' }}>
        {props.title}
      </Box>
      <Box component="p" sx={{ color: 'text.secondary', m: '0 0 14px', maxWidth: 640 }}>
        {props.text}
      </Box>
      <Box
        component="section"
        aria-labelledby={titleId}
        sx={{
          maxWidth: 640,
          background: 'var(--surface)',
          border: '1px solid var(--line)',
          borderRadius: '8px',
          boxShadow: 'var(--shadow)',
          p: { xs: 4, sm: 5 },
        }}
      >
        {props.children}
      </Box>
    </Box>
  );
}
