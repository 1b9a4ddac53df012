import { BarChart, LineChart } from 'echarts/charts';
import { GridSimpleComponent } from 'echarts/components';
import * as core from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';
import { expect, it } from 'vitest';
import type { DataRow, Point, Settings, WidgetData } from '../model.ts';
import { chartGrowth } from './chart-growth.ts';
import type { ChartInput, ChartKind } from './chart-input.ts';
import { chartOption } from './chart-option.ts';
import { withPackedPoints } from './drawn-points.ts';
import type { Chart } from './echarts.ts';
import { createGrownLines } from './grown-lines.ts';

core.use([BarChart, LineChart, GridSimpleComponent, SVGRenderer]);

const COLORS = {
  ...{ surface: '#ffffff', text: '#000000', text2: '#222222', text3: '#444444' },
  ...{ line: '#cccccc', line2: '#eeeeee', accent: '#0000ff' },
};
/** A round minute, epoch ms. */
const START = 1_700_000_040_000;

interface Given {
  kind?: ChartKind;
  settings?: Settings;
  /** Settings of each key. */
  keys?: readonly Settings[];
  hidden?: readonly number[];
  before?: boolean;
  /** ms between two values. */
  every?: number;
}

const value = (second: number, series: number) => Math.round(50 + 40 * Math.sin(second / 3 + series));

/** Values of a minute, of which the last is that of a second. */
function dataUntil(second: number, { keys = [{}], every = 500 }: Given, times = 1): WidgetData {
  const rows = keys.map((settings, series): DataRow => {
    const count = (1000 * second) / every + 1;
    const points = Array.from(
      { length: count },
      (_, index): Point => [START + every * index, times * value((every * index) / 1000, series)],
    );
    return {
      ...{ datasourceIndex: 0, datasource: { type: 'entity', dataKeys: [] }, aliasName: '' },
      entity: { entityType: 'DEVICE', id: 'd', name: 'Device', label: 'Device', description: '' },
      dataKey: { name: `${series}`, type: 'timeseries', label: `${series}`, color: '#2196f3', settings },
      data: points,
    };
  });
  const maxTime = START + 1000 * second;
  const range = { minTime: maxTime - 60_000, maxTime };
  return { status: 'ready', rows, entities: [], pages: [], range, interval: 1000, aggregation: 'NONE' };
}

function inputOf(data: WidgetData, given: Given): ChartInput {
  return {
    ...{ kind: given.kind ?? 'line', data, config: { settings: given.settings ?? {} }, colors: COLORS },
    ...{ hidden: new Set(given.hidden ?? []), locale: 'en-US', width: 600, height: 300 },
    ...(given.before ? { comparison: dataUntil(100, given) } : {}),
    texts: { compared: (label) => `${label} before` },
  };
}

function drawnChart(input: ChartInput) {
  const chart: Chart = core.init(null, null, { renderer: 'svg', ssr: true, width: 600, height: 300 });
  const option = { ...chartOption(input), tooltip: undefined };
  chart.setOption(withPackedPoints(option));
  return { chart, option };
}

/** All that a chart shows: what it is, and the places of its points on the screen, px. */
interface Picture {
  shapes: string[];
  places: number[];
}

function pictureOf(chart: Chart): Picture {
  const places: number[] = [];
  const elements: string[] = chart.renderToSVGString().match(/<(path|text)[^>]*>[^<]*/g) ?? [];
  const shapes = elements.map((element) => {
    const [, x = '0', y = '0'] = /transform="translate\(([-\d.]+)[ ,]([-\d.]+)\)"/.exec(element) ?? [];
    if (element.startsWith('<text')) places.push(Number(x), Number(y));
    return element
      .replace(/ (transform|clip-path|class|ecmeta_\w+)="[^"]*"/g, '')
      .replace(/ d="([^"]*)"/, (_, path: string) => {
        let isX = false;
        return path.replace(/-?\d+(\.\d+)?(e-?\d+)?/g, (number) => {
          isX = !isX;
          places.push(Number(number) + Number(isX ? x : y));
          return ' # ';
        });
      });
  });
  return { shapes, places };
}

