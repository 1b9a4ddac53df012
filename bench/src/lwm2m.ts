import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { TENANT } from '../../e2e/harness/api.ts';
import { startServer } from '../../e2e/harness/server.ts';
import { coapOption } from './lib/coap-option.ts';
import { measureCalls, openContext } from './lib/context.ts';
import { type Figure, format } from './lib/figures.ts';
import { freeInspectorPort, liveMemory } from './lib/inspector.ts';
import { cpuSeconds } from './lib/usage.ts';

const CLIENTS = 10_000;
/** Registrations that are under way at a time. */
const AT_ONCE = 100;
/** A message without an answer is sent again after this, ms. */
const ACK_TIMEOUT = 2_000;
const REST_MS = 6_000;
const LINKS = '</>;rt="oma.lwm2m",</1/0>,</3/0>';
/** Codes of a request and of answers: POST, 2.01, 2.04. */
const [POST, CREATED, CHANGED] = [0x02, 0x41, 0x44];
const URI_PATH = 11;
const LOCATION_PATH = 8;
const CONTENT_FORMAT = 12;
const URI_QUERY = 15;
const LINK_FORMAT = 40;

interface Client {
  socket: Socket;
  messageId: number;
  /** Path of its registration. */
  location: string[];
}

function post(messageId: number, path: readonly string[], query: readonly string[], links: string): Buffer {
  const parts: Buffer[] = [Buffer.from([0x40, POST, messageId >> 8, messageId & 0xff])];
  for (const [at, segment] of path.entries()) parts.push(coapOption(at === 0 ? URI_PATH : 0, segment));
  let number = URI_PATH;
  if (links !== '') {
    parts.push(coapOption(CONTENT_FORMAT - number, Buffer.from([LINK_FORMAT])));
    number = CONTENT_FORMAT;
  }
  for (const [at, text] of query.entries()) parts.push(coapOption(at === 0 ? URI_QUERY - number : 0, text));
  if (links !== '') parts.push(Buffer.from([0xff]), Buffer.from(links));
  return Buffer.concat(parts);
}

/** Segments of the options with the number of the location; all lengths are short. */
function locationIn(answer: Buffer): string[] {
  const segments: string[] = [];
  let number = 0;
  for (let at = 4; at < answer.length && answer[at] !== 0xff; ) {
    const first = answer[at++] as number;
    number += first >> 4;
    const length = (first & 15) === 13 ? (answer[at++] as number) + 13 : first & 15;
    if (number === LOCATION_PATH) segments.push(answer.toString('utf8', at, at + length));
    at += length;
  }
  return segments;
}

/** Sends a request until it is answered. */
async function exchange(client: Client, port: number, bytes: (messageId: number) => Buffer): Promise<Buffer> {
  const id = ++client.messageId;
  const send = (): void => client.socket.send(bytes(id), port, '127.0.0.1');
  const again = setInterval(send, ACK_TIMEOUT);
  send();
  try {
    for (;;) {
      const [answer] = (await once(client.socket, 'message')) as [Buffer];
      if (((answer[0] as number) & 0x30) === 0x20 && answer.readUInt16BE(2) === id) return answer;
    }
  } finally {
    clearInterval(again);
  }
}

async function register(endpoint: string, port: number): Promise<Client> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const client: Client = { socket, messageId: 0, location: [] };
  const query = [`ep=${endpoint}`, 'lt=86400', 'lwm2m=1.0', 'b=U'];
  const answer = await exchange(client, port, (id) => post(id, ['rd'], query, LINKS));
  if (answer[1] !== CREATED) throw new Error(`The registration was answered with ${answer[1]}`);
  client.location = locationIn(answer);
  return client;
}

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, REST_MS));

/**
 * Ten thousand clients that register and update their registration. Starts a separate server, since only the inspector can
 * trigger garbage collection.
 */
export async function measureLwm2m(): Promise<Figure[]> {
  const inspector = await freeInspectorPort();
  const server = await startServer({ NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` });
  const clients: Client[] = [];
  try {
    const { api, databasePid } = await openContext(server, TENANT);
    const profile = await api.post<{ id: object }>('/api/deviceProfile', {
      name: 'bench lwm2m',
      type: 'DEFAULT',
      transportType: 'LWM2M',
      profileData: {
        configuration: { type: 'DEFAULT' },
        transportConfiguration: { type: 'LWM2M' },
        provisionConfiguration: { type: 'DISABLED', provisionDeviceSecret: null },
        alarms: null,
      },
    });
    const noSecurity = { securityMode: 'NO_SEC' };
    const bootstrap = { bootstrapServer: noSecurity, lwm2mServer: noSecurity };
    await measureCalls(CLIENTS, 8, async (index) => {
      const endpoint = `bench-${index}`;
      const client = { securityConfigClientMode: 'NO_SEC', endpoint };
      await api.post('/api/device-with-credentials', {
        device: { name: endpoint, deviceProfileId: profile.id },
        credentials: {
          credentialsType: 'LWM2M_CREDENTIALS',
          credentialsId: endpoint,
          credentialsValue: JSON.stringify({ client, bootstrap }),
        },
      });
    });
    await rest();
    const before = await liveMemory(inspector);
    const port = server.lwm2mPort;
    const began = performance.now();
    for (let from = 0; from < CLIENTS; from += AT_ONCE) {
      const some = Array.from({ length: AT_ONCE }, (_, at) => register(`bench-${from + at}`, port));
      clients.push(...(await Promise.all(some)));
    }
    const seconds = (performance.now() - began) / 1000;
    await rest();
    const registered = await liveMemory(inspector);
    const cpuBefore = await cpuSeconds(server.pid, databasePid);
    for (let from = 0; from < CLIENTS; from += AT_ONCE) {
      const some = clients.slice(from, from + AT_ONCE);
      const answers = await Promise.all(
        some.map((client) => exchange(client, port, (id) => post(id, client.location, [], ''))),
      );
      const refused = answers.find((answer) => answer[1] !== CHANGED);
      if (refused) throw new Error(`An update was answered with ${refused[1]}`);
    }
    const cpu = (await cpuSeconds(server.pid, databasePid)) - cpuBefore;
    const after = await liveMemory(inspector);
    const megabytes = (bytes: number): number => bytes / 1024 / 1024;
    const own = megabytes(registered.used - before.used);
    const resident = megabytes(Math.max(registered.resident, after.resident));
    return [
      {
        what: `${format(CLIENTS)} registered clients of LwM2M: memory of the server`,
        measured: `${format(resident)} MB`,
        budget: '< 400 MB',
        reference: '–',
        note: `${format(megabytes(before.resident))} MB before; their objects are ${format(own)} MB (${format((own * 1024) / CLIENTS, 1)} kB each); registered in ${format(seconds, 1)} s; an update takes ${format((cpu * 1_000_000) / CLIENTS)} µs`,
        values: { resident, own, seconds, updateMicroseconds: (cpu * 1_000_000) / CLIENTS },
      },
    ];
  } finally {
    for (const { socket } of clients) socket.close();
    await server.stop();
  }
}
