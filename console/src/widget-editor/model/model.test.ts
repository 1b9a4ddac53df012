import { WIDGET_KINDS } from '@signalbox/contract/widget';
import { describe, expect, it } from 'vitest';
import { guardedLoops } from '../../own-widgets/frame/loop-guard.ts';
import { withKind } from './change-kind.ts';
import { codeIn, configIn, type EditedType, kindIn, resourcesIn, sizeIn, withDescriptor } from './edited-type.ts';
import { schemaProblem } from './json-problem.ts';
import { previewWidget } from './preview.ts';
import { newType } from './skeletons.ts';
import { partsAt, typeChanges } from './type-changes.ts';

const type = (descriptor: Record<string, unknown> = {}): EditedType => ({
  name: 'Gauge',
  image: null,
  description: null,
  descriptor,
});
const withDefaults = (config: object, kind = 'latest') => type({ type: kind, defaultConfig: JSON.stringify(config) });

describe('a widget type that is edited', () => {
  it.each([
    [{}, 'static', { sizeX: 8, sizeY: 6 }],
    [{ type: 'rpc', sizeX: 2.5, sizeY: 3 }, 'rpc', { sizeX: 2.5, sizeY: 3 }],
    [{ type: 'of-later', sizeX: -1, sizeY: 900 }, 'static', { sizeX: 8, sizeY: 24 }],
    [{ type: { a: 1 }, sizeX: 'wide', sizeY: null }, 'static', { sizeX: 8, sizeY: 6 }],
  ])('is read from whatever is stored: %j', (descriptor, kind, size) => {
    expect([kindIn(type(descriptor)), sizeIn(type(descriptor))]).toEqual([kind, size]);
  });

  it('has objects as JSON where texts are usual, and nothing where there is none', () => {
    expect(codeIn(type({ settingsSchema: { schema: {} } }), 'settingsSchema')).toBe('{\n  "schema": {}\n}');
    expect(codeIn(type(), 'templateHtml')).toBe('');
    expect(configIn(type({ defaultConfig: '[1' }))).toEqual({});
    expect(configIn(type({ defaultConfig: '[]' }))).toEqual({});
    expect(resourcesIn(type({ resources: [{ url: 'a.js' }, null, { url: 7, isModule: true }] }))).toEqual([
      { url: 'a.js', isModule: false },
      { url: '', isModule: false },
      { url: '', isModule: true },
    ]);
    expect(resourcesIn(type({ resources: 'none' }))).toEqual([]);
  });

  it.each([
    ['', undefined],
    [' ', undefined],
    ['{}', undefined],
    ['{"schema":{"type":"object"}}', undefined],
    ['{', 'noJson'],
    ['[]', 'noObject'],
    ['7', 'noObject'],
    ['null', 'noObject'],
    ['{"form":[]}', 'noSchema'],
    ['{"schema":[]}', 'noSchema'],
  ])('has a schema that describes a form: %s', (text, problem) => {
    expect(schemaProblem(text)).toBe(problem);
  });
});

describe('another kind of data', () => {
  const before = withDefaults({
    title: 'Pump',
    datasources: [{ type: 'function' }],
    timewindow: { a: 1 },
    units: 'bar',
  });

  it.each([
    ['rpc', { targetDeviceAliases: [] }],
    ['alarm', { alarmSource: {}, timewindow: { realtime: { timewindowMs: 86_400_000 } } }],
    ['timeseries', { datasources: [], timewindow: { realtime: { timewindowMs: 60_000 } } }],
    ['static', { datasources: [], timewindow: { realtime: { timewindowMs: 60_000 } } }],
  ] as const)('has sources of its own: %s', (kind, sources) => {
    const after = withKind(before, kind);
    expect(kindIn(after)).toBe(kind);
    expect(configIn(after)).toEqual({ title: 'Pump', units: 'bar', ...sources });
  });

  it('is no change when it is the same', () => {
    expect(withKind(before, 'latest')).toBe(before);
  });
});

