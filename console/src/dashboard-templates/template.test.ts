import { describe, expect, it } from 'vitest';
import type { ChosenValues, ValueSort } from '../dashboard-editor/from-data/suggest.ts';
import type { LibraryType } from '../dashboard-editor/model/new-widget.ts';
import { TEMPLATE_TYPES, TEMPLATES, type TemplateTypes, templateConfiguration } from './template.ts';

const value = (name: string, sort: ValueSort = 'number'): ChosenValues => ({
  key: { name, type: 'timeseries', settings: {} },
  sort,
});
const kinds = { table: 'latest', values: 'latest', chart: 'timeseries', map: 'latest', alarms: 'alarm' };
const types = Object.fromEntries(
  Object.entries(TEMPLATE_TYPES).map(([part, [bundleAlias, alias]]): [string, LibraryType] => [
    part,
    {
      ...{ isSystem: true, bundleAlias, alias, name: alias },
      descriptor: { type: kinds[part as keyof typeof kinds], defaultConfig: '{"settings":{"kept":true}}' },
    },
  ]),
) as TemplateTypes;
const words = {
  ...{ devices: 'Devices', device: 'Device', values: 'Values', map: 'Map', alarms: 'Alarms', open: 'Open' },
  overTime: (name: string) => `${name} over time`,
};
const fill = (template: (typeof TEMPLATES)[number], values: ChosenValues[], deviceType?: string) => {
  if (template === 'empty') throw new Error('has no configuration');
  let next = 0;
  return templateConfiguration(template, { deviceType, values, types, words }, () => `id ${next++}`);
};
const SENT = [value('temperature'), value('latitude'), value('longitude'), value('open', 'boolean')];

describe.each(TEMPLATES.filter((template) => template !== 'empty'))('the template %s', (template) => {
  it.each([
    ['without values', []],
    ['with values', SENT],
  ] as const)('%s is whole', (_, values) => {
    const { widgets, states, entityAliases } = fill(template, [...values], 'pump');
    const placed = Object.values(states).flatMap(({ layouts }) => Object.keys(layouts.main?.widgets ?? {}));
    expect(placed.sort()).toEqual(Object.keys(widgets).sort());
    expect(Object.values(states).filter(({ root }) => root)).toHaveLength(1);
    for (const { config } of Object.values(widgets)) {
      for (const source of [...(config.datasources ?? []), ...(config.alarmSource ? [config.alarmSource] : [])]) {
        expect(entityAliases).toHaveProperty([String(source.entityAliasId)]);
        const labels = source.dataKeys.map(({ label }) => label);
        expect(new Set(labels).size).toBe(labels.length);
      }
      for (const action of Object.values(config.actions ?? {}).flat()) {
        expect(states).toHaveProperty([String(action.targetDashboardStateId)]);
      }
      expect(config.settings).toMatchObject({ kept: true });
    }
  });

  it('has no widget over another one', () => {
    for (const { layouts } of Object.values(fill(template, SENT).states)) {
      const items = Object.values(layouts.main?.widgets ?? {});
      for (const one of items) {
        expect(one.col + one.sizeX).toBeLessThanOrEqual(24);
        const over = items.filter(
          (other) =>
            other.col < one.col + one.sizeX &&
            one.col < other.col + other.sizeX &&
            other.row < one.row + one.sizeY &&
            one.row < other.row + other.sizeY,
        );
        expect(over).toEqual([one]);
      }
    }
  });
});

describe('a template', () => {
  it('is of one type of devices, or of all', () => {
    const filters = (deviceType?: string) =>
      Object.values(fill('devices', [], deviceType).entityAliases).map(({ filter }) => filter);
    expect(filters('pump')[0]).toMatchObject({ type: 'deviceType', deviceType: 'pump' });
    expect(filters()[0]).toMatchObject({ type: 'entityType', entityType: 'DEVICE' });
    expect(filters()[1]).toMatchObject({ type: 'stateEntity' });
  });

  it('draws numbers over time, and no positions', () => {
    const charts = Object.values(fill('devices', SENT).widgets).filter(({ type }) => type === 'timeseries');
    expect(charts.map(({ title }) => title)).toEqual(['temperature over time', 'temperature over time']);
    expect(Object.values(fill('devices', []).widgets).filter(({ type }) => type === 'timeseries')).toEqual([]);
  });

  it('puts devices on the map where they say that they are', () => {
    const [map] = Object.values(fill('map', [value('lat'), value('lng')]).widgets).filter(
      ({ typeAlias }) => typeAlias === 'openstreetmap',
    );
    expect(map?.config.settings).toMatchObject({ latKeyName: 'lat', lngKeyName: 'lng' });
  });
});
