import type { DrawnRow, Plain } from '../protocol.ts';
import type { Point, Row } from './context/subscription-rows.ts';

/** What a drawing asks a subscription for. */
export interface DrawnSource {
  id: string;
  data: readonly Row[];
  hiddenData: readonly { data: readonly Point[] }[];
  /** By place of the row, its values and its key as the page has sent them. */
  received?: readonly Received[];
}

export interface Received {
  points: readonly (readonly [time: number, value: unknown])[];
  label: unknown;
  color: unknown;
}

const MAX_ROWS = 100;
/** Points of all rows together. */
const MAX_POINTS = 100_000;

/** The values of a row, also while it is hidden. */
function pointsOf({ data, hiddenData }: DrawnSource, at: number): readonly Point[] {
  const row = data[at];
  const points = row?.dataKey.hidden === true ? hiddenData[at]?.data : row?.data;
  return Array.isArray(points) ? points : [];
}

function isAsReceived(source: DrawnSource, at: number): boolean {
  const received = source.received?.[at];
  const key = source.data[at]?.dataKey;
  const points = pointsOf(source, at);
  if (!received || received.label !== key?.label || received.color !== key?.color) return false;
  return (
    points.length === received.points.length &&
    points.every((point, place) => {
      const [time, value] = received.points[place] as readonly [number, unknown];
      return point[0] === time && Object.is(point[1], value);
    })
  );
}

const plain = (settings: unknown): Plain => {
  try {
    return JSON.parse(JSON.stringify(settings ?? {})) as Plain;
  } catch {
    return {};
  }
};

/** Values as they travel. */
const said = (value: unknown) => (typeof value === 'object' && value !== null ? null : value);

/**
 * The rows that a script has drawn instead of those of its widget: it has changed them, or they are those of another
 * subscription. Undefined: those of the widget.
 */
export function drawnRows(source: DrawnSource | null | undefined): DrawnRow[] | undefined {
  if (!source || !Array.isArray(source.data)) return undefined;
  const { data } = source;
  const isOfWidget = source.id === '' && data.length === (source.received?.length ?? 0);
  if (isOfWidget && data.every((_, at) => isAsReceived(source, at))) return undefined;
  const most = Math.floor(MAX_POINTS / Math.max(1, Math.min(MAX_ROWS, data.length)));
  return data.slice(0, MAX_ROWS).map(({ dataKey }, at) => ({
    label: String(dataKey.label ?? dataKey.name ?? ''),
    color: typeof dataKey.color === 'string' ? dataKey.color : '',
    units: typeof dataKey.units === 'string' ? dataKey.units : null,
    decimals: typeof dataKey.decimals === 'number' ? dataKey.decimals : null,
    settings: plain(dataKey.settings),
    data: pointsOf(source, at)
      .slice(-most)
      .filter((point) => Array.isArray(point) && Number.isFinite(point[0]))
      .map(([time, value]) => [time, said(value)] as const),
  }));
}
