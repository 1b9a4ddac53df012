import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** A line of a description list: what it is, and its value. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '112px 1fr', sm: '140px 1fr' },
        gap: 3,
        minHeight: 38,
        alignItems: 'center',
        borderBottom: '1px solid var(--line-2)',
        fontSize: 13,
        py: 1,
      }}
    >
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {label}
      </Box>
      <Box
        component="dd"
        sx={{
          m: 0,
          minWidth: 0,
          overflowWrap: 'anywhere',
          whiteSpace: 'pre-line',
          display: 'flex',
          alignItems: 'center',
          gap: 1,
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
