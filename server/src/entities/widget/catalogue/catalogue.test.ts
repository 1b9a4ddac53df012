import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { widgetsBundleInputSchema, widgetTypeInputSchema } from '@signalbox/contract/widget';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { WIDGET_REFERENCE } from '../../../../test/widget-reference.ts';
import { CATALOGUE } from './catalogue.ts';
import { descriptorOf, type TypeDefinition } from './type-definition.ts';

interface Schema {
  type: string;
  title?: string;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}
interface FormItem {
  key: string;
  type?: string;
  condition?: string;
  items?: unknown[];
  functionArgs?: string[];
}
interface SettingsSchema {
  schema?: Schema;
  form?: unknown[];
  groupInfoes?: { formIndex: number; GroupTitle: string }[];
}
interface Descriptor {
  type: string;
  sizeX: number;
  sizeY: number;
  resources: unknown[];
  templateHtml: string;
  controllerScript: string;
  settingsSchema: string;
  dataKeySettingsSchema: string;
  defaultConfig: string;
}

const ajv = new Ajv({ strict: false, allErrors: true });
const descriptor = (type: TypeDefinition) => descriptorOf(type) as unknown as Descriptor;
const parsed = (text: string) => JSON.parse(text) as SettingsSchema;

const types = CATALOGUE.flatMap((bundle) =>
  bundle.types.map((type) => ({
    id: `${bundle.alias}/${type.alias}`,
    type,
    reference: WIDGET_REFERENCE[bundle.alias]?.types[type.alias],
  })),
);

/** Defaults as a schema says them, also those that are null; undefined where there is none. */
function defaultsIn(schema: Schema | undefined): unknown {
  if (schema?.type === 'object') {
    const members = Object.entries(schema.properties ?? {});
    return Object.fromEntries(members.map(([name, member]) => [name, defaultsIn(member)]));
  }
  if (schema?.type === 'array' && schema.items?.type === 'object' && schema.default === undefined) {
    return [defaultsIn(schema.items)];
  }
  return schema?.default;
}

/** What the instance that is made without a context says of itself (widgets.md §1.2). */
function saidBy({ controllerScript }: Descriptor): Record<string, () => Record<string, unknown>> {
  const self: Record<string, () => Record<string, unknown>> = {};
  new Function('self', controllerScript)(self);
  return self;
}

/** All fields of a form, also those of groups and those within others. */
function fieldsOf(form: unknown): FormItem[] {
  if (Array.isArray(form)) return form.flatMap(fieldsOf);
  if (typeof form === 'string') return [{ key: form }];
  const item = form as FormItem;
  if (typeof item.key !== 'string') return [];
  return [item, ...fieldsOf(item.items ?? [])];
}

function isInSchema(schema: Schema | undefined, key: string): boolean {
  let at = schema;
  for (const part of key.split('.')) {
    at = at?.properties?.[part.replace('[]', '')];
    if (part.endsWith('[]')) at = at?.items;
  }
  return at !== undefined;
}

function namesIn(schema: Schema | undefined): string[] {
  const members = Object.entries(schema?.properties ?? {});
  return [
    ...members.flatMap(([name, member]) => [name, ...namesIn(member)]),
    ...(schema?.items ? namesIn(schema.items) : []),
  ];
}

