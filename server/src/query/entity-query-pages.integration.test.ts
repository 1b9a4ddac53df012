import type { EntityKey } from '@signalbox/contract/entity-query';
import { describe, expect, it } from 'vitest';
import { anyAttribute, field, QUERY_WAYS, queryOf, series, string, useQueryData } from '../../test/query-data.ts';

describe.each(QUERY_WAYS)('values %s', (way) => {
  const things = useQueryData(way);
  const everything = ['Pump a', 'pump b', 'Meter_c', 'Meter d', 'Valve e'];

  describe('text search', () => {
    const cases: [string, string, EntityKey[], EntityKey[], string[]][] = [
      ['selected fields', 'METER', [field('name')], [], ['Meter_c', 'Meter d']],
      ['fields written one after the other', 'anorth', [field('name'), field('label')], [], ['Pump a']],
      ['not what is not selected', 'north', [field('name')], [], []],
      ['not the additional info', 'first', [field('name'), field('additionalInfo')], [], []],
      ['selected values', 'hot', [field('name')], [series('temperature')], ['Meter_c']],
      ['the newest attribute', 'm2', [field('name')], [anyAttribute('model')], ['Pump a']],
      ['numbers as text', '21.5', [field('name')], [series('temperature')], ['Pump a']],
      ['% as a character', '100%', [field('name'), field('label')], [], ['Meter_c']],
    ];
    it.each(cases)('finds %s', async (_what, textSearch, entityFields, latestValues, expected) => {
      const found = await things.names({ entityFields, latestValues, pageLink: { textSearch } });
      expect(found).toEqual(expected);
    });
  });

  describe('order and pages', () => {
    const sorted = (key: EntityKey, direction: 'ASC' | 'DESC', page: object = {}) => ({
      pageLink: { sortOrder: { key, direction }, ...page },
    });

    it('sorts by fields', async () => {
      expect(await things.names(sorted(field('name'), 'ASC'))).toEqual([
        'Meter d',
        'Meter_c',
        'Pump a',
        'pump b',
        'Valve e',
      ]);
      expect(await things.names(sorted(field('createdTime'), 'DESC'))).toEqual([...everything].reverse());
    });

    it('sorts by type, and by label with missing labels last', async () => {
      expect((await things.names(sorted(field('type'), 'ASC'))).slice(0, 2)).toEqual(['Meter_c', 'Meter d']);
      expect((await things.names(sorted(field('type'), 'DESC'))).slice(3)).toEqual(['Meter d', 'Meter_c']);
      expect(await things.names(sorted(field('label'), 'ASC'))).toEqual([
        'Valve e',
        'Pump a',
        'Meter d',
        'Meter_c',
        'pump b',
      ]);
      expect(await things.names(sorted(field('label'), 'DESC'))).toEqual([
        'Meter_c',
        'Meter d',
        'Pump a',
        'Valve e',
        'pump b',
      ]);
    });

    it('sorts what a customer user sees', async () => {
      for (const direction of ['ASC', 'DESC'] as const) {
        const found = direction === 'ASC' ? ['Pump a', 'Valve e'] : ['Valve e', 'Pump a'];
        expect(await things.names(sorted(field('name'), direction), things.customerUser)).toEqual(found);
        expect(await things.names(sorted(series('temperature'), direction), things.customerUser)).toHaveLength(2);
      }
    });

    it('sorts by values: by numbers, with text and missing values as 0, then by text', async () => {
      expect(await things.names(sorted(series('temperature'), 'DESC'))).toEqual([
        'pump b',
        'Pump a',
        'Meter d',
        'Meter_c',
        'Valve e',
      ]);
      expect(await things.names(sorted(series('temperature'), 'ASC'))).toEqual([
        'Valve e',
        'Meter_c',
        'Meter d',
        'Pump a',
        'pump b',
      ]);
      expect((await things.names(sorted(anyAttribute('model'), 'DESC'))).slice(0, 3)).toEqual([
        'Meter_c',
        'pump b',
        'Pump a',
      ]);
    });

    it('returns every row exactly once across the pages, whatever the sort', async () => {
      for (const key of [field('type'), field('country'), series('nowhere'), series('temperature')]) {
        const pages = await Promise.all(
          [0, 1, 2].map((page) => things.names(sorted(key, 'ASC', { pageSize: 2, page }))),
        );
        expect(pages.flat().sort()).toEqual([...everything].sort());
      }
    });

    it.each([
      [{ pageSize: 2, page: 0 }, 2, { totalPages: 3, totalElements: 5, hasNext: true }],
      [{ pageSize: 2, page: 2 }, 1, { totalPages: 3, totalElements: 5, hasNext: false }],
      [{ pageSize: 2, page: 9 }, 0, { totalPages: 3, totalElements: 5, hasNext: false }],
      [{ pageSize: 5, page: 0 }, 5, { totalPages: 1, totalElements: 5, hasNext: false }],
    ])('counts correctly: %o', async (pageLink, rows, totals) => {
      for (const keyFilters of [[], [{ key: field('name'), predicate: string('NOT_EQUAL', 'x') }]]) {
        const { data, ...rest } = await things.queries.find(things.admin, queryOf({ keyFilters, pageLink }));
        expect(data).toHaveLength(rows);
        expect(rest).toEqual(totals);
      }
      const keyFilters = [{ key: series('temperature'), predicate: string('NOT_EQUAL', 'x') }];
      const filtered = await things.queries.find(
        things.admin,
        queryOf({ keyFilters, pageLink: { pageSize: 3, page: 0 } }),
      );
      expect(filtered.totalElements).toBe(4);
      const beyond = await things.queries.find(
        things.admin,
        queryOf({ keyFilters, pageLink: { pageSize: 3, page: 5 } }),
      );
      expect(beyond.totalElements).toBe(4);
    });
  });
});
