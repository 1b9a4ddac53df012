import { Box, Button, IconButton, MenuItem, OutlinedInput, Select, Tooltip } from '@mui/material';
import type { PageData } from '@signalbox/contract/page';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimedPage } from '../../api/events.ts';
import { CopyIconButton } from '../../controls/copy-button.tsx';
import { Icon } from '../../controls/icon.tsx';
import { EmptyState, FailureState, SkeletonLines } from '../../controls/states.tsx';
import type { Column } from '../columns.ts';
import type { ListAddress } from '../tab-address.ts';
import { TimedTable } from './timed-table.tsx';

/** Windows to look back, in ms. */
const WINDOWS = { hour: 3_600_000, day: 86_400_000, week: 604_800_000, month: 2_592_000_000 } as const;
type WindowName = keyof typeof WINDOWS | 'range';
/** The first is where a list begins. */
const WINDOW_NAMES: readonly [WindowName, ...WindowName[]] = ['day', 'hour', 'week', 'month', 'range'];
/** In the order of their lengths. */
const OFFERED_WINDOWS: readonly WindowName[] = ['hour', 'day', 'week', 'month', 'range'];

/** `2026-03-01T14:05` in the browser's zone, as a date-time field has it. */
const fieldTime = (ms: number) => new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
const PAGE_SIZE = 20;

/** The window and page that the address asks for. */
function useWindow(address: ListAddress) {
  const name = address.oneOf<WindowName>('window', WINDOW_NAMES);
  const from = Number(address.get('from')) || 0;
  const to = Number(address.get('to')) || 0;
  return {
    name,
    /** epoch ms, 0: open; with the window 'range' */
    range: { from, to },
    page: Math.max(0, Math.floor(Number(address.get('page')) || 1) - 1),
    bounds(): { startTime: number; endTime: number } {
      const now = Date.now();
      return name === 'range'
        ? { startTime: from, endTime: to || now }
        : { startTime: now - WINDOWS[name], endTime: now };
    },
    choose(next: WindowName) {
      if (next !== 'range') return address.change({ window: next, from: undefined, to: undefined });
      const now = Date.now();
      const start = name === 'range' ? from : now - WINDOWS[name];
      address.change({ window: next, from: String(start), to: String(now) });
    },
    turnTo: (page: number) => address.change({ page: page > 0 ? String(page + 1) : undefined }),
  };
}

/** A list of what happened, newest first, within a window of time; all of it in the address. */
export function TimedList<Row extends { id: { id: string } }>(props: {
  address: ListAddress;
  /** Names the table. */
  label: string;
  queryKey: readonly unknown[];
  load: (page: TimedPage) => Promise<PageData<Row>>;
  /** Memoise the list. */
  columns: readonly Column<Row>[];
  /** What stands below a row that is opened. */
  details: (row: Row) => readonly ReactNode[];
  isFailed: (row: Row) => boolean;
  emptyTitle: string;
  emptyText: string;
  /** Controls before the window. */
  children?: ReactNode;
}) {
  const { t } = useTranslation();
  const { address } = props;
  const window = useWindow(address);
  const { page } = window;
  const query = useQuery({
    queryKey: [...props.queryKey, window.name, window.range, page],
    queryFn: () => props.load({ page, pageSize: PAGE_SIZE, ...window.bounds() }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const data = query.data;
  return (
    <>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        {props.children}
        <Box sx={{ display: 'flex', gap: 1, flex: '1 0 auto', justifyContent: 'space-between' }}>
          <Select
            size="small"
            value={window.name}
            onChange={(event) => window.choose(event.target.value as WindowName)}
            inputProps={{ 'aria-label': t('timed.window') }}
          >
            {OFFERED_WINDOWS.map((name) => (
              <MenuItem key={name} value={name}>
                {t(`timed.${name}`)}
              </MenuItem>
            ))}
          </Select>
          <Tooltip title={t('action.refresh')}>
            <IconButton aria-label={t('action.refresh')} onClick={() => void query.refetch()}>
              <Icon name="refresh" />
            </IconButton>
          </Tooltip>
        </Box>
        {window.name === 'range' &&
          (['from', 'to'] as const).map((end) => (
            <OutlinedInput
              key={end}
              size="small"
              type="datetime-local"
              sx={{ width: 200, fontSize: 13 }}
              value={window.range[end] > 0 ? fieldTime(window.range[end]) : ''}
              inputProps={{ 'aria-label': t(`timed.${end}`) }}
              onChange={(event) => {
                const time = new Date(event.target.value).getTime();
                address.change({ [end]: time > 0 ? String(time) : undefined }, { replace: true });
              }}
            />
          ))}
      </Box>
      {query.isPending ? (
        <SkeletonLines />
      ) : query.isError ? (
        <FailureState error={query.error} onRetry={() => void query.refetch()} />
      ) : data?.data.length === 0 ? (
        <EmptyState icon="clock" title={props.emptyTitle} text={props.emptyText} />
      ) : (
        <>
          <TimedTable
            label={props.label}
            columns={props.columns}
            rows={data?.data ?? []}
            details={props.details}
            isFailed={props.isFailed}
          />
          {data && data.totalPages > 1 && (
            <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', justifyContent: 'flex-end', fontSize: 13 }}>
              <span className="num">{t('timed.page', { page: page + 1, pages: data.totalPages })}</span>
              <Button size="small" disabled={page === 0} onClick={() => window.turnTo(page - 1)}>
                {t('list.previousPage')}
              </Button>
              <Button size="small" disabled={!data.hasNext} onClick={() => window.turnTo(page + 1)}>
                {t('list.nextPage')}
              </Button>
            </Box>
          )}
        </>
      )}
    </>
  );
}

/** Something long under its heading, with a button that copies it: JSON in lines, everything as plain text. */
export function LongText({ label, value }: { label: string; value: unknown }) {
  let text = typeof value === 'string' ? value : JSON.stringify(value, null, 4);
  try {
    if (typeof value === 'string') text = JSON.stringify(JSON.parse(value), null, 4);
  } catch {
    // Not JSON: shown as it is.
  }
  return (
    <Box component="section" aria-label={label} sx={{ mt: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', color: 'text.secondary', minHeight: 28 }}>
        {label}
        <CopyIconButton text={text} name={label} />
      </Box>
      <Box
        component="pre"
        // Long ones scroll: with the keys too.
        tabIndex={0}
        aria-label={label}
        sx={{
          m: 0,
          p: '8px 10px',
          fontSize: 12,
          lineHeight: '18px',
          maxHeight: 320,
          overflow: 'auto',
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
