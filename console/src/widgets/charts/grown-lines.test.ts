import { LineChart } from 'echarts/charts';
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

core.use([LineChart, GridSimpleComponent, SVGRenderer]);

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
}

const value = (second: number, series: number) => Math.round(50 + 40 * Math.sin(second / 3 + series));

/** A minute of values, one each half second, that ends at a second. */
function dataUntil(second: number, { keys = [{}] }: Given, times = 1): WidgetData {
  const rows = keys.map((settings, series): DataRow => {
    const count = 2 * second + 1;
    const points = Array.from(
      { length: count },
      (_, index): Point => [START + 500 * index, times * value(index / 2, series)],
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
    return element.replace(/ (transform|clip-path|class)="[^"]*"/g, '').replace(/ d="([^"]*)"/, (_, path: string) => {
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

/** What a chart shows that was drawn until a second and has grown from then on; undefined where it has to be drawn anew. */
function grownPicture(from: number, to: readonly number[], given: Given): Picture | undefined {
  const input = inputOf(dataUntil(from, given), given);
  const { chart, option } = drawnChart(input);
  const grown = createGrownLines(chart, { querySelectorAll: () => [] } as unknown as HTMLElement);
  for (const second of to) {
    const growth = chartGrowth(input, option, dataUntil(second, given));
    if (!growth || !grown.draw(growth)) return undefined;
  }
  return pictureOf(chart);
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
])('what has grown looks like what is drawn as a whole: %s', (_, given) => {
  const picture = grownPicture(103, [103.5, 104, 104.5], given);
  expectSame(picture, wholePicture(104.5, given));
  expect(picture).not.toEqual(wholePicture(103, given));
  expect(picture?.shapes.some((shape) => shape.startsWith('<text'))).toBe(true);
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
  // What is stacked or drawn with points.
  expect(grownPicture(100, [101], { settings: { stack: true }, keys: [{}, {}] })).toBeUndefined();
  expect(grownPicture(100, [101], { keys: [{ showPoints: true }] })).toBeUndefined();
  // Bars.
  const bars: Given = { kind: 'bar' };
  const barInput = inputOf(dataUntil(100, bars), bars);
  expect(chartGrowth(barInput, chartOption(barInput), dataUntil(101, bars))).toBeUndefined();
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
