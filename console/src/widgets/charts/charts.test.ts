import { describe, expect, it } from 'vitest';
import { linePath } from '../../controls/sparkline.tsx';
import { matchingRows, timeRows } from '../cards/time-rows.ts';
import type { DataRow, Point, Settings, WidgetData } from '../model.ts';
import type { Scripts } from '../sandbox/scripts.ts';
import { testMachine } from '../sandbox/test-machine.ts';
import { chartHasScripts, textFunction } from './chart-functions.ts';
import type { ChartInput } from './chart-input.ts';
import { chartOption } from './chart-option.ts';
import { pieSlices, slicePath } from './pie-model.ts';

const COLORS = {
  surface: '#ffffff',
  text: '#000000',
  text2: '#222222',
  text3: '#444444',
  line: '#cccccc',
  line2: '#eeeeee',
  accent: '#0000ff',
};

function row(label: string, data: readonly Point[], settings: Settings = {}): DataRow {
  return {
    datasourceIndex: 0,
    datasource: { type: 'entity', dataKeys: [] },
    entity: { entityType: 'DEVICE', id: 'd', name: 'Device', label: 'Device', description: '' },
    aliasName: '',
    dataKey: { name: label, type: 'timeseries', label, color: '#2196f3', settings },
    data,
  };
}

function data(rows: DataRow[], range = { minTime: 0, maxTime: 100 }): WidgetData {
  return { status: 'ready', rows, entities: [], pages: [], range, interval: 10, aggregation: 'AVG' };
}

function input(
  settings: Settings,
  rows: DataRow[],
  more: { comparison?: WidgetData; scripts?: Scripts } = {},
): ChartInput {
  return {
    kind: 'line',
    data: data(rows),
    config: { settings },
    colors: COLORS,
    hidden: new Set(),
    locale: 'en-US',
    width: 600,
    height: 300,
    texts: { compared: (label) => `${label} before` },
    ...more,
  };
}

function option(settings: Settings, rows: DataRow[], more: { comparison?: WidgetData; scripts?: Scripts } = {}) {
  return chartOption(input(settings, rows, more)) as {
    series: Record<string, unknown>[];
    xAxis: Record<string, unknown>[];
    yAxis: { axisLabel: { formatter: (value: number) => string } }[];
  };
}

const scripts = testMachine();

describe('charts over time', () => {
  it('draw the compared time on an axis of its own, dashed', () => {
    const now = row('a', [[50, 1]]);
    const before = data([row('a', [[-50, 2]])], { minTime: -100, maxTime: 0 });
    const made = option({ comparisonEnabled: true, stack: true }, [now], { comparison: before });
    expect(made.xAxis.map(({ min, max }) => [min, max])).toEqual([
      [0, 100],
      [-100, 0],
    ]);
    expect(made.series[1]).toMatchObject({
      name: 'a before',
      xAxisIndex: 1,
      data: [[-50, 2]],
      // The second colour of the palette, paler.
      lineStyle: { type: 'dashed', color: 'rgba(13, 138, 114, 0.6)' },
    });
    // Stacked, two times would add up.
    expect(made.series[0]?.stack).toBeUndefined();
  });

  it('leave out the compared values of keys that do not want them', () => {
    const now = row('a', [[50, 1]], { comparisonSettings: { showValuesForComparison: false } });
    expect(option({}, [now], { comparison: data([now]) }).series).toHaveLength(1);
  });

  it('write ticks with the function of their settings, and as always when it fails', () => {
    const rows = [row('a', [[50, 1]])];
    const settings = { yaxis: { ticksFormatter: 'return value * 2 + " x";' } };
    expect(option(settings, rows, { scripts }).yAxis[0]?.axisLabel.formatter(4)).toBe('8 x');
    for (const ticksFormatter of ['throw new Error("x");', 'return (', 'while (true) {}'])
      expect(option({ yaxis: { ticksFormatter } }, rows, { scripts }).yAxis[0]?.axisLabel.formatter(4)).toBe('4');
    expect(textFunction(scripts, '  ')(1)).toBeUndefined();
  });

  it('need the sandbox only for functions that are there', () => {
    expect(chartHasScripts({ settings: { yaxis: { ticksFormatter: '' } } })).toBe(false);
    expect(chartHasScripts({ settings: { tooltipValueFormatter: 'return 1;' } })).toBe(true);
  });

  it('thin out more points than can be told apart, but never stacked ones', () => {
    const points = Array.from({ length: 2000 }, (_, time): Point => [time, time % 7]);
    const drawn = (settings: Settings) => option(settings, [row('a', points)]).series[0];
    expect(drawn({})?.data).toHaveLength(602);
    expect(drawn({ stack: true })?.data).toHaveLength(2000);
    expect(drawn({ stack: true })?.sampling).toBeUndefined();
    expect(option({}, [row('a', points.slice(0, 50))]).series[0]?.sampling).toBeUndefined();
  });

  it('draw fine lines where there are very many points, hidden ones or not, but no finer than a key asks for', () => {
    const points = Array.from({ length: 2000 }, (_, time): Point => [time, time % 7]);
    const rows = Array.from({ length: 20 }, (_, index) => row(`${index}`, points, index === 1 ? { lineWidth: 3 } : {}));
    const widths = (some: DataRow[], hidden: number[] = []) =>
      (
        chartOption({ ...input({}, some), hidden: new Set(hidden) }) as { series: { lineStyle: { width: number } }[] }
      ).series.map(({ lineStyle }) => lineStyle.width);
    expect(widths(rows).slice(0, 3)).toEqual([1, 3, 1]);
    expect(widths(rows, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]).slice(0, 2)).toEqual([1, 3]);
    expect(widths(rows.slice(0, 3))).toEqual([1.8, 3, 1.8]);
  });
});