describe('the catalogue of widget types', () => {
  it('has the 14 bundles and 94 types of the reference, and no others', () => {
    const names = Object.fromEntries(
      CATALOGUE.map(({ alias, title, types: of }) => [alias, { title, types: of.map((type) => type.alias).sort() }]),
    );
    const expected = Object.entries(WIDGET_REFERENCE).map(([alias, { title, types: of }]) => [
      alias,
      { title, types: Object.keys(of).sort() },
    ]);
    expect(names).toEqual(Object.fromEntries(expected));
    expect(types).toHaveLength(94);
    expect(CATALOGUE).toHaveLength(14);
  });

  it('is what the API would accept', () => {
    for (const { types: _, ...bundle } of CATALOGUE) {
      expect(bundle.description).toMatch(/\.$/);
      expect(widgetsBundleInputSchema.safeParse(bundle).success, bundle.alias).toBe(true);
    }
    for (const { id, type } of types) {
      const { alias, name, description } = type;
      const input = { bundleAlias: 'x', alias, name, description, descriptor: descriptorOf(type) };
      expect(widgetTypeInputSchema.safeParse(input).success, id).toBe(true);
      expect(description.length, id).toBeLessThan(256);
    }
  });

  it('tells all descriptions apart', () => {
    expect(new Set(types.map(({ type }) => type.description)).size).toBe(94);
  });
});

describe.each(types)('$id', ({ type, reference }) => {
  const content = descriptor(type);
  const settings = parsed(content.settingsSchema);
  const keySettings = parsed(content.dataKeySettingsSchema);
  const config = JSON.parse(content.defaultConfig) as {
    title: string;
    settings: Record<string, unknown>;
    datasources: { dataKeys: { settings: object }[] }[];
    alarmSource?: { dataKeys: { settings: object }[] };
  };

  it('has the name, kind and size of the reference', () => {
    const { sizeX, sizeY } = content;
    expect({ name: type.name, type: content.type, size: [sizeX, sizeY] }).toEqual({
      name: reference?.name,
      type: reference?.type,
      size: reference?.size,
    });
  });

  it('has the settings of the reference with its defaults', () => {
    expect(defaultsIn(settings.schema) ?? {}).toStrictEqual(reference?.settings ?? {});
    expect(defaultsIn(keySettings.schema) ?? {}).toStrictEqual(reference?.keySettings ?? {});
  });

  it('says of itself what the reference says', () => {
    const said = saidBy(content);
    expect(said.typeParameters?.() ?? {}).toEqual(reference?.parameters ?? {});
    const sources = Object.entries(said.actionSources?.() ?? {}) as [string, { name: string; multiple: boolean }][];
    expect(Object.fromEntries(sources.map(([id, { multiple }]) => [id, multiple]))).toEqual(reference?.sources ?? {});
    for (const [, { name }] of sources) expect(name).toMatch(/^widget-action\.[a-z-]+$/);
  });

  it.each([
    ['settings', settings],
    ['settings of keys', keySettings],
  ])('has a form for its %s', (_name, { schema, form, groupInfoes }) => {
    if (!schema) return;
    expect(ajv.validateSchema(schema)).toBe(true);
    const fields = fieldsOf(form);
    for (const { key, type: field, items, functionArgs, condition } of fields) {
      expect(isInSchema(schema, key), key).toBe(true);
      if (field === 'javascript') expect(functionArgs?.length, key).toBeGreaterThan(0);
      if (field === 'rc-select') expect(items?.length, key).toBeGreaterThan(1);
      for (const [, name] of condition?.matchAll(/model\.(\w+)/g) ?? []) {
        expect(isInSchema(schema, name as string), `${key}: ${condition}`).toBe(true);
      }
    }
    const shown = new Set(fields.map(({ key }) => key.split('.').at(-1)?.replace('[]', '')));
    for (const name of namesIn(schema)) expect(shown, name).toContain(name);
    if (groupInfoes) {
      expect(groupInfoes.map(({ formIndex }) => formIndex)).toEqual((form ?? []).map((_group, index) => index));
      for (const group of form ?? []) expect(Array.isArray(group)).toBe(true);
    }
  });

  it('offers each default among the choices of its field', () => {
    for (const { schema, form } of [settings, keySettings]) {
      for (const { key, type: field, items } of fieldsOf(form ?? [])) {
        if (field !== 'rc-select' || key.includes('.')) continue;
        const values = (items as { value: string }[]).map(({ value }) => value);
        expect(values).toContain(schema?.properties?.[key]?.default);
      }
    }
  });

  it('starts with a config that its schemas allow', () => {
    expect(config.title).toBeTruthy();
    const valid = (schema: Schema | undefined, value: unknown) => {
      const isValid = ajv.validate({ ...schema }, value);
      expect(ajv.errors ?? []).toEqual([]);
      expect(isValid).toBe(true);
    };
    valid(settings.schema, config.settings);
    for (const { dataKeys } of [...config.datasources, config.alarmSource ?? { dataKeys: [] }]) {
      for (const key of dataKeys) valid(keySettings.schema, key.settings);
    }
  });

  it('has functions that compile', () => {
    for (const { form, schema } of [settings, keySettings]) {
      for (const { key, type: field, functionArgs = [] } of fieldsOf(form ?? [])) {
        if (field !== 'javascript' || key.includes('.')) continue;
        const body = schema?.properties?.[key]?.default;
        expect(() => new Function(...functionArgs, String(body ?? ''))).not.toThrow();
      }
    }
  });
});

