import type { DataEntity, DataRow, Point, WidgetData } from '../widgets/model.ts';
import { seriesColor } from '../widgets/runtime/palette.ts';
import type { DrawnRow, Plain } from './protocol.ts';

const MAX_ROWS = 100;
/** Points of all rows together. */
const MAX_POINTS = 100_000;
const LONGEST_TEXT = 500;

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function pointsOf(data: unknown, most: number): Point[] {
  if (!Array.isArray(data)) return [];
  return data.slice(-most).flatMap((point: unknown): Point[] => {
    const [time, value] = Array.isArray(point) ? (point as unknown[]) : [];
    return typeof time === 'number' && Number.isFinite(time) && !isPlain(value) ? [[time, value ?? null]] : [];
  });
}

/** Rows as a frame says them; it may send anything. */
export function rowsOf(given: readonly unknown[]): DrawnRow[] {
  let left = MAX_POINTS;
  return given.slice(0, MAX_ROWS).map((row) => {
    const { label, color, units, decimals, settings, data } = isPlain(row) ? row : {};
    const points = left > 0 ? pointsOf(data, left) : [];
    left -= points.length;
    return {
      label: typeof label === 'string' ? label.slice(0, LONGEST_TEXT) : '',
      color: typeof color === 'string' ? color.slice(0, LONGEST_TEXT) : '',
      units: typeof units === 'string' ? units.slice(0, LONGEST_TEXT) : null,
      decimals: typeof decimals === 'number' && Number.isFinite(decimals) ? decimals : null,
      settings: isPlain(settings) ? settings : {},
      data: points,
    };
  });
}

const NOBODY: DataEntity = {
  entityType: 'DEVICE',
  id: '13814000-1dd2-11b2-8080-808080808080',
  name: '',
  label: '',
  description: '',
};

/** The data of a widget with the rows that its script wants to be drawn. */
export function withDrawnRows(data: WidgetData, rows: readonly DrawnRow[] | undefined): WidgetData {
  if (!rows) return data;
  const drawn = rows.map((row, at): DataRow => {
    const { label, units, decimals, settings } = row;
    const like = data.rows[at] ?? data.rows[0];
    const color = row.color || seriesColor(at);
    const datasource = like?.datasource ?? { type: 'function', dataKeys: [] };
    const key = data.rows[at]?.dataKey ?? { name: label, type: 'function' as const };
    return {
      datasourceIndex: like?.datasourceIndex ?? 0,
      datasource,
      entity: like?.entity ?? NOBODY,
      aliasName: like?.aliasName ?? '',
      dataKey: { ...key, label, color, units, decimals, settings },
      data: row.data as readonly Point[],
    };
  });
  return { ...data, status: 'ready', rows: drawn };
}
