import { Box } from '@mui/material';
import type { MouseEvent, ReactNode } from 'react';

/** A line of a description list: what it is, and its value. A click on the value edits it where that is possible. */
export function Fact({
  label,
  onEdit,
  children,
}: {
  label: string;
  onEdit?: (() => void) | undefined;
  children: ReactNode;
}) {
  const edit = (event: MouseEvent) => {
    // Links and buttons do their own thing; selecting text is not a click.
    if ((event.target as HTMLElement).closest('a, button') || window.getSelection()?.toString()) return;
    onEdit?.();
  };
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
        onClick={onEdit ? edit : undefined}
        sx={{
          ...(onEdit
            ? {
                alignSelf: 'stretch',
                borderRadius: '6px',
                cursor: 'text',
                '&:hover': { background: 'var(--surface-2)' },
              }
            : {}),
          m: 0,
          minWidth: 0,
          overflowWrap: 'anywhere',
          whiteSpace: 'pre-line',
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          // Text of several lines begins where its neighbours do, in whatever language it is.
          '& > bdi': { textAlign: 'left' },
          '[dir="rtl"] & > bdi': { textAlign: 'right' },
        }}
      >
        {children}
      </Box>
    </Box>
  );
}
