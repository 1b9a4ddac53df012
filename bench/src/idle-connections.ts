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
import { freeInspectorPort, type LiveMemory, liveMemory } from './lib/inspector.ts';
import { lineThrough } from './lib/line.ts';

/** So many are to fit into the memory of the budget. */
const WANTED = 50_000;
/** Connections from one address: it has some 28,000 ports. */
const OF_AN_ADDRESS = 20_000;
/** Files that the server, or this process, has open besides connections. */
const OTHER_FILES = 500;
/** How often the memory is read while connections come. */
const STEPS = 3;
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

/** Connects the devices of these places. */
async function connectAll(port: number, tokens: string[], first: number, end: number): Promise<net.Socket[]> {
  const sockets: net.Socket[] = [];
  for (let from = first; from < end; from += 100) {
    const address = `127.0.0.${2 + Math.floor(from / OF_AN_ADDRESS)}`;
    const some = tokens.slice(from, Math.min(end, from + 100));
    sockets.push(...(await Promise.all(some.map((token) => connect(port, token, address)))));
  }
  return sockets;
}

const kilobytes = (bytes: number): string => format(bytes / 1024, 1);
const megabytes = (bytes: number): string => format(bytes / 1024 / 1024);

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

/** As many as are wanted, as far as the system lets a process have files open: of each, the server and this process have one. */
export function connectionsOfThisMachine(): number {
  const { userLimits } = process.report.getReport() as unknown as { userLimits?: { open_files?: { soft: unknown } } };
  const files = Number(userLimits?.open_files?.soft ?? 'unlimited');
  return Number.isNaN(files) ? WANTED : Math.min(WANTED, files - OTHER_FILES);
}

/** Memory of the server with so many connections. */
interface Reading extends LiveMemory {
  connections: number;
}

/** What all would take, by the line that lies closest to what was read. */
function reckon(readings: Reading[]) {
  const line = lineThrough(readings.map(({ connections, resident }) => [connections, resident]));
  return { each: line.slope, all: line.at(WANTED), give: line.marginAt(WANTED), off: line.furthest };
}

/**
 * Measures the memory of idle MQTT connections: what the process has grown by after each step, without garbage, and what it
 * frees when all are closed. Starts a separate server, since only the inspector can trigger garbage collection.
 * @param wanted at most as many as the system lets a process have files open
 */
export async function measureIdleConnections(wanted: number): Promise<Figure[]> {
  const connections = Math.min(wanted, connectionsOfThisMachine());
  const inspector = await freeInspectorPort();
  const server = await startServer({ NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` });
  const sockets: net.Socket[] = [];
  try {
    const context = await openContext(server, TENANT);
    const [like] = await createDevices(context, 'idle', 1);
    await fillDevices(server.dataDir, like?.id ?? '', 0, connections);
    const tokens = await tokensOf(server.dataDir, connections);
    const readings: Reading[] = [{ connections: 0, ...(await liveMemory(inspector)) }];
    for (let step = 1; step <= STEPS; step++) {
      const until = Math.round((connections * step) / STEPS);
      sockets.push(...(await connectAll(server.mqttPort, tokens, sockets.length, until)));
      await rest();
      readings.push({ connections: until, ...(await liveMemory(inspector)) });
    }
    const lost = sockets.filter((socket) => socket.closed || socket.readableEnded).length;
    if (lost > 0) throw new Error(`The server closed ${lost} of ${connections} connections`);
    const open = readings.at(-1) as Reading;
    for (const socket of sockets.splice(0)) socket.destroy();
    await rest();
    const freed = (open.used - (await liveMemory(inspector)).used) / connections;
    const { each, all, give, off } = reckon(readings);
    const steps = readings
      .map((reading) => `${format(reading.connections)}: ${megabytes(reading.resident)}`)
      .join(', ');
    return [
      {
        what: 'idle MQTT connection: memory of the server',
        measured: `${kilobytes(Math.max(each, freed))} kB`,
        budget: '< 20 kB',
        reference: '–',
        note: `each from a different device; opening grows the process by ${kilobytes(each)} kB, closing frees objects of ${kilobytes(freed)} kB`,
        values: { each, freed, connections },
      },
      {
        what: `${format(connections)} idle MQTT connections: memory of the server in all`,
        measured: `${megabytes(open.resident)} MB`,
        budget: '< 1,000 MB',
        reference: '–',
        note: `measured, in MB, at ${steps}; at most ${megabytes(off)} off a straight line`,
        values: Object.fromEntries(readings.map((reading) => [String(reading.connections), reading.resident])),
      },
      ...(connections < WANTED
        ? [
            {
              what: `${format(WANTED)} idle MQTT connections: memory of the server in all`,
              measured: `${megabytes(all)} ± ${megabytes(give)} MB`,
              budget: '< 1,000 MB',
              reference: '–',
              note: `not measured, as a process may have ${format(connections + OTHER_FILES)} files open: reckoned by that line, with 95 % confidence`,
              values: { all, give },
            },
          ]
        : []),
    ];
  } finally {
    for (const socket of sockets) socket.destroy();
    await server.stop();
  }
}
