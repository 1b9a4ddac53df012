import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import { NULL_UUID } from '@signalbox/contract/id';
import { connectAsync } from 'mqtt';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { ANY_PORT } from '../../test/any-port.ts';
import { createPerson, createTestTenant, type TestTenant } from '../../test/people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { watchRuleMessages } from '../../test/rule-messages.ts';
import { readSettings } from '../config/settings.ts';
import { startPlatform } from '../platform.ts';
import { createDeviceClaims } from './device-claims.ts';

let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());

/** Another user of a customer of acme: failures are counted for each. */
let people = 0;
const person = (customer = acme.customer) =>
  createPerson(platform, acme.admin, {
    email: `claimer${++people}@acme.example`,
    authority: 'CUSTOMER_USER',
    customerId: customer.id,
  });

async function newDevice(name: string): Promise<{ device: Device; token: string }> {
  const device = await acme.admin.post<Device>('/api/device', { name, type: 'default' });
  const credentials = await acme.admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
  return { device, token: credentials.credentialsId as string };
}

/** The device lets itself be claimed over HTTP. */
async function register(token: string, body?: unknown): Promise<void> {
  expect((await platform.as('').call('POST', `/api/v1/${token}/claim`, body)).status).toBe(200);
}

const path = (name: string) => `/api/customer/device/${encodeURIComponent(name)}/claim`;
const claim = (caller: Caller, name: string, secretKey?: string) =>
  caller.call<unknown>('POST', path(name), secretKey === undefined ? {} : { secretKey });
const ownerOf = async ({ id }: Device) => (await acme.admin.get<Device>(`/api/device/${id.id}`)).customerId.id;
const setAttributes = ({ id }: Device, attributes: object) =>
  acme.admin.post(`/api/plugins/telemetry/DEVICE/${id.id}/attributes/SERVER_SCOPE`, attributes);
const keysOf = ({ id }: Device) =>
  acme.admin.get<string[]>(`/api/plugins/telemetry/DEVICE/${id.id}/keys/attributes/SERVER_SCOPE`);

const FAILURE = { status: 400, body: 'FAILURE' };
const CLAIMED = { status: 400, body: 'CLAIMED' };

