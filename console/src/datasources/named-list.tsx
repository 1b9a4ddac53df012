import { Box, IconButton, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../controls/icon.tsx';

/** A button of a line; its tooltip is its name. */
export function LineButton(props: { icon: IconName; label: string; onClick: () => void }) {
  return (
    <Tooltip title={props.label}>
      <IconButton aria-label={props.label} onClick={props.onClick}>
        <Icon name={props.icon} size={16} />
      </IconButton>
    </Tooltip>
  );
}

/** One of a numbered list of things with names: what it is as a sentence, a switch, and buttons. */
export function NamedLine(props: {
  number: number;
  name: string;
  words: string;
  /** The words begin with a capital letter; otherwise they may begin with the name of something. */
  isSentence?: boolean;
  toggle: ReactNode;
  children: ReactNode;
}) {
  return (
    <Box
      component="li"
      aria-label={props.name}
      sx={{
        border: '1px solid var(--line)',
        borderRadius: '10px',
        p: 3,
        display: 'grid',
        gap: 1,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'minmax(0, 1fr) auto' },
        alignItems: 'center',
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Box sx={{ fontWeight: 580, overflowWrap: 'anywhere' }}>
          <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400, marginInlineEnd: 2 }}>
            {props.number}.
          </Box>
          <bdi>{props.name}</bdi>
        </Box>
        <Box
          sx={{
            fontSize: 13,
            color: 'text.secondary',
            overflowWrap: 'anywhere',
            ...(props.isSentence ? { '&::first-letter': { textTransform: 'uppercase' } } : {}),
          }}
        >
          {props.words}
        </Box>
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        {props.toggle}
        <Box sx={{ display: 'flex', marginInlineStart: 'auto' }}>{props.children}</Box>
      </Box>
    </Box>
  );
}
