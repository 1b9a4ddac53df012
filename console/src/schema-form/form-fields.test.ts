import { describe, expect, it } from 'vitest';
import { settingsProblems } from './check-settings.ts';
import { defaultElement, defaultSettings } from './default-settings.ts';
import { type Field, fieldGroups } from './form-fields.ts';
import { readSettingsSchema, type SettingsSchema } from './settings-schema.ts';

const schemaOf = (properties: object, form: unknown[] = ['*'], required: string[] = []): SettingsSchema => ({
  schema: {
    type: 'object',
    title: 'Settings',
    properties: properties as SettingsSchema['schema']['properties'] & {},
    required,
  },
  form,
});
const fieldsOf = (schema: SettingsSchema) => fieldGroups(schema).flatMap(({ fields }) => fields);
const drawn = ({ path, control, label, children }: Field): unknown => [
  path.join('.'),
  control,
  label,
  ...(children.length > 0 ? [children.map(drawn)] : []),
];

describe('the fields of a form', () => {
  it.each([
    [{ type: 'string' }, {}, 'text'],
    [{ type: 'string', enum: ['a', 'b'] }, {}, 'choice'],
    [{ type: 'number' }, {}, 'number'],
    [{ type: ['null', 'integer'] }, {}, 'number'],
    [{ type: 'boolean' }, { type: 'checkbox' }, 'switch'],
    [{ type: 'object' }, {}, 'value'],
    [{ type: 'object' }, { type: 'json' }, 'value'],
    [{ type: 'string' }, { type: 'json' }, 'json'],
    [{ type: 'array' }, {}, 'value'],
    [{}, {}, 'value'],
    [{ type: 'string' }, { type: 'something new' }, 'text'],
    [{ type: 'string' }, { type: 'rc-select', items: [{ value: 'a', label: 'A' }] }, 'choice'],
    [{ type: 'array', items: { type: 'string' } }, { type: 'rc-select', multiple: true, items: [] }, 'choices'],
    [{ type: 'array', items: { type: 'string' } }, { type: 'rc-select', multiple: true, tags: true }, 'texts'],
    [{ type: 'string' }, { type: 'radios', titleMap: { a: 'A' } }, 'radios'],
    ...['color', 'icon', 'image', 'javascript', 'html', 'css', 'markdown', 'textarea', 'password', 'date'].map(
      (type) => [{ type: 'string' }, { type }, type] as const,
    ),
  ] as const)('have a control by their schema and form: %j %j', (schema, part, control) => {
    expect(fieldsOf(schemaOf({ one: schema }, [{ key: 'one', ...part }])).map((field) => field.control)).toEqual([
      control,
    ]);
  });

  it('are those of objects and of elements of lists, written out or not', () => {
    const properties = {
      grid: { type: 'object', title: 'Grid', properties: { color: { type: 'string' }, lineWidth: { type: 'number' } } },
      labels: {
        type: 'array',
        title: 'Labels',
        items: { type: 'object', title: 'Label', properties: { text: { type: 'string', title: 'Text' } } },
      },
      colors: { type: 'array', title: 'Colours', items: { type: 'string', title: 'Colour' } },
    };
    const short = schemaOf(properties, ['grid', 'labels', 'colors']);
    const long = schemaOf(properties, [
      { key: 'grid', items: ['grid.color', 'grid.lineWidth'] },
      { key: 'labels', items: [{ key: 'labels[]', items: ['labels[].text'] }] },
      { key: 'colors', items: [{ key: 'colors[]', type: 'color' }] },
    ]);
    const grid = [
      'grid',
      'object',
      'Grid',
      [
        ['grid.color', 'text', 'Color'],
        ['grid.lineWidth', 'number', 'Line width'],
      ],
    ];
    const labels = ['labels', 'list', 'Labels', [['labels.[].text', 'text', 'Text']]];
    expect(fieldsOf(short).map(drawn)).toEqual([
      grid,
      labels,
      ['colors', 'list', 'Colours', [['colors.[]', 'text', 'Colour']]],
    ]);
    expect(fieldsOf(long).map(drawn)).toEqual([
      grid,
      labels,
      ['colors', 'list', 'Colours', [['colors.[]', 'color', 'Colour']]],
    ]);
    expect(fieldsOf(schemaOf(properties)).map(drawn)).toEqual(fieldsOf(short).map(drawn));
  });

  it('stand in the groups of the form', () => {
    const schema = {
      ...schemaOf({ a: { type: 'string' }, b: { type: 'string' } }, [['b'], [{ key: 'a' }]]),
      groupInfoes: [
        { formIndex: 1, GroupTitle: 'First' },
        { formIndex: 0, GroupTitle: 'Second' },
        { formIndex: 7, GroupTitle: 'None' },
      ],
    };
    const groups = fieldGroups(schema).map(({ title, fields }) => [title, fields.map(({ path }) => path.join('.'))]);
    expect(groups).toEqual([
      ['First', ['a']],
      ['Second', ['b']],
    ]);
  });

  it('survive what strangers write', () => {
    expect(
      fieldsOf(schemaOf({}, [null, 5, 'missing', { type: 'help', description: 'Words' }, { items: ['x'] }])).map(drawn),
    ).toEqual([
      ['missing', 'value', 'Missing'],
      ['', 'help', ''],
      ['', 'fieldset', '', [['x', 'value', 'X']]],
    ]);
    for (const source of [undefined, '', '{', '[]', '{}', 'null', '{"schema":5}']) {
      expect(readSettingsSchema(source)).toBeUndefined();
    }
    expect(readSettingsSchema('{"schema":{}}')).toEqual({ schema: {}, form: ['*'] });
  });
});

