import { type Case, type Measurement, measurement } from './lib/cases.ts';
import type { BenchContext } from './lib/context.ts';
import { BUDGET, PAGE } from './lib/pages.ts';

const field = (key: string) => ({ type: 'ENTITY_FIELD', key });

/** A list by REST that leaves out some of its kind, and how many it has. */
interface FilteredList {
  name: string;
  path: string;
  query: string;
  sorts: readonly string[];
}

/** First, middle and last pages of filtered lists, and of queries by fields. */
export async function measurementsOfFilters({ api }: BenchContext, devices: number): Promise<Measurement[]> {
  const customers = await api.get<{ data: { id: { id: string } }[] }>(
    '/api/customers?pageSize=1&page=0&textSearch=Fleet%20customer%20050',
  );
  const customerId = customers.data[0]?.id.id;
  const ofDevices = ['createdTime', 'name', 'label', 'lastActivityTime', 'customerTitle', 'type', 'active'];
  const deviceInfos = '/api/tenant/deviceInfos';
  const assetInfos = '/api/tenant/assetInfos';
  const ofAssets = ['createdTime', 'name', 'label', 'customerTitle'];
  const lists: FilteredList[] = [
    { name: 'devices of a type', path: deviceInfos, query: 'type=pump', sorts: ofDevices },
    { name: 'active devices', path: deviceInfos, query: 'active=true', sorts: ofDevices },
    { name: 'inactive devices', path: deviceInfos, query: 'active=false', sorts: ofDevices },
    {
      name: "a customer's devices",
      path: `/api/customer/${customerId}/deviceInfos`,
      query: '',
      sorts: ofDevices.slice(0, 4),
    },
    { name: 'devices with a text', path: deviceInfos, query: 'textSearch=sensor', sorts: ofDevices },
    { name: 'active devices of a type', path: deviceInfos, query: 'active=true&type=pump', sorts: ofDevices },
    { name: 'inactive devices of a type', path: deviceInfos, query: 'active=false&type=meter', sorts: ofDevices },
    {
      name: 'inactive devices with a text',
      path: deviceInfos,
      query: 'active=false&textSearch=sensor',
      sorts: ofDevices,
    },
    { name: 'devices of a type with a text', path: deviceInfos, query: 'type=sensor&textSearch=0', sorts: ofDevices },
    {
      name: "a customer's inactive devices",
      path: `/api/customer/${customerId}/deviceInfos`,
      query: 'active=false',
      sorts: ofDevices.slice(0, 4),
    },
    {
      name: "a customer's devices of a type",
      path: `/api/customer/${customerId}/deviceInfos`,
      query: 'type=pump',
      sorts: ofDevices.slice(0, 4),
    },
    { name: 'assets of a type', path: assetInfos, query: 'type=room', sorts: ofAssets },
    { name: 'assets with a text', path: assetInfos, query: 'textSearch=room', sorts: ofAssets },
    { name: 'assets with a common text', path: assetInfos, query: 'textSearch=0', sorts: ofAssets },
    {
      name: 'customers with a text',
      path: '/api/customers',
      query: 'textSearch=comp',
      sorts: ['createdTime', 'title', 'city'],
    },
  ];
  const totalOf = async ({ path, query }: FilteredList): Promise<number> =>
    (await api.get<{ totalElements: number }>(`${path}?pageSize=1&page=0&${query}`)).totalElements;
  const sized = await Promise.all(lists.map(async (list) => ({ ...list, total: await totalOf(list) })));
  const places: [string, (total: number) => number][] = [
    ['first', () => 0],
    ['middle', (total) => Math.floor(total / PAGE / 2)],
    ['last', (total) => Math.max(0, Math.ceil(total / PAGE) - 1)],
  ];
  const listPages = (pageOf: (total: number) => number): Case[] =>
    sized.flatMap(({ name, path, query, sorts, total }) =>
      sorts.flatMap((sort) =>
        ['ASC', 'DESC'].map((order) => ({
          name: `${name} by ${sort} ${order}`,
          call: () =>
            api.get(`${path}?pageSize=${PAGE}&page=${pageOf(total)}&sortProperty=${sort}&sortOrder=${order}&${query}`),
        })),
      ),
    );

  const assets = await api.get<{ data: { id: { id: string } }[] }>('/api/tenant/assets?pageSize=1&page=700');
  const rootEntity = { entityType: 'ASSET', id: assets.data[0]?.id.id };
  const ofType = (deviceType: string) => ({ type: 'deviceType', deviceType, deviceNameFilter: '' });
  const queries: { name: string; filter: object; total: number; textSearch?: string; sorts: string[] }[] = [
    {
      name: 'devices',
      filter: { type: 'entityType', entityType: 'DEVICE' },
      total: devices,
      sorts: ['createdTime', 'name', 'type', 'label'],
    },
    {
      name: 'devices with a text',
      filter: { type: 'entityType', entityType: 'DEVICE' },
      total: devices / 10,
      textSearch: 'sensor',
      sorts: ['createdTime', 'name', 'label'],
    },
    { name: 'devices of a type', filter: ofType('pump'), total: devices / 10, sorts: ['createdTime', 'name', 'label'] },
    {
      name: 'devices whose name begins so',
      filter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'pump 00' },
      total: devices / 100,
      sorts: ['createdTime', 'name', 'label'],
    },
    {
      name: 'assets',
      filter: { type: 'entityType', entityType: 'ASSET' },
      total: 100_000,
      sorts: ['createdTime', 'name', 'type', 'label'],
    },
    {
      name: 'assets of a type',
      filter: { type: 'assetType', assetType: 'room', assetNameFilter: '' },
      total: 20_000,
      sorts: ['createdTime', 'name', 'label'],
    },
    {
      name: 'assets with a text',
      filter: { type: 'entityType', entityType: 'ASSET' },
      total: 20_000,
      textSearch: 'room',
      sorts: ['createdTime', 'name', 'label'],
    },
    {
      name: 'customers',
      filter: { type: 'entityType', entityType: 'CUSTOMER' },
      total: 10_000,
      sorts: ['createdTime', 'title', 'city'],
    },
    {
      name: 'what an asset contains',
      filter: { type: 'relationsQuery', rootEntity, direction: 'FROM', maxLevel: 2 },
      total: 10,
      sorts: ['createdTime', 'name'],
    },
    {
      name: 'devices of an asset',
      filter: {
        type: 'deviceSearchQuery',
        rootEntity,
        direction: 'FROM',
        maxLevel: 2,
        relationType: 'Contains',
        deviceTypes: [],
      },
      total: 10,
      sorts: ['createdTime', 'name'],
    },
  ];
  const queryPages = (pageOf: (total: number) => number): Case[] =>
    queries.flatMap(({ name, filter: entityFilter, total, textSearch, sorts }) =>
      sorts.flatMap((sort) =>
        ['ASC', 'DESC'].map((direction) => ({
          name: `${name} by ${sort} ${direction}`,
          call: () =>
            api.post('/api/entitiesQuery/find', {
              entityFilter,
              entityFields: [field('name'), field('label')],
              pageLink: {
                pageSize: PAGE,
                page: pageOf(total),
                sortOrder: { key: field(sort), direction },
                ...(textSearch ? { textSearch } : {}),
              },
            }),
        })),
      ),
    );
  const counts = queries.map(({ name, filter: entityFilter }) => ({
    name,
    call: () => api.post('/api/entitiesQuery/count', { entityFilter }),
  }));
  return [
    ...places.map(([place, pageOf]) => measurement(`filtered lists, ${place} pages`, BUDGET, listPages(pageOf))),
    ...places.map(([place, pageOf]) =>
      measurement(`entity queries by fields, ${place} pages`, BUDGET, queryPages(pageOf)),
    ),
    measurement('entity counts', BUDGET, counts),
  ];
}