describe('stretches without data', () => {
  const HOUR = 3_600_000;
  const hourly = (...hours: number[]) => hours.map((hour): Point => [hour * HOUR, hour]);
  const drawn = (points: readonly Point[], kind: 'line' | 'state' = 'line') =>
    (chartOption({ ...input({}, [row('a', points)]), kind }) as { series: { data: unknown[] }[] }).series[0];

  it('end the line, which begins again with the next point', () => {
    expect(drawn(hourly(0, 1, 2, 8, 9))).toMatchObject({
      data: [
        [0, 0],
        [HOUR, 1],
        [2 * HOUR, 2],
        [5 * HOUR, null],
        [8 * HOUR, 8],
        [9 * HOUR, 9],
      ],
      connectNulls: false,
    });
  });

  it('are more than one point that came late', () => {
    expect(drawn(hourly(0, 1, 2, 4, 5))?.data).not.toContainEqual(expect.arrayContaining([null]));
  });

  it('leave a dot for a point between two of them', () => {
    const made = drawn(hourly(0, 1, 2, 8, 20, 21)) as unknown as Record<string, unknown>;
    expect(made.showSymbol).toBe(true);
    const symbol = made.symbol as (value: [number]) => string;
    expect([symbol([8 * HOUR]), symbol([HOUR])]).toEqual(['circle', 'none']);
  });

  it('do not exist for states, which hold until the next one', () => {
    expect(drawn(hourly(0, 1, 2, 8, 9), 'state')?.data).toHaveLength(5);
  });

  it('end the little line of a card too', () => {
    const points = [0, 1, 2, 8, 9].map((hour) => ({ ts: hour * HOUR, value: hour }));
    expect(linePath(points, 100, 20).match(/M/g)).toHaveLength(2);
    expect(linePath(points, 100, 20, 6 * HOUR).match(/M/g)).toHaveLength(1);
  });
});

