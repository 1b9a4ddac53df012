import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BenchContext } from './lib/context.ts';
import { type BenchDevice, createDevices } from './lib/devices.ts';
import { type Figure, format } from './lib/figures.ts';
import { runLoad } from './lib/load.ts';
import { addNodeToRootChain, addScriptToRootChain } from './lib/root-chain.ts';
import { openTenant } from './lib/tenants.ts';

/** Messages of the tenant whose script spins, a second; more would be a flood. */
const SPINNING_RATE = 20;
const LOAD_MS = 6_000;
const LOAD_DEVICES = 20;
/** From the time of the first message of a load to that of the next load, ms; more than messages of one device. */
const LOAD_SPAN = 3_600_000;
/** Unacknowledged messages of each device. */
const WINDOW = 50;
/** How long to wait for what was acknowledged to be stored, ms */
const PATIENCE_MS = 60_000;

interface Noise {
  /** Messages at a node whose server does not answer. */
  calls: number;
  /** One that never ends. */
  script: string;
}

/** What two tenants do to a third one. */
interface Disturbance {
  /** Calls that the hanging server has not answered. */
  open(): number;
  end(): Promise<void>;
}

/**
 * Messages of a tenant a second until they are stored, alone and while another tenant's REST node hangs and the
 * script of one more spins.
 * @param timeMessages times single messages of a tenant while it runs what it is given
 */
export async function measureBystander(
  context: BenchContext,
  timeMessages: (begin: () => Promise<void>) => Promise<Figure>,
  noise: Noise,
): Promise<Figure[]> {
  const { server } = context;
  const third = { ...context, api: await openTenant(server.http, 'third') };
  const devices = await createDevices(third, 'third', LOAD_DEVICES);
  let startTs = Date.now() - LOAD_SPAN * 10;
  const measure = (): Promise<number> => {
    startTs += LOAD_SPAN;
    return measureStored(third, devices, startTs);
  };
  // The first one warms up.
  await measure();
  const before = await measure();
  const quiet = await timeMessages(async () => undefined);
  let disturbance: Disturbance | undefined;
  try {
    const times = await timeMessages(async () => {
      disturbance = await disturb(context, noise);
    });
    const open = disturbance?.open() ?? 0;
    const beside = await measure();
    await disturbance?.end();
    disturbance = undefined;
    const alone = (before + (await measure())) / 2;
    const share = beside / alone;
    return [
      { ...times, note: `alone ${quiet.measured}; ${times.note}; ${format(open)} calls open` },
      {
        what: 'the same: messages stored a second, of those alone',
        measured: `${format(share * 100)} %`,
        budget: '≥ 80 %',
        reference: '–',
        note: `${format(beside)} of ${format(alone)}`,
        values: { share, beside, alone },
      },
    ];
  } finally {
    await disturbance?.end();
  }
}

/** Messages a second from the first one to when the last one of each device is stored. */
async function measureStored(
  { server, api }: BenchContext,
  devices: readonly BenchDevice[],
  startTs: number,
): Promise<number> {
  const {
    messages,
    seconds,
    acknowledged = [],
  } = await runLoad(
    server.mqttPort,
    devices.map(({ token }) => token),
    { duration: LOAD_MS, window: WINDOW, values: 4, startTs, record: true },
  );
  const from = performance.now();
  await Promise.all(
    devices.map(async ({ id }, at) => {
      const last = startTs + Math.max(...(acknowledged[at] ?? []));
      for (const until = performance.now() + PATIENCE_MS; ; ) {
        const { temperature } = await api.get<{ temperature: { ts: number }[] }>(
          `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=temperature`,
        );
        // One that was not acknowledged any more may be stored, too.
        if ((temperature[0]?.ts ?? 0) >= last) return;
        if (performance.now() > until) throw new Error('What was acknowledged is not stored');
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }),
  );
  return messages / (seconds + (performance.now() - from) / 1000);
}

async function disturb(context: BenchContext, { calls, script }: Noise): Promise<Disturbance> {
  let open = 0;
  const silent = http.createServer(() => open++);
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;

  const hanging = { ...context, api: await openTenant(context.server.http, 'hanging') };
  await addNodeToRootChain(hanging.api, {
    type: 'org.thingsboard.rule.engine.rest.TbRestApiCallNode',
    relation: 'Success',
    configuration: { restEndpointUrlPattern: `http://127.0.0.1:${port}/`, requestMethod: 'POST', headers: {} },
  });
  const [called] = await createDevices(hanging, 'hanging', 1);
  await Promise.all(Array.from({ length: calls }, (_, at) => post(context, called, { at })));

  const spinning = { ...context, api: await openTenant(context.server.http, 'spinning') };
  await addScriptToRootChain(spinning.api, script);
  const [spun] = await createDevices(spinning, 'spinning', 1);
  const spin = setInterval(() => void post(context, spun, { at: 0 }).catch(() => undefined), 1_000 / SPINNING_RATE);
  return {
    open: () => open,
    async end() {
      clearInterval(spin);
      silent.closeAllConnections();
      silent.close();
    },
  };
}

async function post({ server }: BenchContext, device: BenchDevice | undefined, values: object): Promise<void> {
  const reply = await fetch(`${server.http}/api/v1/${device?.token}/telemetry`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(values),
  });
  if (!reply.ok) throw new Error(`device message: ${reply.status}`);
}
