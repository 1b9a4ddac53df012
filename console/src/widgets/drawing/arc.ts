/** SVG path of an arc. Angles in degrees, 0 to the right, clockwise. */
export function arcPath(centerX: number, centerY: number, radius: number, from: number, to: number): string {
  const point = (angle: number) => {
    const radians = (angle * Math.PI) / 180;
    return `${(centerX + radius * Math.cos(radians)).toFixed(2)} ${(centerY + radius * Math.sin(radians)).toFixed(2)}`;
  };
  const end = to - from >= 359.99 ? from + 359.99 : to;
  return `M${point(from)} A${radius} ${radius} 0 ${end - from > 180 ? 1 : 0} 1 ${point(end)}`;
}

/** SVG path of a whole circle, clockwise from an angle, degrees, 0 to the right. */
export function ringPath(centerX: number, centerY: number, radius: number, from: number): string {
  const [half, other] = [
    arcPath(centerX, centerY, radius, from, from + 180),
    arcPath(centerX, centerY, radius, from + 180, from + 360),
  ];
  return `${half} ${other.slice(other.indexOf('A'))}`;
}