describe('bars of the calendar', () => {
  const day = (month: number, date: number) => new Date(2026, month - 1, date).getTime();
  const YEAR = { minTime: day(1, 1), maxTime: day(13, 1) };
  const monthly = (...values: [month: number, value: number][]) =>
    values.map(([month, value]): Point => [day(month, 15), value]);

  function made(settings: Settings, rows: DataRow[], range = YEAR) {
    const values: WidgetData = { ...data(rows, range), calendar: 'MONTH' };
    return chartOption({ ...input(settings, rows), kind: 'bar', data: values, calendarBars: true }) as {
      series: {
        type: string;
        data: number[][];
        renderItem: (params: unknown, item: unknown) => { shape: { x: number; width: number; height: number } };
      }[];
      xAxis: { axisLabel: { customValues: number[]; formatter: (time: number) => string } }[];
    };
  }

  it('reach from the first to the last day of each month', () => {
    const [series] = made({}, [row('a', monthly([1, 5], [2, 6]))]).series;
    expect(series?.type).toBe('custom');
    expect(series?.data.map((bar) => bar.slice(2))).toEqual([
      [day(1, 1), day(2, 1), 0, 5],
      [day(2, 1), day(3, 1), 0, 6],
    ]);
  });

  it('stand on each other where they are stacked, those below zero apart', () => {
    const rows = [row('a', monthly([1, 5])), row('b', monthly([1, -2])), row('c', monthly([1, 3]))];
    expect(made({ stack: true }, rows).series.map(({ data: [bar] }) => bar?.slice(4))).toEqual([
      [0, 5],
      [0, -2],
      [5, 8],
    ]);
  });

  it('share the width of a month, which is that of its days, and leave out what is not shown', () => {
    const rows = [row('a', monthly([1, 5], [2, 5], [12, 5])), row('b', monthly([2, 5]))];
    const range = { minTime: day(1, 11), maxTime: day(13, 1) };
    // One px a day, and one for a unit.
    const item = (bar: number[]) => ({
      value: (dimension: number) => bar[dimension],
      coord: ([time, value]: [number, number]) => [(time - day(1, 11)) / 86_400_000, 100 - value],
    });
    const params = { coordSys: { x: 0, width: 355 } };
    const { series } = made({}, rows, range);
    const shapes = series[0]?.data.map((bar) => series[0]?.renderItem(params, item(bar)).shape);
    const width = (days: number) => (days * 0.84) / 2 - 1;
    expect(shapes?.map((shape) => shape?.width)).toEqual([21, 28, 31].map((days) => expect.closeTo(width(days), 0)));
    expect(shapes?.[0]?.x).toBeGreaterThan(0);
    const second = series[1]?.renderItem(params, item(series[1]?.data[0] as number[])).shape;
    expect(second?.x).toBeCloseTo(21 + 28 / 2, 0);
  });

  it('have the names of their months below them, as many as there is room for', () => {
    const [axis] = made({}, [row('a', monthly([1, 5]))]).xAxis;
    const names = axis?.axisLabel.customValues.map((time) => axis.axisLabel.formatter(time));
    expect(names).toEqual(['Jan 2026', 'Mar', 'May', 'Jul', 'Sep', 'Nov']);
  });
});

describe('pies', () => {
  it('share the circle by the latest values; what is hidden or not a number has no slice', () => {
    const rows = [row('a', [[1, 1]]), row('b', [[1, '3']]), row('c', [[1, 'text']]), row('d', [[1, 9]])];
    const slices = pieSlices(rows, new Set([3]));
    expect(slices.map(({ index, share }) => [index, share])).toEqual([
      [0, 0.25],
      [1, 0.75],
    ]);
    expect(slices[1]?.to).toBeCloseTo(2 * Math.PI);
    expect(pieSlices([], new Set())).toEqual([]);
    const huge = [row('a', [[1, 1e308]]), row('b', [[1, 1e308]])];
    expect(pieSlices(huge, new Set()).map(({ share }) => share)).toEqual([0.5, 0.5]);
  });

  it('draw one value as a whole circle, where begin and end of an arc would be one', () => {
    expect(slicePath({ from: 0, to: 2 * Math.PI, share: 1 }, 100, 0).match(/A/g)).toHaveLength(2);
    expect(slicePath({ from: 0, to: 2 * Math.PI, share: 1 }, 100, 50).match(/A/g)).toHaveLength(4);
    expect(slicePath({ from: 0, to: Math.PI / 2, share: 0.25 }, 100, 0)).toContain('0 0 1 100.000,');
  });
});

describe('the table of values over time', () => {
  it('finds the lines with a value that has the text', () => {
    const lines = timeRows(
      [
        row('a', [
          [1, 'Door open'],
          [2, 'closed'],
        ]),
      ],
      false,
    );
    expect(matchingRows(lines, ' OPEN ').map(({ time }) => time)).toEqual([1]);
    expect(matchingRows(lines, '')).toHaveLength(2);
  });
});
