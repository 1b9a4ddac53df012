import type { EntityType } from '@signalbox/contract/id';
import { beforeAll, describe, expect, it } from 'vitest';
import { field, numeric, queryOf, series, useQueryData } from '../../test/query-data.ts';

const things = useQueryData();
const everything = ['Pump a', 'pump b', 'Meter_c', 'Meter d', 'Valve e'];

describe('entity filters', () => {
  const cases: [string, Record<string, unknown>, string[]][] = [
    ['every device of the tenant', { type: 'entityType', entityType: 'DEVICE' }, everything],
    [
      'names by prefix, ignoring case',
      { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'PUMP' },
      ['Pump a', 'pump b'],
    ],
    ['all names without a prefix', { type: 'entityName', entityType: 'DEVICE', entityNameFilter: null }, everything],
    [
      '% and _ of a prefix as wildcards',
      { type: 'entityName', entityType: 'DEVICE', entityNameFilter: '%_d' },
      ['Meter d'],
    ],
    ['a type exactly', { type: 'deviceType', deviceType: 'pump' }, ['Pump a', 'pump b']],
    ['a type with a name', { type: 'deviceType', deviceType: 'meter', deviceNameFilter: 'meter_d' }, ['Meter d']],
    ['assets, of which there are none', { type: 'assetType', assetType: 'TbServiceQueue', resolveMultiple: true }, []],
    ['customers', { type: 'entityName', entityType: 'CUSTOMER', entityNameFilter: 'water' }, ['Waterworks']],
    ['users by e-mail', { type: 'entityName', entityType: 'USER', entityNameFilter: 'ann@' }, ['ann@water.example']],
    ['dashboards', { type: 'entityType', entityType: 'DASHBOARD' }, ['Shared', 'Private']],
  ];
  it.each(cases)('finds %s', async (_what, entityFilter, expected) => {
    expect(await things.names({ entityFilter })).toEqual(expected);
  });

  it('finds single entities and lists, never entities of another tenant', async () => {
    const one = { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: things.ids.get('Meter d') } };
    expect(await things.names({ entityFilter: one })).toEqual(['Meter d']);
    const list = ['Valve e', 'Pump a', 'Pump foreign'].map((name) => things.ids.get(name));
    expect(
      await things.names({ entityFilter: { type: 'entityList', entityType: 'DEVICE', entityList: list } }),
    ).toEqual(['Pump a', 'Valve e']);
    const foreign = {
      type: 'singleEntity',
      singleEntity: { entityType: 'DEVICE', id: things.ids.get('Pump foreign') },
    };
    expect(await things.names({ entityFilter: foreign })).toEqual([]);
  });

  it.each(['edgeType', 'assetType', 'entityViewType'])('finds nothing by %s, which nothing matches', async (type) => {
    const entityFilter = { type, edgeType: 'x', assetType: 'x', entityViewType: 'x' };
    expect(await things.names({ entityFilter })).toEqual([]);
    expect(await things.queries.count(things.admin, queryOf({ entityFilter }))).toBe(0);
  });

  it('finds the usage of the tenant, as one entity', async () => {
    const entityFilter = { type: 'apiUsageState' };
    expect(await things.names({ entityFilter })).toEqual(['Tenant']);
    expect(await things.queries.count(things.admin, queryOf({ entityFilter }))).toBe(1);
    const ofCustomer = { ...entityFilter, customerId: { entityType: 'CUSTOMER', id: things.ids.get('Pump a') } };
    expect(await things.names({ entityFilter: ofCustomer })).toEqual([]);
  });

  it('refuses kinds that cannot be queried', async () => {
    await expect(things.names({ entityFilter: { type: 'entityType', entityType: 'RPC' } })).rejects.toThrow('RPC');
  });
});

describe('what a caller sees', () => {
  it('shows a customer user only what belongs to the customer', async () => {
    expect(await things.names({}, things.customerUser)).toEqual(['Pump a', 'Valve e']);
    const dashboards = { entityFilter: { type: 'entityType', entityType: 'DASHBOARD' } };
    expect(await things.names(dashboards, things.customerUser)).toEqual(['Shared']);
    const customers = { entityFilter: { type: 'entityType', entityType: 'CUSTOMER' } };
    expect(await things.names(customers, things.customerUser)).toEqual(['Waterworks']);
    expect(await things.queries.count(things.customerUser, queryOf({}))).toBe(2);
  });

  it('refuses system administrators', async () => {
    await expect(things.names({}, { ...things.admin, authority: 'SYS_ADMIN' })).rejects.toMatchObject({ status: 403 });
  });
});

