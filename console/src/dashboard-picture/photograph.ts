import { beginAllWidgets } from '../dashboard/begin-all-widgets.ts';
import { pictureOfFrame } from '../own-widgets/frame-pictures.ts';
import type { PictureRequest } from '../own-widgets/protocol.ts';
import { frame, untilDrawn } from './drawn.ts';
import { readPicture } from './images-of-others.ts';
import { pageFonts } from './page-font.ts';
import type { Strip } from './pdf-pages.ts';
import { type Rectangle, SHARP, type ShotSize, scaleFor } from './shot-size.ts';
import { createWidgetPainter } from './widget-painter.ts';

/** The box that holds the widgets of a layout, and scrolls. */
const GRID = '[data-dashboard-grid]';
const WIDGET = ':scope > div > section';
/** A photograph of a dashboard. */
export interface Shot extends ShotSize {
  canvas: HTMLCanvasElement;
}

export interface ShotOptions {
  /** Draws it in parts, one after the other; each is `taken` before the next one, and the last one is the shot. */
  parts?: { of: (size: ShotSize) => readonly Strip[]; taken: (strip: Strip, canvas: HTMLCanvasElement) => void };
  /** Only what is on the screen. */
  viewOnly?: boolean;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
  /** Stands in place of what runs in a frame that does not paint itself. */
  frameLabel: string;
}

interface Placed extends Rectangle {
  element: HTMLElement;
  grid: HTMLElement;
}

/** The grids of a dashboard side by side, without those of dashboards in its widgets. */
function gridsOf(dashboard: Element): HTMLElement[] {
  return [...dashboard.querySelectorAll<HTMLElement>(GRID)].filter((grid) => !grid.parentElement?.closest(GRID));
}

/** What is behind the widgets: the colour of the grid, or of what is behind it. */
function groundOf(grid: Element): string {
  for (let element: Element | null = grid; element; element = element.parentElement) {
    const { backgroundColor } = getComputedStyle(element);
    if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return '#ffffff';
}

/** Draws the picture that is behind the widgets, if it can be read. */
async function drawBackground(context: CanvasRenderingContext2D, grid: HTMLElement, place: Rectangle): Promise<void> {
  const { backgroundImage, backgroundSize } = getComputedStyle(grid);
  const address = /^url\("(.*)"\)$/.exec(backgroundImage)?.[1];
  if (!address) return;
  const image = new Image();
  image.src = (await readPicture(address)) || address;
  await image.decode().catch(() => undefined);
  if (!image.naturalWidth) return;
  const { left, top, width, height } = place;
  const ratio = image.naturalHeight / image.naturalWidth;
  const isCover = backgroundSize === 'cover';
  const drawnWidth = isCover ? Math.max(width, height / ratio) : width;
  context.save();
  context.beginPath();
  context.rect(left, top, width, height);
  context.clip();
  context.drawImage(image, left, top, drawnWidth, drawnWidth * ratio);
  context.restore();
}

/** Draws what runs in frames of their own, as these paint it; says what it is where they do not. */
async function drawFrames(
  context: CanvasRenderingContext2D,
  { element, left, top }: Placed,
  request: PictureRequest,
  label: string,
): Promise<void> {
  const { color } = getComputedStyle(element);
  for (const frame of element.querySelectorAll('iframe')) {
    const painted = await pictureOfFrame(frame, request);
    const box = element.getBoundingClientRect();
    const placed = ({ left: x, top: y, width, height }: DOMRect) =>
      [left + x - box.left, top + y - box.top, width, height] as const;
    const inner = frame.getBoundingClientRect();
    if (inner.width < 2 || inner.height < 2) continue;
    const [x, y, width, height] = placed(inner);
    context.save();
    context.beginPath();
    context.rect(left, top, box.width, box.height);
    context.clip();
    if (painted) {
      // What the page draws over a frame is there already.
      context.beginPath();
      context.rect(x, y, width, height);
      const over = frame.parentElement?.querySelector('[data-over-frame]');
      if (over) context.rect(...placed(over.getBoundingClientRect()));
      context.clip('evenodd');
      context.drawImage(painted, x, y, width, height);
      painted.close();
    } else {
      context.globalAlpha = 0.6;
      context.strokeStyle = color;
      context.fillStyle = color;
      context.setLineDash([4, 4]);
      context.strokeRect(x + 4, y + 4, width - 8, height - 8);
      context.font = `13px ${getComputedStyle(document.body).fontFamily}`;
      context.textAlign = 'center';
      context.fillText(label, x + width / 2, y + height / 2, width - 16);
    }
    context.restore();
  }
}

/** The sides of a grid on the page, without the bar that scrolls it, px. */
function sidesOf(grid: HTMLElement): { left: number; right: number } {
  const left = grid.getBoundingClientRect().left + grid.clientLeft;
  return { left, right: left + grid.clientWidth };
}

/** Where the picture begins: from right to left the first of the grids is not the leftmost. */
const leftOf = (grids: readonly HTMLElement[]): number => Math.min(...grids.map((grid) => sidesOf(grid).left));

/** The widgets with their places on the picture, from top to bottom. */
function placedWidgets(grids: readonly HTMLElement[], viewOnly: boolean): Placed[] {
  const [first] = grids;
  if (!first) return [];
  const origin = leftOf(grids);
  return grids
    .flatMap((grid) => {
      const around = grid.getBoundingClientRect();
      return [...grid.querySelectorAll<HTMLElement>(WIDGET)].map((element): Placed => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const scrolled = viewOnly ? 0 : grid.scrollTop;
        return { element, grid, left: left - origin, top: top - around.top + scrolled, width, height };
      });
    })
    .filter(({ top, height, grid }) => !viewOnly || (top < grid.clientHeight && top + height > 0))
    .sort((one, other) => one.top - other.top);
}

