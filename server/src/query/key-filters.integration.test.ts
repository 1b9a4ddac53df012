import type { EntityKey, FilterPredicate, KeyFilter } from '@signalbox/contract/entity-query';
import { describe, expect, it } from 'vitest';
import {
  all,
  anyAttribute,
  boolean,
  either,
  field,
  numeric,
  QUERY_WAYS,
  queryOf,
  series,
  string,
  useQueryData,
} from '../../test/query-data.ts';

describe.each(QUERY_WAYS)('values %s', (way) => {
  const things = useQueryData(way);
  const everything = ['Pump a', 'pump b', 'Meter_c', 'Meter d', 'Valve e'];

  describe('key filters', () => {
    const cases: [string, EntityKey, FilterPredicate, string[]][] = [
      ['greater, longs and doubles alike', series('temperature'), numeric('GREATER', 21.4), ['Pump a', 'pump b']],
      ['less or equal', series('temperature'), numeric('LESS_OR_EQUAL', 21.5), ['Pump a']],
      [
        'not equal never matches text, booleans or nothing',
        series('temperature'),
        numeric('NOT_EQUAL', 30),
        ['Pump a'],
      ],
      ['text equal', series('temperature'), string('EQUAL', 'hot'), ['Meter_c']],
      ['text equal ignoring case', series('temperature'), string('EQUAL', 'HOT', true), ['Meter_c']],
      [
        'text not equal: other types too, but the key must exist',
        series('temperature'),
        string('NOT_EQUAL', 'cold'),
        ['Pump a', 'pump b', 'Meter_c', 'Meter d'],
      ],
      ['not contains', series('temperature'), string('NOT_CONTAINS', 'o'), ['Pump a', 'pump b', 'Meter d']],
      ['an empty text filters nothing', series('temperature'), string('EQUAL', ''), everything],
      ['booleans', series('temperature'), boolean('EQUAL', true), ['Meter d']],
      ['booleans not equal', anyAttribute('active'), boolean('NOT_EQUAL', true), ['pump b']],
      ['a key that nobody has', series('nowhere'), numeric('GREATER', -1e9), []],
      ['an unknown key with an empty text', series('nowhere'), string('CONTAINS', ''), everything],
      ['any scope of an attribute', anyAttribute('model'), string('EQUAL', 'M1'), ['Pump a']],
      ['one scope of an attribute', { type: 'SHARED_ATTRIBUTE', key: 'model' }, string('STARTS_WITH', 'M'), ['Pump a']],
      ['another scope', { type: 'SERVER_ATTRIBUTE', key: 'model' }, string('ENDS_WITH', '1'), ['Pump a', 'pump b']],
      ['client attributes', { type: 'CLIENT_ATTRIBUTE', key: 'model' }, numeric('EQUAL', 17), ['Meter_c']],
      [
        'OR of two predicates',
        series('temperature'),
        either(numeric('LESS', 22), string('EQUAL', 'hot')),
        ['Pump a', 'Meter_c'],
      ],
      [
        'nested',
        series('temperature'),
        all(numeric('GREATER', 0), either(numeric('LESS', 22), numeric('GREATER', 100))),
        ['Pump a'],
      ],
      [
        'parts without effect are ignored',
        series('temperature'),
        either(string('EQUAL', ''), numeric('LESS', 22)),
        ['Pump a'],
      ],
      ['a field', field('type'), string('EQUAL', 'meter'), ['Meter_c', 'Meter d']],
      ['wildcards in a field', field('name'), string('CONTAINS', 'r_d'), ['Meter d']],
      ['a backslash stands for itself', field('label'), string('CONTAINS', 'k\\s'), ['Valve e']],
      [
        'a missing field matches "not"',
        field('label'),
        string('NOT_EQUAL', 'North'),
        ['pump b', 'Meter_c', 'Meter d', 'Valve e'],
      ],
      ['the kind of entity', field('entityType'), string('EQUAL', 'DEVICE'), everything],
      ['a field that devices do not have is ignored', field('country'), string('EQUAL', 'x'), everything],
      ['inherited names are no fields', field('constructor'), string('EQUAL', 'x'), everything],
      ['creation time', field('createdTime'), numeric('LESS', 0), []],
    ];
    it.each(cases)('%s', async (_what, key, predicate, expected) => {
      const keyFilters: KeyFilter[] = [{ key, predicate, valueType: 'STRING' }];
      expect(await things.names({ keyFilters })).toEqual(expected);
      expect(await things.queries.count(things.admin, queryOf({ keyFilters }))).toBe(expected.length);
    });

    it('prefers the user value over the default', async () => {
      const predicate = { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 0, userValue: 25 } };
      expect(await things.names({ keyFilters: [{ key: series('temperature'), predicate }] })).toEqual(['pump b']);
    });

    it('requires every filter to match', async () => {
      const keyFilters = [
        { key: series('temperature'), predicate: numeric('GREATER', 0) },
        { key: anyAttribute('active'), predicate: boolean('EQUAL', false) },
      ];
      expect(await things.names({ keyFilters })).toEqual(['pump b']);
    });

    it('applies all conditions of a key to the same row', async () => {
      // `Pump a` has M1 in one scope and M2 in another, but neither row has both.
      const notBoth = ['M1', 'M2'].map((model) => ({
        key: anyAttribute('model'),
        predicate: string('NOT_EQUAL', model),
      }));
      expect(await things.names({ keyFilters: notBoth })).toEqual(['pump b', 'Meter_c']);
    });

    it.each([
      [field('name'), numeric('EQUAL', 1)],
      [field('name'), boolean('EQUAL', true)],
      [{ type: 'ALARM_FIELD', key: 'severity' }, string('EQUAL', 'x')],
      [series('temperature'), { type: 'NUMERIC', operation: 'EQUAL', value: { defaultValue: null } }],
    ])('refuses %o with %o', async (key, predicate) => {
      await expect(things.names({ keyFilters: [{ key, predicate }] })).rejects.toMatchObject({ status: 400 });
    });

    it('finds gateways by an index of their own', async () => {
      await things.device('Gateway 1', 'pump', null, { additionalInfo: { gateway: true, description: 'roof' } });
      await things.device('Gateway 2', 'pump', null, { additionalInfo: { gateway: false } });
      const predicate = string('CONTAINS', '"gateway":true');
      expect(await things.names({ keyFilters: [{ key: field('additionalInfo'), predicate }] })).toEqual(['Gateway 1']);
      const client = await things.database.pool.connect();
      try {
        await client.query('SET enable_seqscan = off');
        const plan = await client.query(
          `EXPLAIN SELECT FROM device e WHERE tenant_id = $1 AND e.additional_info::text LIKE $2`,
          [things.admin.tenantId, '%"gateway":true%'],
        );
        expect(plan.rows.map((row) => row['QUERY PLAN']).join()).toContain('device_gateway');
      } finally {
        await client.query('RESET enable_seqscan');
        client.release();
      }
    });

    it('refuses text that the database cannot hold', async () => {
      const keyFilters = [{ key: field('name'), predicate: string('EQUAL', 'a\u0000b') }];
      await expect(things.names({ keyFilters })).rejects.toMatchObject({ status: 400 });
    });
  });
});
