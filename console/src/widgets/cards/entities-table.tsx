import '../texts/texts.ts';
import { Box } from '@mui/material';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.ts';
import { withNamedTexts } from '../../i18n/named-texts.ts';
import { actionsOf, isFor, permittedActions } from '../actions.ts';
import { textOf } from '../drawing/setting-values.ts';
import type { DataEntity, DataKey, DataRow, WidgetData } from '../model.ts';
import { groupedByEntity } from '../runtime/entity-rows.ts';
import { byAnyName } from '../runtime/values.ts';
import type { WidgetProps } from '../widget-type.ts';
import { cellContent, cellStyle, rowStyleOf } from './cells.tsx';
import { DataTable } from './data-table.tsx';
import { RowActions } from './row-actions.tsx';
import type { TableColumn } from './table-lines.tsx';
import { firstSort, pageSizes, stickyParts, tablePage, tablePageSize } from './table-page.ts';
import { type ColumnChoice, TableTools } from './table-tools.tsx';

/** A kind of entities in words. */
function entityTypeText(t: TFunction, entityType: string): string {
  return t(`widget.entityTypes.${entityType}`, entityType);
}

type Row = { entity: DataEntity; rows: DataRow[]; plain: Record<string, unknown> };

/** One row an entity, also where there are no keys. */
function rowsOf(data: WidgetData, typeOf: (entity: DataEntity) => string): Row[] {
  const groups = new Map(groupedByEntity(data.rows).map((group) => [group[0]?.entity.id, group]));
  return data.entities.map((entity) => {
    const rows = groups.get(entity.id) ?? [];
    const plain = byAnyName<unknown>({
      entityName: entity.name,
      entityLabel: entity.label || entity.name,
      entityType: typeOf(entity),
      id: { entityType: entity.entityType, id: entity.id },
    });
    for (const row of rows) plain[row.dataKey.label] = row.data[0]?.[1] ?? '';
    return { entity, rows, plain };
  });
}

