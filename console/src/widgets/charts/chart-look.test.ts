import { describe, expect, it } from 'vitest';
import type { DataRow, Point, Settings, WidgetData } from '../model.ts';
import { seriesColor } from '../runtime/palette.ts';
import type { Scripts } from '../sandbox/scripts.ts';
import { testMachine } from '../sandbox/test-machine.ts';
import { chartHasScripts } from './chart-functions.ts';
import type { ChartKind } from './chart-input.ts';
import { chartOption } from './chart-option.ts';
import { legendRows } from './chart-series.ts';
import { customShape, drawnShape } from './drawn-shapes.ts';

const COLORS = {
  surface: '#ffffff',
  text: '#000000',
  text2: '#222222',
  text3: '#444444',
  line: '#cccccc',
  line2: '#eeeeee',
  accent: '#0000ff',
};
const scripts = testMachine();
const texts = { compared: (label: string) => `${label} before` };

function row(settings: Settings = {}, data: readonly Point[] = [[50, 1]], label = 'a'): DataRow {
  return {
    datasourceIndex: 0,
    datasource: { type: 'entity', dataKeys: [] },
    entity: { entityType: 'DEVICE', id: 'd', name: 'Device', label: 'Device', description: '' },
    aliasName: '',
    dataKey: { name: label, type: 'timeseries', label, color: '#2196f3', settings },
    data,
  };
}

interface Made {
  grid: Record<string, unknown>;
  xAxis: { axisLabel: object; splitLine: object }[];
  yAxis: { axisLabel: object; splitLine: object }[];
  series: Record<string, unknown>[];
  tooltip: { formatter: (items: object[]) => HTMLElement | '' };
}

interface Given {
  kind?: ChartKind;
  settings?: Settings;
  hidden?: number[];
  aggregation?: string;
  comparison?: WidgetData;
  scripts?: Scripts;
}

function made(
  rows: DataRow[],
  { kind = 'line', settings = {}, hidden = [], aggregation = 'AVG', ...more }: Given = {},
) {
  const data = { status: 'ready', rows, entities: [], pages: [], range: { minTime: 0, maxTime: 100 }, interval: 10 };
  return chartOption({
    ...{ kind, data: { ...data, aggregation } as WidgetData, config: { settings }, colors: COLORS },
    ...{ hidden: new Set(hidden), locale: 'en-US', width: 659, height: 300, texts, shapes: customShape },
    ...more,
  }) as unknown as Made;
}

