import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Device } from '@signalbox/contract/device';
import fc from 'fast-check';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ANY_PORT } from '../../../test/any-port.ts';
import { createPerson, createTestTenant, type TestTenant } from '../../../test/people.ts';
import { type Caller, type Reply, startTestPlatform, type TestPlatform } from '../../../test/platform.ts';
import { readSettings } from '../../config/settings.ts';
import { startPlatform } from '../../platform.ts';
import { ENTITY_KINDS } from '../entity-kinds.ts';

/** Where something is kept about entities: table and the column of their id. */
const PLACES = [
  ['series', 'entity_id'],
  ['latest_value', 'entity_id'],
  ['attribute', 'entity_id'],
  ['event', 'entity_id'],
  ['relation', 'from_id'],
  ['relation', 'to_id'],
  ['rpc', 'device_id'],
  ['message_set_aside', `(message #>> '{originator,id}')::uuid`],
  ['device_credentials', 'device_id'],
] as const;
const PATIENCE = { timeout: 30_000, interval: 50 };

let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());

/** A server of its own, for tests that stop it. */
async function restart(): Promise<void> {
  await platform.stop();
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
}

/** Places with something about any of the ids, and how much. */
async function leftOf(pool: pg.Pool, ids: readonly string[]): Promise<Record<string, number>> {
  const left: Record<string, number> = {};
  for (const [table, column] of PLACES) {
    const result = await pool.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM ${table} WHERE ${column} = ANY($1::uuid[])`,
      [ids],
    );
    if (result.rows[0]?.count) left[`${table}.${column}`] = result.rows[0].count;
  }
  const points = await pool.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM series_chunk WHERE NOT EXISTS (SELECT FROM series WHERE id = series_id)',
  );
  if (points.rows[0]?.count) left.chunks = points.rows[0].count;
  return left;
}

/** Waits until nothing is left of the ids; the second round is made due, so that nobody waits for its time. */
async function waitUntilGone(pool: pg.Pool, ids: readonly string[]): Promise<void> {
  await vi.waitFor(async () => {
    await pool.query('UPDATE deleted_entity SET due_time = 0 WHERE rounds > 0');
    const pending = await pool.query('SELECT FROM deleted_entity WHERE entity_id = ANY($1::uuid[])', [ids]);
    expect(pending.rowCount).toBe(0);
    expect(await leftOf(pool, ids)).toEqual({});
  }, PATIENCE);
}

const telemetryPath = (id: string) => `/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`;

/** A device about which something is kept everywhere. */
async function deviceWithEverything(admin: Caller, name: string): Promise<Device> {
  const device = await admin.post<Device>('/api/device', { name });
  const id = device.id.id;
  await admin.post(telemetryPath(id), { temperature: 21, humidity: 40 });
  await admin.post(`/api/plugins/telemetry/${id}/SHARED_SCOPE`, { limit: 30 });
  await admin.post('/api/relation', { from: acme.customer.id, to: device.id, type: 'Contains' });
  await platform.database.pool.query(
    `INSERT INTO event (id, created_time, tenant_id, entity_type, entity_id, type, uid, body)
     VALUES (gen_random_uuid(), $1, $2, 'DEVICE', $3, 'ERROR', gen_random_uuid()::text, '{}')`,
    [Date.now(), device.tenantId.id, id],
  );
  await platform.database.pool.query(
    `INSERT INTO rpc (id, created_time, tenant_id, device_id, expiration_time, request, status)
     VALUES (gen_random_uuid(), $1, $2, $3, $1, '{}', 'SUCCESSFUL')`,
    [Date.now(), device.tenantId.id, id],
  );
  await platform.database.pool.query(
    `INSERT INTO message_set_aside (id, created_time, tenant_id, partition, batch, message, error)
     VALUES (gen_random_uuid(), $1, $2, 0, 0, $3, 'broken')`,
    [Date.now(), device.tenantId.id, JSON.stringify({ originator: device.id })],
  );
  return device;
}

describe('a deleted device', () => {
  it('is gone for readers at once, and soon on disk', async () => {
    const device = await deviceWithEverything(acme.admin, 'Whole');
    const id = device.id.id;
    expect(Object.keys(await leftOf(platform.database.pool, [id])).length).toBeGreaterThan(6);
    await acme.admin.delete(`/api/device/${id}`);
    for (const path of [
      `/api/plugins/telemetry/DEVICE/${id}/values/timeseries`,
      `/api/plugins/telemetry/DEVICE/${id}/values/attributes`,
      `/api/events/DEVICE/${id}?tenantId=${acme.tenant.id.id}&pageSize=1&page=0`,
      `/api/relations?fromType=DEVICE&fromId=${id}`,
    ]) {
      expect((await acme.admin.call('GET', path)).status, path).toBe(404);
    }
    await waitUntilGone(platform.database.pool, [id]);
  });

  it('keeps its lines in the audit log', async () => {
    const device = await acme.admin.post<Device>('/api/device', { name: 'Audited' });
    await acme.admin.delete(`/api/device/${device.id.id}`);
    await waitUntilGone(platform.database.pool, [device.id.id]);
    const lines = await platform.database.pool.query('SELECT FROM audit_log WHERE entity_id = $1', [device.id.id]);
    expect(lines.rowCount).toBe(2);
  });

  it('leaves nothing, whatever is written about it meanwhile', { timeout: 120_000 }, async () => {
    const action = fc.constantFrom('telemetry', 'attributes', 'relation', 'rpc', 'event', 'delete' as const);
    const rounds = fc.sample(fc.array(action, { minLength: 4, maxLength: 24 }), 40);
    const ids: string[] = [];
    for (const actions of rounds) {
      const name = `Racing ${ids.length}`;
      const { id } = await acme.admin.post<Device>('/api/device', { name });
      const calls: Record<(typeof actions)[number], () => Promise<Reply>> = {
        telemetry: () => acme.admin.call('POST', telemetryPath(id.id), { temperature: ids.length }),
        attributes: () => acme.admin.call('POST', `/api/plugins/telemetry/${id.id}/SERVER_SCOPE`, { a: ids.length }),
        relation: () => acme.admin.call('POST', '/api/relation', { from: acme.customer.id, to: id, type: 'Manages' }),
        rpc: () => acme.admin.call('POST', `/api/rpc/oneway/${id.id}`, { method: 'm', params: {}, persistent: true }),
        // Comes through the log and the rules.
        event: () => acme.admin.call('POST', '/api/device', { id, name, label: 'changed' }),
        delete: () => acme.admin.call('DELETE', `/api/device/${id.id}`),
      };
      const replies = await Promise.all(actions.map((one) => calls[one]()));
      expect(
        replies.filter(({ status }) => status >= 500),
        actions.join(),
      ).toEqual([]);
      await acme.admin.call('DELETE', `/api/device/${id.id}`);
      ids.push(id.id);
    }
    await waitUntilGone(platform.database.pool, ids);
  });
});

describe('what earlier versions left', () => {
  beforeAll(restart);

  it('is found and removed after the start', async () => {
    const { connection, pool } = platform.database;
    const living = await acme.admin.post<Device>('/api/device', { name: 'Living' });
    await acme.admin.post(telemetryPath(living.id.id), { temperature: 1 });
    const orphans = await pool.query<{ id: string }>('SELECT gen_random_uuid() AS id FROM generate_series(1, 1500)');
    const ids = orphans.rows.map(({ id }) => id);
    await pool.query("INSERT INTO telemetry_key (name) VALUES ('left') ON CONFLICT DO NOTHING");
    for (const statement of [
      `INSERT INTO series (entity_id, key_id)
       SELECT id, (SELECT id FROM telemetry_key WHERE name = 'left') FROM unnest($1::uuid[]) AS id`,
      `INSERT INTO latest_value (entity_id, key_id, ts, long_value)
       SELECT id, (SELECT id FROM telemetry_key WHERE name = 'left'), 1, 1 FROM unnest($1::uuid[]) AS id`,
      `INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, bool_value)
       SELECT id, 3, (SELECT id FROM telemetry_key WHERE name = 'left'), 1, true FROM unnest($1::uuid[]) AS id`,
      `INSERT INTO event (id, created_time, tenant_id, entity_type, entity_id, type, uid, body)
       SELECT gen_random_uuid(), 1, id, 'DEVICE', id, 'ERROR', id::text, '{}' FROM unnest($1::uuid[]) AS id`,
    ]) {
      await pool.query(statement, [ids]);
    }
    await platform.halt();
    const second = await startPlatform({
      settings: { ...readSettings({}), ...ANY_PORT },
      log: pino({ level: process.env.SIGNALBOX_TEST_LOG ?? 'silent' }),
      connection,
      onBroken: () => undefined,
    });
    try {
      await waitUntilGone(pool, ids);
    } finally {
      await second.stop();
    }
    const kept = await pool.query('SELECT FROM latest_value WHERE entity_id = $1', [living.id.id]);
    expect(kept.rowCount).toBe(1);
  });
});

describe('a deleted tenant', () => {
  beforeAll(restart);

  /** Rows of any kind of entity that name a tenant which is not there. */
  async function withoutTenant(pool: pg.Pool): Promise<Record<string, number>> {
    const found: Record<string, number> = {};
    for (const { table, withTenant } of ENTITY_KINDS) {
      if (withTenant !== 'deleted') continue;
      const rows = await pool.query(
        `SELECT FROM ${table} WHERE tenant_id <> '13814000-1dd2-11b2-8080-808080808080'
           AND NOT EXISTS (SELECT FROM tenant WHERE tenant.id = ${table}.tenant_id)`,
      );
      if (rows.rowCount) found[table] = rows.rowCount;
    }
    return found;
  }

  /** Lines of the audit log, of the history of entities, and counts of devices, of a tenant. */
  async function tracesOf(pool: pg.Pool, tenantId: string): Promise<number> {
    const { rows } = await pool.query<{ count: number }>(
      `SELECT ((SELECT count(*) FROM audit_log WHERE tenant_id = $1)
         + (SELECT count(*) FROM entity_version WHERE tenant_id = $1)
         + (SELECT count(*) FROM device_count WHERE tenant_id = $1)
         + (SELECT count(*) FROM active_device_count WHERE tenant_id = $1))::integer AS count`,
      [tenantId],
    );
    return rows[0]?.count ?? 0;
  }

  it('takes along what is made while it is deleted', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 5; round++) {
      const brief = await createTestTenant(platform, `brief-${round}`);
      const { admin } = brief;
      const path = `/api/tenant/${brief.tenant.id.id}`;
      const made = (name: string) => [
        admin.call('POST', '/api/device', { name }),
        admin.call('POST', '/api/device', { name: `${name} of customer`, customerId: brief.customer.id }),
        admin.call('POST', '/api/dashboard', { title: name }),
        admin.call('POST', '/api/customer', { title: name }),
        admin.call('POST', '/api/ruleChain', { name }),
        admin.call('POST', '/api/ruleChain/device/default', { name: `${name} chain` }),
        admin.call('POST', `/api/customer/public/device/${brief.customer.id.id}`),
        admin.call('POST', '/api/user?sendActivationMail=false', {
          email: `${name}@brief.example`,
          authority: 'TENANT_ADMIN',
        }),
      ];
      const replies = await Promise.all([
        ...made(`before-${round}`),
        platform.system.call('DELETE', path),
        ...made(`after-${round}`),
      ]);
      expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
      expect(await withoutTenant(platform.database.pool)).toEqual({});
    }
  });

  it('leaves nothing, also when the server is killed before it has removed everything', {
    timeout: 120_000,
  }, async () => {
    const doomed = await createTestTenant(platform, 'doomed');
    const ids: string[] = [];
    for (let at = 0; at < 400; at += 20) {
      const some = Array.from({ length: 20 }, async (_, place) => {
        const device = await doomed.admin.post<Device>('/api/device', { name: `Doomed ${at + place}` });
        await doomed.admin.post(telemetryPath(device.id.id), { a: 1, b: 2 });
        ids.push(device.id.id);
      });
      await Promise.all(some);
    }
    const administrator = await createPerson(platform, platform.system, {
      email: 'second@signalbox.example',
      authority: 'SYS_ADMIN',
    });
    const { connection, pool } = platform.database;
    // From here on one server at a time has the database.
    await platform.halt();
    const child = spawn(
      process.execPath,
      [
        fileURLToPath(new URL('../../../test/delete-tenant.ts', import.meta.url)),
        JSON.stringify(connection),
        doomed.tenant.id.id,
        administrator.token,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exited = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout })) {
      expect(line).toBe('200');
      child.kill('SIGKILL');
    }
    await exited;
    const pending = await pool.query('SELECT FROM deleted_entity WHERE entity_id = ANY($1::uuid[])', [ids]);
    expect(pending.rowCount).toBe(ids.length);
    expect(await tracesOf(pool, doomed.tenant.id.id)).toBeGreaterThan(800);
    const after = await startPlatform({
      settings: { ...readSettings({}), ...ANY_PORT },
      log: pino({ level: process.env.SIGNALBOX_TEST_LOG ?? 'silent' }),
      connection,
      onBroken: () => undefined,
    });
    try {
      await waitUntilGone(pool, ids);
      expect(await withoutTenant(pool)).toEqual({});
      // Nobody may read what was done in it.
      await vi.waitFor(async () => expect(await tracesOf(pool, doomed.tenant.id.id)).toBe(0), PATIENCE);
      expect(await tracesOf(pool, acme.tenant.id.id)).toBeGreaterThan(0);
    } finally {
      await after.stop();
    }
  });
});
