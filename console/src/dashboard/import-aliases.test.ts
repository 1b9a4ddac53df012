import { describe, expect, it } from 'vitest';
import { namedByAliases, withEntities } from './import-aliases.ts';
import { upgradedConfiguration } from './upgrade.ts';

const single = (alias: string, entityType: string, id: string) => ({
  id: alias,
  alias,
  filter: { type: 'singleEntity', resolveMultiple: false, singleEntity: { entityType, id } },
});
const device = (id: string) => ({ entityType: 'DEVICE', id });
const hall = { entityType: 'ASSET', id: '7' };
const dashboard = {
  title: 'Imported',
  configuration: {
    widgets: { w: { config: {} } },
    entityAliases: {
      a: single('Pump', 'DEVICE', '1'),
      b: single('Me', 'CURRENT_USER', ''),
      c: { id: 'c', alias: 'Meters', filter: { type: 'deviceType', deviceType: 'meter' } },
      d: null,
      e: { id: 'e', alias: 'Fans', filter: { type: 'entityList', entityType: 'DEVICE', entityList: ['3', '4', 5] } },
      f: { id: 'f', alias: 'Of a hall', filter: { type: 'relationsQuery', rootEntity: hall, maxLevel: 2 } },
      g: {
        id: 'g',
        alias: 'Of a state',
        filter: { type: 'assetSearchQuery', rootStateEntity: true, rootEntity: hall },
      },
      h: { id: 'h', alias: 'State', filter: { type: 'stateEntity', defaultStateEntity: device('9') } },
    },
  },
};
const aliasesOf = (changed: Record<string, unknown>) =>
  (changed.configuration as typeof dashboard.configuration).entityAliases;

describe('the aliases of a dashboard that is imported', () => {
  it('are in question where they name entities by their ids', () => {
    expect(namedByAliases(dashboard)).toEqual([
      { key: 'a singleEntity', name: 'Pump', entityType: 'DEVICE', entityId: '1' },
      { key: 'e 0', name: 'Fans 1', entityType: 'DEVICE', entityId: '3' },
      { key: 'e 1', name: 'Fans 2', entityType: 'DEVICE', entityId: '4' },
      { key: 'f rootEntity', name: 'Of a hall', entityType: 'ASSET', entityId: '7' },
      { key: 'h defaultStateEntity', name: 'State', entityType: 'DEVICE', entityId: '9' },
    ]);
    expect(namedByAliases({ configuration: 'none' })).toEqual([]);
  });

  it('can be given another entity, and nothing else changes', () => {
    const changed = withEntities(dashboard, { 'a singleEntity': '2', 'c singleEntity': '3', 'g rootEntity': '8' });
    const { entityAliases: aliases, ...others } = changed.configuration as typeof dashboard.configuration;
    expect(aliases).toEqual({ ...dashboard.configuration.entityAliases, a: single('Pump', 'DEVICE', '2') });
    expect(others).toEqual({ widgets: dashboard.configuration.widgets });
    expect(withEntities(dashboard, {})).toEqual(dashboard);
  });

  it('have others in their lists, each once, as the root of relations and where no state names one', () => {
    const aliases = aliasesOf(
      withEntities(dashboard, { 'e 0': '4', 'f rootEntity': '70', 'h defaultStateEntity': '2' }),
    );
    expect(aliases.e.filter).toEqual({ type: 'entityList', entityType: 'DEVICE', entityList: ['4', 5] });
    expect(aliases.f.filter).toEqual({ type: 'relationsQuery', rootEntity: { ...hall, id: '70' }, maxLevel: 2 });
    expect(aliases.h.filter).toEqual({ type: 'stateEntity', defaultStateEntity: device('2') });
  });

  it('are in question in files of very old formats too', () => {
    const list = { alias: 'Pumps', deviceFilter: { useFilter: false, deviceList: ['1', '2'] } };
    const old = {
      configuration: {
        deviceAliases: {
          1: list,
          2: { alias: 'Meter', deviceId: '3' },
          3: { alias: 'By name', deviceFilter: { useFilter: true, deviceNameFilter: 'P' } },
        },
      },
    };
    expect(namedByAliases(old)).toEqual([
      { key: '1 0', name: 'Pumps 1', entityType: 'DEVICE', entityId: '1' },
      { key: '1 1', name: 'Pumps 2', entityType: 'DEVICE', entityId: '2' },
      { key: '2 0', name: 'Meter', entityType: 'DEVICE', entityId: '3' },
    ]);
    const changed = upgradedConfiguration(withEntities(old, { '1 1': '20', '2 0': '30' }).configuration, 'Old');
    const filters = Object.values(changed.entityAliases).map(({ filter }) => filter);
    expect(filters.slice(0, 2)).toMatchObject([
      { type: 'entityList', entityType: 'DEVICE', entityList: ['1', '20'] },
      { type: 'entityList', entityType: 'DEVICE', entityList: ['30'] },
    ]);
    expect(filters[2]).toMatchObject({ type: 'entityName', entityNameFilter: 'P' });
    const later = { alias: 'Halls', entityType: 'ASSET', entityFilter: { useFilter: false, entityList: ['7'] } };
    expect(namedByAliases({ configuration: { entityAliases: { h: later } } })).toEqual([
      { key: 'h 0', name: 'Halls', entityType: 'ASSET', entityId: '7' },
    ]);
  });

  it('are asked about up to five hundred in all', () => {
    const entityAliases = Object.fromEntries(
      Array.from({ length: 600 }, (_, at) => [String(at), single(`Pump ${at}`, 'DEVICE', '1')]),
    );
    expect(namedByAliases({ configuration: { entityAliases } })).toHaveLength(500);
  });

  it('are asked about one by one in a list of no more than fifty', () => {
    const entityList = Array.from({ length: 80 }, (_, at) => String(at));
    const filter = { type: 'entityList', entityType: 'DEVICE', entityList };
    expect(namedByAliases({ configuration: { entityAliases: { e: { alias: 'Fans', filter } } } })).toHaveLength(50);
  });
});
