/** A place on a picture, px of the page. */
export interface Rectangle {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** A dashboard as it is photographed, px of the page. */
export interface ShotSize {
  width: number;
  height: number;
  /** Where its widgets are. */
  widgets: readonly Rectangle[];
}

/** What browsers draw on: px a side, and px in all. */
const MAX_SIDE = 16_000;
const MAX_AREA = 48_000_000;

/** px for each px of the page: sharp on paper. */
export const SHARP = 2;

/** How high a part of a dashboard may be that is drawn sharply, px of the page. */
export const sharpHeight = (width: number): number =>
  Math.min(MAX_SIDE / SHARP, MAX_AREA / (SHARP * SHARP * Math.max(1, width)));

/** How large a picture may be drawn: px of the picture for each px of the page, `wanted` or less. */
export function scaleFor({ width, height }: { width: number; height: number }, wanted: number): number {
  const bySide = MAX_SIDE / Math.max(1, width, height);
  const byArea = Math.sqrt(MAX_AREA / Math.max(1, width * height));
  return Math.min(wanted, bySide, byArea);
}
