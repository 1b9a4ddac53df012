import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Device } from '@signalbox/contract/device';
import { connectAsync, type MqttClient } from 'mqtt';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type ChildServer, freePort, startChildServer } from '../brokers/child-server.ts';
import { createTestTenant, type TestTenant } from '../people.ts';
import { startTestPlatform, type TestPlatform } from '../platform.ts';
import { type ClientProcess, placeOf, startClient } from './client-process.ts';

/** How often the gateway is started until it connects, and ms that it may take for that each time. */
const MAX_TRIES = 3;
const CONNECT_PATIENCE = 20_000;

let platform: TestPlatform;
let acme: TestTenant;
let folder: string;
let broker: ChildServer;
let gateway: ClientProcess;
let gatewayDevice: Device;
/** A sensor behind the gateway. */
let sensor: MqttClient;
/** What the gateway has told the sensor: topic and text, in order. */
const received: string[] = [];
/** What the gateway puts a value in for. */
const field = (name: string): string => `\${${name}}`;

/** Starts the published gateway with its connector for MQTT, which takes what is published at a broker. */
beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'signalbox-gateway-'));
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'gateway');
  gatewayDevice = await acme.admin.post<Device>('/api/device?accessToken=gateway-token', {
    ...{ name: 'the gateway', additionalInfo: { gateway: true } },
  });
  const port = await freePort();
  const file = (name: string, content: unknown): string => {
    const place = path.join(folder, name);
    writeFileSync(place, typeof content === 'string' ? content : JSON.stringify(content));
    return place;
  };
  const program = ['/usr/sbin/mosquitto', '/usr/local/sbin/mosquitto'].find((one) => existsSync(one)) ?? 'mosquitto';
  const settings = file('mosquitto.conf', `listener ${port} 127.0.0.1\nallow_anonymous true\npersistence false\n`);
  broker = await startChildServer(program, ['-c', settings], port, { cwd: folder });
  sensor = await connectAsync(`mqtt://127.0.0.1:${port}`);
  await sensor.subscribeAsync(['sensor/+/request/#', 'sensor/+/set/#']);
  sensor.on('message', (topic, payload) => {
    received.push(`${topic} ${payload.toString()}`);
    if (topic.includes('/request/')) sensor.publish(topic.replace('request', 'response'), payload);
  });
  mkdirSync(path.join(folder, 'logs'));
  file('tb_gateway.json', {
    thingsboard: {
      ...{ host: '127.0.0.1', port: platform.mqttPort(), remoteShell: false, remoteConfiguration: false },
      ...{
        statistics: { enable: true, statsSendPeriodInSeconds: 3600 },
        deviceFiltering: { enable: false },
        handleDeviceRenaming: true,
      },
      ...{ minPackSendDelayMS: 50, minPackSizeToSend: 1, checkConnectorsConfigurationInSeconds: 60, qos: 1 },
      security: { type: 'accessToken', accessToken: 'gateway-token' },
    },
    storage: { type: 'memory', read_records_count: 100, max_records_count: 1000 },
    grpc: { enabled: false },
    connectors: [{ name: 'Broker', type: 'mqtt', configuration: 'mqtt.json' }],
  });
  const named = { deviceNameTopicExpression: '(?<=sensor/)(.*?)(?=/)' };
  file('mqtt.json', {
    broker: {
      ...{ name: 'Broker', host: '127.0.0.1', port, clientId: 'gateway', version: 4 },
      ...{ maxMessageNumberPerWorker: 10, maxNumberOfWorkers: 10, security: { type: 'anonymous' } },
    },
    mapping: [
      {
        topicFilter: 'sensor/+/data',
        converter: {
          ...{ type: 'json', ...named, deviceTypeTopicExpression: 'Thermometer', timeout: 60_000 },
          attributes: [{ type: 'string', key: 'model', value: field('model') }],
          timeseries: [{ type: 'double', key: 'temperature', value: field('temperature') }],
        },
      },
    ],
    connectRequests: [{ topicFilter: 'sensor/+/connect', ...named }],
    disconnectRequests: [{ topicFilter: 'sensor/+/disconnect', ...named }],
    attributeRequests: [],
    attributeUpdates: [
      {
        ...{ retain: false, deviceNameFilter: '.*', attributeFilter: 'period' },
        ...{
          topicExpression: `sensor/${field('deviceName')}/set/${field('attributeKey')}`,
          valueExpression: field('attributeValue'),
        },
      },
    ],
    serverSideRpc: [
      {
        ...{ deviceNameFilter: '.*', methodFilter: 'echo', responseTimeout: 20_000, valueExpression: field('params') },
        requestTopicExpression: `sensor/${field('deviceName')}/request/${field('methodName')}/${field('requestId')}`,
        responseTopicExpression: `sensor/${field('deviceName')}/response/${field('methodName')}/${field('requestId')}`,
      },
    ],
  });
  file('logs.json', {
    version: 1,
    formatters: { plain: { format: '%(levelname)s %(module)s %(message)s' } },
    handlers: { console: { class: 'logging.StreamHandler', formatter: 'plain', stream: 'ext://sys.stdout' } },
    loggers: Object.fromEntries(
      ['service', 'tb_connection', 'connector', 'extension', 'converter', 'storage', 'database'].map((name) => [
        name,
        { handlers: ['console'], level: 'INFO', propagate: false },
      ]),
    ),
  });
  const start =
    'from thingsboard_gateway.gateway.tb_gateway_service import TBGatewayService as S; S("tb_gateway.json")';
  for (let tries = 1; ; tries++) {
    gateway = startClient(placeOf('GATEWAY'), ['-c', start], { cwd: folder });
    await gateway.told(/Subscribed to/);
    if (await isConnected()) break;
    if (tries === MAX_TRIES) throw new Error(`It does not connect; it has told:\n${gateway.lines.join('\n')}`);
    await gateway.stop();
  }
});
afterAll(async () => {
  await gateway?.stop();
  await sensor?.endAsync(true);
  await broker?.stop();
  await platform?.stop();
  rmSync(folder, { recursive: true, force: true });
});

