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
  const picks = ['room 01', 'comp', 'pump 00'].flatMap((textSearch) =>
    [
      '/api/tenant/deviceInfos?sortProperty=name',
      '/api/tenant/assetInfos?sortProperty=name',
      '/api/customers?sortProperty=title',
    ].map((path) =>
      get(
        `${path.split('?')[0]} '${textSearch}'`,
        `${path}&pageSize=50&page=0&textSearch=${encodeURIComponent(textSearch)}`,
      ),
    ),
  );
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
    measurement('pickers: pages of 50 found by a text', budget, picks),
    measurement('relations of an asset, of a million', budget, relations),
    measurement('types of devices and assets', budget, [
      get('devices', '/api/device/types'),
      get('assets', '/api/asset/types'),
    ]),
  ];
}
