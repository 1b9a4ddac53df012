import type { Page } from 'playwright-core';

/** Values go from 0 to one less than this, one up with each message, and begin again. */
export const ROUND = 100;
/** The colour of the lines that are watched. */
export const LINE_COLOR = '#2f5bea';

/** What a page saw, ms since it was opened. */
export interface Seen {
  /** Messages of the socket, and what the page has sent on it since it was opened. */
  arrivals: { at: number; text: string }[];
  sent: string[];
  /** By widget, between which heights its lines and bars end, px: since it was opened, so that all values were there. */
  edges: Record<string, { top: number; bottom: number }>;
  /** What widgets showed from then on: a number that they have as text, or the height of the end of a line or of the last bar, px. */
  drawings: { at: number; widget: string; value: number }[];
}

/** Has a page note what its socket brings, the numbers that its widgets show, and where their lines end. */
export async function watchDrawings(page: Page, widgets: ReadonlyMap<string, WatchedWidget>): Promise<void> {
  await page.addInitScript(
    ([color, watched]) => {
      const seen: Seen = { arrivals: [], sent: [], drawings: [], edges: {} };
      Object.assign(window, { seen });
      const Socket = window.WebSocket;
      window.WebSocket = class extends Socket {
        constructor(...given: ConstructorParameters<typeof Socket>) {
          super(...given);
          this.addEventListener('message', ({ data }) =>
            seen.arrivals.push({ at: performance.now(), text: String(data) }),
          );
        }
        override send(data: Parameters<WebSocket['send']>[0]) {
          seen.sent.push(String(data));
          super.send(data);
        }
      };
      // Lines and bars are drawn while a frame is made, which is on the screen right after. Of what is painted in one go,
      // that which is furthest to the right counts.
      const painted = new Map<HTMLCanvasElement, { x: number; y: number }>();
      let isAsked = false;
      const path = { x: 0, y: 0, start: 0, isOfRects: false, isDot: false, lines: 0, heights: [] as number[] };
      const { arc, beginPath, clearRect, fill, lineTo, moveTo, rect, stroke } = CanvasRenderingContext2D.prototype;
      const notePainted = () => {
        for (const [canvas, { y: value }] of painted) {
          const widget = canvas.closest('[data-widget]')?.getAttribute('data-widget');
          if (widget) seen.drawings.push({ at: performance.now(), widget, value });
        }
        painted.clear();
        isAsked = false;
      };
      const note = (context: CanvasRenderingContext2D, y: number) => {
        const { canvas } = context;
        const { a, d, e, f } = context.getTransform();
        const ratio = canvas.width / canvas.clientWidth;
        const place = { x: (a * path.x + e) / ratio, y: (d * y + f) / ratio };
        if (!isAsked) queueMicrotask(notePainted);
        isAsked = true;
        if (place.x >= (painted.get(canvas)?.x ?? 0)) painted.set(canvas, place);
        const widget = canvas.closest('[data-widget]')?.getAttribute('data-widget') ?? '';
        const edge = seen.edges[widget] ?? { top: Number.POSITIVE_INFINITY, bottom: Number.NEGATIVE_INFINITY };
        seen.edges[widget] = {
          top: Math.min(edge.top, ...path.heights),
          bottom: Math.max(edge.bottom, ...path.heights),
        };
      };
      CanvasRenderingContext2D.prototype.clearRect = function (...box) {
        painted.delete(this.canvas);
        clearRect.apply(this, box);
      };
      CanvasRenderingContext2D.prototype.beginPath = function () {
        Object.assign(path, { lines: 0, isOfRects: false, isDot: false, heights: [] });
        beginPath.call(this);
      };
      CanvasRenderingContext2D.prototype.moveTo = function (x, y) {
        path.start = y;
        moveTo.call(this, x, y);
      };
      CanvasRenderingContext2D.prototype.lineTo = function (x, y) {
        Object.assign(path, { x, y });
        path.lines++;
        path.heights.push(y);
        lineTo.call(this, x, y);
      };
      CanvasRenderingContext2D.prototype.arc = function (x, y, ...round) {
        if (path.lines === 0) Object.assign(path, { x, y, isDot: true });
        arc.call(this, x, y, ...round);
      };
      CanvasRenderingContext2D.prototype.rect = function (x, y, width, height) {
        Object.assign(path, { x, y: y + height, isOfRects: true });
        path.heights.push(path.y);
        rect.call(this, x, y, width, height);
      };
      CanvasRenderingContext2D.prototype.stroke = function (...shape: unknown[]) {
        if (this.strokeStyle === color && path.lines > 0) note(this, path.y);
        stroke.apply(this, shape as [Path2D]);
      };
      CanvasRenderingContext2D.prototype.fill = function (...shape: unknown[]) {
        // Bars with round corners begin at their upper edge. A value that stands alone is a dot.
        if (this.fillStyle === color) note(this, path.isOfRects || path.isDot ? path.y : path.start);
        fill.apply(this, shape as [Path2D]);
      };
      // Texts that change while a frame is made are on the screen with it, others with the next one.
      let isInFrame = false;
      const { requestAnimationFrame } = window;
      window.requestAnimationFrame = (callback) =>
        requestAnimationFrame((time) => {
          isInFrame = true;
          // After those that are told of changes.
          try {
            callback(time);
          } finally {
            queueMicrotask(() => {
              isInFrame = false;
            });
          }
        });
      const changed = new Set<Element>();
      const textsOf = (frame: Element, { text = '', row }: WatchedWidget) => {
        const rows = row === undefined ? [frame] : [...frame.querySelectorAll('tr')];
        const own = rows.find((one) => row === undefined || one.firstElementChild?.textContent?.endsWith(row));
        return [...(own?.querySelectorAll(text) ?? [])].map(
          (one) => one.getAttribute('aria-label')?.replace(/^.*: /, '') ?? one.textContent ?? '',
        );
      };
      const noteTexts = (at: number) => {
        for (const frame of changed) {
          const widget = frame.getAttribute('data-widget') ?? '';
          const texts = watched[widget]?.text ? textsOf(frame, watched[widget]) : [];
          const number = texts.find((one) => /^\d+(\.\d+)?\D*$/.test(one));
          if (number) seen.drawings.push({ at, widget, value: Number.parseFloat(number) });
        }
        changed.clear();
      };
      new MutationObserver((records) => {
        for (const { target } of records) {
          const frame = (target instanceof Element ? target : target.parentElement)?.closest('[data-widget]');
          if (!frame) continue;
          if (changed.size === 0 && !isInFrame) requestAnimationFrame(noteTexts);
          changed.add(frame);
        }
        if (isInFrame) noteTexts(performance.now());
      }).observe(document, { subtree: true, childList: true, characterData: true, attributeFilter: ['aria-label'] });
    },
    [LINE_COLOR, Object.fromEntries(widgets)] as const,
  );
}