describe('entities by their relations', () => {
  const idOf = (name: string, entityType: EntityType = 'DEVICE') => ({ entityType, id: things.ids.get(name) });
  const kinds = { Waterworks: 'CUSTOMER', Shared: 'DASHBOARD', Ann: 'USER' } as const;

  beforeAll(async () => {
    await things.relate('Waterworks', 'Contains', 'Pump a', kinds);
    await things.relate('Waterworks', 'Manages', 'Shared', kinds);
    await things.relate('Waterworks', 'Contains', 'Ann', kinds);
    await things.relate('Pump a', 'Contains', 'Meter_c');
    await things.relate('Meter_c', 'Manages', 'Meter d');
    await things.relate('Meter d', 'Contains', 'Pump a');
    await things.relate('Meter_c', 'Contains', 'Pump foreign');
  });

  const search = (type: string, parts: Record<string, unknown> = {}) => ({
    entityFilter: { type, rootEntity: idOf('Waterworks', 'CUSTOMER'), direction: 'FROM', maxLevel: 0, ...parts },
    pageLink: { sortOrder: { key: field('name'), direction: 'ASC' } },
  });

  it('finds all kinds over all levels, never entities of another tenant', async () => {
    const found = ['Ann', 'Meter d', 'Meter_c', 'Pump a', 'Shared'];
    expect(await things.names(search('relationsQuery'))).toEqual(found);
    expect(await things.queries.count(things.admin, queryOf(search('relationsQuery')))).toBe(found.length);
    expect(await things.names(search('relationsQuery', { maxLevel: 1 }))).toEqual(['Ann', 'Pump a', 'Shared']);
  });

  it('shows the fields of every kind', async () => {
    const fields = ['type', 'label', 'email', 'title', 'entityType', 'firstName'].map(field);
    const { data } = await things.queries.find(
      things.admin,
      queryOf({ ...search('relationsQuery', { maxLevel: 1 }), entityFields: fields }),
    );
    const shown = data.map(({ entityId, latest }) => [
      entityId.entityType,
      ...fields.map(({ key }) => latest.ENTITY_FIELD?.[key]?.value),
    ]);
    expect(shown).toEqual([
      ['USER', 'CUSTOMER_USER', 'ann@water.example', 'ann@water.example', 'ann@water.example', 'USER', 'Ann'],
      ['DEVICE', 'pump', 'North', '', 'Pump a', 'DEVICE', ''],
      ['DASHBOARD', 'DASHBOARD', 'Shared', '', 'Shared', 'DASHBOARD', ''],
    ]);
  });

  it('searches, filters and sorts the related entities', async () => {
    const filters = [{ relationType: 'Contains', entityTypes: ['DEVICE'] }];
    expect(await things.names(search('relationsQuery', { filters }))).toEqual(['Meter_c', 'Pump a']);
    expect(await things.names({ ...search('relationsQuery'), pageLink: { textSearch: 'meter' } })).toEqual([
      'Meter_c',
      'Meter d',
    ]);
    const keyFilters = [{ key: series('temperature'), predicate: numeric('GREATER', 0) }];
    expect(await things.names({ ...search('relationsQuery'), keyFilters })).toEqual(['Pump a']);
    const hottest = { pageLink: { sortOrder: { key: series('temperature'), direction: 'DESC' } } };
    expect((await things.names({ ...search('relationsQuery'), ...hottest }))[0]).toBe('Pump a');
  });

  it('shows a customer user only its own part of the entities related to its customer', async () => {
    expect(await things.names(search('relationsQuery'), things.customerUser)).toEqual(['Ann', 'Pump a', 'Shared']);
  });

  it('finds devices of given types', async () => {
    const all = search('deviceSearchQuery', { deviceTypes: [] });
    expect(await things.names(all)).toEqual(['Meter d', 'Meter_c', 'Pump a']);
    expect(await things.names(search('deviceSearchQuery', { deviceTypes: ['meter'] }))).toEqual(['Meter d', 'Meter_c']);
    const contained = search('deviceSearchQuery', { relationType: 'Contains', deviceTypes: ['meter'] });
    expect(await things.names(contained)).toEqual(['Meter_c']);
    const towards = { rootEntity: idOf('Meter d'), direction: 'TO', maxLevel: 1 };
    expect(await things.names(search('deviceSearchQuery', towards))).toEqual(['Meter_c']);
  });

  it('finds the last level only', async () => {
    const last = search('deviceSearchQuery', { fetchLastLevelOnly: true, maxLevel: 2 });
    expect(await things.names(last)).toEqual(['Meter_c']);
  });

  it('finds no assets, views or edges while none exist', async () => {
    for (const type of ['assetSearchQuery', 'entityViewSearchQuery', 'edgeSearchQuery']) {
      expect(await things.names(search(type))).toEqual([]);
    }
  });

  it('names the kinds in which keys are in use', async () => {
    const keys = await things.queries.findKeys(things.admin, queryOf(search('relationsQuery')), {
      timeseries: true,
      attributes: false,
    });
    expect(keys).toEqual({
      entityTypes: ['DASHBOARD', 'DEVICE', 'USER'],
      timeseries: ['code', 'temperature'],
      attribute: [],
    });
  });

  it('refuses a search without a root', async () => {
    await expect(things.names(search('relationsQuery', { rootEntity: null }))).rejects.toMatchObject({ status: 400 });
  });
});
