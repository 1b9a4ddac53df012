/** A stretch of time that an axis shows, epoch ms. */
export interface Stretch {
  min: number;
  max: number;
}

/** The time axes of a chart as its option has them; undefined when one has no ends that could be moved. */
export function timeStretches(option: Readonly<Record<string, unknown>>): Stretch[] | undefined {
  const axes = Array.isArray(option.xAxis) ? (option.xAxis as Partial<Record<'min' | 'max', unknown>>[]) : [];
  const stretches = axes.flatMap(({ min, max }) =>
    typeof min === 'number' && typeof max === 'number' && max > min ? [{ min, max }] : [],
  );
  return stretches.length > 0 && stretches.length === axes.length ? stretches : undefined;
}

/** The same axes, moved by a part of what each shows: what is compared moves along. */
export function movedStretches(stretches: readonly Stretch[], part: number): Stretch[] {
  return stretches.map(({ min, max }) => {
    const by = Math.round((max - min) * part);
    return { min: min + by, max: max + by };
  });
}

type Point = readonly [time: number, value: number];

/** Points that are as good as all of them on `width` px: of each two px the lowest and the highest, in their order. */
export function thinned(points: readonly Point[], width: number): readonly Point[] {
  const buckets = Math.max(1, Math.floor(width / 2));
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last || points.length <= buckets * 4) return points;
  const span = (last[0] - first[0]) / buckets || 1;
  const kept: Point[] = [first];
  let bucket = 0;
  let low: Point | undefined;
  let high: Point | undefined;
  const close = () => {
    if (!low || !high) return;
    if (low === high) kept.push(low);
    else kept.push(...(low[0] < high[0] ? [low, high] : [high, low]));
    low = undefined;
    high = undefined;
  };
  for (let at = 1; at < points.length - 1; at++) {
    const point = points[at] as Point;
    const place = Math.floor((point[0] - first[0]) / span);
    if (place !== bucket) {
      close();
      bucket = place;
    }
    if (!low || point[1] < low[1]) low = point;
    if (!high || point[1] > high[1]) high = point;
  }
  close();
  kept.push(last);
  return kept;
}