/** One row an entity, paged, sorted and searched by the server. */
export function EntitiesTable(props: WidgetProps) {
  const { t } = useTranslation();
  const viewer = useSession();
  const { widget, data, scripts, onAction, onPage } = props;
  const { config } = widget;
  const settings = config.settings ?? {};
  const [sort, setSort] = useState(() => firstSort(widget));
  const [page, setPage] = useState(0);
  const [pageSize, setPageSize] = useState(() => tablePageSize(settings));
  const [search, setSearch] = useState<string>();
  /** By column, what the person has chosen; the others are as the settings say. */
  const [shownColumns, setShownColumns] = useState<ReadonlyMap<string, boolean>>(new Map());
  const requested = useRef('');

  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is asked for decides
  useEffect(() => {
    const link = tablePage(widget, sort, page, search ?? '', pageSize);
    const text = JSON.stringify(link);
    if (requested.current === '') {
      requested.current = JSON.stringify(tablePage(widget));
    }
    if (requested.current === text) return;
    const timer = setTimeout(() => {
      requested.current = text;
      onPage(link);
    }, 150);
    return () => clearTimeout(timer);
  }, [sort, page, search, pageSize]);

  const rows = useMemo(() => rowsOf(data, ({ entityType }) => entityTypeText(t, entityType)), [data, t]);

  const keys = config.datasources?.[0]?.dataKeys ?? [];
  const cellActions = permittedActions(actionsOf(config, 'actionCellButton'), viewer);
  const columns: TableColumn<Row>[] = [];
  const choosable: ColumnChoice[] = [];
  const entityColumn = (
    id: 'entityName' | 'entityLabel' | 'entityType',
    title: string,
    text: (entity: DataEntity) => string,
  ) => {
    const isShown = shownColumns.get(id) ?? true;
    choosable.push({ id, title, shown: isShown });
    if (isShown) columns.push({ id, title, sortable: true, cell: ({ entity }) => text(entity) });
  };
  if (settings.displayEntityName !== false) {
    entityColumn(
      'entityName',
      withNamedTexts(textOf(settings.entityNameColumnTitle) ?? '') || t('widget.entityName'),
      (entity) => entity.name,
    );
  }
  if (settings.displayEntityLabel === true) {
    entityColumn(
      'entityLabel',
      withNamedTexts(textOf(settings.entityLabelColumnTitle) ?? '') || t('widget.entityLabel'),
      (entity) => entity.label,
    );
  }
  if (settings.displayEntityType !== false) {
    entityColumn('entityType', t('widget.entityType'), ({ entityType }) => entityTypeText(t, entityType));
  }
  keys.forEach((key: DataKey, index) => {
    const own = key.settings ?? {};
    const id = `key ${index}`;
    const title = rows[0]?.rows[index]?.dataKey.label ?? key.label ?? key.name;
    const isShown = shownColumns.get(id) ?? own.defaultColumnVisibility !== 'hidden';
    if (own.columnSelectionToDisplay !== 'disabled') choosable.push({ id, title, shown: isShown });
    if (!isShown) return;
    const width = typeof own.columnWidth === 'string' && !/^0/.test(own.columnWidth) ? own.columnWidth : undefined;
    const numeric = rows.some((row) => typeof row.rows[index]?.data[0]?.[1] === 'number');
    columns.push({
      id,
      title,
      align: numeric ? 'end' : 'start',
      width,
      sortable: key.type !== 'function',
      style: (row) => {
        const cell = row.rows[index];
        return cell
          ? cellStyle(cell.dataKey, config, cell.data[0]?.[1], { name: 'entity', plain: row.plain }, scripts)
          : {};
      },
      cell: (row) => {
        const cell = row.rows[index];
        if (!cell) return '';
        const own = {
          dataKey: cell.dataKey,
          value: cell.data[0]?.[1],
          row: { name: 'entity' as const, plain: row.plain },
        };
        return cellContent({ ...own, config, scripts });
      },
    });
  });
  if (cellActions.length > 0) {
    columns.push({
      id: 'actions',
      title: '',
      align: 'end',
      cell: ({ entity, plain }) => (
        <RowActions
          actions={cellActions.filter((action) => isFor(action, entity))}
          name={entity.name}
          data={plain}
          scripts={scripts}
          config={config}
          onAction={(action) => onAction(action, entity, { entity: plain })}
        />
      ),
    });
  }
  const [rowAction] = actionsOf(config, 'rowClick');
  const [doubleAction] = actionsOf(config, 'rowDoubleClick');
  const rowStyle = rowStyleOf(config, 'entity', scripts);
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', position: 'relative' }}>
      <TableTools
        search={search}
        onSearch={(next) => {
          setPage(0);
          setSearch(next);
        }}
        canSearch={settings.enableSearch !== false}
        columns={settings.enableSelectColumnDisplay !== false ? choosable : []}
        onColumn={(id, shown) => setShownColumns(new Map(shownColumns).set(id, shown))}
      />
      <DataTable
        label={t('widget.entities')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.entity.id}
        rowStyle={rowStyle && (({ plain }) => rowStyle(plain))}
        onRow={rowAction ? (row) => onAction(rowAction, row.entity, { entity: row.plain }) : undefined}
        onRowDouble={doubleAction ? (row) => onAction(doubleAction, row.entity, { entity: row.plain }) : undefined}
        sort={sort}
        onSort={(next) => {
          setPage(0);
          setSort(next);
        }}
        empty={withNamedTexts(config.noDataDisplayMessage ?? '') || t('widget.noEntities')}
        sticky={stickyParts(settings, true)}
        paging={{
          ...{ page, pageSize, sizes: pageSizes(settings) },
          total: data.pages[0]?.totalElements ?? rows.length,
          onPage: setPage,
          onSize(size) {
            setPage(0);
            setPageSize(size);
          },
        }}
      />
    </Box>
  );
}
