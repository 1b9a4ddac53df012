import type { AuditLog } from '@signalbox/contract/audit-log';
import type { PageData } from '@signalbox/contract/page';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { type Caller, type Reply, startTestPlatform, type TestPlatform } from '../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());

interface Entity {
  id: { id: string };
}

interface Kind {
  name: string;
  table: string;
  /** Column of a text that a save changes, and the member of the body it comes from. */
  column: string;
  member: string;
  path: string;
  /** Whether the audit log has a line for it. */
  audited: boolean;
  caller: () => Caller;
  make: (name: string) => Promise<Entity>;
  /** What is saved; the entity itself unless given. */
  body?: (entity: Entity) => Promise<object>;
  /** How it is deleted past the server; its row alone unless given. */
  deletion?: string;
  savePath?: string;
}

const admin = () => acme.admin;
const profileData = { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } };
const kinds: Kind[] = [
  {
    name: 'device',
    table: 'device',
    column: 'label',
    member: 'label',
    path: '/api/device',
    audited: true,
    caller: admin,
    make: (name) => acme.admin.post('/api/device', { name }),
  },
  {
    name: 'device with its credentials',
    table: 'device',
    column: 'label',
    member: 'label',
    path: '/api/device',
    savePath: '/api/device-with-credentials',
    audited: true,
    caller: admin,
    make: (name) => acme.admin.post('/api/device', { name }),
    body: async (device) => ({
      device,
      credentials: { credentialsType: 'ACCESS_TOKEN', credentialsId: `token of ${device.id.id}` },
    }),
  },
  {
    name: 'customer',
    table: 'customer',
    column: 'city',
    member: 'city',
    path: '/api/customer',
    audited: true,
    caller: admin,
    make: (title) => acme.admin.post('/api/customer', { title }),
  },
  {
    name: 'dashboard',
    table: 'dashboard',
    column: 'title',
    member: 'title',
    path: '/api/dashboard',
    audited: true,
    caller: admin,
    make: (title) => acme.admin.post('/api/dashboard', { title }),
  },
  {
    name: 'rule chain',
    table: 'rule_chain',
    column: 'name',
    member: 'name',
    path: '/api/ruleChain',
    audited: true,
    caller: admin,
    make: (name) => acme.admin.post('/api/ruleChain', { name }),
  },
  {
    name: 'device profile',
    table: 'device_profile',
    column: 'description',
    member: 'description',
    path: '/api/deviceProfile',
    audited: true,
    caller: admin,
    make: (name) =>
      acme.admin.post('/api/deviceProfile', { name, type: 'DEFAULT', transportType: 'DEFAULT', profileData }),
  },
  {
    name: 'user',
    table: 'app_user',
    column: 'first_name',
    member: 'firstName',
    path: '/api/user',
    savePath: '/api/user?sendActivationMail=false',
    audited: true,
    caller: admin,
    make: (name) =>
      acme.admin.post('/api/user?sendActivationMail=false', {
        email: `${name.replaceAll(' ', '.')}@acme.example`,
        authority: 'TENANT_ADMIN',
      }),
  },
  {
    name: 'tenant',
    table: 'tenant',
    column: 'city',
    member: 'city',
    path: '/api/tenant',
    audited: false,
    caller: () => platform.system,
    make: (title) => platform.system.post('/api/tenant', { title }),
    deletion: `WITH profiles AS (DELETE FROM device_profile WHERE tenant_id = $1),
      chains AS (DELETE FROM rule_chain WHERE tenant_id = $1),
      usage AS (DELETE FROM api_usage_state WHERE tenant_id = $1) DELETE FROM tenant WHERE id = $1`,
  },
  {
    name: 'tenant profile',
    table: 'tenant_profile',
    column: 'description',
    member: 'description',
    path: '/api/tenantProfile',
    audited: false,
    caller: () => platform.system,
    make: (name) => platform.system.post('/api/tenantProfile', { name, profileData: { configuration: {} } }),
  },
];

