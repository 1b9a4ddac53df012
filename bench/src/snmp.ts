import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type BenchContext, measureCalls } from './lib/context.ts';
import { type Figure, format } from './lib/figures.ts';
import { cpuSeconds } from './lib/usage.ts';

const DEVICES = 1_000;
/** Devices that are not there. */
const AWAY = 200;
const VALUES = 10;
const PERIOD_MS = 10_000;
/** Until all were asked for the first time, and those that are away are asked rarely. */
const WARM_UP_MS = 60_000;
const MEASURED_MS = 60_000;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function startAgents(count: number): Promise<{ ports: number[]; stop: () => void }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./lib/snmp-agents.ts', import.meta.url)), `${count}`], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { ports: JSON.parse(line) as number[], stop: () => child.stdin.end() };
}

/** A thousand devices polled every ten seconds, and some more that do not answer. */
export async function measureSnmp({ api, server, databasePid }: BenchContext): Promise<Figure[]> {
  const agents = await startAgents(DEVICES);
  try {
    const run = Date.now().toString(36);
    const mappings = Array.from({ length: VALUES }, (_, at) => ({
      oid: `1.3.6.1.4.1.63000.1.${at + 1}.0`,
      key: `value${at}`,
      dataType: 'LONG',
    }));
    const { id } = await api.post<{ id: object }>('/api/deviceProfile', {
      name: `bench snmp ${run}`,
      type: 'DEFAULT',
      transportType: 'SNMP',
      profileData: {
        configuration: { type: 'DEFAULT' },
        transportConfiguration: {
          type: 'SNMP',
          timeoutMs: 500,
          retries: 0,
          communicationConfigs: [{ spec: 'TELEMETRY_QUERYING', queryingFrequencyMs: PERIOD_MS, mappings }],
        },
        provisionConfiguration: { type: 'DISABLED', provisionDeviceSecret: null },
        alarms: null,
      },
    });
    const devices: string[] = [];
    await measureCalls(DEVICES + AWAY, 8, async (index) => {
      const transportConfiguration = {
        type: 'SNMP',
        host: '127.0.0.1',
        // Nothing listens at the first port.
        port: agents.ports[index] ?? 1,
        protocolVersion: 'V2C',
        community: 'public',
      };
      const device = await api.post<{ id: { id: string } }>('/api/device', {
        name: `bench snmp ${run} ${index}`,
        deviceProfileId: id,
        deviceData: { configuration: { type: 'DEFAULT' }, transportConfiguration },
      });
      devices[index] = device.id.id;
    });
    await wait(WARM_UP_MS);
    const [before, inServer] = [await cpuSeconds(server.pid), await cpuSeconds(server.pid, databasePid)];
    const from = Date.now();
    await wait(MEASURED_MS);
    const seconds = (Date.now() - from) / 1000;
    const own = ((await cpuSeconds(server.pid, databasePid)) - inServer) / seconds;
    const all = ((await cpuSeconds(server.pid)) - before) / seconds;
    let points = 0;
    await measureCalls(DEVICES, 8, async (index) => {
      const path = `/api/plugins/telemetry/DEVICE/${devices[index]}/values/timeseries`;
      const series = await api.get<Record<string, unknown[]>>(
        `${path}?keys=value0&startTs=${from}&endTs=${from + MEASURED_MS}&limit=100`,
      );
      points += series.value0?.length ?? 0;
    });
    const polls = points / DEVICES / (MEASURED_MS / PERIOD_MS);
    return [
      {
        what: `${format(DEVICES)} devices polled by SNMP every ${PERIOD_MS / 1000} s, processor of the server`,
        measured: `${format(own * 100, 1)} % of a core`,
        budget: '< 20 % of a core',
        reference: '',
        note: `${VALUES} values of each, beside ${AWAY} devices that do not answer; with the database ${format(all * 100, 1)} %; ${format(polls * 100, 1)} % of the polls of a period stored`,
        values: { own, all, polls },
      },
    ];
  } finally {
    agents.stop();
  }
}
