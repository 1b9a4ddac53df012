import { setTimeout as delay } from 'node:timers/promises';
import type { Case } from './lib/cases.ts';
import type { BenchContext } from './lib/context.ts';
import { createTexts } from './lib/device-texts.ts';
import { type Figure, format, percentile } from './lib/figures.ts';
import { openEmbedded, PROFILES } from './lib/fill-fleet.ts';
import { BUDGET, PAGE, PLACES } from './lib/pages.ts';
import { prepareFleet } from './lib/prepare-fleet.ts';

/** What a server reads in the background after its start has so long to end; and if it takes longer, until pages of a text are soon there. */
const SETTLED_MS = 60_000;
const SOON_MS = 100;
const SOON_PAGES = 5;
const SETTLED_PATIENCE_MS = 300_000;
/** A kind that took longer has something looked up for those after it, which gets so long to end. */
const SLOW_MS = 30;
const PAUSE_MS = 1_000;
/** Kinds that are named. */
const NAMED = 8;
/** Keys of the fleet whose values have an index, and how long that may take. */
const INDEXED_KEYS = 5;
const INDEX_PATIENCE_MS = 600_000;

const DIRECTIONS = ['ASC', 'DESC'] as const;
const LIST_SORTS = ['createdTime', 'name', 'label', 'lastActivityTime', 'customerTitle', 'type', 'active'];
const CUSTOMER_SORTS = LIST_SORTS.slice(0, 4);
const QUERY_SORTS = ['createdTime', 'name', 'label'];
/** The middle is asked for first, so that no page near an end has prepared it. */
const FAR_FIRST = [1, 2, 0].map((at) => PLACES[at] as (typeof PLACES)[number]);

const DEVICES = { type: 'entityType', entityType: 'DEVICE' };
const field = (key: string) => ({ type: 'ENTITY_FIELD', key });
const series = (key: string) => ({ type: 'TIME_SERIES', key });
const attribute = (key: string) => ({ type: 'ATTRIBUTE', key });
const numeric = (key: object, operation: string, value: number) => ({
  key,
  predicate: { type: 'NUMERIC', operation, value: { defaultValue: value } },
});

/** Each order and each of some pages of it. */
const everyPage = <Key>(keys: readonly Key[], total: number) =>
  FAR_FIRST.flatMap(([place, pageOf]) =>
    keys.flatMap((key) => DIRECTIONS.map((order) => ({ key, order, place, page: pageOf(total) }))),
  );

/** Restarts the server with nothing known of lists that anybody has ever asked for, and waits until it is at rest. */
async function startAfresh({ api, server }: BenchContext): Promise<void> {
  const { pool, close } = await openEmbedded(server.dataDir);
  try {
    const until = performance.now() + INDEX_PATIENCE_MS;
    for (let ready = 0; ready < INDEXED_KEYS && performance.now() < until; await delay(1_000)) {
      const { rows } = await pool.query(`SELECT FROM value_index_key WHERE state = 'ready'`);
      ready = rows.length;
    }
    // Its database stays, and what it would store at its end is not stored.
    await server.kill('SIGKILL');
    await pool.query('DELETE FROM stored_list');
  } finally {
    await close();
  }
  await server.restart();
  await delay(SETTLED_MS);
  // On a busy machine it takes longer. Nobody asks for these texts and values again; the database takes long for those of values.
  const isSoon = async (read: () => Promise<unknown>): Promise<boolean> => {
    const started = performance.now();
    await read();
    return performance.now() - started < SOON_MS;
  };
  const until = performance.now() + SETTLED_PATIENCE_MS;
  for (let [soon, requested] = [0, 0]; soon < SOON_PAGES && performance.now() < until; requested++) {
    const above = [numeric(series('temperature'), 'GREATER', 40 + requested / 100_000)];
    const areSoon =
      (await isSoon(() =>
        api.get(`/api/tenant/deviceInfos?pageSize=1&page=0&sortProperty=label&textSearch=p%2000${requested}`),
      )) && (await isSoon(() => api.post('/api/entitiesQuery/count', { entityFilter: DEVICES, keyFilters: above })));
    soon = areSoon ? soon + 1 : 0;
    if (!areSoon) await delay(1_000);
  }
}

/**
 * Measures lists, searches and queries of a large fleet, each the first time that anybody asks for it: every kind is asked once,
 * with a text, a type, a customer or a value that no other has. Takes minutes: runs only when named.
 * @param only which are measured, by their name
 */
