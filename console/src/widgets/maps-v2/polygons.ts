import type { Place } from './place-values.ts';

/** An area: its outline, and what is cut out of it. */
export type Rings = readonly (readonly Place[])[];

type Pair = readonly [number, number];

const isPair = (item: unknown): item is Pair =>
  Array.isArray(item) && item.length === 2 && item.every((part) => typeof part === 'number' && Number.isFinite(part));

/**
 * The area that a value holds: JSON of points, or of rings of them, as `[latitude, longitude]`, or `[x, y]` on a
 * picture. Two points are the corners of a rectangle. Undefined: it holds none.
 */
export function ringsOf(value: unknown, onPicture: boolean): Rings | undefined {
  let read = value;
  if (typeof value === 'string') {
    try {
      read = JSON.parse(value);
    } catch {
      return undefined;
    }
  }
  if (!Array.isArray(read) || read.length === 0) return undefined;
  const rings: readonly unknown[] = isPair(read[0]) ? [read] : read;
  const places = rings.map((ring) =>
    Array.isArray(ring) && ring.every(isPair)
      ? ring.map(([first, second]): Place => (onPicture ? { lat: second, lng: first } : { lat: first, lng: second }))
      : [],
  );
  const [outline = []] = places;
  const [a, b] = outline;
  if (outline.length === 2 && a && b) return [[a, { lat: a.lat, lng: b.lng }, b, { lat: b.lat, lng: a.lng }]];
  return outline.length > 2 && places.every((ring) => ring.length > 2) ? places : undefined;
}

/** An area as it is stored: a list of points when there is one ring. */
export function areaValue(rings: Rings, onPicture: boolean): unknown {
  const written = rings.map((ring) => ring.map(({ lat, lng }) => (onPicture ? [lng, lat] : [lat, lng])));
  return written.length === 1 ? written[0] : written;
}

/** Where a point of an area is: its ring, and its place there. */
export interface PointAt {
  ring: number;
  at: number;
}

const changed = (rings: Rings, { ring }: PointAt, change: (points: readonly Place[]) => readonly Place[]): Rings =>
  rings.map((points, index) => (index === ring ? change(points) : points));

export const withPoint = (rings: Rings, point: PointAt, place: Place): Rings =>
  changed(rings, point, (points) => points.with(point.at, place));

/** A point between this one and the next. */
export const withNewPoint = (rings: Rings, point: PointAt, place: Place): Rings =>
  changed(rings, point, (points) => points.toSpliced(point.at + 1, 0, place));

/** The area without a point; the same where three are left. */
export const withoutPoint = (rings: Rings, point: PointAt): Rings =>
  changed(rings, point, (points) => (points.length > 3 ? points.toSpliced(point.at, 1) : points));
