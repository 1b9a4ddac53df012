import type { DeviceInfo } from '@signalbox/contract/device';
import { NULL_UUID } from '@signalbox/contract/id';
import type { PageData } from '@signalbox/contract/page';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';
import { restartPlatform } from '../../../test/restart-platform.ts';

/** More than are read where they are: those of such a tenant are read into memory after a start. */
const DEVICES = 20_500;
const PAGE = 20;
const TEXTS = ['pump 7', '99', 'nothing'];
/** Orders, and the same in SQL. */
const ORDERS = [
  ['name', 'lower(name)'],
  ['createdTime', 'created_time'],
] as const;

let platform: TestPlatform;
let tenants: TestTenant[];
beforeAll(async () => {
  platform = await startTestPlatform();
  tenants = [];
  for (const name of ['large', 'as-large', 'doomed']) {
    const tenant = await createTestTenant(platform, name);
    tenants.push(tenant);
    await platform.database.pool.query(
      `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data)
       SELECT gen_random_uuid(), 1000 + number * 7919 % 100003, tenant_id, '${NULL_UUID}', id,
         $3 || ' pump ' || number * 31 % 50021, name, CASE WHEN number % 2 = 0 THEN 'Hall ' || number % 40 END, '{}'
       FROM device_profile, generate_series(1, $2::integer) AS number WHERE tenant_id = $1 AND is_default`,
      [tenant.tenant.id.id, DEVICES, name],
    );
  }
  await platform.database.pool.query('VACUUM (ANALYZE) device, device_state, device_activity');
}, 120_000);
afterAll(() => platform?.stop());

/** The first, a middle and the last page of each text, in each order, are those of a plain query. */
async function check({ tenant, admin }: TestTenant): Promise<void> {
  for (const text of TEXTS) {
    for (const [sortProperty, column] of ORDERS) {
      const { rows } = await platform.database.pool.query<{ name: string }>(
        `SELECT name FROM device WHERE tenant_id = $1 AND name LIKE $2 ORDER BY ${column}`,
        [tenant.id.id, `%${text}%`],
      );
      for (const share of [0, 0.5, 0.999]) {
        const page = Math.floor((rows.length * share) / PAGE);
        const query = `pageSize=${PAGE}&page=${page}&sortProperty=${sortProperty}&textSearch=${text}`;
        const found = await admin.get<PageData<DeviceInfo>>(`/api/tenant/deviceInfos?${query}`);
        expect({ query, names: found.data.map(({ name }) => name), total: found.totalElements }).toEqual({
          ...{ query, total: rows.length },
          names: rows.slice(page * PAGE, (page + 1) * PAGE).map(({ name }) => name),
        });
      }
    }
  }
}

it('answers several large tenants at once while their devices are read, also after a stop in the middle', {
  timeout: 240_000,
}, async () => {
  await restartPlatform(platform);
  await Promise.all(tenants.map(check));
  // While the first devices are being read.
  await restartPlatform(platform);
  await restartPlatform(platform);
  await Promise.all(tenants.map(check));
});

it('goes on for the others while a tenant is deleted whose devices are read', { timeout: 240_000 }, async () => {
  await restartPlatform(platform);
  const [first, second, doomed] = tenants as [TestTenant, TestTenant, TestTenant];
  const requested = Promise.all(
    TEXTS.map((text) =>
      doomed.admin.call(
        'GET',
        `/api/tenant/deviceInfos?pageSize=${PAGE}&page=0&textSearch=${encodeURIComponent(text)}`,
      ),
    ),
  );
  const [replies] = await Promise.all([
    requested,
    platform.system.delete(`/api/tenant/${doomed.tenant.id.id}`),
    check(first),
    check(second),
  ]);
  expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
  const gone = await doomed.admin.call('GET', `/api/tenant/deviceInfos?pageSize=${PAGE}&page=0&textSearch=pump`);
  expect(gone.status).toBe(401);
  await Promise.all([check(first), check(second)]);
});