describe('the settings of a new widget', () => {
  it('are the defaults, without those that are null', () => {
    const schema = schemaOf({
      a: { type: 'string', default: 'x' },
      b: { type: 'string', default: null },
      c: { type: 'object', properties: { d: { type: 'number', default: 0 }, e: { type: 'number', default: null } } },
      f: { type: 'array', items: { type: 'string' } },
      g: { type: 'array', items: {}, default: [{ h: null, i: 1 }] },
      j: { type: 'boolean', default: false },
    });
    expect(defaultSettings(schema)).toEqual({ a: 'x', c: { d: 0 }, g: [{ i: 1 }], j: false });
  });

  it('have elements of lists with the defaults of their members', () => {
    expect(defaultElement({ type: 'object', properties: { a: { default: 1 }, b: {} } })).toEqual({ a: 1 });
    expect(['string', 'number', 'boolean', 'array', 'object'].map((type) => defaultElement({ type }))).toEqual([
      '',
      null,
      false,
      [],
      {},
    ]);
  });
});

describe('what is wrong with settings', () => {
  const schema = schemaOf(
    {
      name: { type: 'string', maxLength: 3 },
      size: { type: 'integer', minimum: 1, maximum: 5 },
      on: { type: 'boolean' },
      rows: { type: 'array', items: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] } },
    },
    ['name', { key: 'size', condition: 'model.on === true' }, 'on', 'rows'],
    ['name', 'size', 'on'],
  );
  it.each([
    [{}, { name: 'required' }],
    [
      { name: 'abcd', on: true },
      { name: 'long', size: 'required' },
    ],
    [{ name: 'a', on: true, size: 0 }, { size: 'min' }],
    [{ name: 'a', on: true, size: 6 }, { size: 'max' }],
    [{ name: 'a', on: true, size: 1.5 }, { size: 'whole' }],
    [{ name: 'a', on: true, size: 'x' }, { size: 'number' }],
    [{ name: 'a', size: 99 }, {}],
    [{ name: 'a', rows: [{ key: 'x' }, {}] }, { 'rows.1.key': 'required' }],
  ])('is found: %j', (settings, expected) => {
    const found = Object.entries(settingsProblems(schema, settings)).map(([name, { key }]) => [name, key]);
    expect(Object.fromEntries(found)).toEqual(expected);
  });

  it('is looked for where a field is there by the defaults of its condition, those of lists and objects, too', () => {
    const more = schemaOf(
      {
        on: { type: 'boolean', default: true },
        size: { type: 'integer' },
        frame: { type: 'object', properties: { on: { type: 'boolean', default: true }, width: { type: 'number' } } },
        rows: { type: 'array', items: { type: 'object', properties: { kind: { type: 'string', default: 'a' } } } },
        last: { type: 'string' },
      },
      [
        'on',
        { key: 'size', condition: 'model.on === true' },
        { key: 'last', condition: "model.frame.on === true && model.rows[0].kind === 'a'" },
      ],
      ['size', 'last'],
    );
    const found = (settings: object) => Object.keys(settingsProblems(more, settings));
    expect(found({ rows: [{}] })).toEqual(['size', 'last']);
    expect(found({ on: false, rows: [{ kind: 'b' }] })).toEqual([]);
    expect(found({ on: false, frame: { on: false }, rows: [{}] })).toEqual([]);
  });
});
