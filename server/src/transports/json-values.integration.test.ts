import { once } from 'node:events';
import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import { connectAsync } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';

const PATIENCE = { timeout: 40_000, interval: 50 };
/** A value of type JSON, and the same without the blanks between its parts. */
const SENT = '{ "gain": 1.0, "limits": [ -2.50, 1e3, 9007199254740993 ] }';
const STORED = '{"gain":1.0,"limits":[-2.50,1e3,9007199254740993]}';

let platform: TestPlatform;
let acme: TestTenant;

beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'exact');
});
afterAll(() => platform?.stop());

/** The text of a reply, since parsing it loses what is looked for. */
async function read(url: string): Promise<string> {
  const headers = { 'x-authorization': `Bearer ${acme.admin.token}` };
  return (await platform.http.inject({ method: 'GET', url, headers })).body;
}

const WRITERS: Record<string, (id: string, token: string) => Promise<unknown>> = {
  async MQTT(_id, token) {
    const client = await connectAsync(`mqtt://127.0.0.1:${platform.mqttPort()}`, { username: token });
    for (const topic of ['telemetry', 'attributes'])
      await client.publishAsync(`v1/devices/me/${topic}`, `{"setup":${SENT}}`, { qos: 1 });
    await client.endAsync();
  },
  async HTTP(_id, token) {
    const headers = { 'content-type': 'application/json' };
    for (const what of ['telemetry', 'attributes'])
      await platform.http.inject({
        ...{ method: 'POST', url: `/api/v1/${token}/${what}`, headers, payload: `{"setup":${SENT}}` },
      });
  },
  async REST(id) {
    const headers = { 'content-type': 'application/json', 'x-authorization': `Bearer ${acme.admin.token}` };
    for (const what of ['timeseries/ANY', 'attributes/SERVER_SCOPE'])
      await platform.http.inject({
        ...{ method: 'POST', url: `/api/plugins/telemetry/DEVICE/${id}/${what}`, headers },
        payload: `{"setup":${SENT}}`,
      });
  },
};

describe('values of type JSON', () => {
  it.each(Object.keys(WRITERS))('keep how their numbers are written: sent by %s', async (writer) => {
    const { id } = await acme.admin.post<Device>('/api/device', { name: `By ${writer}`, type: 'default' });
    const { credentialsId } = await acme.admin.get<DeviceCredentials>(`/api/device/${id.id}/credentials`);
    await WRITERS[writer]?.(id.id, credentialsId ?? '');
    const of = `/api/plugins/telemetry/DEVICE/${id.id}/values`;
    const scope = writer === 'REST' ? 'SERVER_SCOPE' : 'CLIENT_SCOPE';
    await expect.poll(() => read(`${of}/attributes/${scope}`), PATIENCE).toContain(`"value":${STORED}`);
    await expect
      .poll(() => read(`${of}/timeseries?keys=setup&useStrictDataTypes=true`), PATIENCE)
      .toContain(`"value":${STORED}`);
    expect(await read(`${of}/timeseries?keys=setup`)).toContain(JSON.stringify(STORED));
    const range = 'keys=setup&startTs=0&endTs=4102444800000&useStrictDataTypes=true';
    expect(await read(`${of}/timeseries?${range}`)).toContain(`"value":${STORED}`);
    const socket = new WebSocket(
      `ws://127.0.0.1:${platform.httpPort()}/api/ws/plugins/telemetry?token=${acme.admin.token}`,
    );
    await once(socket, 'open');
    const target = { entityType: 'DEVICE', entityId: id.id };
    const answers: string[] = [];
    socket.on('message', (data) => answers.push(String(data)));
    socket.send(
      JSON.stringify({
        tsSubCmds: [{ cmdId: 1, ...target, scope: 'LATEST_TELEMETRY' }],
        attrSubCmds: [{ cmdId: 2, ...target, scope }],
        entityDataCmds: [
          {
            cmdId: 3,
            query: {
              entityFilter: { type: 'singleEntity', singleEntity: id },
              pageLink: { page: 0, pageSize: 1 },
              latestValues: [{ type: 'TIME_SERIES', key: 'setup' }],
            },
          },
        ],
      }),
    );
    await expect.poll(() => answers.filter((text) => text.includes(JSON.stringify(STORED))).length, PATIENCE).toBe(3);
    socket.close();
  });
});
