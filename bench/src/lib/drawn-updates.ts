import type { Page } from 'playwright-core';

/** Values go from 0 to one less than this, one up with each message, and begin again. */
export const ROUND = 100;
/** The colour of the lines that are watched. */
export const LINE_COLOR = '#2f5bea';

/** What a page saw, ms since it was opened. */
export interface Seen {
  /** Messages of the socket. */
  arrivals: { at: number; text: string }[];
  /** What widgets showed from then on: a number that they have as text, or the height of the end of a line or of the last bar, px. */
  drawings: { at: number; widget: string; value: number }[];
}

/** Has a page note what its socket brings, the numbers that its widgets show, and where their lines end. */
export async function watchDrawings(page: Page): Promise<void> {
  await page.addInitScript((color) => {
    const seen: Seen = { arrivals: [], drawings: [] };
    Object.assign(window, { seen });
    const Socket = window.WebSocket;
    window.WebSocket = class extends Socket {
      constructor(...given: ConstructorParameters<typeof Socket>) {
        super(...given);
        this.addEventListener('message', ({ data }) =>
          seen.arrivals.push({ at: performance.now(), text: String(data) }),
        );
      }
    };
    // Lines and bars are drawn while a frame is made, which is on the screen right after.
    const { beginPath, fill, lineTo, rect, stroke } = CanvasRenderingContext2D.prototype;
    let end = Number.NaN;
    CanvasRenderingContext2D.prototype.lineTo = function (x, y) {
      end = y;
      lineTo.call(this, x, y);
    };
    const noteEnd = (canvas: HTMLCanvasElement) => {
      const widget = canvas.closest('[data-widget]')?.getAttribute('data-widget');
      const last = seen.drawings.at(-1);
      // The points of a line are drawn after it, and end nowhere else.
      if (widget && !(last?.widget === widget && last.value === end))
        seen.drawings.push({ at: performance.now(), widget, value: end });
    };
    CanvasRenderingContext2D.prototype.stroke = function (...path: unknown[]) {
      if (this.strokeStyle === color) noteEnd(this.canvas);
      stroke.apply(this, path as [Path2D]);
    };
    CanvasRenderingContext2D.prototype.fill = function (...path: unknown[]) {
      if (this.fillStyle === color && isOfBars) noteEnd(this.canvas);
      fill.apply(this, path as [Path2D]);
    };
    // The last bar of many, which are one path. Dots are filled, too, and end nowhere.
    let isOfBars = false;
    CanvasRenderingContext2D.prototype.beginPath = function () {
      isOfBars = false;
      beginPath.call(this);
    };
    CanvasRenderingContext2D.prototype.rect = function (x, y, width, height) {
      end = y + height;
      isOfBars = true;
      rect.call(this, x, y, width, height);
    };
    // Texts are on the screen with the frame after their change.
    const changed = new Set<Element>();
    const note = (at: number) => {
      for (const frame of changed) {
        const text = frame.querySelector('.num')?.textContent ?? '';
        const widget = frame.getAttribute('data-widget') ?? '';
        if (/^\d/.test(text)) seen.drawings.push({ at, widget, value: Number.parseFloat(text) });
      }
      changed.clear();
    };
    new MutationObserver((records) => {
      for (const { target } of records) {
        const frame = (target instanceof Element ? target : target.parentElement)?.closest('[data-widget]');
        if (!frame) continue;
        if (changed.size === 0) requestAnimationFrame(note);
        changed.add(frame);
      }
    }).observe(document, { subtree: true, childList: true, characterData: true });
  }, LINE_COLOR);
}

/** Takes what was seen in the last `watch` ms. */
export async function seenFor(page: Page, watch: number): Promise<Seen> {
  await page.evaluate(() => {
    const { seen } = window as unknown as { seen: Seen };
    seen.arrivals.length = 0;
    seen.drawings.length = 0;
  });
  await page.waitForTimeout(watch);
  return page.evaluate(() => (window as unknown as { seen: Seen }).seen);
}

interface Update {
  entityId: { id: string };
  latest?: { TIME_SERIES?: Record<string, { value: string }> } | null;
  timeseries?: Record<string, { value: string }[]> | null;
}

/** The newest number of the given key of a device in a message; undefined where it has none. */
function numberIn(update: Update, key: string): number | undefined {
  const points = update.timeseries?.[key];
  const text = points && points.length > 0 ? points[0]?.value : update.latest?.TIME_SERIES?.[key]?.value;
  return text === undefined ? undefined : Number(text);
}

/**
 * For each update, the ms from its arrival until its widget shows its value or a later one. What came so late that
 * its drawing was not seen any more is left out.
 */
export function delaysOf(seen: Seen, widgets: ReadonlyMap<string, { id: string; key: string }>): number[] {
  const delays: number[] = [];
  const updates = seen.arrivals.flatMap(({ at, text }) =>
    ((JSON.parse(text) as { update?: Update[] | null }).update ?? []).map((update) => ({ at, update })),
  );
  for (const [widget, { id, key }] of widgets) {
    const drawings = seen.drawings.filter((drawing) => drawing.widget === widget);
    let next = 0;
    for (const { at, update } of updates) {
      const value = update.entityId.id === id ? numberIn(update, key) : undefined;
      if (value === undefined) continue;
      const shows = (drawn: number) => (((drawn - value) % ROUND) + ROUND) % ROUND < ROUND / 2;
      while (next < drawings.length) {
        const { at: time, value: drawn } = drawings[next] as Seen['drawings'][number];
        if (time >= at && shows(drawn)) break;
        next++;
      }
      const drawing = drawings[next];
      if (drawing) delays.push(drawing.at - at);
    }
  }
  return delays;
}

/** Heights of the ends of lines as the values that they stand for, where every value of a kind was drawn at least once. */
export function withValuesOfCharts(seen: Seen, kinds: ReadonlyMap<string, string>): Seen {
  const edges = new Map<string, { top: number; bottom: number }>();
  const kindOf = (widget: string) => kinds.get(widget) ?? '';
  for (const { widget, value } of seen.drawings) {
    const edge = edges.get(kindOf(widget)) ?? { top: Number.POSITIVE_INFINITY, bottom: Number.NEGATIVE_INFINITY };
    edges.set(kindOf(widget), { top: Math.min(edge.top, value), bottom: Math.max(edge.bottom, value) });
  }
  const valueAt = ({ top, bottom }: { top: number; bottom: number }, height: number) =>
    Math.round(((bottom - height) / (bottom - top)) * (ROUND - 1));
  const drawings = seen.drawings.map((drawing) => {
    const edge = edges.get(kindOf(drawing.widget));
    return edge ? { ...drawing, value: valueAt(edge, drawing.value) } : drawing;
  });
  return { ...seen, drawings };
}
