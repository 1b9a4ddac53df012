/**
 * Plausible devices that report to a running server. By default those of the demo tenant, over MQTT; `--devices N` runs
 * N of a protocol and creates missing ones.
 *
 *   npm run simulate -- [--protocol mqtt|http|coap|lwm2m|snmp] [--devices N] [--rate N] [--quiet]
 *
 * --protocol  what they speak; may be given several times
 * --devices   how many devices of each to run; missing ones are created. Default: those that are there, and at least
 *             three of every protocol but MQTT
 * --rate      speed factor: 10 publishes ten times as often
 * --quiet     only errors are printed
 * SIGNALBOX_SIMULATE_HTTP, _MQTT, _COAP, _LWM2M: addresses of the server
 * SIGNALBOX_SIMULATE_HOST: address at which the server finds devices of SNMP, which it has to allow
 * (SIGNALBOX_OUTBOUND_ALLOWED); default 127.0.0.1
 * SIGNALBOX_SIMULATE_USER, SIGNALBOX_SIMULATE_PASSWORD: a tenant administrator
 */
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { onParentEnd } from '../server/src/config/parent-end.ts';
import { DEVICE_KINDS, type DeviceKind, publishPeriod } from '../server/src/demo/device-models.ts';
import { simulateCoap } from '../server/src/demo/simulators/coap-simulator.ts';
import { simulateHttp } from '../server/src/demo/simulators/http-simulator.ts';
import { lwm2mCredentials, lwm2mModels, lwm2mProfileData } from '../server/src/demo/simulators/lwm2m-objects.ts';
import { simulateLwm2m } from '../server/src/demo/simulators/lwm2m-simulator.ts';
import { simulateMqtt } from '../server/src/demo/simulators/mqtt-simulator.ts';
import {
  SIMULATED_PROTOCOLS,
  type Simulate,
  type SimulatedDevice,
  type SimulatedProtocol,
} from '../server/src/demo/simulators/simulator.ts';
import { simulateSnmp, snmpDeviceData, snmpProfileData } from '../server/src/demo/simulators/snmp-simulator.ts';

const { values: options } = parseArgs({
  options: {
    protocol: { type: 'string', multiple: true, default: ['mqtt'] },
    devices: { type: 'string' },
    rate: { type: 'string', default: '1' },
    quiet: { type: 'boolean', default: false },
  },
});
/** protocol → its name */
const LABELS: Record<SimulatedProtocol, string> = {
  mqtt: 'MQTT',
  http: 'HTTP',
  coap: 'CoAP',
  lwm2m: 'LwM2M',
  snmp: 'SNMP',
};
/** Devices that are made where the number is not given, and none are there; those of MQTT are demo data. */
const SOME = 3;
const { env } = process;
const addresses: Record<Exclude<SimulatedProtocol, 'snmp'>, string> = {
  http: (env.SIGNALBOX_SIMULATE_HTTP ?? 'http://127.0.0.1:8080').replace(/\/$/, ''),
  mqtt: env.SIGNALBOX_SIMULATE_MQTT ?? 'mqtt://127.0.0.1:1883',
  coap: env.SIGNALBOX_SIMULATE_COAP ?? 'coap://127.0.0.1:5683',
  lwm2m: env.SIGNALBOX_SIMULATE_LWM2M ?? 'coap://127.0.0.1:5685',
};
const snmpHost = env.SIGNALBOX_SIMULATE_HOST ?? '127.0.0.1';
const simulators: Record<Exclude<SimulatedProtocol, 'snmp'>, Simulate> = {
  mqtt: simulateMqtt,
  http: simulateHttp,
  coap: simulateCoap,
  lwm2m: simulateLwm2m,
};
const rate = Number(options.rate);
const wantedDevices = options.devices === undefined ? undefined : Number(options.devices);
const isProtocol = (name: string): name is SimulatedProtocol =>
  (SIMULATED_PROTOCOLS as readonly string[]).includes(name);
