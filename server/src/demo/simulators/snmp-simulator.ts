import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createAgent, MaxAccess, MibProviderType, ObjectType } from 'net-snmp';
import { type DeviceKind, measure, publishPeriod, seedOf } from '../device-models.ts';
import { describeDevice, type SimulatedDevice } from './simulator.ts';

/** Where the values of a device are: first what it measures, then what it says of itself. */
const ROOT = '1.3.6.1.4.1.63000.2';
const COMMUNITY = 'public';

const keysOf = (kind: DeviceKind): string[] => Object.keys(measure(kind, 0, 0));
const factsOf = (kind: DeviceKind): [string, string][] =>
  Object.entries(describeDevice({ kind } as SimulatedDevice)) as [string, string][];

/** What a profile says of devices of a kind, which are asked every `period` ms. */
export function snmpProfileData(kind: DeviceKind, period: number) {
  const keys = keysOf(kind);
  const sample = measure(kind, 0, 0);
  const telemetry = keys.map((key, at) => ({
    oid: `${ROOT}.${at + 1}.0`,
    key,
    dataType: typeof sample[key] === 'boolean' ? 'BOOLEAN' : 'DOUBLE',
  }));
  const facts = factsOf(kind).map(([key], at) => ({
    oid: `${ROOT}.${keys.length + at + 1}.0`,
    key,
    dataType: 'STRING',
  }));
  return {
    configuration: { type: 'DEFAULT' },
    transportConfiguration: {
      type: 'SNMP',
      timeoutMs: 1_000,
      retries: 1,
      communicationConfigs: [
        { spec: 'TELEMETRY_QUERYING', queryingFrequencyMs: period, mappings: telemetry },
        { spec: 'CLIENT_ATTRIBUTES_QUERYING', queryingFrequencyMs: 60_000, mappings: facts },
      ],
    },
    provisionConfiguration: { type: 'DISABLED', provisionDeviceSecret: null },
    alarms: null,
  };
}

/** How a device is reached that answers at a port of `host`. */
export const snmpDeviceData = (host: string, port: number) => ({
  configuration: { type: 'DEFAULT' },
  transportConfiguration: { type: 'SNMP', host, port, protocolVersion: 'V2C', community: COMMUNITY },
});

/** Plays a device that is asked by SNMP: an agent on a free port. @param host address it listens on */
export async function simulateSnmp(
  device: Pick<SimulatedDevice, 'name' | 'kind'>,
  { host, rate }: { host: string; rate: number },
): Promise<{ port: number; stop: () => void }> {
  const seed = seedOf(device.name);
  const socket = createSocket('udp4');
  const bind = socket.bind.bind(socket);
  // The agent takes port 0 for 161.
  socket.bind = () => bind(0, host);
  const options = { disableAuthorization: true, address: host, dgramModule: { createSocket: () => socket } };
  const agent = createAgent(options, () => undefined);
  await once(socket, 'listening');
  agent.getAuthorizer().addCommunity(COMMUNITY);
  const names = [...keysOf(device.kind), ...factsOf(device.kind).map(([key]) => key)];
  for (const [at, name] of names.entries()) {
    agent.registerProvider({
      name,
      type: MibProviderType.Scalar,
      oid: `${ROOT}.${at + 1}`,
      scalarType: ObjectType.OctetString,
      maxAccess: MaxAccess['read-only'],
    });
  }
  const mib = agent.getMib();
  for (const [key, value] of factsOf(device.kind)) mib.setScalarValue(key, value);
  const look = (): void => {
    const values = measure(device.kind, seed, Date.now());
    for (const [key, value] of Object.entries(values)) mib.setScalarValue(key, String(value));
  };
  look();
  const timer = setInterval(look, publishPeriod(device.kind, seed) / rate);
  return {
    port: socket.address().port,
    stop() {
      clearInterval(timer);
      agent.close();
    },
  };
}
