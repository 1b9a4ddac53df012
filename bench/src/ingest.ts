import type { BenchContext } from './lib/context.ts';
import { type BenchDevice, createDevices } from './lib/devices.ts';
import { type Figure, format } from './lib/figures.ts';
import { runLoad } from './lib/load.ts';
import { withScriptInRootChain } from './lib/root-chain.ts';
import { cpuSeconds } from './lib/usage.ts';
import type { MqttLoadResult } from './mqtt-load.ts';

const CONNECTIONS = 100;
const WARM_UP_MS = 5_000;
const MEASURED_MS = 10_000;
/** How long to wait for the last points, ms. */
const PATIENCE_MS = 60_000;

/** Counts the stored messages of the run in the series of each device. */
async function countStored(context: BenchContext, devices: BenchDevice[], startTs: number): Promise<number> {
  const range = `startTs=${startTs}&endTs=${startTs + 1_000_000}&interval=1000000`;
  let stored = 0;
  for (const { id } of devices) {
    const series = await context.api.get<{ temperature?: { value: string }[] }>(
      `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=temperature&${range}&agg=COUNT`,
    );
    stored += Number(series.temperature?.[0]?.value ?? 0);
  }
  return stored;
}

interface IngestRun {
  /** Stored messages per second, from the first write until the last one was found in its series. */
  rate: number;
  acknowledged: number;
  stored: number;
  p50: number;
  p99: number;
  generatorMicroseconds: number;
  /** CPU in µs per message, including background work until everything is stored. */
  serverMicroseconds: number;
  databaseMicroseconds: number;
}

/** Sends as devices over one protocol, until all that was acknowledged is found stored. */
export async function runIngest(
  context: BenchContext,
  devices: BenchDevice[],
  duration: number,
  send: (
    tokens: string[],
    options: { duration: number; startTs: number },
  ) => Promise<Pick<MqttLoadResult, 'messages' | 'seconds' | 'p50' | 'p99' | 'generatorMicroseconds'>>,
): Promise<IngestRun> {
  const { server, databasePid } = context;
  const tokens = devices.map(({ token }) => token);
  const startTs = Date.now();
  const before = { server: await cpuSeconds(server.pid, databasePid), database: await cpuSeconds(databasePid) };
  const load = await send(tokens, { duration, startTs });
  const acknowledgedAt = performance.now();
  let stored = await countStored(context, devices, startTs);
  // The first count tells whether everything was already stored; its own duration does not count.
  let waited = 0;
  while (stored < load.messages && waited < PATIENCE_MS) {
    waited = performance.now() - acknowledgedAt;
    stored = await countStored(context, devices, startTs);
  }
  const micros = (seconds: number): number => (seconds * 1_000_000) / load.messages;
  return {
    rate: stored / (load.seconds + waited / 1000),
    acknowledged: load.messages,
    stored,
    p50: load.p50,
    p99: load.p99,
    generatorMicroseconds: load.generatorMicroseconds,
    serverMicroseconds: micros((await cpuSeconds(server.pid, databasePid)) - before.server),
    databaseMicroseconds: micros((await cpuSeconds(databasePid)) - before.database),
  };
}

/** @param budget texts; none: the figures are shown without */
export function ingestFigures(
  what: string,
  result: IngestRun,
  budget?: { rate: string; cpu: string; reference?: { rate: string; cpu: string } },
): Figure[] {
  const cpu = result.serverMicroseconds + result.databaseMicroseconds;
  return [
    {
      what: `${what}: stored messages; acknowledgement p50 / p99`,
      measured: `${format(result.rate)} / s; ${format(result.p50)} / ${format(result.p99)} ms`,
      budget: budget?.rate ?? '–',
      reference: budget?.reference?.rate ?? '–',
      note: `${format(result.stored)} of ${format(result.acknowledged)} acknowledged found stored; the generator uses ${format(result.generatorMicroseconds)} µs per message on the same cores`,
      values: { ...result },
    },
    {
      what: `${what}: CPU a message, server + database`,
      measured: `${format(result.serverMicroseconds, 1)} + ${format(result.databaseMicroseconds, 1)} µs`,
      budget: budget?.cpu ?? '–',
      reference: budget?.reference?.cpu ?? '–',
      note: `${format(cpu, 1)} µs together${budget ? '' : ', including the sandbox'}`,
      values: { server: result.serverMicroseconds, database: result.databaseMicroseconds, together: cpu },
    },
  ];
}

/** MQTT QoS 1 through the root chain with four values a message, acknowledged after the commit; then with a script. */
export async function measureIngest(context: BenchContext): Promise<Figure[]> {
  const devices = await createDevices(context, 'ingest', CONNECTIONS);
  const run = (duration: number): Promise<IngestRun> =>
    runIngest(context, devices, duration, (tokens, options) => runLoad(context.server.mqttPort, tokens, options));
  await run(WARM_UP_MS);
  const plain = await run(MEASURED_MS);
  const scripted = await withScriptInRootChain(context, async () => {
    await run(WARM_UP_MS);
    return run(MEASURED_MS);
  });
  return [
    ...ingestFigures('MQTT QoS 1, root chain, 100 connections', plain, {
      rate: '≥ 12,000 / s; p99 < 250 ms',
      cpu: '≤ 75 µs together',
      reference: { rate: '8,000 / s stored', cpu: '166 + 59 µs' },
    }),
    ...ingestFigures('the same with one script filter', scripted),
  ];
}
