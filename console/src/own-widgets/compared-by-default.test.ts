// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../../server/src/entities/widget/catalogue/catalogue.ts';
import { descriptorOf } from '../../../server/src/entities/widget/catalogue/type-definition.ts';
import { comparedRow } from '../widgets/charts/chart-series.ts';
import type { DataRow, WidgetData } from '../widgets/model.ts';
import { loadWidgetType } from '../widgets/registry.ts';
import { comparesByDefault, withComparedKeys } from './compared-by-default.ts';

const row = (settings = {}) => ({ dataKey: { settings } }) as unknown as DataRow;
const dataOf = (rows: DataRow[]) => ({ rows }) as unknown as WidgetData;

const schemaOf = (byDefault?: boolean) => ({
  schema: {
    type: 'object',
    properties: {
      comparisonSettings: {
        type: 'object',
        properties: { showValuesForComparison: { type: 'boolean', default: byDefault } },
      },
    },
  },
  form: ['comparisonSettings'],
});

describe('keys that do not say whether they are compared', () => {
  it.each([
    ['its script says so', '{}', schemaOf(true), false, true],
    ['its script says no', JSON.stringify(schemaOf(true)), schemaOf(false), true, false],
    ['its script says nothing, and its schema says so', JSON.stringify(schemaOf(true)), {}, false, true],
    ['its schema has no default', JSON.stringify(schemaOf()), null, true, false],
    ['nothing says so, and it draws a chart', '', null, true, true],
    ['nothing says so', '{"schema":{"type":"object","properties":{}},"form":[]}', null, false, false],
  ])('are as their type has it: %s', (_case, dataKeySettingsSchema, answer, draws, is) => {
    expect(comparesByDefault({ descriptor: { dataKeySettingsSchema } }, answer, draws)).toBe(is);
  });

  it('say so to what draws them, where their type does not compare by default', () => {
    const wanted = { comparisonSettings: { showValuesForComparison: true } };
    const data = dataOf([row(), row(wanted)]);
    expect(withComparedKeys(data, true)).toBe(data);
    const settings = withComparedKeys(data, false).rows.map(({ dataKey }) => dataKey.settings);
    expect(settings).toEqual([{ comparisonSettings: { showValuesForComparison: false } }, wanted]);
  });

  it('are compared by each type of the system as its schema says', async () => {
    const types = CATALOGUE.flatMap(({ alias: bundleAlias, types }) => types.map((type) => ({ bundleAlias, type })));
    const saying: string[] = [];
    const comparing: string[] = [];
    const rows = dataOf([row()]);
    const isDrawn = comparedRow({ data: rows, comparison: rows }, 0) !== undefined;
    for (const { bundleAlias, type } of types) {
      const id = `${bundleAlias}/${type.alias}`;
      const descriptor = descriptorOf(type);
      if (String(descriptor.dataKeySettingsSchema).includes('showValuesForComparison')) saying.push(id);
      const entry = await loadWidgetType({ bundleAlias, typeAlias: type.alias });
      if (!entry?.also?.comparison) continue;
      comparing.push(id);
      expect(comparesByDefault({ descriptor }, undefined, false), id).toBe(isDrawn);
    }
    expect(saying).toEqual(comparing);
    expect(comparing).toContain('charts/basic_timeseries');
  });
});
