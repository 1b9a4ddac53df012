import { type Case, type Measurement, measurement } from './lib/cases.ts';
import type { BenchContext } from './lib/context.ts';

/** Lists of the assets and customers beside the fleet, pickers, and the relations of an asset. */
export async function measurementsOfOthers({ api }: BenchContext): Promise<Measurement[]> {
  const get = (name: string, path: string): Case => ({ name, call: () => api.get(path) });
  const lists = [
    { path: '/api/tenant/assetInfos', sorts: ['createdTime', 'name', 'type', 'label', 'customerTitle'], last: 4999 },
    { path: '/api/customers', sorts: ['createdTime', 'title', 'city', 'email'], last: 504 },
  ];
  const pages = (at: (last: number) => number) =>
    lists.flatMap(({ path, sorts, last }) =>
      sorts.flatMap((sort) =>
        ['ASC', 'DESC'].map((order) =>
          get(
            `${path.split('/').at(-1)} by ${sort} ${order}`,
            `${path}?pageSize=20&page=${at(last)}&sortProperty=${sort}&sortOrder=${order}`,
          ),
        ),
      ),
    );
  const searches = ['room', '0123', 'e', 'absent'].flatMap((text) =>
    lists.map(({ path }) =>
      get(`${path.split('/').at(-1)} '${text}'`, `${path}?pageSize=20&page=0&textSearch=${text}`),
    ),
  );
  const device = (
    await api.get<{ data: { id: { id: string } }[] }>('/api/tenant/deviceInfos?pageSize=1&page=0&textSearch=0654321')
  ).data[0]?.id.id;
  const customer = (
    await api.get<{ data: { id: { id: string } }[] }>(
      '/api/customers?pageSize=1&page=0&textSearch=Fleet%20customer%20050',
    )
  ).data[0]?.id.id;
  /** What pickers read as they open, are scrolled and are typed in: by name, and what no customer has yet. */
  const picked = [
    { path: '/api/tenant/deviceInfos?sortProperty=name&activity=true', texts: ['', 'pump 00', 'e', '12'] },
    { path: '/api/tenant/deviceInfos?sortProperty=name&activity=true&unassigned=true', texts: ['', 'pump 00', 'e'] },
    { path: `/api/customer/${customer}/deviceInfos?sortProperty=name&activity=true`, texts: ['', 'pump 00', 'e'] },
    { path: '/api/tenant/assetInfos?sortProperty=name', texts: ['', 'room 01', 'e'] },
    { path: '/api/tenant/assetInfos?sortProperty=name&unassigned=true', texts: ['', 'room 01', 'e'] },
    { path: '/api/customers?sortProperty=title', texts: ['', 'comp', '12'] },
    { path: '/api/tenant/edgeInfos?sortProperty=name', texts: ['', 'bench'] },
    { path: '/api/tenant/entityViewInfos?sortProperty=name', texts: [''] },
    { path: '/api/tenant/dashboards?sortProperty=title', texts: ['', 'board 1'] },
    { path: '/api/deviceProfileInfos?sortProperty=name', texts: ['', 'model 1'] },
    { path: '/api/ruleChains?sortProperty=name&type=CORE', texts: ['', 'chain 1'] },
    { path: '/api/users?sortProperty=email', texts: ['', 'person01'] },
  ];
  const picks = picked.flatMap(({ path, texts }) =>
    texts.flatMap((text) =>
      [0, 1, 5].map((page) =>
        get(`${path} '${text}' ${page}`, `${path}&pageSize=50&page=${page}&textSearch=${encodeURIComponent(text)}`),
      ),
    ),
  );
  const chosen = ['/api/device/types', '/api/asset/types', '/api/edge/types', '/api/entityView/types'].map((path) =>
    get(path, path),
  );
  const keysOf = ['timeseries', 'attributes', 'attributes/SERVER_SCOPE'].map((of) =>
    get(`keys of a device: ${of}`, `/api/plugins/telemetry/DEVICE/${device}/keys/${of}`),
  );
  for (const { name, filter } of [
    { name: 'devices', filter: { type: 'entityType', entityType: 'DEVICE' } },
    { name: 'devices of a type', filter: { type: 'deviceType', deviceType: 'pump', deviceNameFilter: '' } },
  ]) {
    keysOf.push({
      name: `keys of ${name}`,
      call: () =>
        api.post('/api/entitiesQuery/find/keys?timeseries=true&attributes=true', {
          entityFilter: filter,
          pageLink: { pageSize: 100, page: 0 },
        }),
    });
  }
  const assets = await api.get<{ data: { id: { id: string } }[] }>('/api/tenant/assets?pageSize=20&page=2');
  const relations = assets.data.map(({ id: { id } }, at) =>
    get(`relations ${at}`, `/api/relations/info?fromId=${id}&fromType=ASSET`),
  );
  const budget = 'p95 < 50 ms';
  return [
    measurement(
      'assets (100,000) and customers (10,000), first pages: p50 / p95',
      budget,
      pages(() => 0),
    ),
    measurement(
      'assets and customers, middle pages',
      budget,
      pages((last) => Math.floor(last / 2)),
    ),
    measurement(
      'assets and customers, last pages',
      budget,
      pages((last) => last),
    ),
    measurement('assets and customers, text search', budget, searches),
    measurement('pickers: pages of 50', budget, picks),
    measurement('pickers: types and keys', budget, [...chosen, ...keysOf]),
    measurement('relations of an asset, of a million', budget, relations),
    measurement('types of devices and assets', budget, [
      get('devices', '/api/device/types'),
      get('assets', '/api/asset/types'),
    ]),
  ];
}
