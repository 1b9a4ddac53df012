import { describe, expect, it } from 'vitest';
import { coveringRows, type Factor } from './covering.ts';
import { fieldsOf } from './schema.ts';
import { ABSENT } from './values.ts';
import { type ShownEntities, type SystemType, setAt, variantsOf } from './widgets.ts';

const SETTINGS = {
  schema: {
    properties: {
      useText: { type: 'boolean', default: false },
      text: { type: 'string', default: 'a' },
      textFunction: { type: 'string' },
      size: { type: 'number', default: 5, minimum: 1, maximum: 9 },
      shape: { type: 'string', default: 'round' },
      grid: { type: 'object', properties: { color: { type: 'string' } } },
      labels: { type: 'array', items: { type: 'object', properties: { x: { type: 'number', default: 50 } } } },
    },
    required: ['text'],
  },
  form: [
    [
      'useText',
      { key: 'text', condition: 'model.useText === true' },
      { key: 'textFunction', type: 'javascript', functionArgs: ['data'], condition: 'model.useText !== true' },
      'size',
    ],
    [
      { key: 'shape', type: 'rc-select', items: [{ value: 'round' }, { value: 'square' }] },
      { key: 'grid', items: [{ key: 'grid.color', type: 'color' }] },
      { key: 'labels', items: ['labels[].x'] },
    ],
  ],
};
const DEVICE = { entityType: 'DEVICE', id: 'd' };
const SHOWN: ShownEntities = { device: DEVICE, gateway: DEVICE, building: DEVICE, edge: DEVICE, alias: 'a' };
const TYPE: SystemType = {
  bundleAlias: 'cards',
  alias: 'card',
  name: 'Card',
  descriptor: {
    ...{ type: 'latest', sizeX: 4, sizeY: 3, dataKeySettingsSchema: '{}' },
    settingsSchema: JSON.stringify(SETTINGS),
    defaultConfig: JSON.stringify({
      datasources: [{ type: 'function', name: 'f', dataKeys: [{ name: 'f(x)', type: 'function', label: 'Level' }] }],
      settings: { text: 'a' },
    }),
  },
};

describe('settings of a schema', () => {
  it('are found at every depth, with what the form says of them', () => {
    const fields = new Map(fieldsOf(JSON.stringify(SETTINGS)).map((field) => [field.path.join('.'), field]));
    expect([...fields.keys()]).toEqual([
      ...['useText', 'text', 'textFunction', 'size', 'shape', 'grid.color', 'labels', 'labels.0.x'],
    ]);
    expect(fields.get('shape')?.choices).toEqual(['round', 'square']);
    expect(fields.get('textFunction')).toMatchObject({ editor: 'javascript', condition: 'model.useText !== true' });
    expect(fields.get('labels')?.element).toEqual({ x: 50 });
    expect(fieldsOf('{}')).toEqual([]);
  });

  it('are set where they belong, or taken away', () => {
    const target: Record<string, unknown> = { labels: [{ x: 1 }], gone: 2 };
    setAt(target, ['grid', 'color'], 'red');
    setAt(target, ['labels', '0', 'x'], 7);
    setAt(target, ['other', '0', 'x'], 7);
    setAt(target, ['gone'], ABSENT);
    expect(target).toEqual({ labels: [{ x: 7 }], grid: { color: 'red' } });
  });
});

describe('rows', () => {
  const factors: Factor[] = [
    { name: 'flag', values: [true, false] },
    { name: 'used', values: [1, 2, 3], condition: 'model.flag === true' },
    { name: 'unused', values: ['a', 'b'], condition: "model.flag !== true && model.used !== 'x'" },
  ];

  it('have every value where its condition holds, the same each time', () => {
    const rows = coveringRows(factors, 'seed');
    expect(rows).toEqual(coveringRows(factors, 'seed'));
    const seen = rows.map((row) => (row.get('flag') === true ? row.get('used') : row.get('unused')));
    expect(new Set(seen)).toEqual(new Set([1, 2, 3, 'a', 'b']));
    expect(coveringRows(factors, 'seed', 20)).toHaveLength(20);
  });

  it('fail for a value that cannot be had', () => {
    const never: Factor = { name: 'never', values: [1], condition: "model.flag === 'maybe'" };
    expect(() => coveringRows([...factors, never], 'seed')).toThrow('never=1');
  });
});

describe('variants of a type', () => {
  it('have every choice, every source of data, and one for each function that fails', () => {
    const variants = variantsOf(TYPE, SHOWN);
    const working = variants.filter(({ failing }) => !failing);
    expect(new Set(working.map(({ config }) => config.settings.shape))).toEqual(new Set(['round', 'square']));
    expect(new Set(working.map(({ config }) => config.datasources?.[0]?.type))).toEqual(
      new Set(['function', 'entity', 'entityCount']),
    );
    expect(variants.filter(({ failing }) => failing).map(({ config }) => config.settings.useText)).not.toContain(true);
    expect(variants).toHaveLength(working.length + 1);
  });
});