/** Holds the row, lets `call` come up to it, and changes the row before the call gets it. */
async function whileHeld(table: string, id: string, call: () => Promise<Reply>, statement: string): Promise<Reply> {
  const client = await platform.database.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`SELECT FROM ${table} WHERE id = $1 FOR UPDATE`, [id]);
    const reply = call();
    await expect
      .poll(async () => {
        const waiting = await platform.database.pool.query(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
        return waiting.rowCount;
      })
      .toBeGreaterThan(0);
    await client.query(statement, [id]);
    await client.query('COMMIT');
    return await reply;
  } catch (error) {
    // Otherwise the tests after it would fail as well.
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** Status of the newest line of the audit log about an entity. */
async function lastAction(id: string): Promise<Partial<AuditLog> | undefined> {
  const result = await platform.database.pool.query<{ action_type: AuditLog['actionType']; action_status: string }>(
    'SELECT action_type, action_status FROM audit_log WHERE entity_id = $1 ORDER BY created_time DESC, id DESC LIMIT 1',
    [id],
  );
  const row = result.rows[0];
  return row && { actionType: row.action_type, actionStatus: row.action_status as AuditLog['actionStatus'] };
}

describe.each(kinds)('a $name that changes at the same moment', (kind) => {
  const body = (entity: Entity, text: string) => {
    const changed = { ...entity, [kind.member]: text };
    return kind.body ? kind.body(changed) : changed;
  };

  it('answers 404 to a save when it is deleted, and records the failure', async () => {
    const entity = await kind.make(`${kind.name} saved too late`);
    const sent = await body(entity, 'too late');
    const reply = await whileHeld(
      kind.table,
      entity.id.id,
      () => kind.caller().call('POST', kind.savePath ?? kind.path, sent),
      kind.deletion ?? `DELETE FROM ${kind.table} WHERE id = $1`,
    );
    expect(reply).toMatchObject({ status: 404, body: { errorCode: 32 } });
    if (kind.audited) {
      expect(await lastAction(entity.id.id)).toEqual({ actionType: 'UPDATED', actionStatus: 'FAILURE' });
    }
  });

  it('answers 404 to a deletion that comes second, and records the failure', async () => {
    const entity = await kind.make(`${kind.name} deleted twice`);
    const reply = await whileHeld(
      kind.table,
      entity.id.id,
      () => kind.caller().call('DELETE', `${kind.path}/${entity.id.id}`),
      kind.deletion ?? `DELETE FROM ${kind.table} WHERE id = $1`,
    );
    expect(reply).toMatchObject({ status: 404, body: { errorCode: 32 } });
    if (kind.audited) {
      expect(await lastAction(entity.id.id)).toEqual({ actionType: 'DELETED', actionStatus: 'FAILURE' });
    }
  });

  it('has in its history what it was right before each change', async () => {
    const entity = await kind.make(`${kind.name} with a history`);
    const reply = await whileHeld(
      kind.table,
      entity.id.id,
      async () => kind.caller().call('POST', kind.savePath ?? kind.path, await body(entity, 'second')),
      `UPDATE ${kind.table} SET ${kind.column} = 'first' WHERE id = $1`,
    );
    expect(reply.status).toBe(200);
    const history = await platform.database.pool.query<{ before_image: Record<string, unknown> }>(
      'SELECT before_image FROM entity_version WHERE entity_id = $1 ORDER BY created_time DESC, id DESC LIMIT 1',
      [entity.id.id],
    );
    expect(history.rows[0]?.before_image[kind.member]).toBe('first');
  });
});

describe('a device whose customer goes while it is assigned', () => {
  it('answers 404 and records the failure', async () => {
    const device = await acme.admin.post<Entity>('/api/device', { name: 'Assigned too late' });
    const customer = await acme.admin.post<Entity>('/api/customer', { title: 'Gone' });
    const reply = await whileHeld(
      'customer',
      customer.id.id,
      () => acme.admin.call('POST', `/api/customer/${customer.id.id}/device/${device.id.id}`),
      'DELETE FROM customer WHERE id = $1',
    );
    expect(reply.status).toBe(404);
    expect(await lastAction(device.id.id)).toEqual({ actionType: 'ASSIGNED_TO_CUSTOMER', actionStatus: 'FAILURE' });
    const log = await acme.admin.get<PageData<AuditLog>>(
      `/api/audit/logs/entity/DEVICE/${device.id.id}?pageSize=1&page=0`,
    );
    expect(log.data[0]?.actionFailureDetails).toContain(customer.id.id);
  });
});

describe('a dashboard that goes while customers get it or lose it', () => {
  const tooLate = [
    { what: 'a customer', method: 'POST', path: (id: string, of: string) => `/customer/${of}/dashboard/${id}` },
    { what: 'several', method: 'POST', path: (id: string) => `/dashboard/${id}/customers/add`, many: true },
    { what: 'exactly some', method: 'POST', path: (id: string) => `/dashboard/${id}/customers`, many: true },
    { what: 'everybody', method: 'POST', path: (id: string) => `/customer/public/dashboard/${id}` },
    { what: 'a customer', method: 'DELETE', path: (id: string, of: string) => `/customer/${of}/dashboard/${id}` },
    {
      what: 'several',
      method: 'POST',
      path: (id: string) => `/dashboard/${id}/customers/remove`,
      many: true,
      taken: true,
    },
    { what: 'everybody', method: 'DELETE', path: (id: string) => `/customer/public/dashboard/${id}` },
  ] as const;

  it.each(tooLate)('answers 404 and records the failure: $method for $what', async (call) => {
    const { id } = await acme.admin.post<Entity>('/api/dashboard', { title: 'Shared too late' });
    const customers = [await acme.admin.post<Entity>('/api/customer', { title: `Of ${id.id}` })];
    if ('many' in call) customers.push(await acme.admin.post<Entity>('/api/customer', { title: `Other of ${id.id}` }));
    const ids = customers.map((customer) => customer.id.id);
    const reply = await whileHeld(
      'dashboard',
      id.id,
      () => acme.admin.call(call.method, `/api${call.path(id.id, ids[0] as string)}`, 'many' in call ? ids : undefined),
      'DELETE FROM dashboard WHERE id = $1',
    );
    expect(reply).toMatchObject({ status: 404, body: { errorCode: 32 } });
    const isTaken = call.method === 'DELETE' || 'taken' in call;
    expect(await lastAction(id.id)).toEqual({
      actionType: isTaken ? 'UNASSIGNED_FROM_CUSTOMER' : 'ASSIGNED_TO_CUSTOMER',
      actionStatus: 'FAILURE',
    });
  });
});

describe('a device that is renamed while a roll-out is created', () => {
  it('stands there by its new name, whichever of the two comes first', async () => {
    const of = { name: 'Renamed at once', type: 'DEFAULT', transportType: 'DEFAULT' };
    const configurations = { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } };
    const profile = await acme.admin.post<Entity>('/api/deviceProfile', { ...of, profileData: configurations });
    const devices = await Promise.all(
      [1, 2, 3].map((number) =>
        acme.admin.post<Entity>('/api/device', { name: `At once ${number}`, deviceProfileId: profile.id }),
      ),
    );
    // They are taken in this order.
    const [first, second, last] = devices.map(({ id }) => id.id).toSorted() as [string, string, string];
    const firmware = await acme.admin.post<Entity>('/api/otaPackage', {
      ...{ type: 'FIRMWARE', title: 'At once', version: '1', deviceProfileId: profile.id },
      ...{ usesUrl: true, url: 'https://files.example/1' },
    });
    const create = () =>
      acme.admin.post<{ id: string }>('/api/rollouts', { packageId: firmware.id.id, waves: [{ share: 100 }] });
    const { pool } = platform.database;
    const rename = (id: string, name: string) => `UPDATE device SET name = '${name}' WHERE id = '${id}'`;
    const waiting = async () => {
      const { rowCount } = await pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND (query LIKE '%INSERT INTO rollout_device%' OR query LIKE 'UPDATE device SET name%')`,
      );
      return rowCount;
    };
    const holder = await pool.connect();
    try {
      // The creation has come to the last device when the first one is renamed.
      await holder.query(`BEGIN; SELECT FROM device WHERE id = '${last}' FOR UPDATE`);
      const created = create();
      await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
      const renamed = pool.query(rename(first, 'Renamed during'));
      await expect.poll(waiting, { timeout: 30_000 }).toBe(2);
      await holder.query('COMMIT');
      await renamed;
      // The second one is renamed, which nobody else can see yet, when another is created.
      await holder.query(`BEGIN; ${rename(second, 'Renamed before')}`);
      const other = create();
      await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
      await holder.query('COMMIT');
      for (const { id } of await Promise.all([created, other])) {
        const { data } = await acme.admin.get<PageData<{ deviceId: string; name: string }>>(
          `/api/rollouts/${id}/devices?pageSize=10&page=0`,
        );
        expect(data.map(({ deviceId }) => deviceId)).toEqual([last, second, first]);
        expect(data.slice(1).map(({ name }) => name)).toEqual(['Renamed before', 'Renamed during']);
      }
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
  });
});
