import { type Chart, paintNow } from './echarts.ts';
import { type Area, type BarColumn, type GrownMarks, grownBars, grownPoints, type MarkGroup } from './grown-marks.ts';
import type { StackedGrowth } from './stacked-growth.ts';

/** A list of numbers: x and y of points in turn, px. */
type Places = Float32Array | number[];

/** Something on the canvas of ECharts. */
interface Element {
  x: number;
  anid?: unknown;
  attr(name: 'x', value: number): void;
}

/** A line, or the surface below one. */
interface Drawn extends Element {
  shape: { points: Places; stackedOnPoints?: Places };
  style: { lineWidth?: number; shadowBlur?: number };
  setShape(shape: { points: Places; stackedOnPoints?: Places }): void;
}

/** What ECharts knows of a line that it has drawn. None of it is part of its interface: what is missing is not used. */
interface LineView {
  _polyline?: Drawn;
  _polygon?: Drawn | null;
  _symbolDraw?: { group: Element & MarkGroup };
  _step?: unknown;
  _points?: Places;
  _stackedOnPoints?: Places | null;
  /** What bars are in. */
  group?: MarkGroup;
}

interface SeriesModel {
  id: string;
  coordinateSystem?: { getArea?(): Area };
  getData?(): { getLayout?(name: 'size' | 'offset'): number | undefined };
}

interface ChartParts {
  getModel?(): { getSeries?(): SeriesModel[]; getComponent?(name: string, index: number): object | undefined };
  getViewOfSeriesModel?(model: SeriesModel): LineView | undefined;
  getViewOfComponentModel?(model: object): { group: { traverse(visit: (element: Element) => void): void } } | undefined;
}

/** How much one series of a chart has grown. */
export interface SeriesGrowth extends StackedGrowth {
  seriesId: string;
  isBar: boolean;
  /** ms that bars are beside their time. */
  shift: number;
  /** Its points are drawn. */
  hasPoints: boolean;
  /** Its axis stays as it is, also where values are beyond it. */
  isAxisFixed: boolean;
  isSmooth: boolean;
}

/** What has changed on a chart since it was drawn as a whole. */
export interface ChartGrowth {
  lines: readonly SeriesGrowth[];
  /** ms that the time which it shows has gone on. */
  elapsed: number;
}

export interface GrownLines {
  /** Draws what has changed, and nothing else. Returns false, and draws nothing, where all must be drawn anew. */
  draw(growth: ChartGrowth): boolean;
  /** Everything is where ECharts has put it: before it draws again. */
  reset(): void;
}

/** px between two places that are the same. */
const SAME = 0.001;
/** px that a chart is behind its time before it is moved. */
const BEHIND = 0.1;
/** px that it is moved before texts that come with newer times are to be there. */
const FURTHEST = 20;
/** ms between two places by which those of all times are known. */
const SPAN = 60_000;
/** Points before the first that changes whose curve changes with it. */
const CURVED = 3;

/** What has to be drawn: a line with its new places, and from where on, px. */
interface LineChange {
  view: LineView;
  line: Drawn;
  points: Places;
  below: Places | undefined;
}

/** Marks that have to be drawn after a place, px. */
interface MarkChange {
  marks: GrownMarks;
  last: number;
  places: readonly (readonly [x: number, y: number, foot: number])[];
}

interface Change {
  line?: LineChange;
  marks?: MarkChange;
  from: number;
}

/** Where the last point that stays is, and what follows it: x, y, and the y of what it stands on; px. */
interface GrownPlaces {
  last: readonly [x: number, y: number, foot: number];
  places: readonly (readonly [x: number, y: number, foot: number])[];
}

/** How many of the places stay: those up to `x`. */
function countUpTo(places: Places, x: number): number {
  let count = places.length / 2;
  while (count > 0 && (places[2 * count - 2] as number) > x + SAME) count--;
  return count;
}

function extended(places: Places, count: number, more: readonly number[]): Places {
  if (Array.isArray(places)) return [...places.slice(0, 2 * count), ...more];
  const result = new Float32Array(2 * count + more.length);
  result.set(places.subarray(0, 2 * count));
  result.set(more, 2 * count);
  return result;
}