/** Two pictures that nobody can tell apart: SVG has tenths of a px, twice where something was moved. */
function expectSame(one: Picture | undefined, other: Picture) {
  expect(one?.shapes).toEqual(other.shapes);
  const distances = other.places.map((place, at) => Math.abs(place - (one?.places[at] ?? Number.NaN)));
  expect(Math.max(...distances)).toBeLessThan(0.11);
}

/** A chart that was drawn until a second and has grown from then on; undefined where it has to be drawn again. */
function grownChart(from: number, to: readonly number[], given: Given): Chart | undefined {
  const input = inputOf(dataUntil(from, given), given);
  const { chart, option } = drawnChart(input);
  const grown = createGrownLines(chart, { querySelectorAll: () => [] } as unknown as HTMLElement);
  for (const second of to) {
    const growth = chartGrowth(input, option, dataUntil(second, given));
    if (!growth || !grown.draw(growth)) return undefined;
  }
  return chart;
}

function grownPicture(from: number, to: readonly number[], given: Given): Picture | undefined {
  const chart = grownChart(from, to, given);
  return chart && pictureOf(chart);
}

/** What a chart shows that is drawn as a whole. */
const wholePicture = (second: number, given: Given) =>
  pictureOf(drawnChart(inputOf(dataUntil(second, given), given)).chart);

it.each<[what: string, given: Given]>([
  ['a line', {}],
  ['two lines with surfaces', { keys: [{ fillLines: true }, { fillLines: true, lineWidth: 4 }] }],
  ['a smooth line', { settings: { smoothLines: true } }],
  ['states', { kind: 'state', keys: [{}, { fillLines: true }] }],
  ['lines of which one is hidden', { keys: [{}, {}], hidden: [0] }],
  ['a line with a fixed axis that it leaves', { settings: { yaxis: { min: 20, max: 60 } } }],
  ['a line beside that of another time', { before: true }],
  ['lines with points', { keys: [{ showPoints: true }, { showPoints: true, showPointShape: 'cross' }] }],
  ['points without lines', { keys: [{ showPoints: true, showLines: false, showPointsLineWidth: 0 }, {}] }],
  ['stacked lines', { settings: { stack: true }, keys: [{}, {}, {}] }],
  ['stacked surfaces', { settings: { stack: true }, keys: [{ fillLines: true }, { fillLines: true }] }],
  [
    'stacked lines beside one that is not',
    { settings: { stack: true }, keys: [{}, { excludeFromStacking: true }, {}] },
  ],
  ['stacked lines with points', { settings: { stack: true }, keys: [{ showPoints: true }, { showPoints: true }] }],
  ['stacked states', { kind: 'state', settings: { stack: true }, keys: [{ fillLines: true }, { fillLines: true }] }],
])('what has grown looks like what is drawn as a whole: %s', (_, given) => {
  const picture = grownPicture(103, [103.5, 104, 104.5], given);
  expectSame(picture, wholePicture(104.5, given));
  expect(picture).not.toEqual(wholePicture(103, given));
  expect(picture?.shapes.some((shape) => shape.startsWith('<text'))).toBe(true);
});

/** A bar as it is seen, px. */
type SeenBar = [x: number, y: number, width: number, height: number];

/** The bars of a chart, in their order, as far as they are within it. */
function barsOf(chart: Chart): SeenBar[] {
  const [left, right] = [0, 1].map((end) => {
    const axis = (chart.getOption() as { xAxis: { min: number; max: number }[] }).xAxis[0];
    return Number(chart.convertToPixel({ xAxisIndex: 0 }, (end === 0 ? axis?.min : axis?.max) ?? 0));
  }) as [number, number];
  const bars: SeenBar[] = [];
  const see = (x: number, y: number, width: number, height: number) => {
    const [from, to] = [Math.max(left, x), Math.min(right, x + width)];
    if (to - from > 0.001 && height !== 0) bars.push([from, Math.min(y, y + height), to - from, Math.abs(height)]);
  };
  for (const shown of chart.getZr().storage.getDisplayList(true)) {
    const { type, x, shape, barWidth } = shown as unknown as {
      type: string;
      x: number;
      shape: { x: number; y: number; width: number; height: number; points: number[] };
      barWidth: number;
    };
    if (type === 'rect') see(shape.x + x, shape.y, shape.width, shape.height);
    const { length } = type === 'largeBar' ? shape.points : [];
    for (let at = 0; at < length; at += 3)
      see((shape.points[at] ?? 0) + x, shape.points[at + 1] ?? 0, barWidth, shape.points[at + 2] ?? 0);
  }
  return bars;
}

