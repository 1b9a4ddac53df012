import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Device } from '@signalbox/contract/device';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import mqttPacket from 'mqtt-packet';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { makeCertificate } from '../../../test/certificates.ts';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let folder: string;
let platform: TestPlatform;
let acme: TestTenant;
const clients: MqttClient[] = [];
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-ws-'));
  const { cert, key } = await makeCertificate();
  writeFileSync(path.join(folder, 'server.pem'), cert + key);
  platform = await startTestPlatform({ httpsPort: 0, mqttTlsPort: 0, tlsCertificate: path.join(folder, 'server.pem') });
  acme = await createTestTenant(platform, 'acme');
});
afterEach(() => Promise.all(clients.splice(0).map((client) => client.endAsync(true))));
afterAll(async () => {
  await platform?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const address = () => `ws://127.0.0.1:${platform.httpPort()}/mqtt`;
let made = 0;
async function makeDevice(): Promise<{ device: Device; token: string }> {
  const device = await acme.admin.post<Device>('/api/device', { name: `Page ${++made}`, type: 'default' });
  const { credentialsId } = await acme.admin.get<{ credentialsId: string }>(`/api/device/${device.id.id}/credentials`);
  return { device, token: credentialsId };
}
async function clientOf(username: string, options: IClientOptions = {}, at = address()): Promise<MqttClient> {
  const client = await connectAsync(at, { username, reconnectPeriod: 0, rejectUnauthorized: false, ...options });
  clients.push(client);
  return client;
}
async function stores(client: MqttClient, device: Device, level: number): Promise<void> {
  await client.publishAsync('v1/devices/me/telemetry', JSON.stringify({ level }), { qos: 1 });
  const values = `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?keys=level`;
  await expect
    .poll(() => acme.admin.get(values), { timeout: 40_000 })
    .toMatchObject({ level: [{ value: String(level) }] });
}
/** Opens a socket without a client on it. */
async function open(protocols?: string[]): Promise<WebSocket> {
  const socket = new WebSocket(address(), protocols);
  await once(socket, 'open');
  return socket;
}
const connectPacket = (username: string): Buffer =>
  mqttPacket.generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: 'by-hand',
    keepalive: 60,
    username,
  });

describe('MQTT over WebSocket', () => {
  it.each([3, 4, 5] as const)('serves clients of protocol version %i', async (protocolVersion) => {
    const { device, token } = await makeDevice();
    const client = await clientOf(token, {
      protocolVersion,
      protocolId: protocolVersion === 3 ? 'MQIsdp' : 'MQTT',
      clientId: `page-${protocolVersion}`,
    });
    await stores(client, device, protocolVersion);
    await client.subscribeAsync('v1/devices/me/rpc/request/+');
    client.on('message', (topic) => client.publish(topic.replace('request', 'response'), '{"done":true}'));
    expect(await acme.admin.post(`/api/rpc/twoway/${device.id.id}`, { method: 'blink', params: {} })).toEqual({
      done: true,
    });
  });

  it('is there over TLS too', async () => {
    const { device, token } = await makeDevice();
    await stores(await clientOf(token, {}, `wss://127.0.0.1:${platform.httpsPort()}/mqtt`), device, 7);
  });

  it('refuses those without a device', async () => {
    await expect(clientOf('nobody')).rejects.toThrow('Connection refused');
  });

  it('takes packets in whatever frames they come', async () => {
    const { token } = await makeDevice();
    const bytes = connectPacket(token);
    const socket = await open(['mqtt']);
    const answer = once(socket, 'message');
    for (const byte of bytes) socket.send(Buffer.from([byte]));
    expect((await answer)[0]).toEqual(Buffer.from([0x20, 2, 0, 0]));
    const pongs: Buffer[] = [];
    socket.on('message', (data: Buffer) => pongs.push(data));
    socket.send(Buffer.from([0xc0, 0, 0xc0, 0]));
    await expect.poll(() => Buffer.concat(pongs).toString('hex')).toBe('d000d000');
    socket.terminate();
  });

  it('ends with its client, and its client with it', async () => {
    const { device, token } = await makeDevice();
    const active = () =>
      acme.admin
        .get<{ key: string; value: unknown }[]>(
          `/api/plugins/telemetry/DEVICE/${device.id.id}/values/attributes/SERVER_SCOPE?keys=lastDisconnectTime`,
        )
        .then(([attribute]) => Number(attribute?.value ?? 0));
    const socket = await open(['mqtt']);
    socket.send(connectPacket(token));
    await once(socket, 'message');
    socket.close();
    await expect.poll(active, { timeout: 40_000 }).toBeGreaterThan(0);

    const refused = await open(['mqtt']);
    const closed = once(refused, 'close');
    refused.send(connectPacket('nobody'));
    await closed;
  });

  it('closes on text, on frames without end, and knows other protocols not', async () => {
    const chatting = await open(['mqtt']);
    chatting.send('hello');
    expect((await once(chatting, 'close'))[0]).toBe(1003);
    const flooding = await open(['mqtt']);
    flooding.on('error', () => undefined);
    flooding.send(Buffer.alloc(300 * 1024));
    expect((await once(flooding, 'close'))[0]).toBe(1009);
    const other = new WebSocket(address(), ['amqp']);
    await expect(once(other, 'open')).rejects.toThrow('Server sent no subprotocol');
    const elsewhere = new WebSocket(`${address()}/more`, ['mqtt']);
    await expect(once(elsewhere, 'open')).rejects.toThrow('404');
  });
});
