import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { insertTenants } from '../../test/tenants.ts';
import { randomUuid } from '../storage/ids.ts';
import { createChainSource } from './chain-source.ts';

const [first, second, third] = [randomUuid(), randomUuid(), randomUuid()];
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertTenants(database.pool, first, second, third);
  for (const [tenantId, type, classes] of [
    [first, 'CORE', ['a.Generator', 'a.Generator', 'a.Filter']],
    [second, 'CORE', ['a.Filter']],
    [third, 'EDGE', ['a.Generator']],
    [third, 'CORE', ['a.Count']],
  ] as const) {
    const chainId = randomUuid();
    await database.pool.query(
      `INSERT INTO rule_chain (id, created_time, tenant_id, name, type, root, debug_mode)
       VALUES ($1, 1, $2, 'Chain', $3, false, false)`,
      [chainId, tenantId, type],
    );
    await database.pool.query(
      `INSERT INTO rule_node (id, created_time, rule_chain_id, type, name, debug_mode, position)
       SELECT gen_random_uuid(), 1, $1, type, 'Node', false, place - 1 FROM unnest($2::text[]) WITH ORDINALITY AS n (type, place)`,
      [chainId, classes],
    );
  }
});
afterAll(() => database.close());

test('finds the tenants whose chains of the server have a node of some classes', async () => {
  const source = createChainSource(database.pool);
  const classes = ['a.Generator', 'a.Count'];
  expect((await source.tenantsWith(classes)).sort()).toEqual([first, third].sort());
  expect(await source.tenantsWith(['a.Generator'])).toEqual([first]);
  expect(await source.tenantsWith(classes, third)).toEqual([third]);
  expect(await source.tenantsWith(classes, second)).toEqual([]);
});
