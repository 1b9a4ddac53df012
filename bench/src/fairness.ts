import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Api } from '../../e2e/harness/api.ts';
import { measureBystander } from './bystander.ts';
import { measureCallFlood } from './call-flood.ts';
import type { BenchContext } from './lib/context.ts';
import { createDevices } from './lib/devices.ts';
import { type Figure, format, percentile } from './lib/figures.ts';
import { runLoad } from './lib/load.ts';
import { addScriptToRootChain, withScriptInRootChain } from './lib/root-chain.ts';
import { openTenant } from './lib/tenants.ts';
import { residentMegabytes } from './lib/usage.ts';

const FLOOD_MS = 10_000;
/** ms after which the flood is at full rate */
const LEAD_MS = 1_000;
/** ms between two messages of the tenant that is measured. */
const PAUSE = 20;
/** ms to wait for the last updates */
const PATIENCE_MS = 60_000;

interface Flood {
  what: string;
  connections: number;
  /** Unacknowledged messages of each connection. */
  window: number;
  values: number;
  newKeys?: boolean;
}

const FLOODS: Flood[] = [
  { what: 'ordinary messages', connections: 100, window: 100, values: 4 },
  { what: 'bodies of 2,000 keys', connections: 20, window: 10, values: 2_000 },
  { what: 'bodies of 2,000 new keys', connections: 20, window: 10, values: 2_000, newKeys: true },
];

/** Never ends by itself. */
const ENDLESS_SCRIPT = 'while (true) {}';
/** Messages at the node whose server does not answer. */
const HANGING_CALLS = 1_000;
/** Tests of an endless script that run at once. */
const ENDLESS_TESTS = 30;

/** The tenant that is measured: a device, and a socket that follows it. */
interface Quiet {
  api: Api;
  token: string;
  socket: WebSocket;
}

/** Makes a tenant with an administrator, a device and a socket that reports each value once it is visible. */
async function openQuietTenant(address: string, seen: (sequence: number) => void): Promise<Quiet> {
  const api = await openTenant(address, 'quiet');
  const token = `bench-quiet-${Date.now().toString(36)}`;
  const device = await api.post<{ id: { id: string } }>(`/api/device?accessToken=${token}`, {
    name: 'bench quiet',
    type: 'default',
  });
  const socket = new WebSocket(
    `${address.replace(/^http/, 'ws')}/api/ws/plugins/telemetry?token=${encodeURIComponent(api.token)}`,
  );
  await once(socket, 'open');
  socket.send(
    JSON.stringify({
      tsSubCmds: [
        { cmdId: 1, entityType: 'DEVICE', entityId: device.id.id, scope: 'LATEST_TELEMETRY', keys: 'sequence' },
      ],
    }),
  );
  await once(socket, 'message');
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as { data: { sequence?: [number, string][] } | null };
    for (const [, value] of frame.data?.sequence ?? []) seen(Number(value));
  });
  return { api, token, socket };
}

/** Times of the messages of a quiet tenant while another one does something, in ms. */
interface Times {
  toAcknowledgement: number[];
  /** Messages that were never seen count as long as they were waited for. */
  toUpdate: number[];
  seen: number;
  residentBefore: number;
  residentMost: number;
}

/** Sends messages of a quiet tenant for so many ms after `begin`, which starts what disturbs it, and times them. */
async function timeQuietMessages(
  { server }: BenchContext,
  duration: number,
  begin: (quiet: Quiet) => Promise<void>,
): Promise<Times> {
  /** sequence → when it was sent, when it was acknowledged and when it was seen */
  const sent: number[] = [];
  const acknowledged: number[] = [];
  const seen: number[] = [];
  const quiet = await openQuietTenant(server.http, (sequence) => {
    seen[sequence] ??= performance.now();
  });
  const before = await residentMegabytes(server.pid);
  let largest = before;
  await begin(quiet);
  const posts: Promise<void>[] = [];
  const until = performance.now() + duration;
  for (let sequence = 0; performance.now() < until; sequence++) {
    sent[sequence] = performance.now();
    posts.push(
      fetch(`${server.http}/api/v1/${quiet.token}/telemetry`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sequence }),
      }).then((reply) => {
        if (!reply.ok) throw new Error(`device message: ${reply.status}`);
        acknowledged[sequence] = performance.now();
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    largest = Math.max(largest, await residentMegabytes(server.pid));
  }
  await Promise.all(posts);
  const patience = performance.now() + PATIENCE_MS;
  const count = (): number => seen.filter((at) => at !== undefined).length;
  while (count() < sent.length && performance.now() < patience) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    largest = Math.max(largest, await residentMegabytes(server.pid));
  }
  quiet.socket.close();
  return {
    toAcknowledgement: acknowledged.map((at, sequence) => at - (sent[sequence] as number)),
    toUpdate: sent.map((from, sequence) => (seen[sequence] ?? patience) - from),
    seen: count(),
    residentBefore: before,
    residentMost: largest,
  };
}

