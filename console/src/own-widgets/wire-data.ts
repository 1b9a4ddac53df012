import type { DataEntity, DataRow, WidgetData } from '../widgets/model.ts';
import type { AlarmsData } from '../widgets/runtime/alarm-subscription.ts';
import { scriptDatasource } from '../widgets/runtime/script-datasource.ts';
import type { WithComparison } from './compared-rows.ts';
import type { DataUpdate, Plain } from './protocol.ts';

const keyOf = (datasourceIndex: number, { entityType, id }: DataEntity) => `${datasourceIndex} ${entityType} ${id}`;

/** `datasources` and `data` of a subscription without values (widgets.md §3.1). */
function shapeOf(data: WidgetData): NonNullable<DataUpdate['shape']> {
  const sources = new Map<string, { index: number; datasourceIndex: number; datasource: Plain }>();
  const put = (datasourceIndex: number, entity: DataEntity, row: DataRow | undefined) => {
    const key = keyOf(datasourceIndex, entity);
    const known = sources.get(key);
    if (known) return known.index;
    const isFirst = ![...sources.keys()].some((other) => other.startsWith(`${datasourceIndex} `));
    sources.set(key, { index: sources.size, datasourceIndex, datasource: scriptDatasource(entity, row, isFirst) });
    return sources.size - 1;
  };
  const rows = data.rows.map((row) => ({ source: put(row.datasourceIndex, row.entity, row), dataKey: row.dataKey }));
  if (rows.length === 0) for (const entity of data.entities) put(0, entity, undefined);
  const all = [...sources.values()];
  return {
    datasources: all.map(({ datasource }) => datasource),
    configured: all.map(({ datasourceIndex }) => datasourceIndex),
    rows,
    pages: data.pages.map((page) => page ?? null),
  };
}

const describe = ({ rows, entities, pages }: WidgetData) =>
  JSON.stringify([
    rows.map(({ datasourceIndex, entity, dataKey }) => [datasourceIndex, entity, dataKey]),
    entities,
    pages,
  ]);

/** Tells, each time, what is new in the data of a subscription. */
export function createUpdates() {
  let before: WidgetData | undefined;
  let shape = '';
  return (data: WidgetData): DataUpdate => {
    const known = before;
    const text = known && known.rows === data.rows ? shape : describe(data);
    const isSame = known !== undefined && text === shape;
    const changed = data.rows.flatMap((row, index) =>
      isSame && known.rows[index]?.data === row.data ? [] : ([[index, row.data]] as const),
    );
    before = data;
    shape = text;
    const { minTime, maxTime } = data.range ?? { minTime: 0, maxTime: Date.now() };
    const { alarms, totalAlarms, comparedRange } = data as Partial<AlarmsData & WithComparison>;
    return {
      ...(isSame ? {} : { shape: shapeOf(data) }),
      values: changed,
      timeWindow: { minTime, maxTime, interval: data.interval ?? 1000, aggregation: data.aggregation ?? 'NONE' },
      ...(comparedRange ? { comparisonTimeWindow: { ...comparedRange } } : {}),
      ...(alarms ? { alarms: { data: alarms, totalElements: totalAlarms ?? alarms.length } } : {}),
      ...(data.failure ? { failure: data.failure.message } : {}),
    };
  };
}
