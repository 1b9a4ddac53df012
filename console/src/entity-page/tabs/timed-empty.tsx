import './texts/texts.ts';
import { Button } from '@mui/material';
import type { PageData } from '@signalbox/contract/page';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TimedPage } from '../../api/events.ts';
import { EmptyState, SkeletonLines } from '../../controls/states.tsx';
import { formatDateTime } from '../../i18n/format.ts';
import { DAY } from '../../time-window/intervals.ts';
import { HISTORY_FIXED, HISTORY_TAB, type TimeWindow } from '../../time-window/model.ts';
import { ListFailure } from '../list-failure.tsx';

/** A day that ends with the moment `ts`, in epoch ms. */
const dayUpTo = (ts: number): TimeWindow => ({
  selectedTab: HISTORY_TAB,
  history: { historyType: HISTORY_FIXED, fixedTimewindow: { startTimeMs: ts - DAY, endTimeMs: ts + 1 } },
});

/** Why a list of what happened has nothing: the filters, the window of time, or nothing has happened yet. */
export function TimedEmpty(props: {
  queryKey: readonly unknown[];
  load: (page: TimedPage) => Promise<PageData<{ createdTime: number }>>;
  /** Clears search and filters; absent when nothing is filtered. */
  onClear: (() => void) | undefined;
  onWindow: (window: TimeWindow) => void;
  /** When nothing has happened yet. */
  title: string;
  text: string;
}) {
  const { t } = useTranslation();
  // The newest of all, whatever the window is.
  const newest = useQuery({
    queryKey: [...props.queryKey, 'newest'],
    queryFn: () => props.load({ page: 0, pageSize: 1, startTime: 0, endTime: Date.now() }),
    enabled: props.onClear === undefined,
    staleTime: 0,
  });
  if (props.onClear) {
    return (
      <EmptyState icon="search" title={t('list.nothingFound')} text={t('timed.nothingFoundText')}>
        <Button onClick={props.onClear}>{t('list.clearFilters')}</Button>
      </EmptyState>
    );
  }
  if (newest.isPending) return <SkeletonLines />;
  if (newest.isError) return <ListFailure error={newest.error} onRetry={() => void newest.refetch()} />;
  const ts = newest.data?.data[0]?.createdTime;
  if (ts === undefined) return <EmptyState icon="clock" title={props.title} text={props.text} />;
  return (
    <EmptyState icon="clock" title={t('timed.nothingInWindow')} text={t('timed.lastWas', { time: formatDateTime(ts) })}>
      <Button onClick={() => props.onWindow(dayUpTo(ts))}>{t('timed.showLast')}</Button>
    </EmptyState>
  );
}
