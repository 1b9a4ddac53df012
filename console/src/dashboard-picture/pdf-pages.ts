import { type Rectangle, sharpHeight } from './shot-size.ts';

/** mm, upright. */
export const PAPERS = {
  a4: { width: 210, height: 297 },
  a3: { width: 297, height: 420 },
  letter: { width: 215.9, height: 279.4 },
} as const;
export type Paper = keyof typeof PAPERS;

export interface PdfLayout {
  paper: Paper;
  orientation: 'portrait' | 'landscape';
  /** `pages`: as many as it takes; `long`: one page, as high as the dashboard. */
  pages: 'pages' | 'long';
}

/** A page: a part of the picture, over its whole width. */
export interface Slice {
  /** px of the dashboard */
  top: number;
  height: number;
}

/** Pages that are drawn together. */
export interface Strip extends Slice {
  slices: readonly Slice[];
}

export interface PdfPages {
  /** mm */
  page: { width: number; height: number };
  /** Where the picture stands on it, mm. */
  picture: { left: number; top: number; width: number };
  /** mm for each px of the dashboard. */
  scale: number;
  slices: readonly Slice[];
}

/** mm */
const MARGIN = 8;
/** mm for the title. */
export const HEAD = 12;
/** Longest page that programs show, mm. */
const MAX_PAGE = 5000;
/** A page that would be less than this full cuts through widgets instead. */
const LEAST_FULL = 0.4;

/** Of what is free over the widgets of a page, as much of it stays with them, px. */
const OVER_WIDGETS = 8;

/** Where a page begins with a widget: a little above it where there is room. */
function startOver({ top }: Rectangle, widgets: readonly Rectangle[]): number {
  const bottoms = widgets.map((widget) => widget.top + widget.height).filter((bottom) => bottom <= top);
  return top - Math.min(OVER_WIDGETS, (top - Math.max(0, ...bottoms)) / 2);
}

/** Where to end a page that begins at `top`: above the widgets that would be cut, unless they are too high. */
function endOf(top: number, room: number, widgets: readonly Rectangle[]): number {
  let end = top + room;
  for (let isMoved = true; isMoved; ) {
    isMoved = false;
    for (const widget of widgets) {
      const isCut = widget.top < end - 0.5 && widget.top + widget.height > end + 0.5;
      if (isCut && widget.top > top + room * LEAST_FULL) {
        end = startOver(widget, widgets);
        isMoved = true;
      }
    }
  }
  return end;
}

/** Divides the picture of a dashboard into pages. Sizes of the dashboard in px. */
export function pdfPages(
  shot: { width: number; height: number; widgets: readonly Rectangle[] },
  { paper, orientation, pages }: PdfLayout,
): PdfPages {
  const { width, height } = PAPERS[paper];
  const page = orientation === 'portrait' ? { width, height } : { width: height, height: width };
  const inner = page.width - 2 * MARGIN;
  const picture = { left: MARGIN, top: MARGIN + HEAD, width: inner };
  const scale = inner / Math.max(1, shot.width);
  const around = picture.top + MARGIN;
  if (pages === 'long') {
    const fitting = Math.min(scale, (MAX_PAGE - around) / Math.max(1, shot.height));
    const left = MARGIN + (inner - shot.width * fitting) / 2;
    return {
      page: { width: page.width, height: shot.height * fitting + around },
      picture: { left, top: picture.top, width: shot.width * fitting },
      scale: fitting,
      slices: [{ top: 0, height: shot.height }],
    };
  }
  const room = (page.height - around) / scale;
  const slices: Slice[] = [];
  for (let top = 0; top < shot.height - 1; ) {
    const rest = shot.height - top;
    const end = rest <= room ? shot.height : endOf(top, room, shot.widgets);
    slices.push({ top, height: end - top });
    top = end;
  }
  return { page, picture, scale, slices };
}

/** Puts as many pages together as can be drawn sharply at once. @param width of the dashboard, px */
export function stripsOf(slices: readonly Slice[], width: number): Strip[] {
  const room = sharpHeight(width);
  const strips: Strip[] = [];
  for (const slice of slices) {
    const last = strips.at(-1);
    if (last && last.height + slice.height <= room) {
      strips[strips.length - 1] = { ...last, height: last.height + slice.height, slices: [...last.slices, slice] };
    } else strips.push({ ...slice, slices: [slice] });
  }
  return strips;
}
