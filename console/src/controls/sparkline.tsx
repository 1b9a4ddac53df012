import { gapFrom } from './gaps.ts';

/**
 * A line in a box of `width` × `height`, by time and value; a flat line lies in the middle. It ends where there is no
 * data. `bucket`: ms that a point stands for, 0 for points as they were measured.
 */
export function linePath(
  points: readonly { ts: number; value: number }[],
  width: number,
  height: number,
  bucket = 0,
): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return '';
  const values = points.map((point) => point.value);
  const min = Math.min(...values);
  // Halves: the distance between the largest numbers is none any more.
  const range = Math.max(...values) / 2 - min / 2;
  const limit = gapFrom(
    points.map(({ ts, value }) => [ts, value] as const),
    bucket,
  );
  const startsAt = (index: number) => index === 0 || distance(index) > limit;
  const distance = (index: number) => (points[index]?.ts ?? 0) - (points[index - 1]?.ts ?? 0);
  const span = Math.max(1, last.ts - first.ts);
  return points
    .map((point, index) => {
      const x = ((point.ts - first.ts) / span) * width;
      const y = range === 0 ? height / 2 : height - 2 - ((point.value / 2 - min / 2) / range) * (height - 4);
      // A point between two gaps is a line without length, which round ends make a dot.
      const alone = startsAt(index) && (index === points.length - 1 || startsAt(index + 1));
      return `${startsAt(index) ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}${alone ? 'h0' : ''}`;
    })
    .join('');
}

/** A line without axes; the numbers stand beside it. */
export function Sparkline(props: {
  points: readonly { ts: number; value: number }[];
  color: string;
  width: number;
  height: number;
  bucket?: number | undefined;
}) {
  return (
    <svg width={props.width} height={props.height} aria-hidden="true" style={{ overflow: 'visible', display: 'block' }}>
      <path
        d={linePath(props.points, props.width, props.height, props.bucket)}
        fill="none"
        stroke={props.color}
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