/** What makes a preset what it is named for (widgets.md §4.2, §4.3): in the settings of a new widget. */
const PRESETS: Record<string, Record<string, unknown>> = {
  'analogue_gauges/analogue_compass': { majorTicks: ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] },
  'analogue_gauges/temperature_gauge_canvas_gauges': {
    ...{ minValue: -60, maxValue: 100, defaultColor: '#e64a19', units: '°C', unitTitle: 'Temperature', valueDec: 1 },
    ...{ majorTicksCount: 8, highlightsWidth: 10, colorBarProgress: '#90caf9', colorBarProgressEnd: '#f44336' },
    ...{ showBorder: false, animationDuration: 1500, animationRule: 'linear' },
  },
  'analogue_gauges/temperature_radial_gauge_canvas_gauges': {
    ...{ minValue: -60, maxValue: 60, startAngle: 67.5, ticksAngle: 225, needleCircleSize: 7, colorPlate: '#cfd8dc' },
    ...{ majorTicksCount: 12, valueDec: 1, units: '°C', animationDuration: 1000, animationRule: 'bounce' },
  },
  'analogue_gauges/speed_gauge_canvas_gauges': {
    ...{ minValue: 0, maxValue: 180, units: 'MPH', majorTicksCount: 9, showBorder: false, showUnitTitle: false },
    ...{ valueDec: 0, animationDuration: 1500, animationRule: 'linear' },
    highlights: [
      { from: 80, to: 120, color: '#fdd835' },
      { from: 120, to: 180, color: '#e57373' },
    ],
  },
  'analogue_gauges/radial_gauge_canvas_gauges': { minValue: -100, maxValue: 100, minorTicks: 10, valueDec: 0 },
  'digital_gauges/gauge_justgage': { gaugeType: 'arc', showTitle: true, decimals: 0, gaugeColor: '#eeeeee' },
  'digital_gauges/digital_thermometer': {
    ...{ gaugeType: 'donut', minValue: -60, maxValue: 60, gaugeWidthScale: 1, dashThickness: 1.5 },
    ...{ neonGlowBrightness: 35, gaugeColor: '#333333', levelColors: ['#304ffe', '#7e57c2', '#ff4081', '#d32f2f'] },
  },
  'digital_gauges/digital_speedometer': {
    ...{ gaugeType: 'arc', minValue: 0, maxValue: 180, units: 'MPH', levelColors: ['#008000', '#fbc02d', '#f44336'] },
    ...{ dashThickness: 1.5, neonGlowBrightness: 40, gaugeColor: '#171a1c' },
  },
  'digital_gauges/neon_gauge_justgage': { gaugeType: 'arc', dashThickness: 1, neonGlowBrightness: 70 },
  'digital_gauges/lcd_gauge': {
    ...{ gaugeType: 'arc', minValue: 0, maxValue: 180, units: 'MPH', defaultColor: '#444444', dashThickness: 1.5 },
  },
  'digital_gauges/lcd_bar_gauge': {
    ...{ gaugeType: 'verticalBar', units: '%', defaultColor: '#444444', dashThickness: 1.5 },
  },
  'digital_gauges/simple_neon_gauge_justgage': {
    ...{ gaugeType: 'donut', gaugeWidthScale: 1, dashThickness: 1.5, neonGlowBrightness: 40 },
  },
  'digital_gauges/vertical_bar_justgage': { gaugeType: 'verticalBar', dashThickness: 1.5, gaugeColor: '#eeeeee' },
  'digital_gauges/simple_gauge_justgage': { gaugeType: 'donut', gaugeColor: '#eeeeee' },
  'digital_gauges/digital_bar': {
    ...{ gaugeType: 'horizontalBar', minValue: 0, maxValue: 180, units: 'MPH' },
    ...{ dashThickness: 1.5, neonGlowBrightness: 40 },
  },
  'digital_gauges/mini_gauge_justgage': { gaugeType: 'donut', roundedLineCap: true },
  'digital_gauges/horizontal_bar_justgage': { gaugeType: 'horizontalBar', showTitle: true, gaugeColor: '#eeeeee' },
  'digital_gauges/digital_vertical_bar': {
    ...{ gaugeType: 'verticalBar', minValue: -60, maxValue: 60, levelColors: ['#3d5afe', '#f44336'] },
    ...{ dashThickness: 1.2, neonGlowBrightness: 20 },
  },
};