describe('a claim', () => {
  it('takes a device that has sent its secret, tells the rules, and is written to the audit log', async () => {
    const messages = await watchRuleMessages(acme);
    const { device, token } = await newDevice('Pump 1');
    await register(token, { secretKey: 'open sesame', durationMs: 60_000 });
    const reply = await claim(acme.customerUser, 'Pump 1', 'open sesame');
    const claimed = { ...device, customerId: acme.customer.id };
    expect(reply).toMatchObject({ status: 200, body: { response: 'SUCCESS' } });
    expect(reply.body).toEqual({ device: claimed, response: 'SUCCESS' });
    expect(await ownerOf(device)).toBe(acme.customer.id.id);
    const { data, metadata } = await messages.of('ENTITY_ASSIGNED', device.id.id);
    expect(JSON.parse(data)).toEqual(claimed);
    expect(JSON.parse(metadata)).toMatchObject({
      assignedCustomerId: acme.customer.id.id,
      assignedCustomerName: 'Customer A',
      userName: 'customer.a@acme.example',
    });
    const { rows } = await platform.database.pool.query(
      "SELECT user_name, action_data FROM audit_log WHERE entity_id = $1 AND action_type = 'ASSIGNED_TO_CUSTOMER'",
      [device.id.id],
    );
    expect(rows).toHaveLength(1);
    // It was used: nobody else can claim it with it.
    expect(await claim(acme.otherCustomerUser, 'Pump 1', 'open sesame')).toMatchObject(CLAIMED);
  });

  it('needs no secret when the device sent none', async () => {
    const { device, token } = await newDevice('Open');
    await register(token);
    expect((await claim(acme.customerUser, 'Open')).status).toBe(200);
    expect(await ownerOf(device)).toBe(acme.customer.id.id);
  });

  it.each([4, 5] as const)('can be registered over MQTT (version %i)', async (protocolVersion) => {
    const { token } = await newDevice(`Over MQTT ${protocolVersion}`);
    const client = await connectAsync(`mqtt://127.0.0.1:${platform.mqttPort()}`, { username: token, protocolVersion });
    await client.publishAsync('v1/devices/me/claim', '{"secretKey":"mqtt","durationMs":60000}', { qos: 1 });
    expect((await claim(await person(), `Over MQTT ${protocolVersion}`, 'mqtt')).status).toBe(200);
    await client.endAsync();
  });

  it('fails when nobody has registered it, for a wrong secret, and when it has expired', async () => {
    const user = await person();
    expect((await newDevice('Silent')).device.name).toBe('Silent');
    expect(await claim(user, 'Silent', '')).toMatchObject(FAILURE);
    const { device, token } = await newDevice('Guessed');
    await register(token, { secretKey: 'right', durationMs: 60_000 });
    // The first registration counts until it is used.
    await register(token, { secretKey: 'second', durationMs: 60_000 });
    expect(await claim(user, 'Guessed', 'second')).toMatchObject(FAILURE);
    // A failed guess ends it: the device has to register again.
    expect(await claim(user, 'Guessed', 'right')).toMatchObject(FAILURE);
    await register(token, { secretKey: 'brief', durationMs: 1 });
    const registered = performance.now();
    await vi.waitFor(() => expect(performance.now() - registered).toBeGreaterThan(5), { interval: 1 });
    expect(await claim(user, 'Guessed', 'brief')).toMatchObject(FAILURE);
    expect(await ownerOf(device)).toBe(NULL_UUID);
    await setAttributes(device, {
      claimingData: JSON.stringify({ secretKey: 'past', expirationTime: Date.now() - 1 }),
    });
    expect(await claim(user, 'Guessed', 'past')).toMatchObject(FAILURE);
    expect((await claim(user, 'No such device')).status).toBe(404);
  });

  it('can be prepared in an attribute, which goes with it', async () => {
    const { device } = await newDevice('Prepared');
    await setAttributes(device, {
      claimingData: JSON.stringify({ secretKey: 'prepared', expirationTime: Date.now() + 60_000 }),
      claimingAllowed: true,
      site: 'North',
    });
    const user = await person();
    expect(await claim(user, 'Prepared', 'wrong')).toMatchObject(FAILURE);
    // What people have prepared stays after a failed guess.
    expect((await claim(user, 'Prepared', 'prepared')).status).toBe(200);
    expect((await keysOf(device)).sort()).not.toEqual(expect.arrayContaining(['claimingData']));
    expect(await keysOf(device)).not.toContain('claimingAllowed');
    expect(await keysOf(device)).toContain('site');
  });

  it('is won by one of those who claim at the same time', async () => {
    const others = await Promise.all([person(), person(acme.otherCustomer), person(), person(acme.otherCustomer)]);
    for (let round = 0; round < 5; round++) {
      const { device } = await newDevice(`Race ${round}`);
      await setAttributes(device, {
        claimingData: JSON.stringify({ secretKey: 'race', expirationTime: Date.now() + 60_000 }),
      });
      const replies = await Promise.all(others.map((user) => claim(user, `Race ${round}`, 'race')));
      expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(replies.filter(({ status }) => status === 400)).toHaveLength(3);
      const { rows } = await platform.database.pool.query(
        "SELECT FROM audit_log WHERE entity_id = $1 AND action_type = 'ASSIGNED_TO_CUSTOMER'",
        [device.id.id],
      );
      expect(rows).toHaveLength(1);
    }
  });

  it('finds nothing to take where the device is deleted at the same time', async () => {
    const user = await person();
    const name = 'Deleted meanwhile';
    const { device } = await newDevice(name);
    await setAttributes(device, {
      claimingData: JSON.stringify({ secretKey: 'race', expirationTime: Date.now() + 60_000 }),
    });
    const holder = await platform.database.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('DELETE FROM device WHERE id = $1', [device.id.id]);
      const claimed = claim(user, name, 'race');
      // The claim waits for the row that is being deleted.
      await expect
        .poll(async () => {
          const { rows } = await platform.database.pool.query(
            "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%UPDATE device SET customer_id%'",
          );
          return rows.length;
        })
        .toBe(1);
      await holder.query('COMMIT');
      expect((await claimed).status).toBe(404);
    } finally {
      holder.release();
    }
  });

  it('cannot be guessed: after ten failures the user, and the device, wait', async () => {
    const { device } = await newDevice('Safe');
    await setAttributes(device, {
      claimingData: JSON.stringify({ secretKey: 'long secret', expirationTime: Date.now() + 60_000 }),
    });
    const [one, two] = await Promise.all([person(), person(acme.otherCustomer)]);
    for (let guess = 0; guess < 10; guess++) expect((await claim(one, 'Safe', `guess ${guess}`)).status).toBe(400);
    const refused = await claim(one, 'Safe', 'long secret');
    expect(refused).toMatchObject({ status: 429, body: { errorCode: 33 } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1);
    // The device is closed to others as well, who may be the same person.
    expect((await claim(two, 'Safe', 'long secret')).status).toBe(429);
    await newDevice('Beside');
    expect(await claim(two, 'Beside', 'x')).toMatchObject(FAILURE);
  });

  it('is refused to visitors, administrators, and for the devices of other tenants', async () => {
    const { token } = await newDevice('Elsewhere');
    await register(token, { secretKey: 'x' });
    const other = await createTestTenant(platform, 'other');
    expect((await claim(other.customerUser, 'Elsewhere', 'x')).status).toBe(404);
    expect((await claim(acme.admin, 'Elsewhere', 'x')).status).toBe(403);
  });
});