it.each<[what: string, given: Given]>([
  ['bars', { kind: 'bar' }],
  ['bars beside each other', { kind: 'bar', keys: [{}, {}], settings: { barAlignment: 'right' } }],
  ['stacked bars', { kind: 'bar', keys: [{}, {}], settings: { stack: true } }],
  ['many bars', { kind: 'bar', keys: [{}, {}], every: 100 }],
  ['many stacked bars', { kind: 'bar', keys: [{}, {}], settings: { stack: true }, every: 100 }],
])('bars that have come look like those that are drawn as a whole: %s', (_, given) => {
  const grown = grownChart(103, [103.5, 104, 104.5], given);
  const whole = drawnChart(inputOf(dataUntil(104.5, given), given)).chart;
  const [bars, others] = [grown ? barsOf(grown) : [], barsOf(whole)];
  expect(bars.length).toBe(others.length);
  expect(others.length).toBeGreaterThan(100);
  for (const [at, bar] of bars.entries())
    for (const [side, place] of bar.entries())
      expect(Math.abs(place - (others[at]?.[side] ?? Number.NaN))).toBeLessThan(0.11);
});

/** Data in which the last points of a row are others. */
function withEnd(data: WidgetData, row: number, change: (points: readonly Point[]) => Point[]): WidgetData {
  const rows = data.rows.map((one, at) => (at === row ? { ...one, data: change(one.data) } : one));
  return { ...data, rows };
}

const lastBecomes =
  (other: number) =>
  (points: readonly Point[]): Point[] => [...points.slice(0, -1), [points.at(-1)?.[0] ?? 0, other]];

const LONE: Given = { settings: { yaxis: { min: 0, max: 100 } }, keys: [{}, { fillLines: true }] };
/** Values until second 103 of a time that ends later, and those that come after a pause. */
const lone = (...more: Point[]): WidgetData => {
  const data = withEnd(dataUntil(103, LONE), 0, (points) => [...points, ...more]);
  return { ...data, range: { minTime: START + 50_000, maxTime: START + 110_000 } };
};
const STACKED: Given = { settings: { stack: true }, keys: [{ fillLines: true }, { showPoints: true }, {}] };

it.each<[what: string, given: Given, steps: readonly WidgetData[]]>([
  [
    'the last value of a line with points becomes another one',
    { keys: [{ showPoints: true }] },
    [55, 60].map((other) => withEnd(dataUntil(103.5, { keys: [{ showPoints: true }] }), 0, lastBecomes(other))),
  ],
  [
    'what stands on a value that becomes another one moves with it',
    STACKED,
    [70, 30].map((other) => withEnd(dataUntil(103.5, STACKED), 0, lastBecomes(other))),
  ],
  [
    'dots of values that stand alone come and go',
    LONE,
    [
      lone(),
      lone([START + 105_000, 30]),
      lone([START + 105_000, 30], [START + 107_000, 40]),
      lone([START + 105_000, 30], [START + 105_500, 40]),
    ],
  ],
  [
    'what has no value to stand on stands on one that comes later',
    STACKED,
    [withEnd(dataUntil(103.5, STACKED), 0, (points) => points.slice(0, -1)), dataUntil(103.5, STACKED)],
  ],
])('%s', (_, given, steps) => {
  const before = dataUntil(103, given);
  const input = inputOf({ ...before, range: steps[0]?.range }, given);
  const { chart, option } = drawnChart(input);
  const grown = createGrownLines(chart, { querySelectorAll: () => [] } as unknown as HTMLElement);
  for (const step of steps) {
    const growth = chartGrowth(input, option, step);
    expect(growth && grown.draw(growth)).toBe(true);
    expectSame(pictureOf(chart), pictureOf(drawnChart(inputOf(step, given)).chart));
  }
});