describe('gauges', () => {
  const gauges = types.filter(({ id }) => /^(analogue|digital)_gauges/.test(id));

  it.each(gauges)('$id starts as what it is named for', ({ id, type }) => {
    const { settings } = JSON.parse(descriptor(type).defaultConfig) as { settings: Record<string, unknown> };
    expect(settings).toMatchObject(PRESETS[id] as object);
    const glows = Number(settings.neonGlowBrightness ?? 0) > 0 || id.includes('lcd_');
    if (glows) expect(settings.valueFont).toMatchObject({ family: 'Segment7Standard' });
  });
});

describe('values of new widgets', () => {
  const bodies = types.flatMap(({ type }) =>
    (type.config?.datasources ?? []).flatMap(({ dataKeys }) => dataKeys.map(({ funcBody }) => funcBody ?? '')),
  );

  it('are there at any time', () => {
    for (const body of new Set(bodies)) {
      const value = new Function('time', 'prevValue', body)(1_700_000_000_000, 0);
      expect(['number', 'string', 'boolean']).toContain(typeof value);
      if (typeof value === 'number') expect(Number.isFinite(value)).toBe(true);
    }
  });
});

describe('what the console reads', () => {
  const WIDGETS = path.join(import.meta.dirname, '../../../../../console/src/widgets');
  /** Read only: settings of dashboards that are older than the forms. */
  const OLDER = ['decimals', 'enableStatusFilter', 'inputTypeNumber', 'polKeyName', 'units', 'valueDec'];
  const known = new Set([
    ...OLDER,
    ...types.flatMap(({ type }) => {
      const { settingsSchema, dataKeySettingsSchema } = descriptor(type);
      return [...namesIn(parsed(settingsSchema).schema), ...namesIn(parsed(dataKeySettingsSchema).schema)];
    }),
  ]);

  it('are settings that a form offers', () => {
    const files = readdirSync(WIDGETS, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /^[\w/-]+(?<!\.test)\.tsx?$/.test(file),
    );
    const read = files.flatMap((file) => {
      const source = readFileSync(path.join(WIDGETS, file), 'utf8');
      return [...source.matchAll(/(?<![-/])\bsettings\??\.(?!tsx?\b)(\w+)/g)].map((match) => `${file}: ${match[1]}`);
    });
    expect(read.length).toBeGreaterThan(50);
    expect(read.filter((line) => !known.has(line.split(': ')[1] as string))).toEqual([]);
  });
});