describe('the look of a chart', () => {
  it('is that of the theme where settings are those of every new chart', () => {
    const given = {
      fontColor: '#545454',
      fontSize: 10,
      shadowSize: 4,
      grid: { color: '#545454', tickColor: '#DDDDDD', outlineWidth: 1, backgroundColor: null, horizontalLines: true },
    };
    const { grid, yAxis, series } = made([row()], { settings: given });
    expect(grid).toMatchObject({ show: false });
    expect(yAxis[0]).toMatchObject({
      // Canvases know no inheritance.
      axisLabel: { color: COLORS.text3, fontSize: 11, fontFamily: expect.stringContaining('Inter') },
      splitLine: { show: true, lineStyle: { color: COLORS.line2 } },
    });
    expect(series[0]?.lineStyle).not.toHaveProperty('shadowBlur');
  });

  it('has the texts, lines, frame and ground of its settings', () => {
    const settings = {
      ...{ fontColor: '#aa0000', fontSize: 16, shadowSize: 8 },
      grid: {
        color: '#00aa00',
        tickColor: '#0000aa',
        outlineWidth: 3,
        backgroundColor: '#fafafa',
        verticalLines: true,
      },
      yaxis: { color: '#bb00bb' },
    };
    const { grid, xAxis, yAxis, series } = made([row()], { settings });
    expect(grid).toMatchObject({ show: true, borderColor: '#00aa00', borderWidth: 3, backgroundColor: '#fafafa' });
    expect(xAxis[0]).toMatchObject({
      axisLabel: { color: '#aa0000', fontSize: 16 },
      splitLine: { show: true, lineStyle: { color: '#0000aa' } },
    });
    expect(yAxis[0]).toMatchObject({ axisLabel: { color: '#bb00bb' } });
    expect(series[0]?.lineStyle).toMatchObject({ shadowBlur: 8 });
  });

  it('keeps free around the values what its settings say, and enough of the widget for them', () => {
    const of = (grid: Settings) => made([row()], { settings: { grid } }).grid;
    const own = { left: 4, right: 10, top: 10, bottom: 2, containLabel: true };
    expect(of({})).toMatchObject(own);
    expect(of({ margin: 20 })).toMatchObject({ left: 24, right: 30, top: 30, bottom: 22 });
    expect(of({ margin: { left: 40, bottom: 8 } })).toMatchObject({ left: 44, right: 10, top: 10, bottom: 10 });
    expect(of({ minBorderMargin: 25 })).toMatchObject({ left: 4, right: 25, top: 25, bottom: 2 });
    expect(of({ minBorderMargin: 3, margin: 5 })).toMatchObject({ left: 9, right: 15, top: 15, bottom: 7 });
    for (const margin of [-50, '20', null, Number.NaN, { left: 'wide', right: -3 }]) {
      expect(of({ margin, minBorderMargin: margin })).toMatchObject(own);
    }
    expect(of({ margin: 1e9 })).toMatchObject({ left: 659 * 0.3, top: 300 * 0.3 });
  });

  it('draws thresholds as thick as they say, else as the chart says, and none of hidden series', () => {
    const thresholds = [{ thresholdValue: 5 }, { thresholdValue: '7', lineWidth: 4, color: '#123456' }];
    const settings = { thresholdsLineWidth: 3 };
    const { series } = made([row({ thresholds })], { settings });
    expect(series[0]?.markLine).toMatchObject({
      data: [
        { yAxis: 5, lineStyle: { width: 3 } },
        { yAxis: 7, lineStyle: { width: 4, color: '#123456' } },
      ],
    });
    expect(made([row({ thresholds })], { settings, hidden: [0] }).series[0]?.markLine).toBeUndefined();
  });
});

describe('points of a chart', () => {
  it('are rings as thick and as large as their settings say; a cross has lines only', () => {
    const { series } = made([row({ showPoints: true, showPointsRadius: 6, showPointsLineWidth: 3 })]);
    expect(series[0]).toMatchObject({
      ...{ symbol: 'circle', symbolSize: 12, showSymbol: true },
      itemStyle: { color: COLORS.surface, borderColor: '#2196f3', borderWidth: 3 },
    });
    const [cross] = made([row({ showPoints: true, showPointShape: 'cross' })]).series;
    expect(cross).toMatchObject({ itemStyle: { color: 'transparent', borderColor: '#2196f3' } });
  });

  it('have the shape that a function draws, and are circles when it fails', () => {
    const key = (pointShapeFormatter: string) =>
      row({ showPoints: true, showPointShape: 'custom', showPointsRadius: 4, pointShapeFormatter });
    const drawn = made([key('ctx.moveTo(x - radius, y); ctx.lineTo(x + radius, y); ctx.lineTo(x, y - radius);')], {
      scripts,
    });
    expect(drawn.series[0]).toMatchObject({
      symbol: 'path://M-4.000,0.000L4.000,0.000L0.000,-4.000',
      symbolSize: [8, 4],
      symbolOffset: [0, -2],
    });
    for (const body of ['throw new Error("x");', 'while (true) {}', '', 'ctx.moveTo(x, "<b>"); ctx.nothing();'])
      expect(made([key(body)], { scripts }).series[0]?.symbol).toBe('circle');
    const dataKeys = [{ name: 'a', type: 'timeseries' as const, settings: key('x').dataKey.settings }];
    expect(chartHasScripts({ datasources: [{ type: 'entity', dataKeys }] })).toBe(true);
  });

  it('may be parts of circles, whose box is as large as they are', () => {
    const circle = drawnShape([['arc', 0, 0, 5, 0, 2 * Math.PI, false]]);
    expect(circle).toMatchObject({ width: expect.closeTo(10), height: expect.closeTo(10), x: expect.closeTo(0) });
    expect(drawnShape([['lineTo', 1, Number.NaN]])).toBeUndefined();
    expect(drawnShape('no list')).toBeUndefined();
  });
});