afterEach(({ task }) => {
  if (task.result?.state === 'fail') console.error(['The gateway has told:', ...gateway.lines.slice(-60)].join('\n'));
});

/**
 * Waits until the gateway answers. It says that it has subscribed before it is connected, and forgets the type of what
 * publishes before that. Where a connection takes more than a second, it begins another one beside it, and now and then
 * is left with none for good.
 */
async function isConnected(): Promise<boolean> {
  const end = Date.now() + CONNECT_PATIENCE;
  while (Date.now() < end) {
    if ((await askGateway()).status === 200) return true;
    await setTimeout(500);
  }
  return false;
}

/** Calls the gateway itself, which answers with its devices. */
function askGateway(): Promise<{ status: number }> {
  const body = { method: 'gateway_devices', params: {}, timeout: 10_000 };
  return acme.admin.call('POST', `/api/plugins/rpc/twoway/${gatewayDevice.id.id}`, body);
}

async function latest(id: string, ...keys: string[]): Promise<Record<string, unknown>> {
  const url = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?useStrictDataTypes=true&keys=${keys.join(',')}`;
  const found = await acme.admin.get<Record<string, { value: unknown }[]>>(url);
  return Object.fromEntries(Object.entries(found).map(([key, [point]]) => [key, point?.value]));
}
async function attributes(id: string, scope: string): Promise<Record<string, unknown>> {
  const url = `/api/plugins/telemetry/DEVICE/${id}/values/attributes/${scope}`;
  const list = await acme.admin.get<{ key: string; value: unknown }[]>(url);
  return Object.fromEntries(list.map(({ key, value }) => [key, value]));
}
async function deviceNamed(name: string): Promise<Device> {
  const find = () => acme.admin.call<Device>('GET', `/api/tenant/devices?deviceName=${name}`);
  await expect.poll(async () => (await find()).status).toBe(200);
  return (await find()).body;
}
/** A sensor that has published until the gateway took it: the connector may not have subscribed yet. */
async function sensorNamed(name: string): Promise<Device> {
  const data = JSON.stringify({ temperature: 21.5, model: 'T1' });
  const find = () => acme.admin.call<Device>('GET', `/api/tenant/devices?deviceName=${name}`);
  await expect
    .poll(
      async () => {
        await sensor.publishAsync(`sensor/${name}/data`, data, { qos: 1 });
        return (await find()).status;
      },
      { interval: 500 },
    )
    .toBe(200);
  return deviceNamed(name);
}

it('answers calls to itself', async () => {
  expect((await askGateway()).status).toBe(200);
});

it('connects, and its sensors become devices with telemetry and attributes', async () => {
  const device = await sensorNamed('north');
  const { id } = device.id;
  expect(device).toMatchObject({ type: 'Thermometer' });
  await expect.poll(() => latest(id, 'temperature')).toEqual({ temperature: 21.5 });
  await expect.poll(() => attributes(id, 'CLIENT_SCOPE')).toMatchObject({ model: 'T1' });
  await expect.poll(async () => (await attributes(id, 'SERVER_SCOPE')).active).toBe(true);
  await expect.poll(async () => (await attributes(gatewayDevice.id.id, 'SERVER_SCOPE')).active).toBe(true);
  const relations = await acme.admin.get<unknown[]>(
    `/api/relations?fromId=${gatewayDevice.id.id}&fromType=DEVICE&relationType=Created`,
  );
  expect(relations).toContainEqual(expect.objectContaining({ to: device.id }));
});

it('passes shared attributes and calls on to its sensors', async () => {
  const { id } = (await sensorNamed('south')).id;
  await acme.admin.post(`/api/plugins/telemetry/DEVICE/${id}/SHARED_SCOPE`, { period: 30 });
  await expect.poll(() => received).toContain('sensor/south/set/period 30');
  const body = { method: 'echo', params: { on: 1 }, timeout: 5000 };
  // The gateway may not listen yet when a sensor answers at once.
  await expect
    .poll(async () => (await acme.admin.call('POST', `/api/plugins/rpc/twoway/${id}`, body)).body)
    .toEqual({ on: 1 });
});

it('connects and disconnects sensors', async () => {
  const { id } = (await sensorNamed('west')).id;
  const times = () => attributes(id, 'SERVER_SCOPE');
  await expect.poll(times).toMatchObject({ lastConnectTime: expect.any(Number) as unknown });
  const { lastConnectTime } = await times();
  await sensor.publishAsync('sensor/west/disconnect', '{}', { qos: 1 });
  await expect.poll(async () => Number((await times()).lastDisconnectTime)).toBeGreaterThan(Number(lastConnectTime));
  await sensor.publishAsync('sensor/west/connect', '{}', { qos: 1 });
  await expect.poll(async () => Number((await times()).lastConnectTime)).toBeGreaterThan(Number(lastConnectTime));
});
