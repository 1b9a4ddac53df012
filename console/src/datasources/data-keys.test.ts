import { describe, expect, it } from 'vitest';
import { moved, nearestBox } from '../controls/drag-order.ts';
import type { DataKey, Datasource, WidgetConfig, WidgetKind } from '../widgets/model.ts';
import { paletteColor } from '../widgets/runtime/palette.ts';
import { testMachine } from '../widgets/sandbox/test-machine.ts';
import { withPostProcessing } from './check-data-key.ts';
import { datasourceProblems, type SourceLimits } from './check-sources.ts';
import { firstKeys, keyTypesOf, newDataKey, newDatasource, sourceTypesOf, withSourceType } from './new-data-key.ts';

const key = (name: string, more: Partial<DataKey> = {}): DataKey => ({
  name,
  type: 'timeseries',
  label: name,
  ...more,
});
const defaults = (kind: WidgetKind) => ({
  kind,
  settings: { width: '0px' },
  alarmField: (name: string) => `The ${name}`,
});

describe('a new key', () => {
  it('has a colour of the palette, whose accents not all colours have', () => {
    // Grey, the last of its shade; blue and purple of the next one, which has no grey-blue.
    expect([18, 19, 23].map(paletteColor)).toEqual(['#9e9e9e', '#2962ff', '#aa00ff']);
  });

  it('has a label that no other key of the widget has, and the next colour', () => {
    const made = newDataKey(
      { name: 'temperature', type: 'timeseries' },
      [{ dataKeys: [key('temperature')] }, { dataKeys: [key('t', { label: 'temperature 2' })] }],
      { width: '0px' },
      () => 0.5,
    );
    expect(made).toEqual({
      name: 'temperature',
      type: 'timeseries',
      label: 'temperature 3',
      color: paletteColor(2),
      settings: { width: '0px' },
      _hash: 0.5,
    });
  });

  it('of a field is called by its words', () => {
    expect(newDataKey({ name: 'createdTime', type: 'entityField', label: 'Created time' }, [])).toMatchObject({
      name: 'createdTime',
      label: 'Created time',
    });
  });

  it('of a function has the body of its name, or counts', () => {
    const sin = newDataKey({ name: 'Sin', type: 'function' }, []);
    expect(sin).toMatchObject({ name: 'f(x)', label: 'Sin' });
    expect(testMachine().compile(String(sin.funcBody), ['time', 'prevValue'])(5000, 0)).toBe(841);
    const { funcBody } = newDataKey({ name: 'Random', type: 'function' }, []);
    const walk = testMachine().compile(String(funcBody), ['time', 'prevValue']);
    const values = [0, 0, 5000, -5000].map((before) => Number(walk(0, before)));
    expect(values.slice(0, 2).every((value) => Math.abs(value) <= 50)).toBe(true);
    expect(values.slice(2)).toEqual([1000, -1000]);
    for (const name of ['mine', 'constructor']) {
      expect(newDataKey({ name, type: 'function' }, []).funcBody).toBe('return prevValue + 1;');
    }
  });
});

describe('a datasource', () => {
  it('begins without keys, with five columns for alarms, and with a function where there are no entities', () => {
    expect(newDatasource('entity', defaults('latest'), [])).toEqual({
      type: 'entity',
      name: null,
      entityAliasId: null,
      filterId: null,
      dataKeys: [],
    });
    const columns = newDatasource('entity', defaults('alarm'), []).dataKeys;
    expect(columns.map(({ name }) => name)).toEqual(['createdTime', 'originator', 'type', 'severity', 'status']);
    expect(columns[1]).toMatchObject({ type: 'alarm', label: 'The originator', settings: { width: '0px' } });
    expect(newDatasource('function', defaults('timeseries'), [])).toMatchObject({
      type: 'function',
      dataKeys: [{ label: 'Sin' }],
    });
  });

  it('is of the types, with keys of the types, that its kind of widget can show', () => {
    expect(sourceTypesOf('latest')).toEqual(['entity', 'entityCount', 'function']);
    for (const kind of ['timeseries', 'alarm'] as const) expect(sourceTypesOf(kind)).toEqual(['entity', 'function']);
    expect(keyTypesOf('timeseries', 'entity')).toEqual(['timeseries']);
    expect(keyTypesOf('latest', 'entity')).toEqual(['timeseries', 'attribute', 'entityField']);
    expect(keyTypesOf('latest', 'entityCount')).toEqual(['count']);
    expect(keyTypesOf('latest', 'function')).toEqual(['function']);
    expect(keyTypesOf('alarm', 'entity')[0]).toBe('alarm');
  });

  it('begins its keys again when it is of another type', () => {
    const source: Datasource = { type: 'entity', entityAliasId: 'a', filterId: 'f', dataKeys: [key('t')] };
    expect(withSourceType(source, 'entity', defaults('latest'), [])).toBe(source);
    expect(withSourceType(source, 'entityCount', defaults('latest'), [])).toMatchObject({
      type: 'entityCount',
      entityAliasId: 'a',
      filterId: 'f',
      dataKeys: [{ name: 'count', type: 'count', label: 'count' }],
    });
    const made = withSourceType(source, 'function', defaults('latest'), []);
    expect(made).not.toHaveProperty('entityAliasId');
    expect(made.dataKeys).toMatchObject([{ type: 'function', label: 'Sin' }]);
    expect(firstKeys('function', defaults('latest'), [made])).toMatchObject([{ label: 'Sin 2' }]);
  });
});

