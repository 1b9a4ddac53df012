import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type Figure, format, percentile } from './lib/figures.ts';
import { callApi, runAlone, type Target } from './lib/standalone.ts';

const SOCKETS = 500;
const DEVICES = 50;
const MESSAGES = 1000;
/** Pause between two messages, ms. */
const PAUSE = 10;
/** How long to wait for the last updates, ms. */
const PATIENCE = 5000;

interface Device {
  id: string;
  token: string;
}

async function createDevices(target: Target): Promise<Device[]> {
  const run = Date.now().toString(36);
  return Promise.all(
    Array.from({ length: DEVICES }, async (_unused, index) => {
      const token = `bench-live-${run}-${index}`;
      const device = await callApi<{ id: { id: string } }>(target, 'POST', `/api/device?accessToken=${token}`, {
        name: `bench live ${run} ${index}`,
        type: 'bench live',
      });
      return { id: device.id.id, token };
    }),
  );
}

/** Opens a socket that follows the latest values of a device, as a dashboard does. */
async function follow(target: Target, device: Device, seen: (sequence: number) => void): Promise<WebSocket> {
  const address = target.address.replace(/^http/, 'ws');
  const socket = new WebSocket(`${address}/api/ws/plugins/telemetry?token=${target.token}`);
  await once(socket, 'open');
  const keys = [{ type: 'TIME_SERIES', key: 'sequence' }];
  const query = {
    entityFilter: { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: device.id } },
    pageLink: { pageSize: 1, page: 0 },
    entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
    latestValues: keys,
  };
  socket.send(JSON.stringify({ entityDataCmds: [{ cmdId: 1, query, latestCmd: { keys } }] }));
  await once(socket, 'message');
  socket.on('message', (data) => {
    const frame = JSON.parse(String(data)) as {
      update: { latest: { TIME_SERIES: { sequence: { value: string } } } }[] | null;
    };
    for (const change of frame.update ?? []) seen(Number(change.latest.TIME_SERIES.sequence.value));
  });
  return socket;
}

/** Measures the time from a device message, and from its acknowledgement, to the update on a socket, with 500 open. */
export async function measureLive(target: Target): Promise<Figure[]> {
  const devices = await createDevices(target);
  /** sequence → when it was sent, and when it was acknowledged */
  const sent = new Map<number, number>();
  const acknowledged = new Map<number, number>();
  /** Arrivals: sequence and time. */
  const arrivals: { sequence: number; at: number }[] = [];
  const sockets: WebSocket[] = [];
  for (let index = 0; index < SOCKETS; index++) {
    const device = devices[index % DEVICES] as Device;
    sockets.push(await follow(target, device, (sequence) => void arrivals.push({ sequence, at: performance.now() })));
  }
  const posts: Promise<void>[] = [];
  for (let sequence = 1; sequence <= MESSAGES; sequence++) {
    const { token } = devices[sequence % DEVICES] as Device;
    sent.set(sequence, performance.now());
    posts.push(
      fetch(`${target.address}/api/v1/${token}/telemetry`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ sequence }),
      }).then((reply) => {
        acknowledged.set(sequence, performance.now());
        if (!reply.ok) throw new Error(`device message: ${reply.status}`);
      }),
    );
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  await Promise.all(posts);
  const expected = (MESSAGES * SOCKETS) / DEVICES;
  const until = performance.now() + PATIENCE;
  while (arrivals.length < expected && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (const socket of sockets) socket.close();
  const fromSend = arrivals.map(({ sequence, at }) => at - (sent.get(sequence) ?? at));
  const fromAcknowledgement = arrivals.map(({ sequence, at }) => Math.max(0, at - (acknowledged.get(sequence) ?? at)));
  return [
    {
      what: 'device message → update with 500 open sockets, p50 / p95',
      measured: `${format(percentile(fromSend, 0.5), 1)} / ${format(percentile(fromSend, 0.95), 1)} ms`,
      budget: 'p95 < 150 ms',
      reference: '153 / 198 ms',
      note: `${arrivals.length} of ${expected} updates; from the acknowledgement p95 ${format(percentile(fromAcknowledgement, 0.95), 1)} ms`,
      values: {
        sockets: SOCKETS,
        updates: arrivals.length,
        expected,
        p50: percentile(fromSend, 0.5),
        p95: percentile(fromSend, 0.95),
        p95FromAcknowledgement: percentile(fromAcknowledgement, 0.95),
      },
    },
  ];
}

await runAlone(import.meta.url, measureLive);
