import type { EntityKey } from '@signalbox/contract/entity-query';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  anyAttribute,
  field,
  openQueryData,
  type QueryData,
  queryOf,
  series,
  string,
  useQueryData,
} from '../../test/query-data.ts';
import * as candidates from './search-candidates.ts';

/** Names, types and labels; `Pump 3` is also where a label goes on after a name. */
const DEVICES: [name: string, type: string, label: string | null][] = [
  ['Sensor 12', 'meter', 'Hall 3'],
  ['Sensor 1', 'pump', '2 Hall'],
  ['sensor 13', 'Pump', null],
  ['Boiler', 'meter', 'room_100%'],
  ['Boiler room', 'meter', '_100%'],
  ['Über', 'pump', 'füllstand'],
  ['x', 'meter', 'y'],
];
const FIELDS: EntityKey[][] = [
  [field('name')],
  [field('name'), field('label')],
  [field('label'), field('name'), field('additionalInfo')],
  [field('name'), field('type'), field('label')],
  [field('name'), field('createdTime')],
];

/** Of the texts that are searched, one after the other along each text. */
const LENGTHS = [1, 3, 6, 15];

describe.each([
  ['found first', { few: 1000, many: 1000, lately: 0, slow: Number.POSITIVE_INFINITY, skipped: 3, near: 0.2 }],
  ['found once for all pages', { few: 1000, many: 1000, lately: 0, slow: 0, skipped: 3, near: 0.2 }],
  ['looked for in their order', { few: 0, many: 0, lately: 0, slow: 0, skipped: 3, near: 0.2 }],
])('entities that a text search finds, %s', (_way, sizes) => {
  const things = useQueryData('read where they are', sizes);

  beforeAll(async () => {
    for (const [name, type, label] of DEVICES) await things.device(name, type, label);
  });

  it('are those in whose fields, written one after the other, the text is', async () => {
    const all = await things.queries.find(things.admin, queryOf({ entityFields: FIELDS.flat() }));
    const textsOf = (keys: EntityKey[]): string[] =>
      all.data.map((row) =>
        keys
          .filter(({ key }) => key !== 'additionalInfo')
          .map(({ key }) => row.latest.ENTITY_FIELD?.[key]?.value ?? '')
          .join('')
          .toLowerCase(),
      );
    for (const keys of FIELDS) {
      const texts = textsOf(keys);
      const searched = new Set(['nothing', '%', '_', '\\', 'sensor 1']);
      for (const text of texts) {
        for (let from = 0; from < text.length; from += 2) {
          searched.add(text.slice(from, from + (LENGTHS[(from / 2) % LENGTHS.length] ?? 1)));
        }
      }
      for (const textSearch of searched) {
        const found = await things.queries.find(
          things.admin,
          queryOf({ entityFields: keys, pageLink: { textSearch, pageSize: 4 } }),
        );
        const expected = all.data.filter((_, at) => texts[at]?.includes(textSearch)).map((row) => row.entityId.id);
        expect([textSearch, found.totalElements]).toEqual([textSearch, expected.length]);
        expect(found.data.map((row) => row.entityId.id)).toEqual(expected.slice(0, 4));
      }
    }
  });

  it('are those of the tenant, and for a customer its own', async () => {
    const names = async (user: QueryData['admin']) => {
      const query = queryOf({ entityFields: [field('name'), field('label')], pageLink: { textSearch: 'PUMP' } });
      return (await things.queries.find(user, query)).data.map((row) => row.latest.ENTITY_FIELD?.name?.value);
    };
    expect(await names(things.admin)).toEqual(['Pump a', 'pump b']);
    expect(await names(things.customerUser)).toEqual(['Pump a']);
  });

  it('are counted again once one has come, gone or changed', async () => {
    const query = queryOf({ pageLink: { textSearch: 'late', pageSize: 1 } });
    const named = queryOf({
      keyFilters: [{ key: field('name'), predicate: string('CONTAINS', 'late', true) }],
      pageLink: { pageSize: 10_000 },
    });
    const count = async (): Promise<number> => {
      const { totalElements } = await things.queries.find(things.admin, query);
      const { ids, total } = await things.queries.findEntities(things.admin, named);
      expect([ids.length, total, await things.queries.count(things.admin, named)]).toEqual(
        Array(3).fill(totalElements),
      );
      expect((await things.queries.findEntities(things.admin, named)).ids).toEqual(ids);
      return totalElements;
    };
    await things.device('Late 1', 'pump', null);
    await things.device('Late 2', 'pump', null);
    expect(await count()).toBe(2);
    await things.device('Late 3', 'pump', null);
    expect(await count()).toBe(3);
    await things.database.pool.query("UPDATE device SET name = 'early' WHERE id = $1", [things.ids.get('Late 3')]);
    things.changed();
    expect(await count()).toBe(2);
    await things.database.pool.query('DELETE FROM device WHERE id = ANY($1)', [
      ['Late 1', 'Late 2', 'Late 3'].map((name) => things.ids.get(name)),
    ]);
    things.changed();
    expect(await count()).toBe(0);
  });
});