/**
 * Photographs a dashboard widget by widget, scrolling to those that are not on the screen, so that the page answers
 * meanwhile.
 * @throws the reason of the signal, when it is called off
 */
export async function photographDashboard(dashboard: HTMLElement, options: ShotOptions): Promise<Shot> {
  const { signal, onProgress, viewOnly = false } = options;
  const grids = gridsOf(dashboard);
  const [first] = grids;
  if (!first) throw new Error('there is no dashboard');
  if (!viewOnly) {
    beginAllWidgets();
    await frame();
    await frame();
  }
  const widgets = placedWidgets(grids, viewOnly);
  const origin = leftOf(grids);
  const width = Math.max(...grids.map((grid) => sidesOf(grid).right)) - origin;
  const lowest = Math.max(0, ...widgets.map(({ top, height }) => top + height));
  const height = viewOnly ? first.clientHeight : Math.max(lowest + 8, 40);
  const size = {
    ...{ width, height },
    widgets: widgets.map(({ left, top, width, height }) => ({ left, top, width, height })),
  };
  const whole: Strip = { top: 0, height, slices: [] };
  const strips = (options.parts?.of(size) ?? [whole]).map((strip) => ({
    strip,
    on: widgets.filter(({ top, height }) => top < strip.top + strip.height && top + height > strip.top),
  }));
  const scale = scaleFor({ width, height: Math.max(...strips.map(({ strip }) => strip.height)) }, SHARP);
  const fonts = await pageFonts(signal);
  const painter = createWidgetPainter(fonts, scale);
  const before = grids.map((grid) => grid.scrollTop);
  const total = strips.reduce((sum, { on }) => sum + on.length, 0);
  let done = 0;
  let canvas = document.createElement('canvas');
  try {
    onProgress(0, total);
    for (const { strip, on } of strips) {
      canvas = document.createElement('canvas');
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(strip.height * scale);
      const context = canvas.getContext('2d');
      if (!context) throw new Error('the browser cannot draw a picture of this size');
      context.scale(scale, scale);
      context.translate(0, -strip.top);
      context.fillStyle = groundOf(first);
      context.fillRect(0, 0, width, height);
      for (const grid of grids) {
        const { left } = sidesOf(grid);
        const place = { left: left - origin, top: 0, width: grid.clientWidth, height };
        context.fillStyle = groundOf(grid);
        context.fillRect(place.left, 0, place.width, height);
        await drawBackground(context, grid, place);
      }
      for (const widget of on) {
        signal.throwIfAborted();
        if (!viewOnly) bringIntoView(widget);
        await untilDrawn(widget.element, signal);
        const { element, left, top, width, height } = widget;
        context.drawImage(await painter.paint(element, { width, height }), left, top, width, height);
        await drawFrames(context, widget, { scale, fonts }, options.frameLabel);
        onProgress(++done, total);
      }
      options.parts?.taken(strip, canvas);
    }
  } finally {
    painter.end();
    for (const [index, grid] of grids.entries()) grid.scrollTo({ top: before[index] ?? 0, behavior: 'instant' });
  }
  return { canvas, ...size };
}

/** Scrolls so far that the widget is wholly on the screen, where it fits. */
function bringIntoView({ grid, top, height }: Placed): void {
  const isSeen = top >= grid.scrollTop && top + height <= grid.scrollTop + grid.clientHeight;
  if (!isSeen) grid.scrollTo({ top, behavior: 'instant' });
}