describe('bars of a chart', () => {
  const bars = (settings: Settings, more: Given = {}) =>
    made([row({}, [[55, 2]])], { kind: 'bar', settings, ...more }).series[0];

  it('fill the part of their bucket that their place asks for', () => {
    // Six of ten ms, at six px a ms.
    expect(bars({ barAlignment: 'center' })).toMatchObject({ barWidth: 36, data: [[55, 2, 55]] });
    expect(bars({ barAlignment: 'left' })).toMatchObject({ data: [[53, 2, 55]] });
    expect(bars({ barAlignment: 'right' })).toMatchObject({ data: [[57, 2, 55]] });
    const two = [row({}, [[55, 2]]), row({}, [[55, 3]], 'b')];
    expect(made(two, { kind: 'bar' }).series[0]?.barWidth).toBe(18);
    expect(made(two, { kind: 'bar', settings: { stack: true } }).series[0]?.barWidth).toBe(36);
  });

  it('stand beside those that they are compared with, and not over them', () => {
    const before = {
      ...{ status: 'ready', rows: [row({}, [[-95, 3]])], entities: [], pages: [] },
      ...{ range: { minTime: -100, maxTime: 0 }, interval: 10, aggregation: 'AVG' },
    } as unknown as WidgetData;
    const both = made([row({}, [[5, 2]])], {
      kind: 'bar',
      comparison: before,
      settings: { barAlignment: 'center' },
    }).series;
    // Of 6 ms, half is theirs: one ends where the other begins, in the middle of the bucket.
    expect(both.map(({ data, barWidth }) => [data, barWidth])).toEqual([
      [[[3.5, 2, 5]], 18],
      [[[-93.5, 3, -95]], 18],
    ]);
  });

  it('are as wide as the settings say where values were not put together', () => {
    const more = { aggregation: 'NONE' };
    expect(bars({ defaultBarWidth: 20, barAlignment: 'left' }, more)).toMatchObject({
      barWidth: 120,
      data: [[65, 2, 55]],
    });
    expect(bars({ defaultBarWidth: 20, barAlignment: 'right' }, more)).toMatchObject({ data: [[45, 2, 55]] });
  });
});

describe('the names of a chart', () => {
  it('are those of the shown time, then those that are compared with', () => {
    const shown = { status: 'ready', rows: [row(), row({}, [], 'b')], entities: [], pages: [] } as const;
    const earlier = {
      ...shown,
      rows: [
        row({ comparisonSettings: { comparisonValuesLabel: 'last week', color: '#ff0000' } }),
        row({ comparisonSettings: { showValuesForComparison: false } }, [], 'b'),
      ],
    };
    const of = (rows: readonly DataRow[]) => ({ ...shown, rows });
    const named = legendRows(of([earlier.rows[0] as DataRow, earlier.rows[1] as DataRow]), of(earlier.rows), texts);
    expect(named.map((one) => one && [one.dataKey.label, one.dataKey.color])).toEqual([
      ['a', '#2196f3'],
      ['b', '#2196f3'],
      ['last week', '#ff0000'],
      undefined,
    ]);
    // Without a colour of their own they have those that follow.
    const plain = legendRows(of(shown.rows), of(shown.rows), texts).map((one) => one?.dataKey.color);
    expect(plain).toEqual(['#2196f3', '#2196f3', seriesColor(2), seriesColor(3)]);
    const without = [row({ comparisonSettings: { showValuesForComparison: false } }), row({}, [], 'b')];
    expect(legendRows(of(without), of(without), texts).at(-1)?.dataKey.color).toBe(seriesColor(2));
    const before = { ...shown, rows: [row({}, [[-50, 2]])] } as WidgetData;
    const comparison = { ...before, range: { minTime: -100, maxTime: 0 } };
    // The first is hidden, and what it is compared with is not; and the other way round.
    const hidden = (place: number) => made([row()], { comparison, hidden: [place] }).series.map(({ data }) => data);
    expect(hidden(0)).toEqual([[], [[-50, 2]]]);
    expect(hidden(1)).toEqual([[[50, 1]], []]);
  });
});
