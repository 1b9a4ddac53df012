import type { Api } from '../../e2e/harness/api.ts';
import type { BenchContext } from './lib/context.ts';
import { createDevices } from './lib/devices.ts';
import { type Figure, format, percentile } from './lib/figures.ts';
import { openTenant } from './lib/tenants.ts';

/** Calls that the loud tenant has under way all the time. */
const CALLS = 400;
const DEVICES = 50;
const MEASURED_MS = 8_000;
/** ms after which the flood is at full rate */
const LEAD_MS = 1_000;
/** ms between two calls of the tenant that is measured */
const PAUSE = 20;

const raise = (api: Api, deviceId: string, type: string): Promise<unknown> =>
  api.post('/api/alarm', {
    type,
    originator: { entityType: 'DEVICE', id: deviceId },
    severity: 'MAJOR',
    status: 'ACTIVE_UNACK',
  });

/** ms that calls of a tenant take, one after the other. */
async function timeCalls(api: Api, deviceId: string, duration: number): Promise<number[]> {
  const times: number[] = [];
  for (const until = performance.now() + duration; performance.now() < until; ) {
    const from = performance.now();
    await raise(api, deviceId, 'Measured');
    times.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return times;
}

/** Calls of a tenant that raise an alarm, alone and beside another tenant's that are 400 at any time. */
export async function measureCallFlood(context: BenchContext): Promise<Figure> {
  const quiet = await openTenant(context.server.http, 'calling');
  const device = await quiet.post<{ id: { id: string } }>('/api/device', { name: 'bench calling', type: 'default' });
  const devices = await createDevices(context, 'calls', DEVICES);
  const alone = await timeCalls(quiet, device.id.id, MEASURED_MS / 2);
  let isOver = false;
  let calls = 0;
  const flood = Array.from({ length: CALLS }, async (_, at) => {
    for (let count = 0; !isOver; count++) {
      await raise(context.api, devices[at % DEVICES]?.id as string, `Flood ${at} ${count % 5}`);
      calls++;
    }
  });
  const from = performance.now();
  await new Promise((resolve) => setTimeout(resolve, LEAD_MS));
  const beside = await timeCalls(quiet, device.id.id, MEASURED_MS);
  isOver = true;
  await Promise.all(flood);
  const rate = (calls * 1000) / (performance.now() - from);
  const values = { p50: percentile(beside, 0.5), p99: percentile(beside, 0.99), alone: percentile(alone, 0.5), rate };
  return {
    what: `call that raises an alarm beside another tenant's ${CALLS} at any time, p50 / p99`,
    measured: `${format(values.p50)} / ${format(values.p99)} ms`,
    budget: 'p99 < 200 ms',
    reference: '–',
    note: `alone ${format(values.alone, 1)} ms; the flood: ${format(rate)} / s; the callers share the cores`,
    values,
  };
}