/** Starts over with what is seen. */
export async function forgetSeen(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { seen } = window as unknown as { seen: Seen };
    seen.arrivals.length = 0;
    seen.drawings.length = 0;
  });
}

/** What was seen since then. To read it is a long task of the page itself. */
export const seenSince = (page: Page): Promise<Seen> => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

/** What a widget follows, and where it shows that. */
export interface WatchedWidget {
  id: string;
  /** What changes what is seen, among all keys of the device. */
  key: string;
  keys: readonly string[];
  /** Where the number is as text; without it, it is drawn. */
  text: string | undefined;
  /** How the row begins that the device has among those of others. */
  row: string | undefined;
}

interface Command {
  cmdId: number;
  query?: { entityFilter?: { singleEntity?: { id: string } }; latestValues?: { key: string }[] } | null;
}

const nameOf = (id: string | undefined, keys: readonly string[]) => [id, ...keys].join(' ');

/** By what it follows, the numbers of the commands that a page has sent for it, in this order. */
function commandsOf({ sent }: Seen): Map<string, number[]> {
  const commands = new Map<string, number[]>();
  for (const text of sent) {
    const { entityDataCmds } = JSON.parse(text) as { entityDataCmds?: Command[] };
    for (const { cmdId, query } of entityDataCmds ?? []) {
      if (!query) continue;
      const name = nameOf(
        query.entityFilter?.singleEntity?.id,
        (query.latestValues ?? []).map(({ key }) => key),
      );
      commands.set(name, [...(commands.get(name) ?? []), cmdId]);
    }
  }
  return commands;
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
 * By widget, for each update of it, the ms from its arrival until it shows its value or a later one. What came so late
 * that its drawing was not seen any more is left out.
 */
export function delaysOf(seen: Seen, widgets: ReadonlyMap<string, WatchedWidget>): Map<string, number[]> {
  const commands = commandsOf(seen);
  const followed = ({ id, keys, row }: WatchedWidget) => nameOf(row === undefined ? id : undefined, keys);
  /** By what they follow, the widgets: those that follow the same have sent their commands in their order. */
  const alike = Map.groupBy(widgets.keys(), (widget) => followed(widgets.get(widget) as WatchedWidget));
  const updates = seen.arrivals.flatMap(({ at, text }) => {
    const { cmdId, update } = JSON.parse(text) as { cmdId?: number; update?: Update[] | null };
    return (update ?? []).map((one) => ({ at, cmdId, one }));
  });
  return new Map(
    [...widgets].map(([widget, one]) => {
      const { id, key } = one;
      const name = followed(one);
      const [sent = [], those = []] = [commands.get(name), alike.get(name)];
      const own = new Set(sent.length === those.length ? [sent[those.indexOf(widget)]] : sent);
      const drawings = seen.drawings.filter((drawing) => drawing.widget === widget);
      const delays: number[] = [];
      let next = 0;
      for (const { at, cmdId, one: update } of updates) {
        const isOwn = cmdId !== undefined && own.has(cmdId) && update.entityId.id === id;
        const value = isOwn ? numberIn(update, key) : undefined;
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
      return [widget, delays];
    }),
  );
}

/** Heights of the ends of lines and bars as the values that they stand for, of which widgets have shown all. */
export function withValuesOfCharts(seen: Seen): Seen {
  const drawings = seen.drawings.map((drawing) => {
    const edge = seen.edges[drawing.widget];
    if (!edge) return drawing;
    const part = (edge.bottom - drawing.value) / (edge.bottom - edge.top);
    return { ...drawing, value: Math.round(part * (ROUND - 1)) };
  });
  return { ...seen, drawings };
}
