import { describe, expect, it } from 'vitest';
import { firstSort, tablePage } from './cards/table-page.ts';
import { contrast, isDefaultSurface, textOn, visibleColor, withOpacity } from './drawing/colors.ts';
import type { DataRow, Widget } from './model.ts';
import { completeLegend, legendEntries, seriesFigures } from './runtime/legend.ts';
import { postProcessing, processedSeries } from './runtime/post-processing.ts';
import { testMachine } from './sandbox/test-machine.ts';

function widget(part: Partial<Widget> = {}): Widget {
  return {
    id: 'w',
    bundleAlias: 'cards',
    typeAlias: 'entities_table',
    type: 'latest',
    sizeX: 8,
    sizeY: 6,
    row: 0,
    col: 0,
    config: {},
    ...part,
  };
}

describe('the entities table', () => {
  it('lets the server page, sort and search', () => {
    const config = {
      settings: { defaultSortOrder: '-Temp', defaultPageSize: 5 },
      datasources: [
        { type: 'entity' as const, dataKeys: [{ name: 'temperature', type: 'timeseries' as const, label: 'Temp' }] },
      ],
    };
    expect(firstSort(widget({ config }))).toEqual({ column: 'key 0', direction: 'DESC' });
    expect(tablePage(widget({ config }), undefined, 2, 'house')).toEqual({
      pageSize: 5,
      page: 2,
      textSearch: 'house',
      dynamic: true,
      sortOrder: { key: { type: 'TIME_SERIES', key: 'temperature' }, direction: 'DESC' },
    });
  });
});

describe('colours', () => {
  it('stand out from the surface in both modes', () => {
    for (const surface of ['#ffffff', '#171b22']) {
      for (const color of ['#ffff00', '#2f5bea', 'rgb(20, 20, 20)']) {
        expect(contrast(visibleColor(color, surface), surface)).toBeGreaterThanOrEqual(3);
      }
    }
    expect(withOpacity('#2f5bea', 0.2)).toBe('rgba(47, 91, 234, 0.2)');
    expect(isDefaultSurface('#FFF')).toBe(true);
    expect(isDefaultSurface('#badaba')).toBe(false);
    for (const ground of ['#babab2', '#000000', '#fff']) {
      expect(contrast(textOn(ground) ?? ground, ground)).toBeGreaterThan(7);
    }
    expect(textOn('var(--surface)')).toBeUndefined();
  });
});

describe('legends', () => {
  const row = (label: string, settings = {}) => ({ dataKey: { label, settings }, data: [] }) as unknown as DataRow;

  it('calculate with numbers only', () => {
    expect(
      seriesFigures([
        [1, 2],
        [2, 'open'],
        [3, '4'],
      ]),
    ).toEqual({ min: 2, max: 4, avg: 3, total: 6, last: '4' });
    expect(seriesFigures([[1, 'x']]).avg).toBeUndefined();
  });

  it('have a mean also of numbers whose sum is too large', () => {
    const mean = (...values: number[]) => seriesFigures(values.map((value, time) => [time, value])).avg;
    expect(mean(1e308, 1e308, 1e308)).toBe(1e308);
    expect(mean(-1.5e308, -1.5e308, 0)).toBe(-1e308);
    expect(mean(1.5e308, 1.5e308, -1.5e308, -1.5e308)).toBe(0);
    expect(mean(0.1, 0.2)).toBe((0.1 + 0.2) / 2);
  });

  it('stand below, as a column, with the mean of time series alone where nothing is said', () => {
    const plain = {
      ...{ direction: 'column', position: 'bottom', sortDataKeys: false },
      ...{ showMin: false, showMax: false, showTotal: false },
    };
    expect(completeLegend(undefined, true)).toEqual({ ...plain, showAvg: true });
    expect(completeLegend(undefined, false)).toEqual({ ...plain, showAvg: false });
  });

  it('leave out and order what the settings say', () => {
    const rows = [row('b'), row('a', { disableDataHiding: true }), row('c', { removeFromLegend: true })];
    expect(legendEntries(rows, { sortDataKeys: true }).map(({ index, canHide }) => [index, canHide])).toEqual([
      [1, false],
      [0, true],
    ]);
    expect(completeLegend({ direction: 'row', position: 'left' }, true)).toMatchObject({
      position: 'bottom',
      showAvg: true,
    });
  });
});

describe('post-processing', () => {
  it('sees the value before', () => {
    const process = postProcessing(
      { name: 't', type: 'timeseries', postFuncBody: 'return value - prevOrigValue + prevValue * 0;' },
      testMachine(),
    );
    expect(
      process &&
        processedSeries(
          [
            [1, 10],
            [2, 15],
          ],
          process.series,
        ),
    ).toEqual([
      [1, 10],
      [2, 5],
    ]);
  });
});
