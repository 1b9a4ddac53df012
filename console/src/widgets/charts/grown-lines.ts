import { type Chart, paintNow } from './echarts.ts';
import { type ChartGround, groundOf, type KeptPart } from './grown-canvas.ts';
import {
  type Area,
  type BarColumn,
  dotOf,
  type GrownMarks,
  grownBars,
  grownPoints,
  type Mark,
  type MarkGroup,
} from './grown-marks.ts';
import {
  CURVED,
  countUpTo,
  type DrawnLine,
  extended,
  firstChanged,
  leaveOutBetween,
  type Places,
  reachOf,
  SAME,
} from './grown-places.ts';
import type { StackedGrowth } from './stacked-growth.ts';

/** Something on the canvas of ECharts. */
interface Element {
  x: number;
  anid?: unknown;
  attr(name: 'x', value: number): void;
}

/** A line, or the surface below one. */
type Drawn = Element & DrawnLine & Pick<Mark, 'z' | 'zlevel'>;

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
  /** Between its axes nothing stands still while the time goes on, but what is the same at all times. */
  movesAsWhole: boolean;
}

export interface GrownLines {
  /** Draws what has changed, and nothing else. Returns false, and draws nothing, where all must be drawn again. */
  draw(growth: ChartGrowth): boolean;
  /** Everything is where ECharts has put it: before it draws again. */
  reset(): void;
}

/** px that a chart is behind its time before it is moved. */
const BEHIND = 0.1;
/** px that it is moved before texts that come with newer times are to be there. */
const FURTHEST = 20;
/** ms between two places by which those of all times are known. */
const SPAN = 60_000;
/** px beyond the lower and the upper edge of the values in which there is nothing else than lines and points. */
const EDGE = 7;

/** What has to be drawn. */
interface Change {
  /** Draws it, but does not paint it yet; returns from where on that has changed anything, px. */
  draw: () => number;
}

/** Where the last point that stays is, and what follows it: x, y, and the y of what it stands on; px. */
interface GrownPlaces {
  last: readonly [x: number, y: number, foot: number];
  places: readonly (readonly [x: number, y: number, foot: number])[];
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

  function marksOf(
    model: SeriesModel,
    view: LineView,
    area: Area,
    isBar: boolean,
    like?: Mark,
  ): GrownMarks | undefined {
    const known = marks.get(model.id);
    if (known) return known;
    const column = { size: model.getData?.().getLayout?.('size'), offset: model.getData?.().getLayout?.('offset') };
    const isKnown = column.size !== undefined && column.offset !== undefined;
    const made = isBar
      ? isKnown && grownBars(view.group, area, column as BarColumn)
      : grownPoints(view._symbolDraw?.group, area, like);
    if (made) marks.set(model.id, made);
    return made || undefined;
  }

  function changesOf(models: readonly SeriesModel[], growth: SeriesGrowth): Change[] | undefined {
    const model = models.find(({ id }) => id === growth.seriesId);
    const view = model && parts.getViewOfSeriesModel?.(model);
    const area = model?.coordinateSystem?.getArea?.();
    const grown = view && area && placesOf(growth, area);
    if (!model || !view || !grown) return undefined;
    const { last, places } = grown;
    const line = growth.isBar ? undefined : lineChange(view, growth, grown);
    if (!growth.isBar && !line) return undefined;
    const hasDots = line && !growth.hasPoints;
    const dots = hasDots && growth.alone.size > 0 && view._polyline ? dotOf(view._polyline) : undefined;
    const follow = marksOf(model, view, area, growth.isBar, dots);
    if (!follow) return hasDots ? [line] : undefined;
    const numbers = places.filter(
      ([, y], at) => Number.isFinite(y) && (!hasDots || growth.alone.has(growth.points[at]?.[0] as number)),
    );
    // Points at which a line begins to change are painted as a whole with it.
    const draw = () => Math.min(line?.draw() ?? Number.POSITIVE_INFINITY, follow.draw(last[0], numbers)) - follow.reach;
    return [{ draw }];
  }

