import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { newEntityId } from './ids.ts';
import {
  countIds,
  packedIds,
  packedNumbers,
  packedTexts,
  unpackId,
  unpackNumbers,
  unpackTexts,
} from './packed-columns.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const TEXTS: (string | null)[] = ['', 'a', null, 'two\nlines\n', '\n', 'ähre "x" \\ \t', '😀', null, ''];

it.each([[TEXTS], [['a', 'b']], [['']], [[null]], [[]]])('reads columns as they are: %j', async (texts) => {
  const ids = texts.map(() => newEntityId().id);
  const numbers = texts.map((_, at) => at * 1e9 + 0.5);
  const { rows } = await database.pool.query<{ ids: Buffer; texts: string; numbers: Buffer }>(
    `SELECT ${packedIds('id')} AS ids, ${packedTexts('text')} AS texts, ${packedNumbers('number')} AS numbers
     FROM (SELECT * FROM unnest($1::uuid[], $2::text[], $3::float8[]) AS given (id, text, number)) AS given`,
    [ids, texts, numbers],
  );
  const [packed] = rows;
  const size = countIds(packed?.ids as Buffer);
  expect(ids.map((_, at) => unpackId(packed?.ids as Buffer, at))).toEqual(ids);
  expect(unpackTexts(packed?.texts as string, size)).toEqual(texts);
  expect([...unpackNumbers(packed?.numbers as Buffer)]).toEqual(numbers);
});
