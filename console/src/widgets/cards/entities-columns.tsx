import type { TFunction } from 'i18next';
import { withNamedTexts } from '../../i18n/named-texts.ts';
import { isFor } from '../actions.ts';
import { textOf } from '../drawing/setting-values.ts';
import type { ActionDescriptor, DataEntity, DataRow, WidgetConfig } from '../model.ts';
import type { Scripts } from '../sandbox/scripts.ts';
import type { WidgetProps } from '../widget-type.ts';
import { cellContent, cellStyle } from './cells.tsx';
import { RowActions } from './row-actions.tsx';
import type { TableColumn } from './table-lines.tsx';
import type { ColumnChoice } from './table-tools.tsx';

/** An entity with its values; `plain`: as functions of the settings see it. */
export interface EntityRow {
  entity: DataEntity;
  rows: readonly DataRow[];
  plain: Record<string, unknown>;
}

interface ColumnParts {
  t: TFunction;
  config: WidgetConfig;
  /** In the order of the keys, what they are called, and which have numbers. */
  labels: readonly (string | undefined)[];
  numeric: readonly boolean[];
  /** By column, what the person has chosen; the others are as the settings say. */
  shown: ReadonlyMap<string, boolean>;
  scripts: Scripts | undefined;
  /** The actions that stand in each row. */
  actions: readonly ActionDescriptor[];
  onAction: WidgetProps['onAction'];
  typeOf: (entity: DataEntity) => string;
}

/** The columns about the entity itself that the settings ask for. */
function ownColumns({ t, config, typeOf }: ColumnParts): TableColumn<EntityRow>[] {
  const { settings = {} } = config;
  const titled = (title: unknown, otherwise: string) => withNamedTexts(textOf(title) ?? '') || otherwise;
  const columns: (TableColumn<EntityRow> & { isOn: boolean })[] = [
    {
      ...{ id: 'entityName', isOn: settings.displayEntityName !== false, sortable: true },
      title: titled(settings.entityNameColumnTitle, t('widget.entityName')),
      cell: ({ entity }) => entity.name,
    },
    {
      ...{ id: 'entityLabel', isOn: settings.displayEntityLabel === true, sortable: true },
      title: titled(settings.entityLabelColumnTitle, t('widget.entityLabel')),
      cell: ({ entity }) => entity.label,
    },
    {
      ...{ id: 'entityType', isOn: settings.displayEntityType !== false, sortable: true },
      title: t('widget.entityType'),
      cell: ({ entity }) => typeOf(entity),
    },
  ];
  return columns.filter(({ isOn }) => isOn).map(({ isOn: _, ...column }) => column);
}

/** The column of a key. */
function keyColumn({ config, scripts, labels, numeric }: ColumnParts, index: number): TableColumn<EntityRow> {
  const key = config.datasources?.[0]?.dataKeys[index];
  const { columnWidth } = key?.settings ?? {};
  const shownOf = (row: EntityRow) => row.rows[index]?.data[0]?.[1];
  return {
    id: `key ${index}`,
    title: labels[index] ?? key?.label ?? key?.name ?? '',
    align: numeric[index] ? 'end' : 'start',
    width: typeof columnWidth === 'string' && !/^0/.test(columnWidth) ? columnWidth : undefined,
    sortable: key?.type !== 'function',
    style: (row) => {
      const dataKey = row.rows[index]?.dataKey;
      return dataKey ? cellStyle(dataKey, config, shownOf(row), { name: 'entity', plain: row.plain }, scripts) : {};
    },
    cell: (row) => {
      const dataKey = row.rows[index]?.dataKey;
      if (!dataKey) return '';
      return cellContent({ dataKey, config, scripts, value: shownOf(row), row: { name: 'entity', plain: row.plain } });
    },
  };
}

function actionColumn({ config, scripts, actions, onAction }: ColumnParts): TableColumn<EntityRow> {
  return {
    id: 'actions',
    title: '',
    align: 'end',
    cell: ({ entity, plain }) => (
      <RowActions
        actions={actions.filter((action) => isFor(action, entity))}
        name={entity.name}
        data={plain}
        scripts={scripts}
        config={config}
        onAction={(action) => onAction(action, entity, { entity: plain })}
      />
    ),
  };
}

/** The columns of an entities table that are shown, and those that people may show or hide. */
export function entityColumns(parts: ColumnParts): { columns: TableColumn<EntityRow>[]; choices: ColumnChoice[] } {
  const { config, shown, actions } = parts;
  const columns: TableColumn<EntityRow>[] = [];
  const choices: ColumnChoice[] = [];
  const add = (column: TableColumn<EntityRow>, isShown: boolean, canChoose: boolean) => {
    const isShownNow = shown.get(column.id) ?? isShown;
    if (canChoose) choices.push({ id: column.id, title: column.title, shown: isShownNow });
    if (isShownNow) columns.push(column);
  };
  for (const column of ownColumns(parts)) add(column, true, true);
  for (const [index, { settings = {} }] of (config.datasources?.[0]?.dataKeys ?? []).entries()) {
    const { defaultColumnVisibility, columnSelectionToDisplay } = settings;
    add(keyColumn(parts, index), defaultColumnVisibility !== 'hidden', columnSelectionToDisplay !== 'disabled');
  }
  if (actions.length > 0) columns.push(actionColumn(parts));
  return { columns, choices };
}
