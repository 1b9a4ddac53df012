/** Runs in a page: charts that grow there on a canvas, and pictures of them. */
import { BarChart } from 'echarts/charts';
import { use } from 'echarts/core';
import type { GrowingChart, GrownPictures } from '../../e2e/harness/growing-chart.ts';
import { chartGrowth } from '../src/widgets/charts/chart-growth.ts';
import type { ChartInput } from '../src/widgets/charts/chart-input.ts';
import { chartOption } from '../src/widgets/charts/chart-option.ts';
import { withPackedPoints } from '../src/widgets/charts/drawn-points.ts';
import { createChart } from '../src/widgets/charts/echarts.ts';
import { createGrownLines } from '../src/widgets/charts/grown-lines.ts';
import type { DataRow, Point, WidgetData } from '../src/widgets/model.ts';

use([BarChart]);

const START = 1_700_000_040_000;
const COLORS = {
  ...{ surface: '#ffffff', text: '#000000', text2: '#222222', text3: '#444444' },
  ...{ line: '#cccccc', line2: '#eeeeee', accent: '#0000ff' },
};
const SIZE = { width: 400, height: 200 };
/** Of 255, four dots together: browsers smooth the edges of long lines less finely than of what is painted of them. */
const MOST = 48;

function dataUntil(second: number, { keys = [{}], every = 500, pauses = [] }: GrowingChart): WidgetData {
  const rows = keys.map((settings, series): DataRow => {
    const times = Array.from({ length: Math.floor((1000 * second) / every) + 1 }, (_, index) => every * index);
    const points = times
      .filter((time) => !pauses.some(([from, to]) => time > 1000 * from && time < 1000 * to))
      .map((time): Point => [START + time, Math.round(50 + 45 * Math.sin(time / 2900 + series))]);
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

/** In how many places pictures differ on white: four dots at a time. */
function differences(one: ImageData, other: ImageData): number {
  const onWhite = ({ data, width }: ImageData, x: number, y: number, channel: number) => {
    const at = 4 * (y * width + x);
    const alpha = (data[at + 3] ?? 0) / 255;
    return (data[at + channel] ?? 0) * alpha + 255 * (1 - alpha);
  };
  const mean = (picture: ImageData, x: number, y: number, channel: number) =>
    [0, 1, 2, 3].reduce((sum, dot) => sum + onWhite(picture, x + (dot & 1), y + (dot >> 1), channel), 0) / 4;
  let count = 0;
  for (let y = 0; y + 1 < one.height; y++)
    for (let x = 0; x + 1 < one.width; x++)
      if ([0, 1, 2].some((channel) => Math.abs(mean(one, x, y, channel) - mean(other, x, y, channel)) > MOST)) count++;
  return count;
}

/** Draws a chart as a whole at a second, lets it grow until others, and repaints all of that. */
export function grownPictures(given: GrowingChart, from: number, seconds: readonly number[]): GrownPictures {
  const element = document.createElement('div');
  Object.assign(element.style, { width: `${SIZE.width}px`, height: `${SIZE.height}px` });
  document.body.replaceChildren(element);
  const chart = createChart(element);
  const input: ChartInput = {
    ...{ kind: given.kind ?? 'line', data: dataUntil(from, given), config: { settings: given.settings ?? {} } },
    ...{ colors: COLORS, hidden: new Set<number>(), locale: 'en-US', ...SIZE },
    texts: { compared: (label) => label },
  };
  const option = { ...chartOption(input), tooltip: undefined };
  chart.setOption(withPackedPoints(option));
  chart.getZr().flush();
  const canvas = element.querySelector('canvas') as HTMLCanvasElement;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const picture = () => context.getImageData(0, 0, canvas.width, canvas.height);
  const before = picture();
  let moved = 0;
  const drawImage = context.drawImage.bind(context) as (...image: unknown[]) => void;
  context.drawImage = (...image: unknown[]) => {
    moved++;
    drawImage(...image);
  };
  const grown = createGrownLines(chart, element);
  const drawn = seconds.filter((second) => {
    const growth = chartGrowth(input, option, dataUntil(second, given));
    return growth !== undefined && grown.draw(growth);
  }).length;
  const after = picture();
  chart.getZr().refreshImmediately();
  const whole = picture();
  chart.dispose();
  const pictures = { different: differences(after, whole), changed: differences(after, before) };
  return { drawn, times: seconds.length, moved, ...pictures };
}

Object.assign(window, { grownPictures });