export async function measureFirstLooks(context: BenchContext, devices: number, only: RegExp): Promise<Figure[]> {
  const { api } = context;
  await prepareFleet(context, devices);
  const found = await api.get<{ data: { id: { id: string } }[] }>(
    '/api/customers?pageSize=100&page=0&textSearch=Fleet%20customer&sortProperty=title&sortOrder=ASC',
  );
  const customers = found.data.map(({ id }) => id.id);
  // Those of the first ones are all inactive.
  const textOfInactive = createTexts(PROFILES.slice(1, 5));
  const textOfAny = createTexts([PROFILES[0] as string, ...PROFILES.slice(5)]);
  let requested = 0;
  let fresh: Promise<void> | undefined;

  const list = (name: string, path: string, query: string, page: number, key: string, order: string): Case => ({
    name,
    call: () => api.get(`${path}?pageSize=${PAGE}&page=${page}&sortProperty=${key}&sortOrder=${order}&${query}`),
  });
  const lists = (
    what: string,
    sorts: readonly string[],
    total: number,
    queryOf: () => string,
    pathOf = () => '/api/tenant/deviceInfos',
  ): Case[] =>
    everyPage(sorts, total).map(({ key, order, place, page }) =>
      list(`${what} by ${key} ${order}, ${place}`, pathOf(), queryOf(), page, key, order),
    );
  const queries = (what: string, keys: readonly { key: string }[], total: number, partsOf: () => object): Case[] =>
    everyPage(keys, total).map(({ key, order, place, page }) => {
      const { textSearch, ...parts } = partsOf() as { textSearch?: string };
      const body = {
        entityFilter: DEVICES,
        entityFields: [field('name'), field('label')],
        ...parts,
        pageLink: { pageSize: PAGE, page, textSearch, sortOrder: { key, direction: order } },
      };
      return {
        name: `${what} by ${key.key} ${order}, ${place}`,
        call: () => api.post('/api/entitiesQuery/find', body),
      };
    });

  const text = (next: () => string) => `textSearch=${encodeURIComponent(next())}`;
  const fields = QUERY_SORTS.map(field);
  const above = (value: number) =>
    queries(
      `above ${value}`,
      [field('createdTime'), field('name'), series('temperature'), attribute('threshold')],
      devices * (1 - value / 100),
      () => ({ keyFilters: [numeric(series('temperature'), 'GREATER', value + ++requested / 100_000)] }),
    );
  const groups: [string, Case[]][] = [
    ['devices with a text', lists('text', LIST_SORTS, devices / 10, () => text(textOfAny))],
    [
      'inactive devices with a text',
      lists('inactive, text', LIST_SORTS, devices / 10, () => `active=false&${text(textOfInactive)}`),
    ],
    ['inactive devices', lists('inactive', LIST_SORTS, devices * 0.8, () => 'active=false')],
    ['active devices', lists('active', LIST_SORTS, devices / 5, () => 'active=true')],
    [
      'devices of a type',
      lists('type', LIST_SORTS, devices / 10, () => `type=${PROFILES[++requested % PROFILES.length]}`),
    ],
    [
      "a customer's devices",
      lists(
        'customer',
        CUSTOMER_SORTS,
        (devices * 0.75) / customers.length,
        () => '',
        () => `/api/customer/${customers[++requested % customers.length]}/deviceInfos`,
      ),
    ],
    ['queries for a text', queries('text', fields, devices / 10, () => ({ textSearch: textOfAny() }))],
    [
      'queries for a text among values',
      [
        ...queries('common, series', fields, devices / 10, () => ({
          textSearch: textOfAny(),
          latestValues: [series('temperature')],
        })),
        ...queries('common, attribute', fields, devices / 10, () => ({
          textSearch: textOfAny(),
          latestValues: [attribute('model')],
        })),
        ...queries('rare, series', fields, PAGE, () => ({
          textSearch: String(654_321 + 7 * ++requested),
          latestValues: [series('temperature')],
        })),
        ...queries('rare, attribute', fields, PAGE, () => ({
          textSearch: `model ${100 + ++requested}`,
          latestValues: [attribute('model')],
        })),
      ],
    ],
    ['queries filtered by values', [99.9, 90, 50, 1].flatMap(above)],
    [
      'queries sorted by values',
      queries('all', [series('temperature'), series('level'), attribute('threshold')], devices, () => ({})),
    ],
  ];

  async function firstLooks(what: string, cases: readonly Case[]): Promise<Figure> {
    fresh ??= startAfresh(context);
    await fresh;
    const took: { name: string; ms: number }[] = [];
    for (const { name, call } of cases) {
      const started = performance.now();
      await call();
      const ms = performance.now() - started;
      took.push({ name, ms });
      if (ms > SLOW_MS) await delay(PAUSE_MS);
    }
    took.sort((a, b) => b.ms - a.ms);
    const all = took.map(({ ms }) => ms);
    const slow = all.filter((ms) => ms >= 50).length;
    const slowest = took.slice(0, NAMED).map(({ name, ms }) => `${name} ${format(ms)} ms`);
    const [median, p95, longest] = [percentile(all, 0.5), percentile(all, 0.95), all[0] as number];
    return {
      what,
      measured: `${format(median, 1)} / ${format(p95, 1)} / ${format(longest)} ms`,
      budget: BUDGET,
      reference: '',
      note: `${took.length} kinds, ${slow} of them over 50 ms; slowest: ${slowest.join(', ')}`,
      values: { median, p95, longest, slow, ...Object.fromEntries(took.map(({ name, ms }) => [name, ms])) },
    };
  }

  const figures: Figure[] = [];
  for (const [at, [name, cases]] of groups.entries()) {
    const what = `first looks, ${name}${at === 0 ? ': p50 / p95 / longest' : ''}`;
    if (!only.test(what)) continue;
    const figure = await firstLooks(what, cases);
    console.error(`        ${figure.what} ${figure.measured}`);
    figures.push(figure);
  }
  return figures;
}