describe.each([
  ['found first', { few: 1000, many: 1000, lately: 0, slow: 0, skipped: 3, near: 0.2 }],
  ['looked for in their order', { few: 0, many: 0, lately: 0, slow: 0, skipped: 3, near: 0.2 }],
])('entities that a text search among values finds, %s', (_way, sizes) => {
  const things = useQueryData('in an index', sizes);
  const serverAttribute = (key: string): EntityKey => ({ type: 'SERVER_ATTRIBUTE', key });
  const values = [
    21.5,
    30,
    -4,
    1e-7,
    0,
    true,
    false,
    'hot',
    'Hall 3',
    'true',
    '1e5',
    '',
    9007199254740991,
    1e15 + 0.5,
    { model: 'x1' },
    ['a', 2],
  ];

  beforeAll(async () => {
    let at = 0;
    for (const [name, type, label] of DEVICES) {
      await things.device(name, type, label);
      const next = () => values[at++ % values.length];
      await things.setLatest(name, 'level', next());
      if (at % 3) await things.setAttribute(name, 3, 'model', next());
      if (at % 2) await things.setAttribute(name, 1, 'place', next());
      await things.setAttribute(name, 2, 'place', next());
    }
  });

  it('are found by indexes as they are without, while values change', async () => {
    const shown: EntityKey[][] = [
      [series('level')],
      [series('level'), serverAttribute('model')],
      [anyAttribute('place'), series('level'), serverAttribute('absent')],
    ];
    const searchCandidates = vi.spyOn(candidates, 'searchCandidates');
    let turn = 0;
    for (const [round, latestValues] of shown.entries()) {
      for (const entityFields of [[field('name'), field('label')], []]) {
        const query = (textSearch: string) =>
          queryOf({ entityFields, latestValues, pageLink: { textSearch, pageSize: 5 } });
        const all = await things.queries.find(things.admin, queryOf({ entityFields, latestValues }));
        const texts = all.data.map((row) =>
          [...entityFields, ...latestValues].map(({ type, key }) => row.latest[type]?.[key]?.value ?? '').join(''),
        );
        const searched = new Set(['hall', 'true', 'ru', '21', 'e', 'nan', '-', 'infinity', '{']);
        for (const text of texts) {
          for (let from = 0; from < text.length; from += 7) searched.add(text.slice(from, from + 2 + (from % 6)));
        }
        for (const textSearch of searched) {
          // Each text for one of them: every other one for the customer.
          const user = turn++ % 2 ? things.customerUser : things.admin;
          const { data, totalElements } = await things.plain.find(user, query(textSearch));
          const found = await things.queries.find(user, query(textSearch));
          const ids = ({ entityId }: { entityId: { id: string } }): string => entityId.id;
          expect([textSearch, found.totalElements]).toEqual([textSearch, totalElements]);
          expect(found.data.map(ids)).toEqual(data.map(ids));
        }
      }
      await things.setLatest('Boiler', 'level', ['cold', 7, null][round] ?? undefined);
      await things.setAttribute('x', 3, 'model', ['zz 9', true, { deep: 'water' }][round]);
    }
    expect(searchCandidates.mock.results.some(({ value }) => value !== undefined)).toBe(true);
    searchCandidates.mockRestore();
  });

  it('are found without an index once it is gone', async () => {
    const query = queryOf({ latestValues: [serverAttribute('model')], pageLink: { textSearch: 'hall' } });
    const before = await things.queries.find(things.admin, query);
    await things.setAttribute('x', 3, 'model', `${'long '.repeat(200)} hall`);
    const after = await things.queries.find(things.admin, query);
    expect(after.totalElements).toBe(before.totalElements + 1);
  });
});

it('the pages of what a text search among values finds are cut out of one list until these values change', async () => {
  const own = await openQueryData('in an index', { few: 1000, many: 1000, lately: 0, slow: 0, skipped: 3, near: 0.2 });
  try {
    const names = Array.from({ length: 12 }, (_, at) => `Device ${String(at).padStart(2, '0')}`);
    for (const name of names) {
      await own.device(name, 'pump', null);
      await own.setLatest(name, 'state', 'running');
      await own.setLatest(name, 'level', 7);
    }
    const page = async (number: number) => {
      const { data } = await own.queries.find(
        own.admin,
        queryOf({
          latestValues: [series('state')],
          pageLink: {
            textSearch: 'unnin',
            pageSize: 5,
            page: number,
            sortOrder: { key: field('name'), direction: 'DESC' },
          },
        }),
      );
      return data.map((row) => row.latest.ENTITY_FIELD?.name?.value);
    };
    const known = names.toReversed();
    await page(0);
    const run = vi.spyOn(own.reads, 'run');
    expect([await page(0), await page(1), await page(2)]).toEqual([
      known.slice(0, 5),
      known.slice(5, 10),
      known.slice(10),
    ]);
    // The rows of each page, which is asked for three times (see query-data.ts), and nothing else.
    expect(run).toHaveBeenCalledTimes(9);
    await own.setLatest('Device 11', 'state', 'stopped');
    expect(await page(0)).toEqual(known.slice(1, 6));
    await own.setLatest('Device 05', 'state', 'stopped');
    expect(await page(1)).toEqual(known.slice(6 + 1));
  } finally {
    await own.close();
  }
});
