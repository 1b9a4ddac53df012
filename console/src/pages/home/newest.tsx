import { Box, Link as TextLink } from '@mui/material';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Loaded } from '../../controls/loaded.tsx';
import { card } from './card.ts';

export interface NewestRow {
  id: string;
  to: string;
  /** Stands before the names, which begin below each other all the same. */
  lead?: ReactNode;
  name: string;
  note: ReactNode;
}

/** Width of what stands before the names, in px. */
const LEAD_WIDTH = 92;

function Rows({ rows }: { rows: readonly NewestRow[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, fontSize: 13 }}>
      {rows.map((row) => (
        <Box
          component="li"
          key={row.id}
          sx={{ display: 'flex', gap: 3, alignItems: 'center', minHeight: 40, borderTop: '1px solid var(--line-2)' }}
        >
          {row.lead && <Box sx={{ flex: `0 0 ${LEAD_WIDTH}px`, marginInlineEnd: -1 }}>{row.lead}</Box>}
          <Box
            component={Link}
            to={row.to}
            // What is cut is the end of the name, whatever direction the page has.
            dir="auto"
            sx={{
              color: 'text.primary',
              fontWeight: 550,
              textDecoration: 'none',
              minWidth: 0,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
              lineHeight: '28px',
              '&:hover': { textDecoration: 'underline' },
            }}
          >
            {row.name}
          </Box>
          <Box
            sx={{
              // The name has as much of the line as it needs, but for a third.
              flex: '1 1 0',
              minWidth: '33%',
              textAlign: 'end',
              color: 'text.secondary',
              whiteSpace: 'nowrap',
              overflow: 'hidden',
              textOverflow: 'ellipsis',
            }}
          >
            {row.note}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

/** The newest of a list, and the way to all of it. */
export function Newest<Entity>(props: {
  title: string;
  /** The whole list. */
  to: string;
  query: UseQueryResult<{ data: readonly Entity[] }>;
  rowOf: (entity: Entity) => NewestRow;
  empty: string;
  /** Beside no other list. */
  wide?: boolean;
}) {
  const { t } = useTranslation();
  const { query } = props;
  return (
    <Box
      component="section"
      aria-label={props.title}
      sx={{ ...card, minWidth: 0, ...(props.wide ? { gridColumn: '1 / -1' } : {}) }}
    >
      <Box sx={{ display: 'flex', p: '12px 16px 8px', alignItems: 'baseline' }}>
        <Box component="h2" sx={{ typography: 'h3', m: 0 }}>
          {props.title}
        </Box>
        <TextLink
          component={Link}
          to={props.to}
          underline="hover"
          color="var(--accent-text)"
          sx={{ marginInlineStart: 'auto', fontSize: 13 }}
        >
          {t('home.seeAll')}
        </TextLink>
      </Box>
      <Box sx={{ px: 4, pb: 3 }}>
        <Loaded from={query} title={t('home.listFailed')}>
          {({ data }) =>
            data.length === 0 ? (
              <Box sx={{ color: 'text.secondary', py: 3 }}>{props.empty}</Box>
            ) : (
              <Rows rows={data.map(props.rowOf)} />
            )
          }
        </Loaded>
      </Box>
    </Box>
  );
}
