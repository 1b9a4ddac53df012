import type { AuditLog } from '@signalbox/contract/audit-log';
import type { Dashboard } from '@signalbox/contract/dashboard';
import type { Device } from '@signalbox/contract/device';
import type { PageData } from '@signalbox/contract/page';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { createDeletedTenants } from '../storage/deleted-tenants.ts';
import { newEntityId } from '../storage/ids.ts';
import { createTimelineTotals } from '../storage/timeline-totals.ts';
import { deleteOldHistory } from './audit-retention.ts';

let platform: TestPlatform;
let acme: TestTenant;
let device: Device;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  device = await acme.admin.post<Device>('/api/device', { name: 'Pump', customerId: acme.customer.id });
  await acme.admin.call('POST', '/api/device', { name: 'Pump' });
});
afterAll(() => platform?.stop());

const list = (path = '', query = '') =>
  acme.admin.get<PageData<AuditLog>>(`/api/audit/logs${path}?pageSize=100&page=0${query}`);

describe('audit log', () => {
  it('has a row with all fields of the wire, in its order', async () => {
    const page = await list(`/entity/DEVICE/${device.id.id}`);
    expect(page.totalElements).toBe(1);
    const [row] = page.data;
    expect(Object.keys(row as object)).toEqual(
      'id createdTime tenantId customerId entityId entityName userId userName actionType actionData actionStatus actionFailureDetails'.split(
        ' ',
      ),
    );
    expect(row).toMatchObject({
      tenantId: acme.tenant.id,
      customerId: acme.customer.id,
      entityId: device.id,
      entityName: 'Pump',
      userId: acme.admin.user.id,
      userName: 'admin@acme.example',
      actionType: 'ADDED',
      actionData: { entity: device },
      actionStatus: 'SUCCESS',
      actionFailureDetails: '',
    });
  });

  it('starts with actions of people in a tenant', async () => {
    const { data } = await list('', '&sortProperty=createdTime');
    expect(data[0]).toMatchObject({ actionType: 'ADDED', entityId: acme.customer.id, userName: 'admin@acme.example' });
    expect(data.filter(({ userName }) => userName === 'system')).toEqual([]);
  });

  it('records failures too', async () => {
    const page = await list('', '&textSearch=FAILURE');
    expect(page.data).toMatchObject([
      { entityName: 'Pump', actionStatus: 'FAILURE', actionFailureDetails: 'Device with such name already exists!' },
    ]);
  });

  it('can be filtered by user, customer, action, time and text', async () => {
    expect((await list(`/user/${acme.admin.user.id.id}`, '&actionTypes=added&textSearch=pump')).totalElements).toBe(2);
    expect((await list(`/customer/${acme.customer.id.id}`, '&textSearch=device')).totalElements).toBe(1);
    expect((await list('', '&actionTypes=ADDED,DELETED&endTime=1')).totalElements).toBe(0);
    const descending = await list('', '&sortProperty=createdTime&sortOrder=DESC');
    const times = descending.data.map(({ createdTime }) => createdTime);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    for (const query of ['&actionTypes=ODD', '&sortProperty=actionData', '&startTime=yesterday']) {
      const reply = await acme.admin.call('GET', `/api/audit/logs?pageSize=10&page=0${query}`);
      expect(reply, query).toMatchObject({ status: 400, body: { errorCode: 31 } });
    }
  });

  it('is the same by pages, from whichever end they are read', async () => {
    for (const order of ['', '&sortProperty=createdTime', '&sortProperty=createdTime&sortOrder=DESC']) {
      const whole = await list('', order);
      const paged: AuditLog[] = [];
      for (let page = 0; page * 2 < whole.totalElements; page++) {
        const some = await acme.admin.get<PageData<AuditLog>>(`/api/audit/logs?pageSize=2&page=${page}${order}`);
        expect(some.totalElements).toBe(whole.totalElements);
        paged.push(...some.data);
      }
      expect(paged.length).toBeGreaterThan(3);
      expect(paged).toEqual(whole.data);
    }
    const beyond = await acme.admin.get('/api/audit/logs?pageSize=10&page=9');
    expect(beyond).toMatchObject({ data: [], hasNext: false });
  });

  it('counts the lines of the past once', async () => {
    const { db, pool } = platform.database;
    const tenantId = newEntityId().id;
    let now = 1_000_000;
    const add = (time: number, lines: number) =>
      pool.query(
        `INSERT INTO audit_log SELECT gen_random_uuid(), $1, $2, $2, 'DEVICE', $2, '', $2, '', 'ADDED', '{}', 'SUCCESS', ''
         FROM generate_series(1, $3)`,
        [time, tenantId, lines],
      );
    const lines = { db, table: 'audit_log', deletedTenants: createDeletedTenants() };
    const totals = createTimelineTotals(lines, () => now, 5);
    const total = async () => (await totals.of(tenantId, sql`tenant_id = ${tenantId}`)).total;
    await add(now - 100_000, 5);
    await add(now - 1000, 2);
    expect(await total()).toBe(7);
    await add(now, 1);
    now += 200_000;
    await add(now, 3);
    expect(await total()).toBe(11);
    // Nobody looks at them again, until it is said that some have gone.
    await pool.query('DELETE FROM audit_log WHERE tenant_id = $1 AND created_time < 950000', [tenantId]);
    expect(await total()).toBe(11);
    totals.forget();
    expect(await total()).toBe(6);
  });

  it('counts the lines of a tenant once whatever others read, and knows none of one that has been deleted', async () => {
    const { db, pool } = platform.database;
    const [tenantId, busy] = [newEntityId().id, newEntityId().id];
    const deletedTenants = createDeletedTenants();
    const totals = createTimelineTotals({ db, table: 'audit_log', deletedTenants }, Date.now, 0);
    const total = async () => (await totals.of(tenantId, sql`tenant_id = ${tenantId}`)).total;
    await pool.query(
      `INSERT INTO audit_log SELECT gen_random_uuid(), 1, $1, $1, 'DEVICE', $1, '', $1, '', 'ADDED', '{}', 'SUCCESS', ''
       FROM generate_series(1, 5)`,
      [tenantId],
    );
    expect(await total()).toBe(5);
    for (let at = 0; at < 1_100; at++) await totals.of(busy, sql`tenant_id = ${busy} AND action_type = ${String(at)}`);
    await pool.query('DELETE FROM audit_log WHERE tenant_id = $1', [tenantId]);
    expect(await total()).toBe(5);
    deletedTenants.note(tenantId);
    expect(await total()).toBe(0);
  });

  it('forgets what is too old, as the history of entities does', async () => {
    const { pool } = platform.database;
    const countOf = async (table: string) =>
      (await pool.query(`SELECT FROM ${table} WHERE entity_id = $1`, [device.id.id])).rowCount;
    const [{ createdTime } = { createdTime: 0 }] = (await list(`/entity/DEVICE/${device.id.id}`)).data;
    const day = 24 * 3_600_000;
    await deleteOldHistory(pool, createdTime - 1000 + 30 * day, 30);
    expect([await countOf('audit_log'), await countOf('entity_version')]).toEqual([1, 1]);
    await deleteOldHistory(pool, createdTime + 60_000 + 30 * day, 30);
    expect([await countOf('audit_log'), await countOf('entity_version')]).toEqual([0, 0]);
  });

  it('keeps what dashboards showed in their versions only', async () => {
    const configuration = { description: 'kept once' };
    const { id } = await acme.admin.post<Dashboard>('/api/dashboard', { title: 'Big', configuration });
    await acme.admin.post('/api/dashboard', { id, title: 'Bigger', configuration });
    await acme.admin.post(`/api/customer/${acme.customer.id.id}/dashboard/${id.id}`);
    const { rows } = await platform.database.pool.query<{ before: { title: string; configuration: unknown } | null }>(
      'SELECT before_image AS before FROM entity_version WHERE entity_id = $1 ORDER BY created_time, id',
      [id.id],
    );
    expect(rows.map(({ before }) => before && [before.title, before.configuration])).toEqual([
      null,
      ['Big', ''],
      ['Bigger', ''],
    ]);
  });

  it('is visible to administrators of the tenant only', async () => {
    const path = '/api/audit/logs?pageSize=10&page=0';
    expect((await acme.customerUser.call('GET', path)).status).toBe(403);
    expect((await platform.system.call('GET', path)).status).toBe(403);
    const other = await createTestTenant(platform, 'other');
    const foreign = `/api/audit/logs/entity/DEVICE/${device.id.id}?pageSize=10&page=0`;
    expect(await other.admin.get(foreign)).toMatchObject({ totalElements: 0 });
  });
});
