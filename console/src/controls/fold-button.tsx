import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';

/** The title of a card that folds: opens and closes what has the id `controls`. */
export function FoldButton(props: { isOpen: boolean; controls: string; onClick: () => void; children: ReactNode }) {
  return (
    <Box
      component="button"
      type="button"
      aria-expanded={props.isOpen}
      aria-controls={props.controls}
      onClick={props.onClick}
      sx={{
        flex: 1,
        minWidth: 0,
        minHeight: 28,
        display: 'flex',
        gap: 2,
        alignItems: 'center',
        textAlign: 'start',
        p: '4px 4px 4px 0',
        border: 0,
        background: 'none',
        color: 'inherit',
        font: 'inherit',
        fontSize: 14,
        fontWeight: 550,
        overflowWrap: 'anywhere',
        cursor: 'pointer',
      }}
    >
      <Icon name={props.isOpen ? 'chevronUp' : 'chevronDown'} size={16} />
      <Box component="span" sx={{ minWidth: 0 }}>
        {props.children}
      </Box>
    </Box>
  );
}
