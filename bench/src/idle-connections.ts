import { once } from 'node:events';
import net from 'node:net';
import mqttPacket from 'mqtt-packet';
import { TENANT } from '../../e2e/harness/api.ts';
import { startServer } from '../../e2e/harness/server.ts';
import { openContext } from './lib/context.ts';
import { createDevices } from './lib/devices.ts';
import { type Figure, format } from './lib/figures.ts';
import { fillDevices } from './lib/fill.ts';
import { openEmbedded } from './lib/fill-fleet.ts';
import { freeInspectorPort, liveMemory } from './lib/inspector.ts';

/** So many are to fit into the memory of the budget. */
const WANTED = 50_000;
/** Connections from one address: it has some 28,000 ports. */
const OF_AN_ADDRESS = 20_000;
/** Time for the effects of connecting and closing (states, messages) to finish, ms. */
const REST_MS = 6_000;

async function connect(port: number, token: string, from: string): Promise<net.Socket> {
  const socket = net.connect({ host: '127.0.0.1', localAddress: from, port, noDelay: true });
  socket.write(
    mqttPacket.generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: token,
      keepalive: 600,
      username: token,
    }),
  );
  const [reply] = (await once(socket, 'data')) as [Buffer];
  if (reply[0] !== 0x20 || reply[3] !== 0) throw new Error('The connection was refused');
  return socket;
}

async function connectAll(port: number, tokens: string[]): Promise<net.Socket[]> {
  const sockets: net.Socket[] = [];
  for (let from = 0; from < tokens.length; from += 100) {
    const address = `127.0.0.${2 + Math.floor(from / OF_AN_ADDRESS)}`;
    sockets.push(...(await Promise.all(tokens.slice(from, from + 100).map((token) => connect(port, token, address)))));
  }
  return sockets;
}

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST_MS));

/** Access tokens of so many devices that are there. */
async function tokensOf(dataDir: string, count: number): Promise<string[]> {
  const { pool, close } = await openEmbedded(dataDir);
  try {
    const { rows } = await pool.query<{ token: string }>(
      `SELECT credentials_id AS token FROM device_credentials WHERE credentials_id LIKE 'bench-%' LIMIT $1`,
      [count],
    );
    return rows.map(({ token }) => token);
  } finally {
    await close();
  }
}

/**
 * Measures the memory of an idle MQTT connection: what the server frees, after garbage collection, when all are closed.
 * Starts a separate server, since only the inspector can trigger garbage collection.
 * @param connections at most as many as the system lets a process have files open
 */
export async function measureIdleConnections(connections: number): Promise<Figure[]> {
  const inspector = await freeInspectorPort();
  const server = await startServer({ NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` });
  try {
    const context = await openContext(server, TENANT);
    const [like] = await createDevices(context, 'idle', 1);
    await fillDevices(server.dataDir, like?.id ?? '', 0, connections);
    const tokens = await tokensOf(server.dataDir, connections);
    const before = await liveMemory(inspector);
    const sockets = await connectAll(server.mqttPort, tokens);
    await rest();
    const open = await liveMemory(inspector);
    const lost = sockets.filter((socket) => socket.closed || socket.readableEnded).length;
    if (lost > 0) throw new Error(`The server closed ${lost} of ${connections} connections`);
    for (const socket of sockets) socket.destroy();
    await rest();
    const closed = await liveMemory(inspector);
    const kilobytes = (bytes: number): number => bytes / 1024 / connections;
    const used = kilobytes(open.used - closed.used);
    const resident = kilobytes(open.resident - before.resident);
    const each = Math.max(used, resident);
    const all = (before.resident / 1024 + each * WANTED) / 1024;
    return [
      {
        what: 'idle MQTT connection: memory of the server',
        measured: `${format(each, 1)} kB`,
        budget: '< 20 kB',
        reference: '–',
        note: `of ${format(connections)}, each from a different device; closing frees objects of ${format(used, 1)} kB, opening grows the process by ${format(resident, 1)} kB`,
        values: { used, resident, connections },
      },
      {
        what: `${format(WANTED)} idle MQTT connections: memory of the server in all`,
        measured: `${format(all)} MB`,
        budget: '< 1,000 MB',
        reference: '–',
        note: `reckoned from ${format(connections)}: the server without any, and so many times one of them`,
        values: { all },
      },
    ];
  } finally {
    await server.stop();
  }
}
