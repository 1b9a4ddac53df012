import { Box, Tab, Tabs } from '@mui/material';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTimeBy } from '../../i18n/format.ts';
import { withNamedTexts } from '../../i18n/named-texts.ts';
import { intervalLabel } from '../../time-window/calendar-label.ts';
import { actionsOf } from '../actions.ts';
import { groupedByEntity } from '../runtime/entity-rows.ts';
import type { WidgetProps } from '../widget-type.ts';
import { rowStyleOf } from './cells.tsx';
import { DataTable } from './data-table.tsx';
import { pageSizes, stickyParts, type TableSort, tablePageSize } from './table-page.ts';
import { TableTools } from './table-tools.tsx';
import { paramsOf, timeColumns } from './time-columns.tsx';
import { timeLines } from './time-rows.ts';
import { useSame } from './use-steady.ts';

/** A tab for each entity, a line for each time, newest first. */
export function TimeseriesTable({ widget, data, locale, scripts, onAction, active: shown }: WidgetProps) {
  const { t } = useTranslation();
  const { config } = widget;
  const settings = config.settings ?? {};
  const [tab, setTab] = useState(0);
  const [page, setPage] = useState(0);
  const [chosenSize, setChosenSize] = useState(() => tablePageSize(settings));
  const [search, setSearch] = useState<string>();
  const [sort, setSort] = useState<TableSort>({ column: 'time', direction: 'DESC' });
  const groups = useMemo(() => groupedByEntity(data.rows), [data.rows]);
  const active = Math.min(tab, groups.length - 1);
  const format = useMemo(
    () =>
      new Intl.DateTimeFormat(locale, {
        year: 'numeric',
        month: '2-digit',
        day: '2-digit',
        hour: '2-digit',
        minute: '2-digit',
        second: '2-digit',
        ...(settings.showMilliseconds === true ? { fractionalSecondDigits: 3 as const } : {}),
      }),
    [locale, settings.showMilliseconds],
  );
  const { calendar } = data;
  const when = useCallback(
    (time: number) => (calendar ? intervalLabel(calendar, time, locale) : formatTimeBy(format, time)),
    [calendar, locale, format],
  );
  const group = useMemo(() => groups[active] ?? [], [groups, active]);
  const hideEmpty = settings.hideEmptyLines === true;
  const lines = useMemo(
    () => timeLines(group, { hideEmpty, search: search ?? '', sort }),
    [group, hideEmpty, sort, search],
  );
  const pageSize = settings.displayPagination === false ? lines.count || 1 : chosenSize;
  const lastPage = Math.max(0, Math.ceil(lines.count / pageSize) - 1);
  const shownPage = Math.min(page, lastPage);
  const entity = group[0]?.entity;
  useEffect(() => {
    shown.current = entity;
  }, [shown, entity]);
  const rowStyle = rowStyleOf(config, 'rowData', scripts);
  const keys = useSame(group.map(({ dataKey }) => dataKey));
  const numeric = useSame(group.map(({ data: points }) => points.some(([, value]) => typeof value === 'number')));
  const isAggregated = data.aggregation !== 'NONE';
  const columns = useMemo(
    () => timeColumns({ t, config, keys, numeric, isAggregated, entity, when, scripts, onAction }),
    [t, config, keys, numeric, isAggregated, entity, when, scripts, onAction],
  );
  const [rowAction] = actionsOf(config, 'rowClick');
  const tools = useMemo(
    () => (
      <TableTools
        search={search}
        onSearch={(next) => {
          setPage(0);
          setSearch(next);
        }}
        canSearch={settings.enableSearch !== false}
        columns={[]}
      />
    ),
    [search, settings.enableSearch],
  );
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', position: 'relative' }}>
      {groups.length > 1 && (
        <Tabs
          value={Math.max(0, active)}
          onChange={(_, next: number) => setTab(next)}
          variant="scrollable"
          sx={{ px: 3, borderBottom: '1px solid var(--line)', flex: 'none' }}
        >
          {groups.map((rows) => (
            <Tab
              key={`${rows[0]?.datasourceIndex} ${rows[0]?.entity.id}`}
              label={(settings.useEntityLabel === true ? rows[0]?.entity.label : undefined) || rows[0]?.entity.name}
            />
          ))}
        </Tabs>
      )}
      {tools}
      <DataTable
        label={group[0]?.entity.name ?? config.title ?? ''}
        columns={columns}
        rows={lines.slice(shownPage * pageSize, (shownPage + 1) * pageSize)}
        rowId={(line) => String(line.time)}
        rowStyle={rowStyle && (({ plain }) => rowStyle(plain))}
        onRow={rowAction && entity ? (line) => onAction(rowAction, entity, paramsOf(line, keys, when)) : undefined}
        sort={sort}
        onSort={setSort}
        empty={withNamedTexts(config.noDataDisplayMessage ?? '') || t('widget.noData')}
        sticky={stickyParts(settings, true)}
        paging={{
          ...{ page: shownPage, pageSize, sizes: pageSizes(settings), total: lines.count },
          onPage: setPage,
          onSize(size) {
            setPage(0);
            setChosenSize(size);
          },
        }}
      />
    </Box>
  );
}
