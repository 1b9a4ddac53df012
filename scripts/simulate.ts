/**
 * Plausible devices that publish over real MQTT. By default those of the demo tenant; `--devices N` runs
 * N and creates missing ones.
 *
 *   npm run simulate -- [--devices N] [--rate N] [--quiet]
 *
 * --devices  how many devices to run; missing ones are created
 * --rate     speed factor: 10 publishes ten times as often
 * --quiet    only errors are printed
 * SIGNALBOX_SIMULATE_HTTP, SIGNALBOX_SIMULATE_MQTT: addresses of the server
 * SIGNALBOX_SIMULATE_USER, SIGNALBOX_SIMULATE_PASSWORD: a tenant administrator
 */
import { parseArgs } from 'node:util';
import mqtt from 'mqtt';
import { DEVICE_KINDS, type DeviceKind, measure, publishPeriod, seedOf } from '../server/src/demo/device-models.ts';

const { values: options } = parseArgs({
  options: {
    devices: { type: 'string' },
    rate: { type: 'string', default: '1' },
    quiet: { type: 'boolean', default: false },
  },
});
const httpAddress = (process.env.SIGNALBOX_SIMULATE_HTTP ?? 'http://127.0.0.1:8080').replace(/\/$/, '');
const mqttAddress = process.env.SIGNALBOX_SIMULATE_MQTT ?? 'mqtt://127.0.0.1:1883';
const rate = Number(options.rate);
const wantedDevices = options.devices === undefined ? undefined : Number(options.devices);
if (!(rate > 0)) throw new Error('--rate must be a number above 0');
if (wantedDevices !== undefined && !(Number.isInteger(wantedDevices) && wantedDevices > 0)) {
  throw new Error('--devices must be a whole number above 0');
}

interface SimulatedDevice {
  name: string;
  kind: DeviceKind;
  accessToken: string;
}

interface DeviceRow {
  id: { id: string };
  name: string;
  type: string;
  additionalInfo: { simulated?: boolean } | null;
}

let token = '';

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const reply = await fetch(httpAddress + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-authorization': `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as T;
}

function isKind(type: string): type is DeviceKind {
  return (DEVICE_KINDS as readonly string[]).includes(type);
}

async function signIn(): Promise<void> {
  const { token: accessToken } = await call<{ token: string }>('POST', '/api/auth/login', {
    username: process.env.SIGNALBOX_SIMULATE_USER ?? 'tenant@signalbox.local',
    password: process.env.SIGNALBOX_SIMULATE_PASSWORD ?? 'tenant',
  });
  token = accessToken;
}

/** Finds the devices marked as simulated, with their access tokens; missing ones are created. */
async function findDevices(): Promise<SimulatedDevice[]> {
  const rows: DeviceRow[] = [];
  for (let page = 0; ; page++) {
    const reply = await call<{ data: DeviceRow[]; hasNext: boolean }>(
      'GET',
      `/api/tenant/devices?pageSize=500&page=${page}&sortProperty=createdTime&sortOrder=ASC`,
    );
    rows.push(...reply.data.filter((row) => row.additionalInfo?.simulated && isKind(row.type)));
    if (!reply.hasNext || rows.length >= (wantedDevices ?? Number.POSITIVE_INFINITY)) break;
  }
  for (let number = rows.length + 1; number <= (wantedDevices ?? 0); number++) {
    const kind = DEVICE_KINDS[number % DEVICE_KINDS.length] as DeviceKind;
    rows.push(
      await call<DeviceRow>('POST', '/api/device', {
        name: `Simulated ${kind} ${String(number).padStart(5, '0')}`,
        type: kind,
        additionalInfo: { simulated: true },
      }),
    );
  }
  const devices: SimulatedDevice[] = [];
  for (const row of rows.slice(0, wantedDevices ?? rows.length)) {
    const credentials = await call<{ credentialsId: string }>('GET', `/api/device/${row.id.id}/credentials`);
    devices.push({ name: row.name, kind: row.type as DeviceKind, accessToken: credentials.credentialsId });
  }
  return devices;
}

let published = 0;
let acknowledged = 0;

/** Errors since the last success: each is reported once, not by every device at every attempt. */
const reported = new Set<string>();

function report(error: Error & { code?: unknown }): void {
  const text = error.message || String(error.code);
  if (!reported.has(text))
    console.error(`The simulated devices cannot connect to ${mqttAddress} (${text}); trying again`);
  reported.add(text);
}

/** Connects one device and publishes until the process ends. Answers calls, so that RPC can be tried. */
function run(device: SimulatedDevice): mqtt.MqttClient {
  const seed = seedOf(device.name);
  const client = mqtt.connect(mqttAddress, {
    username: device.accessToken,
    protocolVersion: 5,
    reconnectPeriod: 2_000 + (seed % 1_000),
    clean: true,
    queueQoSZero: false,
  });
  let timer: NodeJS.Timeout | undefined;
  const publish = (): void => {
    const ts = Date.now();
    published++;
    client.publish(
      'v1/devices/me/telemetry',
      JSON.stringify({ ts, values: measure(device.kind, seed, ts) }),
      { qos: 1 },
      (error) => {
        if (!error) acknowledged++;
      },
    );
  };
  client.on('connect', () => {
    reported.clear();
    client.subscribe(['v1/devices/me/rpc/request/+', 'v1/devices/me/attributes'], { qos: 1 });
    client.publish('v1/devices/me/attributes', JSON.stringify({ firmware: '2.4.1', model: device.kind }), { qos: 1 });
    clearInterval(timer);
    timer = setInterval(publish, publishPeriod(device.kind, seed) / rate);
    publish();
  });
  client.on('close', () => clearInterval(timer));
  client.on('message', (topic, payload) => {
    const requestId = /^v1\/devices\/me\/rpc\/request\/(\d+)$/.exec(topic)?.[1];
    if (requestId === undefined) return;
    const { method, params } = JSON.parse(payload.toString()) as { method: string; params: unknown };
    const answer = method === 'getTime' ? { time: Date.now() } : { method, params, done: true };
    client.publish(`v1/devices/me/rpc/response/${requestId}`, JSON.stringify(answer), { qos: 1 });
  });
  client.on('error', report);
  return client;
}

/** Signs in and finds the devices; prints the reason and exits when that fails. */
async function prepareDevices(): Promise<SimulatedDevice[]> {
  try {
    await signIn();
    return await findDevices();
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error && cause.message ? cause.message : message;
    console.error(`The simulated devices cannot use ${httpAddress}: ${reason}`);
    process.exit(1);
  }
}

const devices = await prepareDevices();
const clients = devices.map(run);
if (!options.quiet) {
  console.log(`${devices.length} devices publish to ${mqttAddress}`);
  let before = 0;
  setInterval(() => {
    console.log(
      `${acknowledged - before} messages in 10 s, ${published - acknowledged} waiting for their acknowledgement`,
    );
    before = acknowledged;
  }, 10_000).unref();
}
function stop(): void {
  for (const client of clients) client.end(true);
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
// The parent keeps a channel open: when it ends, however abruptly, so do we.
if (process.channel) process.on('disconnect', stop);