describe('a claim of a device that goes to another tenant', () => {
  it('ends: users of the other tenant need a new one', async () => {
    const buyer = await createTestTenant(platform, 'buyer');
    const { device, token } = await newDevice('Sold');
    await register(token, { secretKey: 'known to the seller' });
    await acme.admin.post(`/api/tenant/${buyer.tenant.id.id}/device/${device.id.id}`);
    expect(await claim(buyer.customerUser, 'Sold', 'known to the seller')).toMatchObject(FAILURE);
    await register(token, { secretKey: 'new' });
    expect((await claim(buyer.customerUser, 'Sold', 'new')).status).toBe(200);
  });
});

describe('a claim that was acknowledged', () => {
  const stored = async ({ id }: Device) => {
    const { rows } = await platform.database.pool.query<{ secret: string }>(
      'SELECT secret_hash AS secret FROM device_claim WHERE device_id = $1',
      [id.id],
    );
    return rows.map(({ secret }) => secret.toString());
  };

  it('is there after a restart', async () => {
    const before = await startTestPlatform();
    try {
      const tenant = await createTestTenant(before, 'restarted');
      const device = await tenant.admin.post<Device>('/api/device', { name: 'Patient', type: 'default' });
      const { credentialsId } = await tenant.admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
      const sent = await before.as('').call('POST', `/api/v1/${credentialsId}/claim`, { secretKey: 'kept' });
      expect(sent.status).toBe(200);
      await before.halt();
      const after = await startPlatform({
        settings: { ...readSettings({}), ...ANY_PORT },
        log: pino({ level: 'silent' }),
        connection: before.database.connection,
        onBroken(error) {
          throw error;
        },
      });
      try {
        const reply = await after.http.inject({
          ...{ method: 'POST', url: path('Patient'), payload: { secretKey: 'kept' } },
          headers: { 'x-authorization': `Bearer ${tenant.customerUser.token}` },
        });
        expect([reply.statusCode, reply.json()]).toMatchObject([200, { response: 'SUCCESS' }]);
      } finally {
        await after.stop();
      }
    } finally {
      await before.stop();
    }
  });

  it('is stored without its secret until it is used, and goes with its device and its tenant', async () => {
    const used = await newDevice('Used');
    await register(used.token, { secretKey: 'hidden' });
    expect(await stored(used.device)).toEqual([expect.not.stringContaining('hidden')]);
    expect((await claim(await person(), 'Used', 'hidden')).status).toBe(200);
    expect(await stored(used.device)).toEqual([]);
    const moved = await newDevice('Moved');
    const deleted = await newDevice('Deleted');
    const gone = await createTestTenant(platform, 'gone');
    const lost = await gone.admin.post<Device>('/api/device', { name: 'Lost', type: 'default' });
    const { credentialsId } = await gone.admin.get<DeviceCredentials>(`/api/device/${lost.id.id}/credentials`);
    for (const token of [moved.token, deleted.token, credentialsId as string]) await register(token);
    for (const { id } of [moved.device, deleted.device, lost]) expect(await stored({ id } as Device)).toHaveLength(1);
    await acme.admin.post(`/api/tenant/${gone.tenant.id.id}/device/${moved.device.id.id}`);
    await acme.admin.delete(`/api/device/${deleted.device.id.id}`);
    await platform.system.delete(`/api/tenant/${gone.tenant.id.id}`);
    for (const device of [moved.device, deleted.device]) expect(await stored(device)).toEqual([]);
    await expect.poll(() => stored(lost)).toEqual([]);
  });

  it('is the first of those that come at the same time', async () => {
    const devices = await Promise.all(Array.from({ length: 20 }, (_, at) => newDevice(`Crowd ${at}`)));
    await Promise.all(
      devices.flatMap(({ token }) => [register(token, { secretKey: 'x' }), register(token, { secretKey: 'x' })]),
    );
    for (const { device } of devices) expect(await stored(device)).toHaveLength(1);
    const [crowd] = devices as [(typeof devices)[0]];
    await register(crowd.token, { secretKey: 'too late' });
    expect((await claim(await person(), crowd.device.name, 'x')).status).toBe(200);
  });

  it('is deleted when it has expired', async () => {
    const { pool } = platform.database;
    const [late, early] = [await newDevice('Late'), await newDevice('Early')];
    await register(late.token, { durationMs: 60_000 });
    await register(early.token, { durationMs: 20_000 });
    const soon = Date.now() + 40_000;
    const attributes = { find: async () => [] };
    await createDeviceClaims({ pool, attributes, isAllowedByDefault: true, now: () => soon }).deleteExpired();
    expect(await stored(late.device)).toHaveLength(1);
    expect(await stored(early.device)).toEqual([]);
  });
});

