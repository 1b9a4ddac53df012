import { Box, Button, IconButton, MenuItem, OutlinedInput, Select, Tooltip } from '@mui/material';
import type { PageData } from '@signalbox/contract/page';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimedPage } from '../../api/events.ts';
import { Icon } from '../../controls/icon.tsx';
import { EmptyState, FailureState, SkeletonLines } from '../../controls/states.tsx';

/** Windows to look back, in ms. */
const WINDOWS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 2_592_000_000 } as const;
type WindowName = keyof typeof WINDOWS | 'range';
const WINDOW_NAMES: readonly WindowName[] = ['hour', 'day', 'week', 'month', 'range'];

/** `2026-03-01T14:05` in the browser's zone, as a date-time field has it. */
const fieldTime = (ms: number) => new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
const PAGE_SIZE = 20;

/** A list of what happened, newest first, within a window of time. */
export function TimedList<Row extends { id: { id: string } }>(props: {
  queryKey: readonly unknown[];
  load: (page: TimedPage) => Promise<PageData<Row>>;
  row: (row: Row) => ReactNode;
  emptyTitle: string;
  emptyText: string;
  /** Controls before the window. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const [window, setWindow] = useState<WindowName>('day');
  const [range, setRange] = useState<{ from: string; to: string }>({ from: '', to: '' });
  const [page, setPage] = useState(0);
  // Another filter begins at its first page.
  const filter = JSON.stringify(props.queryKey);
  const [filterOfPage, setFilterOfPage] = useState(filter);
  if (filter !== filterOfPage) {
    setFilterOfPage(filter);
    setPage(0);
  }
  const query = useQuery({
    queryKey: [...props.queryKey, window, window === 'range' ? range : null, page],
    queryFn: () => {
      const now = Date.now();
      const [startTime, endTime] =
        window === 'range'
          ? [new Date(range.from).getTime() || 0, new Date(range.to).getTime() || now]
          : [now - WINDOWS[window], now];
      return props.load({ page, pageSize: PAGE_SIZE, startTime, endTime });
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const data = query.data;
  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        {props.children}
        <Select
          size="small"
          value={window}
          onChange={(event) => {
            const next = event.target.value as WindowName;
            if (next === 'range' && window !== 'range') {
              const now = Date.now();
              setRange({ from: fieldTime(now - WINDOWS[window]), to: fieldTime(now) });
            }
            setWindow(next);
            setPage(0);
          }}
          inputProps={{ 'aria-label': t('timed.window') }}
        >
          {WINDOW_NAMES.map((name) => (
            <MenuItem key={name} value={name}>
              {t(`timed.${name}`)}
            </MenuItem>
          ))}
        </Select>
        {window === 'range' &&
          (['from', 'to'] as const).map((end) => (
            <OutlinedInput
              key={end}
              size="small"
              type="datetime-local"
              sx={{ width: 200, fontSize: 13 }}
              value={range[end]}
              inputProps={{ 'aria-label': t(`timed.${end}`) }}
              onChange={(event) => {
                setRange({ ...range, [end]: event.target.value });
                setPage(0);
              }}
            />
          ))}
        <Box sx={{ flex: 1 }} />
        <Tooltip title={t('action.refresh')}>
          <IconButton aria-label={t('action.refresh')} onClick={() => void query.refetch()}>
            <Icon name="refresh" />
          </IconButton>
        </Tooltip>
      </Box>
      {query.isPending ? (
        <SkeletonLines />
      ) : query.isError ? (
        <FailureState error={query.error} onRetry={() => void query.refetch()} />
      ) : data?.data.length === 0 ? (
        <EmptyState icon="clock" title={props.emptyTitle} text={props.emptyText} />
      ) : (
        <>
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, fontSize: 13 }}>
            {data?.data.map((row) => (
              <Box component="li" key={row.id.id} sx={{ borderBottom: '1px solid var(--line-2)', py: 2 }}>
                {props.row(row)}
              </Box>
            ))}
          </Box>
          {data && data.totalPages > 1 && (
            <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'flex-end', fontSize: 13 }}>
              <span className="num">{t('timed.page', { page: page + 1, pages: data.totalPages })}</span>
              <Button size="small" disabled={page === 0} onClick={() => setPage(page - 1)}>
                {t('list.previousPage')}
              </Button>
              <Button size="small" disabled={!data.hasNext} onClick={() => setPage(page + 1)}>
                {t('list.nextPage')}
              </Button>
            </Box>
          )}
        </>
      )}
    </>
  );
}

/** Something long, folded: JSON in lines, everything as plain text. */
export function Folded({ label, value }: { label: string; value: unknown }) {
  let text = typeof value === 'string' ? value : JSON.stringify(value, null, 4);
  try {
    if (typeof value === 'string') text = JSON.stringify(JSON.parse(value), null, 4);
  } catch {
    // Not JSON: shown as it is.
  }
  return (
    <Box component="details" sx={{ mt: 1 }}>
      <Box component="summary" sx={{ color: 'text.secondary', cursor: 'pointer', minHeight: 24 }}>
        {label}
      </Box>
      <Box
        component="pre"
        sx={{
          m: '4px 0 0',
          p: '8px 10px',
          fontSize: 12,
          lineHeight: '18px',
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
