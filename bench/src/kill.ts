import type { BenchContext } from './lib/context.ts';
import { createDevices } from './lib/devices.ts';
import { type Figure, format } from './lib/figures.ts';
import { runLoad } from './lib/load.ts';

const CONNECTIONS = 100;
/** How long the load runs before the server is killed, ms. */
const KILL_AFTER_MS = 3_000;

/** Kills the server under load, restarts it, and looks for every acknowledged message in its series. */
export async function measureKill(context: BenchContext): Promise<Figure[]> {
  const { server } = context;
  const devices = await createDevices(context, 'kill', CONNECTIONS);
  const startTs = Date.now();
  const tokens = devices.map(({ token }) => token);
  const loading = runLoad(server.mqttPort, tokens, { duration: 10 * KILL_AFTER_MS, startTs, record: true });
  await new Promise((resolve) => setTimeout(resolve, KILL_AFTER_MS));
  await server.kill('SIGKILL');
  const { acknowledged = [], messages } = await loading;
  const from = performance.now();
  await server.restart();
  const seconds = (performance.now() - from) / 1000;
  let lost = 0;
  for (const [index, device] of devices.entries()) {
    const series = await context.api.get<{ temperature?: { ts: number }[] }>(
      `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?keys=temperature&startTs=${startTs}&endTs=${startTs + 1_000_000}&limit=100000&orderBy=ASC`,
    );
    const stored = new Set(series.temperature?.map(({ ts }) => ts - startTs));
    for (const step of acknowledged[index] ?? []) if (!stored.has(step)) lost++;
  }
  return [
    {
      what: 'acknowledged but lost by one kill -9 under load',
      measured: `${format(lost)} of ${format(messages)}`,
      budget: '0',
      reference: '10,032 of 85,035',
      note: `each acknowledged message was looked up after the restart, which took ${format(seconds, 1)} s`,
      values: { lost, acknowledged: messages, restartSeconds: seconds },
    },
  ];
}
