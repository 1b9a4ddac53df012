import type { EntityType } from '@signalbox/contract/id';
import type { EntityRef } from '../../api/entity-ref.ts';
import type { Point, WidgetConfig, WidgetData } from '../../widgets/model.ts';
import { formatValue, keyFormat } from '../../widgets/runtime/values.ts';

/** A value that a widget shows, of which it can be asked where it came from. */
export interface ExplainableValue {
  entity: EntityRef & { name: string };
  key: string;
  label: string;
  /** As the widget writes it. */
  text: string;
  /** epoch ms */
  ts: number;
  /** ms before and after `ts` of the values that it was put together from; 0: it is what was measured. */
  around: number;
}

/** Values that are offered at once. */
export const MAX_EXPLAINABLE = 200;

/** Whether a widget can show values of telemetry. */
export const showsTelemetry = ({ datasources }: WidgetConfig): boolean =>
  datasources?.some(({ type, dataKeys }) => type === 'entity' && dataKeys.some((key) => key.type === 'timeseries')) ===
  true;

/**
 * The values of telemetry that a widget shows.
 * @param at epoch ms: of each series the value that is nearest to that time; undefined: the newest
 */
export function explainableValues(data: WidgetData, config: WidgetConfig, at?: number): ExplainableValue[] {
  const isAggregated = data.aggregation !== undefined && data.aggregation !== 'NONE';
  const around = isAggregated ? Math.ceil((data.interval ?? 0) / 2) : 0;
  const found: ExplainableValue[] = [];
  /** ids of entities and names of keys: a widget may show a value twice */
  const known = new Set<string>();
  for (const { dataKey, datasource, entity, data: points } of data.rows) {
    if (dataKey.type !== 'timeseries' || datasource.type !== 'entity' || entity.id === '') continue;
    const point = at === undefined ? points.at(-1) : nearest(points, at);
    if (!point || point[0] <= 0 || point[1] === null || point[1] === '') continue;
    const id = `${entity.id} ${dataKey.name}`;
    if (known.has(id)) continue;
    known.add(id);
    const { decimals, units } = keyFormat(dataKey, config);
    const text = formatValue(point[1], decimals ?? 2, units);
    const { entityType, id: entityId, name } = entity;
    const of = { entityType: entityType as EntityType, id: entityId, name };
    found.push({ entity: of, key: dataKey.name, label: dataKey.label, text, ts: point[0], around });
    if (found.length === MAX_EXPLAINABLE) break;
  }
  return found;
}

/** @param points in the order of their times */
function nearest(points: readonly Point[], at: number): Point | undefined {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((points[middle] as Point)[0] < at) low = middle + 1;
    else high = middle;
  }
  const [before, after] = [points[low - 1], points[low]];
  if (!before || !after) return before ?? after;
  return at - before[0] <= after[0] - at ? before : after;
}
