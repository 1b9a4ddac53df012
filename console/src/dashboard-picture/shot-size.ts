/** A place on a picture, px of the page. */
export interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What browsers draw on: px a side, and px in all. */
const MAX_SIDE = 16_000;
const MAX_AREA = 48_000_000;

/** How large a picture may be drawn: px of the picture for each px of the page, `wanted` or less. */
export function scaleFor({ width, height }: { width: number; height: number }, wanted: number): number {
  const bySide = MAX_SIDE / Math.max(1, width, height);
  const byArea = Math.sqrt(MAX_AREA / Math.max(1, width * height));
  return Math.min(wanted, bySide, byArea);
}
