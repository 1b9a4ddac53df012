import { NULL_UUID } from '@signalbox/contract/id';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { insertTenants } from '../../../test/tenants.ts';
import { randomUuid } from '../../storage/ids.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { createRuleStateTable, type RuleStateTable, type RuleStateWrite } from './rule-state-table.ts';

const TENANT = randomUuid();
const OTHER_TENANT = randomUuid();
const PROFILE = randomUuid();
const OTHER_PROFILE = randomUuid();
const NODE = randomUuid();

let database: TestDatabase;
let table: RuleStateTable;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertTenants(database.pool, TENANT, OTHER_TENANT);
  await database.pool.query(
    `INSERT INTO device_profile (id, created_time, tenant_id, name, type, transport_type, provision_type, is_default, profile_data)
     SELECT id, 1, $1, id::text, 'DEFAULT', 'DEFAULT', 'DISABLED', false, '{}' FROM unnest($2::uuid[]) AS id`,
    [TENANT, [PROFILE, OTHER_PROFILE]],
  );
  table = createRuleStateTable(database.pool);
});
afterAll(() => database?.close());
beforeEach(() => database.pool.query('DELETE FROM alarm_rule_state'));

async function makeDevice(): Promise<string> {
  const id = randomUuid();
  await database.pool.query(
    `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, device_data)
     VALUES ($1::uuid, 5, $2, $3, $4, ($1::uuid)::text, 'default', '{}')`,
    [id, TENANT, NULL_UUID, PROFILE],
  );
  return id;
}
const writeOf = (deviceId: string, more: Partial<RuleStateWrite> = {}): RuleStateWrite => ({
  deviceId,
  nodeId: NODE,
  tenantId: TENANT,
  profileId: PROFILE,
  progress: 'a0s1',
  due: 1_000,
  ...more,
});
const write = (...writes: RuleStateWrite[]): Promise<void> =>
  inTransaction(database.pool, (unit) => table.write(unit, writes));
const stored = async (id: string): Promise<unknown[]> => [...((await table.facts(id))?.states ?? [])];

describe('states of alarm rules', () => {
  it('are what was written last, and gone when there is nothing to keep', async () => {
    const id = await makeDevice();
    const other = randomUuid();
    await write(writeOf(id), writeOf(id, { nodeId: other, progress: 'b1x2', due: undefined }));
    expect(await table.facts(id)).toMatchObject({
      tenantId: TENANT,
      profileId: PROFILE,
      customerId: undefined,
      name: id,
      type: 'default',
      label: null,
      createdTime: 5,
    });
    await write(writeOf(id, { progress: 'a0f1', due: undefined }));
    expect(new Map((await stored(id)) as [string, unknown][])).toEqual(
      new Map([
        [NODE, { progress: 'a0f1', due: undefined }],
        [other, { progress: 'b1x2', due: undefined }],
      ]),
    );
    await write(writeOf(id, { progress: '', due: undefined }));
    expect(await stored(id)).toEqual([[other, { progress: 'b1x2', due: undefined }]]);
    expect(await table.facts(randomUuid())).toBeUndefined();
  });

  it('are left out of devices that are gone, or of another profile or tenant by then', async () => {
    const [here, elsewhere, moved] = [await makeDevice(), await makeDevice(), await makeDevice()];
    await write(
      writeOf(randomUuid()),
      writeOf(elsewhere, { profileId: OTHER_PROFILE }),
      writeOf(moved, { tenantId: OTHER_TENANT }),
      writeOf(here),
    );
    const { rows } = await database.pool.query('SELECT device_id FROM alarm_rule_state');
    expect(rows).toEqual([{ device_id: here }]);
  });

  it.each([
    ['changes its profile', `UPDATE device SET device_profile_id = '${OTHER_PROFILE}' WHERE id = $1`],
    ['changes its tenant', `UPDATE device SET tenant_id = '${OTHER_TENANT}' WHERE id = $1`],
    ['is deleted', 'DELETE FROM device WHERE id = $1'],
  ])('go with a device that %s, whoever is first', async (_, statement) => {
    const before = await makeDevice();
    await write(writeOf(before));
    await database.pool.query(statement, [before]);
    expect((await database.pool.query('SELECT FROM alarm_rule_state')).rowCount).toBe(0);

    // The state is written while the change is not committed yet.
    const during = await makeDevice();
    let writing: Promise<void> | undefined;
    await inTransaction(database.pool, async ({ client }) => {
      await client.query(statement, [during]);
      writing = write(writeOf(during));
      await waitForLock();
    });
    await writing;
    expect((await database.pool.query('SELECT FROM alarm_rule_state')).rowCount).toBe(0);

    // The change is made while the state is not committed yet.
    const after = await makeDevice();
    let changing: Promise<unknown> | undefined;
    await inTransaction(database.pool, async (unit) => {
      await table.write(unit, [writeOf(after)]);
      changing = database.pool.query(statement, [after]);
      await waitForLock();
    });
    await changing;
    expect((await database.pool.query('SELECT FROM alarm_rule_state')).rowCount).toBe(0);
  });

  it('stay when anything else of a device changes, and wait for nobody who does', async () => {
    const id = await makeDevice();
    await inTransaction(database.pool, async ({ client }) => {
      await client.query("UPDATE device SET type = 'other' WHERE id = $1", [id]);
      await write(writeOf(id));
    });
    await database.pool.query("UPDATE device SET device_profile_id = device_profile_id, label = 'x' WHERE id = $1", [
      id,
    ]);
    expect(await stored(id)).toHaveLength(1);
  });

  it('are due in the order of their times, page by page', async () => {
    const ids = await Promise.all([300, 100, 200, 100].map(() => makeDevice()));
    const dues = [300, 100, 200, 100];
    await write(
      ...ids.map((id, at) => writeOf(id, { due: dues[at] })),
      writeOf(await makeDevice(), { due: undefined }),
    );
    const first = await table.due(250, undefined, 2);
    expect(first.map(({ due }) => due)).toEqual([100, 100]);
    const second = await table.due(250, first.at(-1), 2);
    expect(second).toEqual([{ deviceId: ids[2], nodeId: NODE, tenantId: TENANT, due: 200 }]);
    expect(await table.nextDue(250)).toBe(300);
    expect(await table.nextDue(300)).toBeUndefined();
    await table.wakeProfile(OTHER_PROFILE, 50);
    expect(await table.nextDue(0)).toBe(100);
    await table.wakeProfile(PROFILE, 150);
    expect((await table.due(150, undefined, 10)).map(({ due }) => due)).toEqual([100, 100, 150, 150]);
  });

  it('wake by the profile, also where one device has more of them than are woken at a time', async () => {
    const [one, other] = [await makeDevice(), await makeDevice()];
    const nodes = Array.from({ length: 5 }, randomUuid);
    await write(...[one, other].flatMap((id) => nodes.map((nodeId) => writeOf(id, { nodeId }))));
    await createRuleStateTable(database.pool, 2).wakeProfile(PROFILE, 150);
    expect(await table.due(150, undefined, 100)).toHaveLength(10);
  });

  it('are removed with the rule node that had them', async () => {
    const id = await makeDevice();
    await write(writeOf(id), writeOf(id, { nodeId: randomUuid() }));
    await table.removeOrphans();
    expect(await stored(id)).toEqual([]);
  });
});

/** Waits until a statement waits for a row that somebody else has locked. */
async function waitForLock(): Promise<void> {
  for (;;) {
    const { rowCount } = await database.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    if (rowCount) return;
  }
}
