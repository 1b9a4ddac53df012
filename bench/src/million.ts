import { setTimeout as delay } from 'node:timers/promises';
import { type Case, type Measurement, measurement } from './lib/cases.ts';
import type { BenchContext } from './lib/context.ts';
import { measureCalls } from './lib/context.ts';
import { type Figure, format } from './lib/figures.ts';
import { prepareFleet } from './lib/prepare-fleet.ts';
import { measurementsOfChanges } from './million-changes.ts';
import { measurementsOfFilters } from './million-filters.ts';
import { measurementsOfLogs } from './million-logs.ts';
import { measurementsOfOthers } from './million-others.ts';
import { measurementsOfPeople } from './million-people.ts';

const SORTS = [
  'createdTime',
  'name',
  'type',
  'label',
  'deviceProfileName',
  'customerTitle',
  'active',
  'lastActivityTime',
];
const field = (key: string) => ({ type: 'ENTITY_FIELD', key });
const series = (key: string) => ({ type: 'TIME_SERIES', key });
const attribute = (key: string) => ({ type: 'ATTRIBUTE', key });

/**
 * Measures lists and entity queries over a fleet of a million devices. Takes minutes: runs only when named.
 * @param only what is measured, by its name
 */
export async function measureMillion(context: BenchContext, devices: number, only: RegExp): Promise<Figure[]> {
  const { api } = context;
  await prepareFleet(context, devices);
  const profiles = await api.get<{ data: { id: { id: string }; name: string }[] }>(
    '/api/deviceProfileInfos?pageSize=100&page=0',
  );
  const profileId = profiles.data.find(({ name }) => name === 'pump')?.id.id ?? '';

  const list = (name: string, query: string): Case => ({
    name,
    call: () => api.get(`/api/tenant/deviceInfos?pageSize=20&${query}`),
  });
  const sorts = SORTS.flatMap((sort) => ['ASC', 'DESC'].map((order) => ({ sort, order })));
  const listPages = (page: number): Case[] =>
    sorts.map(({ sort, order }) => list(`${sort} ${order}`, `page=${page}&sortProperty=${sort}&sortOrder=${order}`));
  const searches = Object.entries({
    rare: '0654321',
    common: 'sensor',
    'one letter': 'e',
    'two digits': '12',
    absent: '#',
  });
  const searchPages = searches.flatMap(([name, text]) =>
    SORTS.map((sort) =>
      list(`${name} by ${sort}`, `page=0&textSearch=${encodeURIComponent(text)}&sortProperty=${sort}`),
    ),
  );
  const filterPages = ['createdTime', 'name', 'label', 'lastActivityTime'].flatMap((sort) => [
    list(`profile by ${sort}`, `page=0&sortProperty=${sort}&deviceProfileId=${profileId}`),
    list(`active by ${sort}`, `page=0&sortProperty=${sort}&active=true`),
    list(`inactive by ${sort}`, `page=0&sortProperty=${sort}&active=false`),
  ]);

  const query = (name: string, parts: object, link: object = {}): Case => ({
    name,
    call: () =>
      api.post('/api/entitiesQuery/find', {
        entityFilter: { type: 'entityType', entityType: 'DEVICE' },
        entityFields: [field('name'), field('label'), field('additionalInfo')],
        ...parts,
        pageLink: { pageSize: 20, page: 0, sortOrder: { key: field('createdTime'), direction: 'DESC' }, ...link },
      }),
  });
  const by = (key: object, direction = 'ASC') => ({ sortOrder: { key, direction } });
  const above = (value: number) => ({
    key: series('temperature'),
    predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: value } },
  });
  const model = (operation: string, value: string, ignoreCase = false) => ({
    key: attribute('model'),
    predicate: { type: 'STRING', operation, ignoreCase, value: { defaultValue: value } },
  });
  const isActive = {
    key: attribute('active'),
    predicate: { type: 'BOOLEAN', operation: 'EQUAL', value: { defaultValue: true } },
  };
  const places: [string, (rows: number) => number][] = [
    ['first', () => 0],
    ['middle', (rows) => Math.floor(rows / 40)],
    ['last', (rows) => Math.floor(rows / 20) - 1],
  ];
  /** First, middle and last page, each in several orders. */
  const valuePages = (name: string, parts: object, rows: number, keys: object[]): Case[] =>
    places.flatMap(([place, pageOf]) =>
      keys.flatMap((key) =>
        ['ASC', 'DESC'].map((direction) =>
          query(`${name} by ${(key as { key: string }).key} ${direction}, ${place}`, parts, {
            ...by(key, direction),
            page: pageOf(rows),
          }),
        ),
      ),
    );
  const sortedByValues = valuePages('all', {}, devices, [
    series('temperature'),
    series('level'),
    attribute('threshold'),
    attribute('model'),
  ]);
  const orders = [field('createdTime'), field('name'), series('temperature'), attribute('threshold')];
  const filteredByValues = [
    ...[99.9, 99, 90, 50, 1].flatMap((value) =>
      valuePages(`above ${value}`, { keyFilters: [above(value)] }, devices * (1 - value / 100), orders),
    ),
    ...valuePages('active above 90', { keyFilters: [above(90), isActive] }, devices / 50, orders),
    ...valuePages(
      'pumps',
      { entityFilter: { type: 'deviceType', deviceType: 'pump', deviceNameFilter: '' } },
      devices / 10,
      [series('temperature'), attribute('threshold')],
    ),
    query('a model', { keyFilters: [model('EQUAL', 'Model 77')] }),
    query('a model in capitals', { keyFilters: [model('EQUAL', 'MODEL 77', true)] }),
    query('beginning of a model', { keyFilters: [model('STARTS_WITH', 'Model 7')] }),
    query('rare part of a model', { keyFilters: [model('CONTAINS', 'l 77', true)] }),
    query('common part of a model', { keyFilters: [model('CONTAINS', 'model', true)] }),
    query('not a model', { keyFilters: [model('NOT_EQUAL', 'Model 77')] }),
  ];
  /** Asks by each key until its index is built, for ten minutes at most. */
  async function learn(keys: object[]): Promise<void> {
    const until = performance.now() + 600_000;
    for (const key of keys) {
      const one = query('', {}, by(key));
      for (let fast = 0; fast < 5 && performance.now() < until; ) {
        const started = performance.now();
        await one.call();
        fast = performance.now() - started < 100 ? fast + 1 : 0;
        if (fast === 0) await delay(1000);
      }
    }
  }
  const withValues = [
    series('temperature'),
    series('level'),
    attribute('threshold'),
    attribute('model'),
    attribute('active'),
  ];
  async function measureLearning(what: string): Promise<Figure> {
    const started = performance.now();
    await learn(withValues);
    const seconds = (performance.now() - started) / 1000;
    return { what, measured: `${format(seconds)} s`, budget: '', reference: '', values: { seconds } };
  }
  async function measureRate(what: string): Promise<Figure> {
    const calls = 2_000;
    const { seconds } = await measureCalls(calls, 16, () =>
      api.get('/api/tenant/deviceInfos?pageSize=20&page=0&sortProperty=name'),
    );
    const rate = calls / seconds;
    const reference = '205 / s at 11,000';
    return { what, measured: `${format(rate)} / s`, budget: '≥ 1,000 / s', reference, values: { rate } };
  }

  const budget = 'p95 < 50 ms';
  const many = format(devices);
  const isGateway = {
    key: field('additionalInfo'),
    predicate: {
      type: 'STRING',
      operation: 'CONTAINS',
      ignoreCase: false,
      value: { defaultValue: '"gateway":true' },
    },
  };
  const searchedValues = [
    query('rare, latest value', { latestValues: [series('temperature')] }, { textSearch: '0654321' }),
    query('common, latest value', { latestValues: [series('temperature')] }, { textSearch: 'sensor' }),
    query('rare, attribute', { latestValues: [attribute('model')] }, { textSearch: 'model 77' }),
    query('common, attribute', { latestValues: [attribute('model')] }, { textSearch: 'model' }),
  ];
  const changes = measurementsOfChanges(context, devices);
  const measurements: Measurement[] = [
    // Before anything else is read.
    ...changes.atFirst,
    measurement(`device list at ${many}, first pages: p50 / p95`, budget, listPages(0)),
    measurement(`device list at ${many}, middle pages`, budget, listPages(Math.floor(devices / 40))),
    measurement(`device list at ${many}, last pages`, budget, listPages(Math.floor(devices / 20) - 1)),
    measurement(`device list at ${many}, text search`, budget, searchPages),
    measurement(`device list at ${many}, filters`, budget, filterPages),
    ...(await measurementsOfFilters(context, devices)),
    ...(await measurementsOfOthers(context)),
    ...(await measurementsOfLogs(context)),
    ...(await measurementsOfPeople(context)),
    [`device list at ${many} by name, 16 callers at once`, measureRate],
    measurement(`entity query at ${many}, sort by fields`, '', [
      ...['createdTime', 'name', 'type', 'label'].map((key) => query(key, {}, by(field(key)))),
    ]),
    measurement('gateways by name, as their picker asks', budget, [
      query('gateways', { keyFilters: [isGateway] }, by(field('name'))),
    ]),
    measurement(`entity query at ${many}, text search`, '', [
      ...searches.map(([name, textSearch]) => query(name, {}, { textSearch })),
    ]),
    measurement(`entity query at ${many}, text search among values`, '', searchedValues),
    [`indexes of ${withValues.length} keys of ${many} devices, built beside queries`, measureLearning],
    measurement(`entity query at ${many}, text search among indexed values`, budget, searchedValues),
    measurement(`entity query at ${many}, filter by values`, budget, filteredByValues),
    measurement(`entity query at ${many}, sort by values`, budget, sortedByValues),
    ...changes.later,
  ];
  const figures: Figure[] = [];
  for (const [what, measure] of measurements) {
    if (only.test(what)) figures.push(await measure(what));
  }
  return figures;
}