it('a bar whose value becomes another one is drawn with that alone', () => {
  const given: Given = { kind: 'bar' };
  const input = inputOf(dataUntil(100, given), given);
  const { chart, option } = drawnChart(input);
  const grown = createGrownLines(chart, { querySelectorAll: () => [] } as unknown as HTMLElement);
  const count = barsOf(chart).length;
  for (const other of [20, 70]) {
    const next = withEnd(dataUntil(100, given), 0, lastBecomes(other));
    const growth = chartGrowth(input, option, next);
    expect(growth && grown.draw(growth)).toBe(true);
    const whole = barsOf(drawnChart(inputOf(next, given)).chart);
    expect(barsOf(chart)).toHaveLength(count);
    for (const [side, place] of (barsOf(chart).at(-1) ?? []).entries())
      expect(place).toBeCloseTo(whole.at(-1)?.[side] ?? 0, 1);
  }
});

it('what has grown on an axis that stays looks like what is drawn as a whole', () => {
  const given: Given = { settings: { yaxis: { min: 0, max: 100 } }, keys: [{}, { fillLines: true }] };
  const still = (second: number) => {
    const range = dataUntil(100, given).range;
    return { ...dataUntil(second, given), range: range && { ...range, maxTime: range.maxTime + 20_000 } };
  };
  const input = inputOf(still(100), given);
  const { chart, option } = drawnChart(input);
  const grown = createGrownLines(chart, { querySelectorAll: () => [] } as unknown as HTMLElement);
  for (const second of [104, 110, 115]) {
    const growth = chartGrowth(input, option, still(second));
    expect(growth && grown.draw(growth)).toBe(true);
  }
  expectSame(pictureOf(chart), pictureOf(drawnChart(inputOf(still(115), given)).chart));
});

it('what ECharts draws after that is where it belongs', () => {
  const input = inputOf(dataUntil(100, {}), {});
  const { chart, option } = drawnChart(input);
  const grown = createGrownLines(chart, { querySelectorAll: () => [] } as unknown as HTMLElement);
  const growth = chartGrowth(input, option, dataUntil(101.5, {}));
  expect(growth && grown.draw(growth)).toBe(true);
  grown.reset();
  chart.setOption(withPackedPoints(chartOption(inputOf(dataUntil(101.5, {}), {}))), {
    replaceMerge: ['series', 'xAxis', 'yAxis'],
  });
  expectSame(pictureOf(chart), wholePicture(101.5, {}));
});

it('a chart is drawn as a whole where more has changed than the ends of its lines', () => {
  // A bar that a line stands on.
  const both: Given = { kind: 'bar', settings: { stack: true }, keys: [{}, { showLines: true }] };
  expect(grownPicture(100, [101], both)).toBeUndefined();
  // Lines across it, which would have to move.
  expect(grownPicture(100, [101], { settings: { grid: { verticalLines: true } } })).toBeUndefined();
  // Texts of newer times are missing after a while.
  expect(grownPicture(100, [103], {})).toBeUndefined();
  // Values beyond their axis.
  const input = inputOf(dataUntil(100, {}), {});
  const { chart, option } = drawnChart(input);
  const next = dataUntil(101, {});
  const [row] = next.rows;
  const rows = [
    { ...(row as DataRow), data: [...(row as DataRow).data.slice(0, -1), [START + 101_000, 1000]] as Point[] },
  ];
  const growth = chartGrowth(input, option, { ...next, rows });
  const grown = createGrownLines(chart, { querySelectorAll: () => [] } as unknown as HTMLElement);
  const before = pictureOf(chart);
  expect(growth && grown.draw(growth)).toBe(false);
  expect(pictureOf(chart)).toEqual(before);
  // Other rows, another width of time, a failure.
  const same = dataUntil(100, {});
  expect(chartGrowth(input, option, { ...same, rows: [] })).toBeUndefined();
  expect(chartGrowth(input, option, { ...same, range: { minTime: 0, maxTime: 1 } })).toBeUndefined();
  expect(chartGrowth(input, option, { ...same, status: 'error' })).toBeUndefined();
});
