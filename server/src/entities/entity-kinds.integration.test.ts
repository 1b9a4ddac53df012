import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { ENTITY_KINDS } from './entity-kinds.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

it.each(ENTITY_KINDS.filter(({ hasData }) => hasData).map(({ table }) => table))(
  'whatever deletes from %s notes the deletion and removes relations',
  async (table) => {
    // pg_trigger: type 8 of the bits is DELETE, 1 FOR EACH ROW, 2 BEFORE; 'O' is enabled.
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT proname AS name FROM pg_trigger JOIN pg_proc ON pg_proc.oid = tgfoid
       WHERE tgrelid = $1::regclass AND tgenabled = 'O' AND tgtype & 8 > 0 AND tgtype & 3 = 0 AND tgoldtable IS NOT NULL`,
      [table],
    );
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['note_deleted', 'delete_relations']));
  },
);