const unknown = options.protocol.find((name) => !isProtocol(name));
if (unknown !== undefined)
  throw new Error(`--protocol must be one of ${SIMULATED_PROTOCOLS.join(', ')}, not ${unknown}`);
if (!(rate > 0)) throw new Error('--rate must be a number above 0');
if (wantedDevices !== undefined && !(Number.isInteger(wantedDevices) && wantedDevices > 0)) {
  throw new Error('--devices must be a whole number above 0');
}

interface DeviceRow {
  id: { id: string };
  name: string;
  type: string;
  additionalInfo: { simulated?: boolean; protocol?: string; kind?: string } | null;
}

let token = '';

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const reply = await fetch(addresses.http + path, {
    method,
    headers: { 'content-type': 'application/json', 'x-authorization': `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as T;
}

async function signIn(): Promise<void> {
  const { token: accessToken } = await call<{ token: string }>('POST', '/api/auth/login', {
    username: env.SIGNALBOX_SIMULATE_USER ?? 'tenant@signalbox.local',
    password: env.SIGNALBOX_SIMULATE_PASSWORD ?? 'tenant',
  });
  token = accessToken;
}

const kindOf = ({ type, additionalInfo }: DeviceRow): DeviceKind | undefined => {
  const kind = additionalInfo?.kind ?? type;
  return DEVICE_KINDS.find((one) => one === kind);
};

/** All devices that are marked as simulated. */
async function findSimulated(): Promise<DeviceRow[]> {
  const rows: DeviceRow[] = [];
  for (let page = 0; ; page++) {
    const reply = await call<{ data: DeviceRow[]; hasNext: boolean }>(
      'GET',
      `/api/tenant/devices?pageSize=500&page=${page}&sortProperty=createdTime&sortOrder=ASC`,
    );
    rows.push(...reply.data.filter((row) => row.additionalInfo?.simulated && kindOf(row)));
    if (!reply.hasNext) return rows;
  }
}

/** What a profile says of devices of a kind; without it they have the profile that is named like their kind. */
const profiles: Partial<Record<SimulatedProtocol, (kind: DeviceKind) => object>> = {
  lwm2m: lwm2mProfileData,
  snmp: (kind) => snmpProfileData(kind, Math.round(publishPeriod(kind, 0) / rate)),
};

/** Id of the profile for devices of a kind by a protocol that needs its own; it is made where it is missing. */
async function profileOf(protocol: SimulatedProtocol, kind: DeviceKind, profileData: object): Promise<object> {
  const name = `Simulated ${kind} by ${LABELS[protocol]}`;
  const found = await call<{ data: { id: object; name: string }[] }>(
    'GET',
    `/api/deviceProfileInfos?pageSize=100&page=0&textSearch=${encodeURIComponent(name)}`,
  );
  const known = found.data.find((profile) => profile.name === name);
  if (known) return known.id;
  const made = await call<{ id: object }>('POST', '/api/deviceProfile', {
    name,
    type: 'DEFAULT',
    transportType: protocol.toUpperCase(),
    provisionType: 'DISABLED',
    profileData,
  });
  return made.id;
}

/** Adds descriptions of the objects of simulated devices to the resources library where they are missing. */
async function addModels(): Promise<void> {
  const models = lwm2mModels();
  const keys = encodeURIComponent([...models.keys()].join(','));
  const known = await call<{ keyId: string }[]>(
    'GET',
    `/api/resource/lwm2m?sortOrder=ASC&sortProperty=id&objectIds=${keys}`,
  );
  for (const [key, model] of models) {
    if (known.some(({ keyId }) => keyId === key)) continue;
    await call('POST', '/api/resource', { ...model, resourceType: 'LWM2M_MODEL' });
  }
}

/** The simulated devices of a protocol; missing ones are created. */
async function findDevices(protocol: SimulatedProtocol, simulated: readonly DeviceRow[]): Promise<DeviceRow[]> {
  if (protocol === 'lwm2m') await addModels();
  const rows = simulated.filter((row) => (row.additionalInfo?.protocol ?? 'mqtt') === protocol);
  const wanted = wantedDevices ?? Math.max(rows.length, protocol === 'mqtt' ? 0 : SOME);
  for (let number = rows.length + 1; number <= wanted; number++) {
    const kind = DEVICE_KINDS[number % DEVICE_KINDS.length] as DeviceKind;
    const profile = profiles[protocol];
    const device = {
      name: `Simulated${protocol === 'mqtt' ? '' : ` ${LABELS[protocol]}`} ${kind} ${String(number).padStart(5, '0')}`,
      ...(profile ? { deviceProfileId: await profileOf(protocol, kind, profile(kind)) } : { type: kind }),
      ...(protocol === 'snmp' ? { deviceData: snmpDeviceData(snmpHost, 161) } : {}),
      additionalInfo: { simulated: true, kind, ...(protocol === 'mqtt' ? {} : { protocol }) },
    };
    const made =
      protocol === 'lwm2m'
        ? call<DeviceRow>('POST', '/api/device-with-credentials', {
            device,
            credentials: lwm2mCredentials(`simulated-${kind}-${randomUUID()}`),
          })
        : call<DeviceRow>('POST', '/api/device', device);
    rows.push(await made);
  }
  return rows.slice(0, wanted);
}

let sent = 0;
let acknowledged = 0;

/** Errors since the last success: each is reported once, not by every device at every attempt. */
const reported = new Set<string>();

function report(protocol: SimulatedProtocol, error: Error & { code?: unknown }): void {
  const text = error.message || String(error.code);
  if (!reported.has(text)) console.error(`The simulated devices of ${protocol} fail (${text}); trying again`);
  reported.add(text);
}

/** Plays a device. @returns how to stop that */
async function play(protocol: SimulatedProtocol, row: DeviceRow): Promise<() => void> {
  const kind = kindOf(row) as DeviceKind;
  if (protocol === 'snmp') {
    const { port, stop } = await simulateSnmp({ name: row.name, kind }, { host: snmpHost, rate });
    await call('POST', '/api/device', { ...row, deviceData: snmpDeviceData(snmpHost, port) });
    return stop;
  }
  const { credentialsId } = await call<{ credentialsId: string }>('GET', `/api/device/${row.id.id}/credentials`);
  const device: SimulatedDevice = { id: row.id.id, name: row.name, kind, credentialsId };
  return simulators[protocol](device, {
    address: addresses[protocol],
    rate,
    report: {
      sent: () => sent++,
      acknowledged() {
        acknowledged++;
        reported.clear();
      },
      failed: (error) => report(protocol, error),
    },
  });
}

const stops: (() => void)[] = [];
const counts: string[] = [];
function stop(): void {
  for (const end of stops) end();
  process.exit(0);
}
// Before the first call, each of which may take long: whoever started this may end meanwhile.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
onParentEnd(stop);
try {
  await signIn();
  const simulated = await findSimulated();
  for (const protocol of new Set(options.protocol.filter(isProtocol))) {
    const rows = await findDevices(protocol, simulated);
    for (const row of rows) stops.push(await play(protocol, row));
    counts.push(
      `${rows.length} devices ${protocol === 'snmp' ? `wait for SNMP at ${snmpHost}` : `report to ${addresses[protocol]}`}`,
    );
  }
} catch (error) {
  const { message, cause } = error as Error;
  const reason = cause instanceof Error && cause.message ? cause.message : message;
  console.error(`The simulated devices cannot use ${addresses.http}: ${reason}`);
  process.exit(1);
}
if (!options.quiet) {
  for (const line of counts) console.log(line);
  let before = 0;
  setInterval(() => {
    console.log(`${acknowledged - before} messages in 10 s, ${sent - acknowledged} without an acknowledgement`);
    before = acknowledged;
  }, 10_000).unref();
}