  function lineChange(view: LineView, growth: SeriesGrowth, { last, places }: GrownPlaces): Change | undefined {
    const line = view._polyline;
    if (!line || (view._step && view._step !== 'end')) return undefined;
    const { points: before } = line.shape;
    const count = countUpTo(before, last[0]);
    if (count === 0) return undefined;
    // Of many points only some are drawn.
    const isLastDrawn = Math.abs((before[2 * count - 2] as number) - last[0]) <= SAME;
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
    const points = extended(before, count, more);
    const pointsBelow = below && extended(below, count, moreBelow);
    const changed = Math.min(
      ...[firstChanged(before, points, count), below && pointsBelow && firstChanged(below, pointsBelow, count)].map(
        (at) => at ?? Number.POSITIVE_INFINITY,
      ),
    );
    return {
      draw() {
        if (!Number.isFinite(changed)) return changed;
        line.setShape({ points });
        view._points = points;
        if (pointsBelow) {
          view._polygon?.setShape({ points, stackedOnPoints: pointsBelow });
          view._stackedOnPoints = pointsBelow;
        }
        const first = points[2 * Math.max(0, changed - 1 - (growth.isSmooth ? CURVED : 0))] as number;
        return Number.isFinite(first) ? first - reachOf(line) : 0;
      },
    };
  }

  function moveTo(models: readonly SeriesModel[], px: number) {
    moved = px;
    moving ??= movingParts(models);
    for (const { part, x } of moving) part.attr('x', x - px);
    for (const one of marks.values()) one.moveTo(px);
  }

  const linesOf = (models: readonly SeriesModel[]): Drawn[] =>
    models.flatMap((model) => {
      const view = parts.getViewOfSeriesModel?.(model);
      return [view?._polygon, view?._polyline].filter((line) => line != null);
    });

  function paintAround(ground: ChartGround, models: readonly SeriesModel[], kept: KeptPart) {
    const [left, right] = [kept.left > 0 ? kept.left + moved : Number.NEGATIVE_INFINITY, kept.right + moved];
    ground.paintAround(kept, () => [
      ...[...marks.values()].map((one) => one.leaveOutBetween(left, right)),
      ...linesOf(models).map((line) => leaveOutBetween(line, left + reachOf(line), right - reachOf(line))),
    ]);
  }

  /** Moves what is on the canvas, and paints what has come to its edges; false: it cannot. */
  function shift(ground: ChartGround, models: readonly SeriesModel[], by: number, from: number): boolean {
    const area = models[0]?.coordinateSystem?.getArea?.();
    if (!area || by <= 0) return false;
    const lines = linesOf(models).map(reachOf);
    const reach = Math.max(...lines, ...[...marks.values()].map((one) => one.reach));
    const left = area.x + reach;
    const right = Math.min(from, area.x + area.width - reach - by);
    const isBeyondEdge = Math.max(...lines, ...[...marks.values()].map((one) => one.reachUp)) > EDGE;
    if (isBeyondEdge || right - left < 2 * reach) return false;
    const [top, bottom] = [area.y - EDGE, area.y + area.height + EDGE];
    ground.pullInto({ x: left, y: top, width: right - left, height: bottom - top }, by);
    paintAround(ground, models, { left, right, bottom });
    return true;
  }

  /** Paints what is new: from a place on, where nothing has moved; px. */
  function paint(models: readonly SeriesModel[], px: number, from: number, movesAsWhole: boolean) {
    const ground = groundOf(chart, element);
    // By whole dots of the screen, and never behind its time, so that there is room for what is new.
    const to = ground ? Math.ceil(px * ground.ratio - SAME) / ground.ratio : px;
    const by = to - moved;
    if (Math.abs(by) > BEHIND) {
      moveTo(models, to);
      if (!ground || !movesAsWhole || !shift(ground, models, by, from - to)) paintNow(chart);
    } else if (!ground) paintNow(chart);
    else if (from < Number.POSITIVE_INFINITY)
      paintAround(ground, models, { left: 0, right: Math.max(0, from - moved), bottom: chart.getHeight() });
  }

  return {
    draw({ lines, elapsed, movesAsWhole }) {
      const models = parts.getModel?.()?.getSeries?.() ?? [];
      const changes: Change[] = [];
      for (const line of lines) {
        const more = changesOf(models, line);
        if (!more) return false;
        changes.push(...more);
      }
      const [start, end] = [0, SPAN].map((time) => Number(chart.convertToPixel({ xAxisIndex: 0 }, time)));
      const px = (((end as number) - (start as number)) * elapsed) / SPAN;
      if (!(Math.abs(px) <= FURTHEST)) return false;
      const from = Math.min(...changes.map((change) => change.draw()));
      paint(models, px, from, movesAsWhole);
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
