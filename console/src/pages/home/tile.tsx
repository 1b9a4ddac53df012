import { Box } from '@mui/material';
import { Link } from 'react-router';
import { Icon, type IconName } from '../../controls/icon.tsx';
import { formatNumber } from '../../i18n/format.ts';
import { card } from './card.ts';

/** A number that says how things are, and leads to them. */
export function Tile(props: {
  to?: string;
  icon: IconName;
  label: string;
  /** Absent until it is known. */
  value: number | undefined;
  note?: string | undefined;
  /** Whether the note says that something is wrong. */
  isBad?: boolean;
  /** Why it is not known, or may be out of date. */
  problem?: string | undefined;
}) {
  return (
    <Box
      {...(props.to ? { component: Link, to: props.to } : {})}
      sx={{
        ...card,
        p: '14px 16px',
        color: 'inherit',
        textDecoration: 'none',
        display: 'block',
        minWidth: 0,
        '&:is(a):hover': { borderColor: 'var(--accent)' },
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'text.secondary', fontSize: 13 }}>
        <Icon name={props.icon} size={16} />
        {props.label}
      </Box>
      <Box
        className="num"
        sx={{ fontSize: 28, lineHeight: '36px', fontWeight: 600, letterSpacing: '-0.02em', mt: 1, minHeight: 36 }}
      >
        {props.value === undefined ? props.problem && '–' : formatNumber(props.value)}
        {(props.problem ?? props.note) && (
          <Box
            component="span"
            role={props.problem ? 'status' : undefined}
            sx={{
              fontSize: 13,
              fontWeight: 400,
              lineHeight: '18px',
              color: props.problem || props.isBad ? 'var(--critical)' : 'text.disabled',
              letterSpacing: 0,
              marginInlineStart: 1.5,
              overflowWrap: 'anywhere',
            }}
          >
            {props.problem ?? props.note}
          </Box>
        )}
      </Box>
    </Box>
  );
}
