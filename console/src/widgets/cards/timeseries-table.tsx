import { Box, Tab, Tabs } from '@mui/material';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withNamedTexts } from '../../i18n/named-texts.ts';
import { intervalLabel } from '../../time-window/calendar-label.ts';
import { actionsOf } from '../actions.ts';
import { groupedByEntity } from '../runtime/entity-rows.ts';
import type { WidgetProps } from '../widget-type.ts';
import { cellContent, cellStyle, rowStyleOf } from './cells.tsx';
import { DataTable } from './data-table.tsx';
import { RowActions } from './row-actions.tsx';
import type { TableColumn } from './table-lines.tsx';
import { pageSizes, stickyParts, type TableSort, tablePageSize } from './table-page.ts';
import { TableTools } from './table-tools.tsx';
import { type TimeRow, timeLines } from './time-rows.ts';

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
  const when = (time: number) => (calendar ? intervalLabel(calendar, time, locale) : format.format(time));
  const group = useMemo(() => groups[active] ?? [], [groups, active]);
  const hideEmpty = settings.hideEmptyLines === true;
  const lines = useMemo(
    () => timeLines(group, { hideEmpty, search: search ?? '', sort }),
    [group, hideEmpty, sort, search],
  );
  const pageSize = settings.displayPagination === false ? lines.count || 1 : chosenSize;
  const lastPage = Math.max(0, Math.ceil(lines.count / pageSize) - 1);
  const shownPage = Math.min(page, lastPage);
  // Averages have more decimals than were measured.
  const cellConfig = data.aggregation === 'NONE' ? config : { ...config, decimals: config.decimals ?? 2 };
  const columns: TableColumn<TimeRow>[] = [];
  if (settings.showTimestamp !== false) {
    columns.push({
      id: 'time',
      title: t('widget.timestamp'),
      sortable: true,
      width: '170px',
      cell: (line) => when(line.time),
    });
  }
  group.forEach((row, index) => {
    columns.push({
      id: `key ${index}`,
      title: row.dataKey.label,
      sortable: true,
      align: row.data.some(([, value]) => typeof value === 'number') ? 'end' : 'start',
      style: (line) =>
        cellStyle(row.dataKey, config, line.values[index], { name: 'rowData', plain: line.plain }, scripts),
      cell: (line) =>
        line.values[index] === undefined && row.dataKey.settings.useCellContentFunction !== true
          ? ''
          : cellContent({
              ...{ dataKey: row.dataKey, config: cellConfig, value: line.values[index] },
              ...{ row: { name: 'rowData', plain: line.plain }, scripts },
            }),
    });
  });
  const entity = group[0]?.entity;
  useEffect(() => {
    shown.current = entity;
  }, [shown, entity]);
  const rowStyle = rowStyleOf(config, 'rowData', scripts);
  /** What functions of actions get: the time and the values in the order of their keys. */
  const paramsOf = (line: TimeRow) =>
    Object.assign([line.time, ...group.map((_, index) => line.values[index] ?? null)], {
      formattedTs: when(line.time),
    });
  const cellActions = actionsOf(config, 'actionCellButton');
  const [rowAction] = actionsOf(config, 'rowClick');
  if (cellActions.length > 0 && entity) {
    columns.push({
      id: 'actions',
      title: '',
      align: 'end',
      cell: (line) => (
        <RowActions
          actions={cellActions}
          name={when(line.time)}
          data={line.plain}
          scripts={scripts}
          config={config}
          onAction={(action) => onAction(action, entity, paramsOf(line))}
        />
      ),
    });
  }
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
      <TableTools
        search={search}
        onSearch={(next) => {
          setPage(0);
          setSearch(next);
        }}
        canSearch={settings.enableSearch !== false}
        columns={[]}
      />
      <DataTable
        label={group[0]?.entity.name ?? config.title ?? ''}
        columns={columns}
        rows={lines.slice(shownPage * pageSize, (shownPage + 1) * pageSize)}
        rowId={(line) => String(line.time)}
        rowStyle={rowStyle && (({ plain }) => rowStyle(plain))}
        onRow={rowAction && entity ? (line) => onAction(rowAction, entity, paramsOf(line)) : undefined}
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
