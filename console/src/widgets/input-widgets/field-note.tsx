import { Box } from '@mui/material';
import type { ReactNode } from 'react';

/** What the line below a field says. */
export interface Note {
  text: string;
  tone: 'error' | 'plain' | 'done';
}

const COLORS = { error: 'var(--critical)', plain: 'text.secondary', done: 'text.secondary' } as const;

/** The line below a field; it keeps its place while it is empty, so that nothing moves. */
export function FieldNote({ id, note }: { id: string; note: Note | undefined }) {
  return (
    <Box
      id={id}
      role={note?.tone === 'error' ? 'alert' : 'status'}
      sx={{
        minHeight: 18,
        fontSize: 12,
        lineHeight: '18px',
        overflowWrap: 'anywhere',
        color: COLORS[note?.tone ?? 'plain'],
      }}
    >
      {note?.text}
    </Box>
  );
}

/** A message in place of a form that cannot work as it is configured. */
export function InsteadOfForm({ children }: { children: ReactNode }) {
  return (
    <Box
      role="status"
      sx={{
        flex: 1,
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'center',
        textAlign: 'center',
        fontSize: 13,
        color: 'text.secondary',
        overflow: 'auto',
      }}
    >
      {children}
    </Box>
  );
}
