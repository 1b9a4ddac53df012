import { Box, Button } from '@mui/material';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { OutdatedBar } from '../controls/failure-state.tsx';
import type { IconName } from '../controls/icon.tsx';
import { LiveProblem } from '../controls/live-problem.tsx';
import { EmptyState } from '../controls/states.tsx';
import type { Identified } from './entity-action.ts';
import { ListFailure } from './list-failure.tsx';
import type { ListAction } from './list-header.tsx';
import { Pager } from './pager.tsx';
import type { useList } from './use-list.ts';

/**
 * Words for a list that has nothing although nothing is searched or filtered: nothing has been made yet, or nothing is
 * assigned to who looks.
 */
export interface EmptyWords {
  icon: IconName;
  title: string;
  text: string;
}

/** The frame of a list: its rows, or why there are none, and the pages below. */
export function ListCard<Row extends Identified>(props: {
  list: ReturnType<typeof useList<Row>>;
  empty: EmptyWords;
  /** The first step when nothing is there. */
  add: ListAction | undefined;
  onClearFilters: () => void;
  /** Measured for the columns. */
  room: RefObject<HTMLDivElement | null>;
  /** Over the heads of the table. */
  bar: ReactNode;
  /** Why the rows do not change by themselves. */
  liveProblem: Error | undefined;
  /** The table. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { list, add, empty } = props;
  const { query, state, total, change, retry } = list;
  const rows = list.isAway ? undefined : list.rows;
  const nothingFound = () => {
    const { search } = state;
    if (Object.keys(state.filters).length === 0) return t('list.nothingSearched', { search });
    return search === '' ? t('list.nothingFiltered') : t('list.nothingSearchedFiltered', { search });
  };
  const content = () => {
    if (list.error && !rows) return <ListFailure error={list.error} onRetry={retry} />;
    if (!rows || rows.length > 0 || query.isPlaceholderData) return props.children;
    if (list.filtered) {
      return (
        <EmptyState icon="search" title={nothingFound()}>
          <Button onClick={props.onClearFilters}>{t('list.clearFilters')}</Button>
        </EmptyState>
      );
    }
    return (
      <EmptyState {...empty}>
        {add && (
          <Button variant="contained" color="primary" onClick={add.run}>
            {add.label}
          </Button>
        )}
      </EmptyState>
    );
  };
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        mb: { xs: 3, sm: 4 },
        background: 'var(--surface)',
        border: '1px solid var(--line)',
        borderRadius: '8px',
        boxShadow: 'var(--shadow)',
        overflow: 'hidden',
      }}
    >
      <Box
        ref={props.room}
        sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', position: 'relative' }}
      >
        {props.bar}
        {content()}
      </Box>
      {/* Below the rows: what is aimed at does not move. */}
      {props.liveProblem !== undefined && (
        <Box sx={{ p: '6px 12px' }}>
          <LiveProblem problem={props.liveProblem} />
        </Box>
      )}
      {list.error && rows && <OutdatedBar error={list.error} onRetry={retry} />}
      {rows && total > 0 && (
        <Pager
          page={state.page}
          pageSize={state.pageSize}
          total={total}
          onPage={(page) => change({ page })}
          onPageSize={(pageSize) => change({ pageSize })}
        />
      )}
    </Box>
  );
}
