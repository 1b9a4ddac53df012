import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createKeyDictionary } from './key-dictionary.ts';

const UNSTORABLE = ['a\0', 'a\ud800'];

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.close());

it('gives names that cannot be stored no number, and no other name', async () => {
  const keys = createKeyDictionary(database.pool);
  for (const name of UNSTORABLE) await expect(keys.idsOf(['good', name])).rejects.toThrow('cannot be stored');
  const { rows } = await database.pool.query('SELECT name FROM telemetry_key');
  expect(rows).toEqual([]);
});

it('finds known names beside such that cannot be stored', async () => {
  const keys = createKeyDictionary(database.pool);
  const ids = await keys.idsOf(['good', 'a\ufffd']);
  expect(await createKeyDictionary(database.pool).knownIdsOf(['good', ...UNSTORABLE])).toEqual(
    new Map([['good', ids.get('good')]]),
  );
});
