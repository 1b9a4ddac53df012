import type { DataRow, Settings } from '../model.ts';
import { formattedRow } from '../runtime/entity-rows.ts';
import type { Scripts } from '../sandbox/scripts.ts';
import { entityFunction } from './entity-functions.ts';
import type { RoutePoint } from './place-values.ts';
import { safeColor } from './safe-color.ts';
import { rowsAt } from './trip-model.ts';
import type { MapPoint } from './use-points.ts';

/** Points of one trip that are drawn at most. */
const MOST = 2000;

/** The points of a trip that are shown, by the functions of the settings. */
export function shownPoints(
  trip: { key: string; rows: readonly DataRow[]; points: readonly RoutePoint[] },
  settings: Settings,
  scripts: Scripts | undefined,
): MapPoint[] {
  const points = trip.points.slice(-MOST);
  const color = entityFunction(scripts, settings.useColorPointFunction, settings.colorPointFunction);
  const isShown = entityFunction(scripts, settings.usePointAsAnchor, settings.pointAsAnchorFunction);
  const data = color || isShown ? points.map(({ time }) => formattedRow(rowsAt(trip.rows, time))) : [];
  const colors = color?.(data);
  const shown = isShown?.(data);
  const own = safeColor(settings.pointColor, '#fe7569');
  return points.flatMap(({ lat, lng, time }, index): MapPoint[] =>
    shown && !shown[index] ? [] : [{ key: trip.key, lat, lng, time, color: safeColor(colors?.[index], own) }],
  );
}

/** Where the player stops: at the points that a function of the settings chooses; without one, at every step. */
export function anchorTimes(settings: Settings, points: readonly MapPoint[]): number[] {
  if (settings.usePointAsAnchor !== true || !settings.pointAsAnchorFunction) return [];
  return [...new Set(points.map(({ time }) => time))].sort((a, b) => a - b);
}
