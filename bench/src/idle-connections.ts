import { once } from 'node:events';
import net from 'node:net';
import mqttPacket from 'mqtt-packet';
import { TENANT } from '../../e2e/harness/api.ts';
import { startServer } from '../../e2e/harness/server.ts';
import { openContext } from './lib/context.ts';
import { createDevices } from './lib/devices.ts';
import { type Figure, format } from './lib/figures.ts';
import { freeInspectorPort, liveMemory } from './lib/inspector.ts';

const CONNECTIONS = 4_000;
/** Time for the effects of connecting and closing (states, messages) to finish, ms. */
const REST_MS = 6_000;

async function connect(port: number, token: string): Promise<net.Socket> {
  const socket = net.connect({ host: '127.0.0.1', port, noDelay: true });
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
    sockets.push(...(await Promise.all(tokens.slice(from, from + 100).map((token) => connect(port, token)))));
  }
  return sockets;
}

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST_MS));

/**
 * Measures the memory of an idle MQTT connection: what the server frees, after garbage collection, when all are closed.
 * Starts a separate server, since only the inspector can trigger garbage collection.
 */
export async function measureIdleConnections(): Promise<Figure[]> {
  const inspector = await freeInspectorPort();
  const server = await startServer({ NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` });
  try {
    const context = await openContext(server, TENANT);
    const devices = await createDevices(context, 'idle', CONNECTIONS);
    const before = await liveMemory(inspector);
    const sockets = await connectAll(
      server.mqttPort,
      devices.map(({ token }) => token),
    );
    await rest();
    const open = await liveMemory(inspector);
    const lost = sockets.filter((socket) => socket.closed || socket.readableEnded).length;
    if (lost > 0) throw new Error(`The server closed ${lost} of ${CONNECTIONS} connections`);
    for (const socket of sockets) socket.destroy();
    await rest();
    const closed = await liveMemory(inspector);
    const kilobytes = (bytes: number): number => bytes / 1024 / CONNECTIONS;
    const used = kilobytes(open.used - closed.used);
    const resident = kilobytes(open.resident - before.resident);
    return [
      {
        what: 'idle MQTT connection: memory of the server',
        measured: `${format(Math.max(used, resident), 1)} kB`,
        budget: '< 20 kB',
        reference: '–',
        note: `of ${format(CONNECTIONS)}, each from a different device; closing frees objects of ${format(used, 1)} kB, opening grows the process by ${format(resident, 1)} kB`,
        values: { used, resident, connections: CONNECTIONS },
      },
    ];
  } finally {
    await server.stop();
  }
}
