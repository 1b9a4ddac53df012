import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { restartPlatform } from '../../test/restart-platform.ts';
import { setRootChain } from '../../test/root-chain.ts';

/** Why MQTT 5 ends a connection. */
const PAYLOAD_INVALID = 0x99;
const PATIENCE = { timeout: 40_000, interval: 50 };
/** Keys that PostgreSQL cannot store, as JSON writes them. */
const KEYS = ['a\\u0000', 'a\\ud800', '\\udc00b', 'a\\uD83D b'];
/** A text and an object that end in half of a character. */
const HALVES = '{"text":"cut \\ud83d","nested":{"list":["\\uDE00 cut"]},"whole":"\\ud83d\\ude00"}';
const READ = { text: 'cut \ufffd', nested: { list: ['\ufffd cut'] }, whole: '\ud83d\ude00' };

let platform: TestPlatform;
let acme: TestTenant;
let made = 0;

beforeAll(async () => {
  // All devices share a partition: what one sends must not hold up the others.
  platform = await startTestPlatform({ messagePartitions: 1 });
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());

interface TestDevice {
  id: string;
  token: string;
}

async function addDevice(): Promise<TestDevice> {
  const { id } = await acme.admin.post<Device>('/api/device', { name: `Device ${++made}`, type: 'default' });
  const { credentialsId } = await acme.admin.get<DeviceCredentials>(`/api/device/${id.id}/credentials`);
  return { id: id.id, token: credentialsId ?? '' };
}

/** Sends as a device by HTTP, and returns the status. */
async function send({ token }: TestDevice, what: 'telemetry' | 'attributes', payload: string): Promise<number> {
  const headers = { 'content-type': 'application/json' };
  const reply = await platform.http.inject({ method: 'POST', url: `/api/v1/${token}/${what}`, headers, payload });
  return reply.statusCode;
}

const of = ({ id }: TestDevice, rest: string): string => `/api/plugins/telemetry/DEVICE/${id}/${rest}`;

async function latest(device: TestDevice): Promise<Record<string, unknown>> {
  const values = await acme.admin.get<Record<string, { value: unknown }[]>>(
    of(device, 'values/timeseries?useStrictDataTypes=true'),
  );
  return Object.fromEntries(Object.entries(values).map(([key, [first]]) => [key, first?.value]));
}

async function attributesOf(device: TestDevice, scope: string): Promise<Record<string, unknown>> {
  const entries = await acme.admin.get<{ key: string; value: unknown }[]>(of(device, `values/attributes/${scope}`));
  return Object.fromEntries(entries.map(({ key, value }) => [key, value]));
}

/** Waits until what another device sends is stored. */
async function expectOthersGoOn(): Promise<void> {
  const other = await addDevice();
  expect(await send(other, 'telemetry', '{"alive":true}')).toBe(200);
  await expect.poll(() => latest(other), PATIENCE).toEqual({ alive: true });
}

describe('keys that cannot be stored', () => {
  it.each(KEYS)('"%s" is refused of a device by HTTP, and others go on', async (key) => {
    const device = await addDevice();
    expect(await send(device, 'telemetry', `{"${key}":1}`)).toBe(400);
    expect(await send(device, 'attributes', `{"${key}":1}`)).toBe(400);
    await expectOthersGoOn();
    expect(await latest(device)).toEqual({});
    expect(await attributesOf(device, 'CLIENT_SCOPE')).toEqual({});
  });

  it.each(KEYS)('"%s" is refused of a device by MQTT', async (key) => {
    const { token } = await addDevice();
    for (const topic of ['telemetry', 'attributes']) {
      const url = `mqtt://127.0.0.1:${platform.mqttPort()}`;
      const client = await connectAsync(url, { username: token, protocolVersion: 5, reconnectPeriod: 0 });
      const ended = new Promise((resolve) => client.once('disconnect', ({ reasonCode }) => resolve(reasonCode)));
      client.publish(`v1/devices/me/${topic}`, `{"${key}":1}`, { qos: 1 });
      expect(await ended).toBe(PAYLOAD_INVALID);
      await client.endAsync(true);
    }
    await expectOthersGoOn();
  });

  it.each(KEYS)('"%s" is refused by REST', async (key) => {
    const device = await addDevice();
    for (const rest of ['SERVER_SCOPE', 'timeseries/ANY']) {
      expect(await acme.admin.call('POST', of(device, rest), `{"${key}":1}`)).toMatchObject({
        status: 400,
        body: { errorCode: 31 },
      });
    }
    await expectOthersGoOn();
  });
});

describe('values that end in half of a character', () => {
  it('read the same before and after a restart', async () => {
    const device = await addDevice();
    expect(await send(device, 'telemetry', HALVES)).toBe(200);
    expect(await send(device, 'attributes', HALVES)).toBe(200);
    expect((await acme.admin.call('POST', of(device, 'SERVER_SCOPE'), HALVES)).status).toBe(200);
    const seen = async () => [
      await latest(device),
      await attributesOf(device, 'CLIENT_SCOPE'),
      await attributesOf(device, 'SERVER_SCOPE'),
    ];
    const expected = [READ, READ, expect.objectContaining(READ)];
    await expect.poll(seen, PATIENCE).toEqual(expected);
    await restartPlatform(platform);
    expect(await seen()).toEqual(expected);
  });
});

describe('what rule scripts make', () => {
  it('fails at the node where it cannot be stored, and others go on', async () => {
    const relation = { direction: 'FROM', entityType: 'DEVICE', entityCacheExpiration: 300 };
    const makes = ['key', 'alarm', 'relation types', 'device', 'profile', 'relation'];
    await setRootChain(
      acme,
      [
        [
          'filter.TbJsSwitchNode',
          'Which',
          { jsScript: "return [msg.make || (msgType === 'POST_TELEMETRY_REQUEST' ? 'save' : 'other')];" },
        ],
        [
          'transform.TbTransformMsgNode',
          'Make',
          {
            jsScript: `metadata.make = msg.make;
              var cut = '\\ud83d\\ude00'.substring(0, 1);
              var data = { name: cut, severity: 'MAJOR', type: 'Types', propagate: true, propagateRelationTypes: [cut] };
              if (msg.make === 'key') { data = {}; data[cut] = 1; }
              return {msg: data, metadata: metadata, msgType: msgType};`,
          },
        ],
        ['filter.TbJsSwitchNode', 'Where', { jsScript: 'return [metadata.make];' }],
        ['telemetry.TbMsgTimeseriesNode', 'Save', { defaultTTL: 0 }],
        [
          'action.TbCreateAlarmNode',
          'Alarm',
          { alarmType: '$[name]', severity: 'MAJOR', alarmDetailsBuildJs: 'return {};' },
        ],
        ['action.TbCreateAlarmNode', 'Types', { useMessageAlarmData: true, alarmDetailsBuildJs: 'return {};' }],
        [
          'action.TbCreateRelationNode',
          'Device',
          { ...relation, relationType: 'Near', entityNamePattern: '$[name]', createEntityIfNotExists: true },
        ],
        [
          'action.TbCreateRelationNode',
          'Profile',
          {
            ...relation,
            relationType: 'Near',
            entityNamePattern: 'Of a profile',
            entityTypePattern: '$[name]',
            createEntityIfNotExists: true,
          },
        ],
        [
          'action.TbCreateRelationNode',
          'Relation',
          { ...relation, relationType: '$[name]', entityNamePattern: 'Near', createEntityIfNotExists: true },
        ],
        [
          'transform.TbTransformMsgNode',
          'Failed',
          {
            jsScript: `var failed = {}; failed[metadata.make] = 'failed';
              return {msg: failed, metadata: metadata, msgType: msgType};`,
          },
        ],
        ['telemetry.TbMsgTimeseriesNode', 'Save failures', { defaultTTL: 0 }],
      ],
      [
        [0, 3, 'save'],
        ...makes.map((make): [number, number, string] => [0, 1, make]),
        [1, 2, 'Success'],
        ...[3, 4, 5, 6, 7, 8].map((to, at): [number, number, string] => [2, to, makes[at] as string]),
        ...[3, 4, 5, 6, 7, 8].map((from): [number, number, string] => [from, 9, 'Failure']),
        [9, 10, 'Success'],
      ],
    );
    const device = await addDevice();
    for (const make of makes) expect(await send(device, 'telemetry', `{"make":"${make}"}`)).toBe(200);
    await expectOthersGoOn();
    await expect
      .poll(() => latest(device), PATIENCE)
      .toEqual(Object.fromEntries(makes.map((make) => [make, 'failed'])));
    const { rows } = await platform.database.pool.query('SELECT error FROM message_set_aside');
    expect(rows).toEqual([]);
    const devices = await acme.admin.get<{ data: Device[] }>(
      '/api/tenant/devices?pageSize=100&page=0&textSearch=%EF%BF%BD',
    );
    expect(devices.data).toEqual([]);
  });
});
