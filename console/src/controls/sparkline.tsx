/** Points of a line in a box of `width` × `height`, by time and value; a flat line lies in the middle. */
function linePath(points: readonly { ts: number; value: number }[], width: number, height: number): string {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return '';
  const values = points.map((point) => point.value);
  const least = Math.min(...values);
  const most = Math.max(...values);
  const span = Math.max(1, last.ts - first.ts);
  return points
    .map((point, index) => {
      const x = ((point.ts - first.ts) / span) * width;
      const y = most === least ? height / 2 : height - 2 - ((point.value - least) / (most - least)) * (height - 4);
      return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}

/** A line without axes; the numbers stand beside it. */
export function Sparkline(props: {
  points: readonly { ts: number; value: number }[];
  color: string;
  width: number;
  height: number;
}) {
  return (
    <svg width={props.width} height={props.height} aria-hidden="true" style={{ overflow: 'visible', display: 'block' }}>
      <path d={linePath(props.points, props.width, props.height)} fill="none" stroke={props.color} strokeWidth="1.6" />
    </svg>
  );
}
