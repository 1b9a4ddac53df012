import type { TFunction } from 'i18next';
import { actionsOf } from '../actions.ts';
import type { DataEntity, DataKey, Settings, WidgetConfig } from '../model.ts';
import type { Scripts } from '../sandbox/scripts.ts';
import type { WidgetProps } from '../widget-type.ts';
import { cellContent, cellStyle } from './cells.tsx';
import { RowActions } from './row-actions.tsx';
import type { TableColumn } from './table-lines.tsx';
import type { TimeRow } from './time-rows.ts';

type Key = DataKey & { label: string; settings: Settings };

interface ColumnParts {
  t: TFunction;
  config: WidgetConfig;
  keys: readonly Key[];
  /** In the order of the keys, which have numbers. */
  numeric: readonly boolean[];
  /** Values are put together from several measured ones. */
  isAggregated: boolean;
  entity: DataEntity | undefined;
  /** A time in words. */
  when: (time: number) => string;
  scripts: Scripts | undefined;
  onAction: WidgetProps['onAction'];
}

/** What functions of actions get of a line: its time and the values in the order of their keys. */
export function paramsOf(line: TimeRow, keys: readonly unknown[], when: (time: number) => string): object {
  return Object.assign([line.time, ...keys.map((_, index) => line.values[index] ?? null)], {
    formattedTs: when(line.time),
  });
}

function keyColumn(parts: ColumnParts, dataKey: Key, index: number): TableColumn<TimeRow> {
  const { scripts, isAggregated } = parts;
  // Averages have more decimals than were measured.
  const config = isAggregated ? { ...parts.config, decimals: parts.config.decimals ?? 2 } : parts.config;
  const isAsked = dataKey.settings.useCellContentFunction === true;
  return {
    id: `key ${index}`,
    title: dataKey.label,
    sortable: true,
    align: parts.numeric[index] ? 'end' : 'start',
    style: ({ values, plain }) => cellStyle(dataKey, parts.config, values[index], { name: 'rowData', plain }, scripts),
    cell: ({ values, plain }) =>
      values[index] === undefined && !isAsked
        ? ''
        : cellContent({ dataKey, config, scripts, value: values[index], row: { name: 'rowData', plain } }),
  };
}

/** The columns of a table of values over time: the time, each key, and the buttons of a line. */
export function timeColumns(parts: ColumnParts): TableColumn<TimeRow>[] {
  const { t, config, keys, entity, when, scripts, onAction } = parts;
  const actions = actionsOf(config, 'actionCellButton');
  const time: TableColumn<TimeRow> = {
    ...{ id: 'time', title: t('widget.timestamp'), sortable: true, width: '170px' },
    cell: (line) => when(line.time),
  };
  const buttons = (of: DataEntity): TableColumn<TimeRow> => ({
    ...{ id: 'actions', title: '', align: 'end' },
    cell: (line) => (
      <RowActions
        actions={actions}
        name={when(line.time)}
        data={line.plain}
        scripts={scripts}
        config={config}
        onAction={(action) => onAction(action, of, paramsOf(line, keys, when))}
      />
    ),
  });
  return [
    ...(config.settings?.showTimestamp !== false ? [time] : []),
    ...keys.map((key, index) => keyColumn(parts, key, index)),
    ...(actions.length > 0 && entity ? [buttons(entity)] : []),
  ];
}