function figureOf(noise: string, times: Times, note: string, more: Record<string, number>): Figure {
  const { toAcknowledgement, toUpdate } = times;
  const values = {
    acknowledgedP50: percentile(toAcknowledgement, 0.5),
    acknowledgedP99: percentile(toAcknowledgement, 0.99),
    p50: percentile(toUpdate, 0.5),
    p99: percentile(toUpdate, 0.99),
    max: percentile(toUpdate, 1),
    messages: toUpdate.length,
    seen: times.seen,
    residentBefore: times.residentBefore,
    residentMost: times.residentMost,
    ...more,
  };
  return {
    what: `device message → update beside another tenant's ${noise}, p50 / p99`,
    measured: `${format(values.p50)} / ${format(values.p99)} ms`,
    budget: 'p99 < 200 ms',
    reference: '–',
    note: `acknowledged in ${format(values.acknowledgedP50)} / ${format(values.acknowledgedP99)} ms; ${note}; server memory ${format(values.residentBefore)} → ${format(values.residentMost)} MB`,
    values,
  };
}

/** A tenant beside another one that sends as much as it can. */
async function measureBesideFlood(context: BenchContext, flood: Flood): Promise<Figure> {
  const devices = await createDevices(context, 'flood', flood.connections);
  let load: ReturnType<typeof runLoad> | undefined;
  const times = await timeQuietMessages(context, FLOOD_MS - LEAD_MS, async () => {
    load = runLoad(
      context.server.mqttPort,
      devices.map(({ token }) => token),
      { duration: FLOOD_MS, window: flood.window, values: flood.values, ...(flood.newKeys ? { newKeys: true } : {}) },
    );
    await new Promise((resolve) => setTimeout(resolve, LEAD_MS));
  });
  const result = await (load as ReturnType<typeof runLoad>);
  return figureOf(`flood of ${flood.what}`, times, `the flood: ${format(result.messagesPerSecond)} / s`, {
    flood: result.messages,
    floodPerSecond: result.messagesPerSecond,
  });
}

/** A tenant with a script of its own beside another one whose scripts never end, in its root chain and in tests. */
async function measureBesideScripts(context: BenchContext): Promise<Figure> {
  const devices = await createDevices(context, 'spin', 20);
  let tests = 0;
  let isOver = false;
  const testAgain = async (): Promise<void> => {
    while (!isOver) {
      await context.api
        .post('/api/ruleChain/testScript', {
          script: ENDLESS_SCRIPT,
          scriptType: 'filter',
          argNames: ['msg', 'metadata', 'msgType'],
          msg: '{}',
          metadata: {},
          msgType: 'POST_TELEMETRY_REQUEST',
        })
        // Too many at once are refused.
        .catch(() => new Promise((resolve) => setTimeout(resolve, 100)));
      tests++;
    }
  };
  return withScriptInRootChain(
    context,
    async () => {
      const noise: Promise<unknown>[] = [];
      const times = await timeQuietMessages(context, FLOOD_MS - LEAD_MS, async ({ api }) => {
        await addScriptToRootChain(api);
        noise.push(
          runLoad(
            context.server.mqttPort,
            devices.map(({ token }) => token),
            { duration: FLOOD_MS, window: 10 },
          ),
          ...Array.from({ length: ENDLESS_TESTS }, testAgain),
        );
        await new Promise((resolve) => setTimeout(resolve, LEAD_MS));
      });
      isOver = true;
      await Promise.all(noise);
      return figureOf(
        'scripts that never end',
        times,
        `${ENDLESS_TESTS} tests of endless scripts at once, ${format(tests)} in all, and one in front of its messages`,
        { tests },
      );
    },
    ENDLESS_SCRIPT,
  );
}

/** How floods of messages and calls and scripts of one tenant affect another. */
export async function measureFairness(context: BenchContext): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const flood of FLOODS) figures.push(await measureBesideFlood(context, flood));
  figures.push(await measureBesideScripts(context), await measureCallFlood(context));
  const timeMessages = async (begin: () => Promise<void>): Promise<Figure> => {
    const times = await timeQuietMessages(context, FLOOD_MS - LEAD_MS, begin);
    return figureOf('node that hangs and script that spins', times, `${HANGING_CALLS} messages at the node`, {});
  };
  figures.push(...(await measureBystander(context, timeMessages, { calls: HANGING_CALLS, script: ENDLESS_SCRIPT })));
  return figures;
}