describe('giving a device back', () => {
  it('is for users of its customer and for administrators, and tells the rules', async () => {
    const messages = await watchRuleMessages(acme);
    const { device, token } = await newDevice('Returned');
    await register(token, { secretKey: 'x' });
    await claim(acme.customerUser, 'Returned', 'x');
    expect(await acme.otherCustomerUser.call('DELETE', path('Returned'))).toMatchObject(CLAIMED);
    expect(await ownerOf(device)).toBe(acme.customer.id.id);
    expect(await acme.customerUser.call('DELETE', path('Returned'))).toMatchObject({ status: 200, body: undefined });
    expect(await ownerOf(device)).toBe(NULL_UUID);
    const { metadata } = await messages.of('ENTITY_UNASSIGNED', device.id.id);
    expect(JSON.parse(metadata)).toMatchObject({
      unassignedCustomerId: acme.customer.id.id,
      unassignedCustomerName: 'Customer A',
    });
    // One that nobody has stays as it is.
    expect((await acme.admin.call('DELETE', path('Returned'))).status).toBe(200);
    await register(token, { secretKey: 'again' });
    expect((await claim(acme.otherCustomerUser, 'Returned', 'again')).status).toBe(200);
    expect((await acme.admin.call('DELETE', path('Returned'))).status).toBe(200);
    expect(await ownerOf(device)).toBe(NULL_UUID);
  });
});

describe('where claiming is not allowed by default', () => {
  it('only devices whose attribute says so can be claimed, once more after they were given back', async () => {
    const strict = await startTestPlatform({ allowClaimingByDefault: false });
    try {
      const tenant = await createTestTenant(strict, 'strict');
      const device = await tenant.admin.post<Device>('/api/device', { name: 'Valve', type: 'default' });
      const { credentialsId } = await tenant.admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
      const send = () => strict.as('').call('POST', `/api/v1/${credentialsId}/claim`, { secretKey: 'x' });
      const attribute = async () =>
        (
          await tenant.admin.get<{ key: string; value: unknown }[]>(
            `/api/plugins/telemetry/DEVICE/${device.id.id}/values/attributes/SERVER_SCOPE?keys=claimingAllowed`,
          )
        ).map(({ value }) => value);
      expect((await send()).status).toBe(200);
      expect(await claim(tenant.customerUser, 'Valve', 'x')).toMatchObject(FAILURE);
      await tenant.admin.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/attributes/SERVER_SCOPE`, {
        claimingAllowed: true,
      });
      await send();
      expect((await claim(tenant.customerUser, 'Valve', 'x')).status).toBe(200);
      expect(await attribute()).toEqual([]);
      await tenant.customerUser.delete(path('Valve'));
      expect(await attribute()).toEqual([true]);
    } finally {
      await strict.stop();
    }
  });
});