describe('what is wrong with the data of a widget', () => {
  const entity = (more: Partial<Datasource> = {}): Datasource => ({
    type: 'entity',
    entityAliasId: 'a',
    dataKeys: [key('t')],
    ...more,
  });
  it.each<[string, WidgetKind, WidgetConfig, SourceLimits, object]>([
    ['static widgets have none', 'static', {}, {}, {}],
    ['one datasource at least', 'latest', {}, {}, { datasources: 'datasources' }],
    ['unless it is optional', 'latest', {}, { datasourcesOptional: true }, {}],
    ['all is there', 'latest', { datasources: [entity()] }, {}, {}],
    [
      'alias and keys',
      'timeseries',
      { datasources: [entity(), { type: 'entity', dataKeys: [] }] },
      {},
      { 'datasources.1.entityAliasId': 'alias', 'datasources.1.dataKeys': 'keys' },
    ],
    ['keys are optional', 'latest', { datasources: [entity({ dataKeys: [] })] }, { dataKeysOptional: true }, {}],
    [
      'never for a count',
      'latest',
      { datasources: [entity({ type: 'entityCount', dataKeys: [] })] },
      { dataKeysOptional: true },
      { 'datasources.0.dataKeys': 'keys' },
    ],
    ['functions need no alias', 'latest', { datasources: [{ type: 'function', dataKeys: [key('f')] }] }, {}, {}],
    [
      'an entity without an alias',
      'latest',
      { datasources: [entity({ entityAliasId: null, entityType: 'DEVICE', entityId: '1' })] },
      {},
      {},
    ],
    [
      'an alias that is gone',
      'latest',
      { datasources: [entity({ entityAliasId: 'b' })] },
      {},
      { 'datasources.0.entityAliasId': 'aliasGone' },
    ],
    [
      'a filter that is gone',
      'latest',
      { datasources: [entity({ filterId: 'g' })] },
      {},
      { 'datasources.0.filterId': 'filterGone' },
    ],
    ['a device to call', 'rpc', {}, {}, { targetDeviceAliasIds: 'device' }],
    ['which is there', 'rpc', { targetDeviceAliasIds: ['a'] }, {}, {}],
    ['whose alarms', 'alarm', {}, {}, { alarmSource: 'alarms' }],
    [
      'of an alias',
      'alarm',
      { alarmSource: entity({ entityAliasId: null }) },
      {},
      { 'alarmSource.entityAliasId': 'alias' },
    ],
  ])('%s', (_, kind, config, limits, problems) => {
    expect(datasourceProblems(kind, config, limits, { aliases: { a: {} }, filters: { f: {} } })).toEqual(problems);
  });
});

describe('moving', () => {
  it('puts an item at another place, within the list', () => {
    expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
    expect(moved(['a', 'b'], 0, 2)).toEqual(['a', 'b']);
  });

  it('finds the item under the pointer, or the nearest one of the same row', () => {
    const box = (left: number, top: number) => ({ left, right: left + 10, top, bottom: top + 10 });
    const boxes = [box(0, 0), box(20, 0), box(0, 20)];
    expect(nearestBox(boxes, 25, 5)).toBe(1);
    expect(nearestBox(boxes, 90, 5)).toBe(1);
    expect(nearestBox(boxes, 90, 25)).toBe(2);
    expect(nearestBox([], 1, 1)).toBe(-1);
  });
});

describe('post-processing', () => {
  it('begins with what changes nothing, and leaves nothing behind', () => {
    const on = withPostProcessing(key('t'), true);
    expect(on).toMatchObject({ usePostProcessing: true, postFuncBody: 'return value;' });
    expect(withPostProcessing(on, false)).toMatchObject({ usePostProcessing: false, postFuncBody: null });
  });
});