describe('what has changed', () => {
  it('is told part by part, members that nobody knows among them', () => {
    const before = type({ templateHtml: '<b>', later: 1, sizeX: 3, sizeY: 2, defaultConfig: '{"a":1}' });
    const after = { ...withDescriptor(before, { templateHtml: '<i>', later: 2, sizeX: 4 }), name: 'Dial' };
    expect(typeChanges(before, before)).toEqual([]);
    expect(typeChanges(before, { ...before, descriptor: { ...before.descriptor } })).toEqual([]);
    expect(typeChanges(before, after)).toEqual([
      { part: 'name', before: 'Gauge', after: 'Dial' },
      { part: 'size', before: '3 × 2', after: '4 × 2' },
      { part: 'templateHtml', before: '<b>', after: '<i>' },
      { part: 'other', before: '{\n  "later": 1\n}', after: '{\n  "later": 2\n}' },
    ]);
    expect(typeChanges(before, { ...before, image: 'data:image/png;base64,AA' })).toEqual([{ part: 'image' }]);
    expect(typeChanges(before, withDescriptor(before, { defaultConfig: '{"a":2}' }))).toEqual([
      { part: 'defaultConfig', before: '{\n  "a": 1\n}', after: '{\n  "a": 2\n}' },
    ]);
  });

  it('has the names of parts that two people changed', () => {
    const paths = [
      ['name'],
      ['descriptor', 'sizeX'],
      ['descriptor', 'sizeY'],
      ['descriptor', 'later'],
      ['descriptor', 'type'],
    ];
    expect(partsAt(paths)).toEqual(['name', 'size', 'other', 'kind']);
  });
});

describe('the preview', () => {
  it('has simulated data where a new widget has none of its own', () => {
    const keysOf = (edited: EditedType, max?: number) => {
      const { datasources, alarmSource } = previewWidget(edited, max).config;
      return (alarmSource ?? datasources?.[0])?.dataKeys.map(({ label }) => label);
    };
    expect(keysOf(withDefaults({ datasources: [] }))).toEqual(['Temperature', 'Humidity']);
    expect(keysOf(withDefaults({ datasources: [] }), 1)).toEqual(['Temperature']);
    expect(keysOf(withDefaults({ datasources: [{ type: 'entity', entityAliasId: 'a', dataKeys: [] }] }))).toHaveLength(
      2,
    );
    const own = { type: 'function', dataKeys: [{ name: 'f(x)', type: 'function', label: 'Own' }] };
    expect(keysOf(withDefaults({ datasources: [own] }))).toEqual(['Own']);
    expect(keysOf(withDefaults({ alarmSource: {} }, 'alarm'))).toContain('severity');
    expect(keysOf(withDefaults({ datasources: 'none' }))).toHaveLength(2);
    expect(previewWidget(withDefaults({ targetDeviceAliasIds: ['a'] }, 'rpc')).config.targetDeviceAliasIds).toBe(
      undefined,
    );
  });

  it('simulates numbers', () => {
    const [source] = previewWidget(withDefaults({})).config.datasources ?? [];
    for (const { funcBody } of source?.dataKeys ?? []) {
      const value = new Function('time', 'prevValue', funcBody ?? '');
      expect(value(1_700_000_000_000, 0)).toEqual(expect.any(Number));
    }
  });
});

describe('a new type', () => {
  it.each(WIDGET_KINDS)('begins with code that can be read: %s', (kind) => {
    const made = newType(kind);
    expect(kindIn(made)).toBe(kind);
    expect(made.name).toBe('');
    expect(() => guardedLoops(codeIn(made, 'controllerScript'), 'guard')).not.toThrow();
    expect(schemaProblem(codeIn(made, 'settingsSchema'))).toBe(undefined);
    expect(configIn(made)).toMatchObject({ showTitle: true, settings: {} });
  });
});