/**
 * Draws the lines of a chart with their new ends, without what ECharts does for every drawing: axes are not laid out,
 * texts not measured, the lines before their ends not computed. While time goes on, lines and the texts below them move
 * to the left. What comes out is what ECharts would draw on the same axes, whose parts it uses.
 */
export function createGrownLines(chart: Chart, element: HTMLElement): GrownLines {
  const parts = chart as unknown as ChartParts;
  /** What moves with the time, and where it was put; found when something moves first. */
  let moving: { part: Element; x: number }[] | undefined;
  /** px that it was moved to the left. */
  let moved = 0;
  /** By series, the marks that follow it. */
  const marks = new Map<string, GrownMarks>();

  function movingParts(models: readonly SeriesModel[]): { part: Element; x: number }[] {
    const found: Element[] = [];
    for (const model of models) {
      // Those of another time stand still.
      if (model.id.startsWith('compared ')) continue;
      const view = parts.getViewOfSeriesModel?.(model);
      const area = model.coordinateSystem?.getArea?.();
      if (view && area) marksOf(model, view, area, !view._polyline);
      for (const part of [view?._polyline, view?._polygon, view?._symbolDraw?.group]) if (part) found.push(part);
    }
    const axis = parts.getModel?.()?.getComponent?.('xAxis', 0);
    const view = axis && parts.getViewOfComponentModel?.(axis);
    view?.group.traverse((part) => {
      if (String(part.anid).startsWith('label_')) found.push(part);
    });
    return found.map((part) => ({ part, x: part.x }));
  }

  /** Where values are, px; undefined where one is beyond an axis that would have to change. */
  function placesOf(growth: SeriesGrowth, area: Area): GrownPlaces | undefined {
    const { seriesId, shift } = growth;
    const [time, value] = [growth.last[0] + shift, growth.last[1]];
    const step = Math.max(1, Math.abs(value));
    const last = chart.convertToPixel({ seriesId }, [time, value]) as unknown as [number, number];
    const other = chart.convertToPixel({ seriesId }, [time + SPAN, value + step]) as unknown as [number, number];
    const heightOf = (height: number) => last[1] + ((height - value) / step) * (other[1] - last[1]);
    // Bars stand on zero, surfaces on the end of their axis.
    const ground = growth.isBar ? heightOf(0) : area.y + area.height;
    const places: [number, number, number][] = [];
    for (const [at, top, foot] of growth.points) {
      const x = last[0] + ((at + shift - time) / SPAN) * (other[0] - last[0]);
      const y = top === null ? Number.NaN : heightOf(top);
      const isBeyond = top !== null && !(y >= area.y - SAME && y <= area.y + area.height + SAME);
      if (!Number.isFinite(x) || (isBeyond && !growth.isAxisFixed)) return undefined;
      places.push([x, y, foot === undefined ? ground : heightOf(foot)]);
    }
    const foot = growth.last[2];
    return { last: [...last, foot === undefined ? ground : heightOf(foot)], places };
  }

  function marksOf(model: SeriesModel, view: LineView, area: Area, isBar: boolean): GrownMarks | undefined {
    const known = marks.get(model.id);
    if (known) return known;
    const column = { size: model.getData?.().getLayout?.('size'), offset: model.getData?.().getLayout?.('offset') };
    const isKnown = column.size !== undefined && column.offset !== undefined;
    const made = isBar
      ? isKnown && grownBars(view.group, area, column as BarColumn)
      : grownPoints(view._symbolDraw?.group, area);
    if (made) marks.set(model.id, made);
    return made || undefined;
  }

  function changeOf(models: readonly SeriesModel[], growth: SeriesGrowth): Change | undefined {
    const model = models.find(({ id }) => id === growth.seriesId);
    const view = model && parts.getViewOfSeriesModel?.(model);
    const area = model?.coordinateSystem?.getArea?.();
    const grown = view && area && placesOf(growth, area);
    if (!model || !view || !grown) return undefined;
    const { last, places } = grown;
    if (growth.isBar) {
      const bars = marksOf(model, view, area, true);
      return bars && { marks: { marks: bars, last: last[0], places }, from: last[0] - bars.reach };
    }
    const line = lineChange(view, growth, grown);
    if (!line || !growth.hasPoints) return line;
    const points = marksOf(model, view, area, false);
    if (!points) return undefined;
    const numbers = places.filter(([, y]) => Number.isFinite(y));
    const from = Math.min(line.from, last[0] - points.reach);
    return { ...line, marks: { marks: points, last: last[0], places: numbers }, from };
  }

  function lineChange(view: LineView, growth: SeriesGrowth, { last, places }: GrownPlaces): Change | undefined {
    const line = view._polyline;
    if (!line || (view._step && view._step !== 'end')) return undefined;
    const { points } = line.shape;
    const count = countUpTo(points, last[0]);
    if (count === 0) return undefined;
    // Of many points only some are drawn.
    const isLastDrawn = Math.abs((points[2 * count - 2] as number) - last[0]) <= SAME;
    const more: number[] = isLastDrawn ? [] : [last[0], last[1]];
    const moreBelow: number[] = isLastDrawn ? [] : [last[0], last[2]];
    let [, level, low] = last;
    for (const [x, y, foot] of places) {
      if (view._step) {
        more.push(x, level);
        moreBelow.push(x, low);
      }
      more.push(x, y);
      moreBelow.push(x, foot);
      [level, low] = [y, foot];
    }
    const below = view._polygon?.shape.stackedOnPoints;
    if (view._polygon && !below) return undefined;
    const { lineWidth = 1, shadowBlur = 0 } = line.style;
    const first = Math.max(0, count - 1 - (growth.isSmooth ? CURVED : 0));
    return {
      line: {
        ...{ view, line, points: extended(points, count, more) },
        below: below && extended(below, count, moreBelow),
      },
      from: (points[2 * first] as number) - 2 * lineWidth - shadowBlur - 1,
    };
  }

  function drawLine({ view, line, points, below }: LineChange) {
    line.setShape({ points });
    view._points = points;
    if (!below) return;
    view._polygon?.setShape({ points, stackedOnPoints: below });
    view._stackedOnPoints = below;
  }

  function moveTo(models: readonly SeriesModel[], px: number) {
    moved = px;
    moving ??= movingParts(models);
    for (const { part, x } of moving) part.attr('x', x - px);
    for (const one of marks.values()) one.moveTo(px);
  }

  /** Paints what lies to the right of a place, px; what lies before it stays on the canvas as it is. */
  function paintFrom(from: number) {
    const [canvas, ...others] = element.querySelectorAll('canvas');
    const context = others.length === 0 ? canvas?.getContext('2d') : undefined;
    if (!canvas || !context) {
      paintNow(chart);
      return;
    }
    const ratio = canvas.width / chart.getWidth();
    // Its edge lies between two dots of the screen, so that nothing is painted half.
    const left = Math.floor(from * ratio) / ratio;
    context.save();
    context.beginPath();
    context.rect(left, 0, chart.getWidth() - left, chart.getHeight());
    context.clip();
    const bringBack = [...marks.values()].map((one) => one.leaveOut(left + moved));
    paintNow(chart);
    for (const one of bringBack) one();
    context.restore();
  }

  return {
    draw({ lines, elapsed }) {
      const models = parts.getModel?.()?.getSeries?.() ?? [];
      const changes: Change[] = [];
      for (const line of lines) {
        const change = changeOf(models, line);
        if (!change) return false;
        changes.push(change);
      }
      const [start, end] = [0, SPAN].map((time) => Number(chart.convertToPixel({ xAxisIndex: 0 }, time)));
      const px = (((end as number) - (start as number)) * elapsed) / SPAN;
      if (!(Math.abs(px) <= FURTHEST)) return false;
      for (const change of changes) {
        change.marks?.marks.draw(change.marks.last, change.marks.places);
        if (change.line) drawLine(change.line);
      }
      if (Math.abs(px - moved) > BEHIND) {
        moveTo(models, px);
        paintNow(chart);
      } else if (changes.length > 0) paintFrom(Math.min(...changes.map(({ from }) => from)) - moved);
      return true;
    },
    reset() {
      for (const { part, x } of moving ?? []) part.attr('x', x);
      for (const one of marks.values()) one.reset();
      marks.clear();
      moving = undefined;
      moved = 0;
    },
  };
}
