/** The segments of digits, from the one at the top (a) clockwise to the one in the middle (g). */
const SEGMENTS: Readonly<Record<string, string>> = {
  '0': 'abcdef',
  '1': 'bc',
  '2': 'abdeg',
  '3': 'abcdg',
  '4': 'bcfg',
  '5': 'acdfg',
  '6': 'acdefg',
  '7': 'abc',
  '8': 'abcdefg',
  '9': 'abcdfg',
  '-': 'g',
  '–': 'g',
  ' ': '',
};

/** Shares of the height of a digit. */
const WIDTH = 0.52;
const STROKE = 0.105;
const GAP = 0.02;
const ADVANCE = 0.66;
const DOT_ADVANCE = 0.22;
/** How far digits lean to the right. */
const SLANT = 0.09;

export interface SegmentedText {
  /** SVG path of the segments that are lit, the middle of its left edge at 0 0; filled. */
  lit: string;
  /** That of all segments, as a display shows faintly. */
  all: string;
  width: number;
}

/** Whether all of a text can be shown by segments: a number. */
export function canBeSegmented(text: string): boolean {
  return /^[-–\d., :]+$/.test(text);
}

/** Width of a segmented text of height 1. */
export function segmentedWidth(text: string): number {
  let width = 0;
  for (const sign of text) width += /[.,:]/.test(sign) ? DOT_ADVANCE : ADVANCE;
  return text === '' ? 0 : width - (ADVANCE - WIDTH) + SLANT;
}

function polygon(points: readonly (readonly [number, number])[], left: number, height: number): string {
  const placed = points.map(([x, y]) => {
    const leaning = left + (x + SLANT * (0.5 - y) + SLANT / 2) * height;
    return `${leaning.toFixed(2)} ${((y - 0.5) * height).toFixed(2)}`;
  });
  return `M${placed.join('L')}Z`;
}

/** A segment that lies, its middle line at `y`. */
function lying(y: number): [number, number][] {
  const half = STROKE / 2;
  const [from, to] = [half + GAP, WIDTH - half - GAP];
  return [
    [from, y],
    [from + half, y - half],
    [to - half, y - half],
    [to, y],
    [to - half, y + half],
    [from + half, y + half],
  ];
}

/** A segment that stands at `x` between two heights. */
function standing(x: number, top: number, bottom: number): [number, number][] {
  const half = STROKE / 2;
  const [from, to] = [top + GAP, bottom - GAP];
  return [
    [x, from],
    [x + half, from + half],
    [x + half, to - half],
    [x, to],
    [x - half, to - half],
    [x - half, from + half],
  ];
}

const EDGE = STROKE / 2;
const SHAPES: Readonly<Record<string, [number, number][]>> = {
  a: lying(EDGE),
  b: standing(WIDTH - EDGE, EDGE, 0.5),
  c: standing(WIDTH - EDGE, 0.5, 1 - EDGE),
  d: lying(1 - EDGE),
  e: standing(EDGE, 0.5, 1 - EDGE),
  f: standing(EDGE, EDGE, 0.5),
  g: lying(0.5),
};

function square(y: number): [number, number][] {
  return [
    [0, y],
    [STROKE, y],
    [STROKE, y + STROKE],
    [0, y + STROKE],
  ];
}

/** A number as the segments of a display, `height` high. */
export function segmentedText(text: string, height: number): SegmentedText {
  let [lit, all, left] = ['', '', 0];
  for (const sign of text) {
    if (/[.,:]/.test(sign)) {
      const dots = sign === ':' ? [square(0.28), square(0.62)] : [square(1 - STROKE)];
      const drawn = dots.map((dot) => polygon(dot, left - 0.05 * height, height)).join('');
      lit += drawn;
      all += drawn;
      left += DOT_ADVANCE * height;
      continue;
    }
    for (const [name, shape] of Object.entries(SHAPES)) {
      const drawn = polygon(shape, left, height);
      all += drawn;
      if (SEGMENTS[sign]?.includes(name)) lit += drawn;
    }
    left += ADVANCE * height;
  }
  return { lit, all, width: segmentedWidth(text) * height };
}
