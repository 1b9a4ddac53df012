import type { DataRow } from '../model.ts';
import { type PlaceKeys, type RoutePoint, routeOf } from './place-values.ts';

/** Where something was at a step of the player. */
export interface TripStep extends RoutePoint {
  /** Where it was heading, degrees clockwise from north. */
  heading: number;
}

/** Steps of the longest trip; a shorter step would not be seen on it. */
const MOST_STEPS = 20_000;

/** The direction from one place to another, degrees clockwise from north. */
export function headingOf(from: { lat: number; lng: number }, to: { lat: number; lng: number }): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const turn = radians(to.lng - from.lng);
  const y = Math.sin(turn) * Math.cos(radians(to.lat));
  const x =
    Math.cos(radians(from.lat)) * Math.sin(radians(to.lat)) -
    Math.sin(radians(from.lat)) * Math.cos(radians(to.lat)) * Math.cos(turn);
  return ((Math.atan2(y, x) * 180) / Math.PI + 360) % 360;
}

/** Times from the first to the last one, `step` ms apart; the last one is among them. */
export function stepTimes(first: number, last: number, step: number): number[] {
  const size = Math.max(1, step, (last - first) / MOST_STEPS);
  const times: number[] = [];
  for (let time = first; time < last; time += size) times.push(Math.round(time));
  times.push(last);
  return times;
}

/** The trip at these times, moving evenly between what was measured. */
export function tripSteps(points: readonly RoutePoint[], times: readonly number[]): TripStep[] {
  const steps: TripStep[] = [];
  let at = 0;
  let heading = 0;
  for (const time of times) {
    while (at + 1 < points.length && (points[at + 1]?.time ?? 0) <= time) at++;
    const before = points[at];
    if (!before) return [];
    const after = points[at + 1];
    if (after && (after.lat !== before.lat || after.lng !== before.lng)) heading = headingOf(before, after);
    const share = after && time > before.time ? (time - before.time) / (after.time - before.time) : 0;
    steps.push({
      time,
      lat: before.lat + ((after?.lat ?? before.lat) - before.lat) * share,
      lng: before.lng + ((after?.lng ?? before.lng) - before.lng) * share,
      heading,
    });
  }
  return steps;
}

/** The rows of an entity as they were at a time: the last value of each key until then. */
export function rowsAt(rows: readonly DataRow[], time: number): DataRow[] {
  return rows.map((row) => {
    let low = 0;
    let high = row.data.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((row.data[middle]?.[0] ?? 0) <= time) low = middle + 1;
      else high = middle;
    }
    return { ...row, data: row.data.slice(Math.max(0, low - 1), low) };
  });
}

/** The trips of the entities of a widget, over the same times. */
export function tripsOf(entities: readonly (readonly DataRow[])[], keys: PlaceKeys, step: number) {
  const routes = entities.map((rows) => routeOf(rows, keys));
  const all = routes.flatMap((points) => [points[0]?.time, points.at(-1)?.time]).filter((time) => time !== undefined);
  const times = all.length > 0 ? stepTimes(Math.min(...all), Math.max(...all), step) : [];
  return { times, trips: routes.map((points) => ({ points, steps: tripSteps(points, times) })) };
}
