import { once } from 'node:events';
import { WebSocket } from 'ws';
import { SYSADMIN, signInByApi } from '../../e2e/harness/api.ts';
import type { BenchContext } from './lib/context.ts';
import { createDevices } from './lib/devices.ts';
import { type Figure, format, percentile } from './lib/figures.ts';
import { runLoad } from './lib/load.ts';
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

/** The tenant that is measured: a device, and a socket that follows it. */
interface Quiet {
  token: string;
  socket: WebSocket;
}

/** Makes a tenant with an administrator, a device and a socket that reports each value once it is visible. */
async function openQuietTenant(context: BenchContext, seen: (sequence: number) => void): Promise<Quiet> {
  const address = context.server.http;
  const run = Date.now().toString(36);
  const system = await signInByApi(address, SYSADMIN.email, SYSADMIN.password);
  const tenant = await system.post<{ id: { id: string } }>('/api/tenant', { title: `bench quiet ${run}` });
  const user = await system.post<{ id: { id: string } }>('/api/user?sendActivationMail=false', {
    authority: 'TENANT_ADMIN',
    tenantId: tenant.id,
    email: `quiet-${run}@bench.local`,
  });
  const signIn = await system.get<{ token: string }>(`/api/user/${user.id.id}/token`);
  const token = `bench-quiet-${run}`;
  const reply = await fetch(`${address}/api/device?accessToken=${token}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-authorization': `Bearer ${signIn.token}` },
    body: JSON.stringify({ name: `bench quiet ${run}`, type: 'default' }),
  });
  const device = (await reply.json()) as { id: { id: string } };
  const socket = new WebSocket(
    `${address.replace(/^http/, 'ws')}/api/ws/plugins/telemetry?token=${encodeURIComponent(signIn.token)}`,
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
  return { token, socket };
}

/** Time from a message of one tenant to its acknowledgement and to its update on a socket, while another one floods. */
async function measureBeside(context: BenchContext, flood: Flood): Promise<Figure> {
  const { server } = context;
  const devices = await createDevices(context, 'flood', flood.connections);
  /** sequence → when it was sent, when it was acknowledged and when it was seen */
  const sent: number[] = [];
  const acknowledged: number[] = [];
  const seen: number[] = [];
  const quiet = await openQuietTenant(context, (sequence) => {
    seen[sequence] ??= performance.now();
  });
  const before = await residentMegabytes(server.pid);
  let largest = before;
  const load = runLoad(
    server.mqttPort,
    devices.map(({ token }) => token),
    { duration: FLOOD_MS, window: flood.window, values: flood.values, ...(flood.newKeys ? { newKeys: true } : {}) },
  );
  await new Promise((resolve) => setTimeout(resolve, LEAD_MS));
  const posts: Promise<void>[] = [];
  const until = performance.now() + FLOOD_MS - LEAD_MS;
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
  const result = await load;
  const patience = performance.now() + PATIENCE_MS;
  const count = (): number => seen.filter((at) => at !== undefined).length;
  while (count() < sent.length && performance.now() < patience) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    largest = Math.max(largest, await residentMegabytes(server.pid));
  }
  quiet.socket.close();
  const toAcknowledgement = acknowledged.map((at, sequence) => at - (sent[sequence] as number));
  const toUpdate = sent.map((from, sequence) => (seen[sequence] ?? patience) - from);
  const values = {
    acknowledgedP50: percentile(toAcknowledgement, 0.5),
    acknowledgedP99: percentile(toAcknowledgement, 0.99),
    p50: percentile(toUpdate, 0.5),
    p99: percentile(toUpdate, 0.99),
    max: percentile(toUpdate, 1),
    messages: sent.length,
    seen: count(),
    flood: result.messages,
    floodPerSecond: result.messagesPerSecond,
    residentBefore: before,
    residentMost: largest,
  };
  return {
    what: `device message → update beside another tenant's flood of ${flood.what}, p50 / p99`,
    measured: `${format(values.p50)} / ${format(values.p99)} ms`,
    budget: 'p99 < 200 ms',
    reference: '–',
    note: `acknowledged in ${format(values.acknowledgedP50)} / ${format(values.acknowledgedP99)} ms; the flood: ${format(result.messagesPerSecond)} / s; server memory ${format(before)} → ${format(largest)} MB`,
    values,
  };
}

/** How floods of one tenant affect another. */
export async function measureFairness(context: BenchContext): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const flood of FLOODS) figures.push(await measureBeside(context, flood));
  return figures;
}
