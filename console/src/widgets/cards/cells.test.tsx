// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { DataKey, Settings } from '../model.ts';
import { testMachine } from '../sandbox/test-machine.ts';
import { cellContent, cellStyle, rowStyleOf } from './cells.tsx';

const scripts = testMachine();

const key = (settings: Settings): DataKey & { settings: Settings } => ({ name: 't', type: 'timeseries', settings });
const styled = (cellStyleFunction: string) => key({ useCellStyleFunction: true, cellStyleFunction });
const config = { units: '°C', decimals: 1, settings: { limit: 20 } };

it('a cell has two decimals where neither its key nor its table says how many', () => {
  const row = { name: 'entity', plain: {} } as const;
  const shown = (dataKey: ReturnType<typeof key>, more: object = {}) =>
    cellContent({ dataKey, config: { ...more }, value: 21.456, row, scripts: undefined });
  expect(shown(key({}))).toBe('21.46');
  expect(shown(key({}), { decimals: 1 })).toBe('21.5');
  expect(shown({ ...key({}), decimals: 0 }, { decimals: 1 })).toBe('21');
});

describe('functions of cells', () => {
  it.each(['rowData', 'entity', 'alarm'] as const)('call the row of their table %s', (name) => {
    const style = styled(`return { color: ${name}.kind + value };`);
    expect(cellStyle(style, config, 5, { name, plain: { kind: 'a' } }, scripts)).toEqual({ color: 'a5' });
    const rows = {
      ...config,
      settings: { useRowStyleFunction: true, rowStyleFunction: `return {color: ${name}.kind};` },
    };
    expect(rowStyleOf(rows, name, scripts)?.({ kind: 'b' })).toEqual({ color: 'b' });
  });

  it('get the context of their widget, with what it can do', () => {
    const at = (body: string) =>
      cellStyle(styled(`return { color: String(${body}) };`), config, 5, { name: 'entity', plain: {} }, scripts).color;
    expect(at('ctx.settings.limit + ctx.units + ctx.decimals')).toBe('20°C1');
    expect(at('ctx.utils.formatValue(21.456, ctx.decimals, ctx.units)')).toBe('21.5 °C');
    expect(at('ctx.utils.formatValue("on", 1)')).toBe('on');
    expect(at('ctx.date.transform(new Date(2026, 1, 3, 4, 5, 6), "yyyy-MM-dd HH:mm:ss")')).toBe('2026-02-03 04:05:06');
    expect(at(`ctx.date.transform(${new Date(2026, 1, 3, 16).getTime()}, "d/M/yy 'at' h a")`)).toBe('3/2/26 at 4 PM');
    expect(at('ctx.date.transform("nothing") + ctx.translate.instant("a.b")')).toBe('a.b');
    expect(at('ctx.currentUser')).toBe('null');
  });

  it('give nothing when they fail', () => {
    expect(cellStyle(styled('return nothing.here;'), config, 5, { name: 'entity', plain: {} }, scripts)).toEqual({});
    expect(rowStyleOf({ settings: { rowStyleFunction: 'return {};' } }, 'entity', scripts)).toBeUndefined();
  });
});
