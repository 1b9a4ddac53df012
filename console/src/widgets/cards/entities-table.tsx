import '../texts/texts.ts';
import { Box } from '@mui/material';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../app/session.ts';
import { withNamedTexts } from '../../i18n/named-texts.ts';
import { actionsOf, permittedActions } from '../actions.ts';
import type { DataEntity, WidgetData } from '../model.ts';
import { groupedByEntity } from '../runtime/entity-rows.ts';
import { byAnyName } from '../runtime/values.ts';
import type { WidgetProps } from '../widget-type.ts';
import { rowStyleOf } from './cells.tsx';
import { DataTable } from './data-table.tsx';
import { type EntityRow, entityColumns } from './entities-columns.tsx';
import { firstSort, pageSizes, stickyParts, tablePage, tablePageSize } from './table-page.ts';
import { TableTools } from './table-tools.tsx';
import { useSame } from './use-steady.ts';

/** Kinds of entities in words, each looked up once. */
function entityTypeTexts(t: TFunction): (entity: DataEntity) => string {
  const texts = new Map<string, string>();
  return ({ entityType }) => {
    const text = texts.get(entityType) ?? t(`widget.entityTypes.${entityType}`, entityType);
    texts.set(entityType, text);
    return text;
  };
}

/** One row an entity, also where there are no keys. */
function rowsOf(data: WidgetData, typeOf: (entity: DataEntity) => string): EntityRow[] {
  const groups = new Map(groupedByEntity(data.rows).map((group) => [group[0]?.entity.id, group]));
  return data.entities.map((entity) => {
    const rows = groups.get(entity.id) ?? [];
    const plain = byAnyName<unknown>({
      entityName: entity.name,
      entityLabel: entity.label || entity.name,
      entityType: typeOf(entity),
      id: { entityType: entity.entityType, id: entity.id },
    });
    for (const row of rows) {
      const value = row.data[0]?.[1] ?? '';
      // Several keys may have one label: a blank hides none of the others.
      if (value !== '' || (plain[row.dataKey.label] ?? '') === '') plain[row.dataKey.label] = value;
    }
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

  const typeOf = useMemo(() => entityTypeTexts(t), [t]);
  const rows = useMemo(() => rowsOf(data, typeOf), [data, typeOf]);
  const keyCount = config.datasources?.[0]?.dataKeys.length ?? 0;
  const keyIndexes = Array.from({ length: keyCount }, (_, index) => index);
  const labels = useSame(keyIndexes.map((index) => rows[0]?.rows[index]?.dataKey.label));
  const numeric = useSame(
    keyIndexes.map((index) => rows.some((row) => typeof row.rows[index]?.data[0]?.[1] === 'number')),
  );
  const { columns, choices } = useMemo(() => {
    const actions = permittedActions(actionsOf(config, 'actionCellButton'), viewer);
    return entityColumns({ t, config, labels, numeric, shown: shownColumns, scripts, actions, onAction, typeOf });
  }, [t, config, labels, numeric, shownColumns, scripts, viewer, onAction, typeOf]);
  const tools = useMemo(
    () => (
      <TableTools
        search={search}
        onSearch={(next) => {
          setPage(0);
          setSearch(next);
        }}
        canSearch={settings.enableSearch !== false}
        columns={settings.enableSelectColumnDisplay !== false ? choices : []}
        onColumn={(id, isShown) => setShownColumns((others) => new Map(others).set(id, isShown))}
      />
    ),
    [search, choices, settings.enableSearch, settings.enableSelectColumnDisplay],
  );
  const [rowAction] = actionsOf(config, 'rowClick');
  const [doubleAction] = actionsOf(config, 'rowDoubleClick');
  const rowStyle = rowStyleOf(config, 'entity', scripts);
  return (
    <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', position: 'relative' }}>
      {tools}
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
