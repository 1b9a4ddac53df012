/** A ring of metal around a plate of a radius, lit from above; `color` for one that is not metal. */
export function RoundBorder({ id, inner, outer, color }: { id: string; inner: number; outer: number; color?: string }) {
  const middle = (inner + outer) / 2;
  return (
    <>
      <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={color ?? '#f4f6f8'} />
        <stop offset="0.5" stopColor={color ? `color-mix(in srgb, ${color} 85%, #000)` : '#b4bac2'} />
        <stop offset="1" stopColor={color ? `color-mix(in srgb, ${color} 65%, #000)` : '#868d97'} />
      </linearGradient>
      <circle r={middle} fill="none" stroke={`url(#${id})`} strokeWidth={outer - inner} />
      <circle r={outer - 0.4} fill="none" stroke="rgba(0,0,0,0.35)" strokeWidth="0.8" />
      <circle r={inner} fill="none" stroke="rgba(0,0,0,0.25)" strokeWidth="1" />
    </>
  );
}
