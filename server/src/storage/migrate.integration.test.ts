import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { migrate } from './migrate.ts';

describe('migrations', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('do nothing on a schema that is up to date', async () => {
    expect(await migrate(database.pool)).toBe(0);
  });

  it('read 64-bit integers exactly', async () => {
    const result = await database.pool.query('SELECT 9223372036854775807::bigint AS big, 5::bigint AS small');
    expect(result.rows[0]).toEqual({ big: '9223372036854775807', small: 5 });
  });
});
