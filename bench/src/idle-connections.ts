import { once } from 'node:events';
import net from 'node:net';
import mqttPacket from 'mqtt-packet';
import type { BenchContext } from './lib/context.ts';
import { createDevices } from './lib/devices.ts';
import { type Figure, format } from './lib/figures.ts';
import { residentMegabytes } from './lib/usage.ts';

/** Connections that warm the server up, and those that are counted. */
const WARM_UP = 1_000;
const COUNTED = 3_000;
/** Time for what connecting set off (states, garbage) to end, ms. */
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
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  return sockets;
}

/** Resident memory of the server that an MQTT connection without traffic takes. */
export async function measureIdleConnections(context: BenchContext): Promise<Figure[]> {
  const { server } = context;
  const devices = await createDevices(context, 'idle', WARM_UP + COUNTED);
  const tokens = devices.map(({ token }) => token);
  const sockets = await connectAll(server.mqttPort, tokens.slice(0, WARM_UP));
  const before = await residentMegabytes(server.pid);
  sockets.push(...(await connectAll(server.mqttPort, tokens.slice(WARM_UP))));
  const after = await residentMegabytes(server.pid);
  for (const socket of sockets) socket.destroy();
  const kilobytes = ((after - before) * 1024) / COUNTED;
  return [
    {
      what: 'idle MQTT connection: memory of the server',
      measured: `${format(kilobytes, 1)} kB`,
      budget: '< 20 kB',
      reference: '–',
      note: `growth of resident memory by ${format(COUNTED)} connections, each of a device of its own; socket, TLS none`,
      values: { kilobytes, connections: COUNTED, residentMegabytes: after },
    },
  ];
}
