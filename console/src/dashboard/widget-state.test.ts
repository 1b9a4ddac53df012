import { describe, expect, it } from 'vitest';
import { latestNumbers, numbersOverTime } from '../widgets/follows.ts';
import type { Point, WidgetData, WidgetFailure } from '../widgets/model.ts';
import { widgetState } from './widget-state.ts';

const SOURCE = {
  datasource: { type: 'entity' as const, dataKeys: [] },
  aliasName: 'Houses',
  entityFilter: {},
  keyFilters: [],
  singleEntity: false,
};
const ROW = {
  ...{ dataKey: { name: 'temperature', label: 'Temperature' }, aliasName: 'House', entity: { name: 'House A' } },
  data: [[5, 21]] as readonly Point[],
};
const READY = { status: 'ready' as const, rows: [ROW], newest: 5 };

type Input = Parameters<typeof widgetState>[0];
function state(part: Partial<Input> = {}) {
  return widgetState({
    type: { data: {} as Input['type']['data'] },
    resolution: { datasources: [SOURCE] },
    data: READY,
    also: [],
    isComponentLoaded: true,
    isOffline: false,
    isVisitor: false,
    missing: undefined,
    ...part,
  });
}
const failed = (kind: WidgetFailure['kind'], rows = [ROW]) => ({
  status: 'error' as const,
  failure: { kind, message: 'why' },
  rows,
});

describe('what is seen of a widget', () => {
  it('is its drawing once everything is there', () => {
    expect(state()).toEqual({ kind: 'drawn', outdated: undefined });
    expect(state({ type: { data: null }, data: undefined })).toMatchObject({ kind: 'drawn' });
  });

  it('is its place while it is loaded, and a word when there is no connection to load it by', () => {
    expect(state({ data: undefined })).toEqual({ kind: 'loading' });
    expect(state({ isComponentLoaded: false })).toEqual({ kind: 'loading' });
    expect(state({ data: undefined, isOffline: true })).toEqual({ kind: 'offline' });
    expect(state({ isOffline: true }).kind).toBe('drawn');
  });

  it('names the alias that is not set, or that finds nothing', () => {
    const problem = { key: 'dashboard.alias.notSet', values: { alias: 'Houses' } };
    expect(state({ resolution: { problem } })).toMatchObject({ kind: 'noEntity', text: problem, canLookAgain: false });
    const none = { data: { ...READY, rows: [] }, missing: 'entities' as const };
    expect(state(none)).toEqual({
      kind: 'noEntity',
      text: { key: 'widget.nothingFound', values: { alias: 'Houses' } },
      canLookAgain: true,
    });
    const filtered = { datasources: [{ ...SOURCE, keyFilters: [{}] }] };
    expect(state({ ...none, resolution: filtered })).toMatchObject({ text: { key: 'widget.nothingMatches' } });
    expect(state({ ...none, isVisitor: true })).toMatchObject({ text: { key: 'widget.nothingPublic' } });
    expect(state({ resolution: { datasources: [] }, data: undefined })).toMatchObject({
      text: { key: 'widget.noSource' },
    });
  });

  it('tells when the last value was, if there is none in the time window', () => {
    expect(state({ missing: 'values' })).toEqual({ kind: 'noValues', newest: 5, keys: 'Temperature' });
  });

  it('says that a chart has texts alone, which it cannot draw, with one of them', () => {
    const text = `auto ${'x'.repeat(50)}`;
    const data = { ...READY, rows: [{ ...ROW, data: [[1, ''] as const, [2, text] as const] }] };
    expect(state({ data, missing: 'numbers' })).toEqual({
      kind: 'noNumbers',
      keys: 'Temperature',
      example: `${text.slice(0, 40)}…`,
    });
  });

  it('is a chart as soon as one of its values is a number, or a yes or no over time', () => {
    const of = (...lists: Point[][]) => ({ rows: lists.map((data) => ({ data })) }) as unknown as WidgetData;
    const overTime = (...lists: Point[][]) => numbersOverTime().missing(of(...lists));
    expect(overTime([[1, 'auto']], [])).toBe('numbers');
    expect(
      overTime(
        [[1, 'auto']],
        [
          [1, 'auto'],
          [2, '5'],
        ],
      ),
    ).toBeUndefined();
    expect(overTime([[1, 'false']])).toBeUndefined();
    expect(overTime([], [])).toBe('values');
    const newest = (...lists: Point[][]) => latestNumbers.missing(of(...lists));
    expect(newest([[1, 'auto']], [])).toBe('numbers');
    expect(newest([[1, 'auto']], [[1, 5]])).toBeUndefined();
    expect(newest([])).toBeUndefined();
    expect(newest()).toBe('entities');
  });

  it('is drawn without data where the type can do that', () => {
    const type = { data: {} as Input['type']['data'], dataOptional: true };
    expect(state({ type, missing: 'entities' }).kind).toBe('drawn');
    expect(state({ type, resolution: { datasources: [] }, data: undefined }).kind).toBe('drawn');
  });

  it('names the keys and the entity that may not be read, alone or beside others', () => {
    const refused = { ...ROW, isForbidden: true };
    const names = { keys: 'temperature', entity: 'House A' };
    expect(state({ data: { ...READY, rows: [refused] }, missing: 'values' })).toEqual({
      kind: 'forbidden',
      refused: names,
    });
    expect(state({ data: { ...READY, rows: [ROW, refused] } })).toMatchObject({ kind: 'drawn', refused: names });
  });

  it('names the alias where the name of the entity may not be read either', () => {
    const refused = { ...ROW, isForbidden: true, entity: { name: '' }, aliasName: 'Owner' };
    expect(state({ data: { ...READY, rows: [refused] }, missing: 'values' })).toMatchObject({
      refused: { keys: 'temperature', entity: 'Owner' },
    });
  });

  it('says what may not be read and what failed', () => {
    for (const kind of ['forbidden', 'query', 'function'] as const)
      expect(state({ data: failed(kind) })).toMatchObject({ kind: 'failed', failure: { kind, message: 'why' } });
    expect(state({ data: failed('server', []) })).toMatchObject({ kind: 'failed', failure: { kind: 'server' } });
  });

  it('keeps the drawing while the server fails, and says that it is not up to date', () => {
    expect(state({ data: failed('server') })).toMatchObject({ kind: 'drawn', outdated: { kind: 'server' } });
    const outdated = { kind: 'query' as const, message: 'no' };
    expect(state({ also: [{}, { failure: outdated }] })).toEqual({ kind: 'drawn', outdated });
  });
});
