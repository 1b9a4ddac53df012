import './texts/texts.ts';
import { Box, Button, IconButton, Tooltip } from '@mui/material';
import type { PageData } from '@signalbox/contract/page';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TimedPage } from '../../api/events.ts';
import { Icon } from '../../controls/icon.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { locale } from '../../i18n/i18n.ts';
import type { TimeWindow } from '../../time-window/model.ts';
import { TimeWindowChip } from '../../time-window/time-window-chip.tsx';
import type { Column } from '../columns.ts';
import { ExportButton } from '../export-button.tsx';
import type { ListAction } from '../list-header.tsx';
import type { ListAddress } from '../tab-address.ts';
import { type ExportedColumn, useExportAction } from '../use-export-action.ts';
import { historyBounds, readHistoryWindow, writeHistoryWindow } from './history-window.ts';
import { TimedEmpty } from './timed-empty.tsx';
import { TimedTable } from './timed-table.tsx';

const PAGE_SIZE = 20;

/** What the header of a page may show and do. */
export interface TimedHead {
  total: number | undefined;
  refresh: () => void;
  exporting: ListAction;
}

/** The window and page that the address asks for. */
function useWindow(address: ListAddress) {
  const text = address.get('window');
  const value = useMemo(() => readHistoryWindow(text), [text]);
  return {
    text,
    value,
    page: address.page,
    choose: (next: TimeWindow) => address.change({ window: writeHistoryWindow(next) }),
    turnTo: (page: number) => address.change({ page: page > 0 ? String(page + 1) : undefined }),
  };
}

/** Around the rows in a tab, and on a page. */
const frame = { display: 'flex', flexDirection: 'column', gap: 3 } as const;
const card = {
  ...frame,
  mt: 2.5,
  p: { xs: 3, sm: '4px 16px 12px' },
  background: 'var(--surface)',
  border: '1px solid var(--line)',
  borderRadius: '8px',
  boxShadow: 'var(--shadow)',
} as const;

/** A list of what happened, newest first, within a window of time; all of it in the address. */
export function TimedList<Row extends { id: { id: string }; createdTime: number }>(props: {
  address: ListAddress;
  /** Names the table. */
  label: string;
  queryKey: readonly unknown[];
  load: (page: TimedPage) => Promise<PageData<Row>>;
  /** Memoise the list. */
  columns: readonly Column<Row>[];
  /** What stands below a row that is opened. */
  details: (row: Row) => readonly ReactNode[];
  nameOf: (row: Row) => string;
  isFailed: (row: Row) => boolean;
  /** The file that the list becomes: its name, and all columns, also those that have no room on the screen. */
  exported: { name: string; columns: readonly ExportedColumn[] };
  /** Words for when nothing has happened yet. */
  empty: { title: string; text: string };
  /** Clears search and filters; absent when nothing is filtered. */
  onClear: (() => void) | undefined;
  /** Controls before the window. */
  children?: ReactNode;
  /** Heads a page of its own; in a tab, which has a heading, its buttons stand beside the window instead. */
  header?: ((list: TimedHead) => ReactNode) | undefined;
}) {
  const { t } = useTranslation();
  const { address } = props;
  const window = useWindow(address);
  const { page } = window;
  const loadPage = (wanted: number) =>
    props.load({ page: wanted, pageSize: PAGE_SIZE, ...historyBounds(window.value, Date.now(), locale) });
  const query = useQuery({
    queryKey: [...props.queryKey, window.text, page],
    queryFn: () => loadPage(page),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { refetch } = query;
  const refresh = useCallback(() => void refetch(), [refetch]);
  const total = query.data?.totalElements;
  const exporting = useExportAction({ ...props.exported, total, load: () => loadPage(0) });
  return (
    <>
      {props.header?.({ total, refresh, exporting })}
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
        {props.children}
        <Box sx={{ display: 'flex', gap: 1, flex: '1 0 auto', alignItems: 'center', justifyContent: 'space-between' }}>
          <TimeWindowChip historyOnly timezone={false} value={window.value} onChange={window.choose} />
          {!props.header && (
            <Box sx={{ display: 'flex' }}>
              <Tooltip title={t('action.refresh')}>
                <IconButton aria-label={t('action.refresh')} onClick={refresh}>
                  <Icon name="refresh" />
                </IconButton>
              </Tooltip>
              <ExportButton action={exporting} list={props.label} />
            </Box>
          )}
        </Box>
      </Box>
      <Box sx={props.header ? card : frame}>
        <Loaded from={query} title={t('list.failed')} forbiddenTitle={t('list.forbidden')}>
          {(data) =>
            data.data.length === 0 ? (
              <TimedEmpty
                queryKey={props.queryKey}
                load={props.load}
                onClear={props.onClear}
                onWindow={window.choose}
                {...props.empty}
              />
            ) : (
              <>
                <TimedTable
                  label={props.label}
                  columns={props.columns}
                  rows={data.data}
                  details={props.details}
                  nameOf={props.nameOf}
                  isFailed={props.isFailed}
                />
                {data.totalPages > 1 && (
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
            )
          }
        </Loaded>
      </Box>
    </>
  );
}
