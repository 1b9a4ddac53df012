import { createSocket } from 'node:dgram';
import net from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { connectAsync } from 'mqtt';
import { TENANT } from '../../e2e/harness/api.ts';
import { startServer, type TestServer } from '../../e2e/harness/server.ts';
import { type FuzzedParser, fuzz, fuzzedParsers } from '../../server/test/fuzz/parsers.ts';
import { changedSample, randomNumbers } from '../../server/test/fuzz/random.ts';
import { openContext } from './lib/context.ts';
import { createDevices } from './lib/devices.ts';
import { type Figure, format, percentile } from './lib/figures.ts';
import { freeInspectorPort, liveMemory } from './lib/inspector.ts';

/** Reading one message must not take longer than this, ms of the processor: other work beside it does not count. */
const SLOW = 250;
const AT_A_TIME = 2_000;
/** Connections of MQTT and requests of HTTP at a time. */
const AT_ONCE = 20;
/** Datagrams to each port in a burst, and ms between two. */
const BURST = 50;
const PAUSE = 25;
const REST_MS = 8_000;
/** A device that behaves sends so often, ms. */
const BYSTANDER_PERIOD = 50;

type Next = (samples: readonly Buffer[]) => Buffer;

/** Has each parser read what is nearly a message, in turns. */
function fuzzParsers(
  parsers: readonly FuzzedParser[],
  next: Next,
  seconds: number,
): { cases: number; problems: string[] } {
  const problems: string[] = [];
  let cases = 0;
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) {
    for (const parser of parsers) {
      problems.push(...fuzz(parser, next, { count: AT_A_TIME, slow: SLOW }));
      cases += AT_A_TIME;
    }
    if (problems.length > 100) break;
  }
  return { cases, problems };
}

/** What is sent to a server, by whom it is for. */
function samplesOf(parsers: readonly FuzzedParser[]) {
  const of = (name: RegExp): Buffer[] =>
    parsers.filter((parser) => name.test(parser.name)).flatMap(({ samples }) => [...samples]);
  return { mqtt: of(/^MQTT/), coap: of(/^CoAP/), http: of(/JSON|claims/) };
}

/** One client of MQTT that says what no client would, with a token or without. */
async function hostileClient(
  port: number,
  token: string | undefined,
  next: Next,
  samples: readonly Buffer[],
): Promise<void> {
  const socket = net.connect(port, '127.0.0.1');
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('error', () => undefined).resume();
  if (token !== undefined) socket.write(connectBytes(token));
  for (let packets = 0; packets < 8 && !socket.destroyed; packets++) {
    socket.write(next(samples));
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.end();
  await Promise.race([closed, wait(500)]);
  socket.destroy();
}

function connectBytes(token: string): Buffer {
  const name = Buffer.from(token);
  const body = Buffer.concat([
    Buffer.from([0, 4, ...Buffer.from('MQTT'), 4, 0x82, 0, 60, 0, 1, 120, name.length >> 8, name.length & 255]),
    name,
  ]);
  return Buffer.concat([Buffer.from([0x10, body.length]), body]);
}

/** Sends to every way in what is nearly a message, until the time is up. @returns how much that was */
async function attack(server: TestServer, tokens: readonly string[], next: Next, seconds: number): Promise<number> {
  const samples = samplesOf(fuzzedParsers());
  const end = performance.now() + seconds * 1000;
  let sent = 0;
  const isOver = (): boolean => performance.now() > end;
  const clients = Array.from({ length: AT_ONCE }, async (_, at) => {
    for (let round = at; !isOver(); round++) {
      await hostileClient(
        server.mqttPort,
        round % 3 === 0 ? undefined : tokens[round % tokens.length],
        next,
        samples.mqtt,
      );
      sent += 8;
    }
  });
  const requests = Array.from({ length: AT_ONCE }, async (_, at) => {
    const paths = ['telemetry', 'attributes', 'claim', 'rpc/1'];
    for (let round = at; !isOver(); round++) {
      const address = `${server.http}/api/v1/${tokens[round % tokens.length]}/${paths[round % paths.length]}`;
      await fetch(address, { method: 'POST', body: next(samples.http) as Uint8Array<ArrayBuffer> }).then((reply) =>
        reply.text(),
      );
      sent++;
    }
  });
  const datagrams = [server.coapPort, server.lwm2mPort].map(async (port) => {
    const socket = createSocket('udp4').on('error', () => undefined);
    while (!isOver()) {
      for (let at = 0; at < BURST; at++) socket.send(next(samples.coap), port, '127.0.0.1');
      sent += BURST;
      await wait(PAUSE);
    }
    socket.close();
  });
  await Promise.all([...clients, ...requests, ...datagrams]);
  return sent;
}

/**
 * Messages of anybody: every parser reads them by itself, and then a server gets them by all its ways in, while a device
 * that behaves goes on. Starts a separate server, since only the inspector can trigger garbage collection.
 */
export async function measureFuzz(seconds: number): Promise<Figure[]> {
  const random = randomNumbers(Date.now() & 0x7fffffff);
  const next: Next = (samples) => changedSample(samples, random);
  const { cases, problems } = fuzzParsers(fuzzedParsers(), next, seconds / 2);
  for (const problem of problems) console.error(problem);

  const inspector = await freeInspectorPort();
  const server = await startServer({ NODE_OPTIONS: `--inspect=127.0.0.1:${inspector}` });
  try {
    const context = await openContext(server, TENANT);
    const [own, ...others] = (await createDevices(context, 'fuzz', 10)).map(({ token }) => token);
    const client = await connectAsync(server.mqtt, { username: own ?? '', reconnectPeriod: 0, protocolVersion: 4 });
    // Once before it counts: what is made with the first messages stays.
    await attack(server, others, next, 5);
    await wait(REST_MS);
    const before = await liveMemory(inspector);
    const latencies: number[] = [];
    let isOver = false;
    const bystander = (async () => {
      while (!isOver) {
        const began = performance.now();
        await client.publishAsync('v1/devices/me/telemetry', '{"well":1}', { qos: 1 });
        latencies.push(performance.now() - began);
        await wait(BYSTANDER_PERIOD);
      }
    })();
    const sent = await attack(server, others, next, seconds / 2);
    isOver = true;
    await bystander;
    await client.endAsync();
    await wait(REST_MS);
    const after = await liveMemory(inspector);
    const grown = (after.used - before.used) / 1024 / 1024;
    const answer = await fetch(`${server.http}/api/noauth/oauth2Clients?platform=WEB`, { method: 'POST' });
    return [
      {
        what: 'bytes of anybody: read or refused, by every parser',
        measured: `${format(problems.length)} of ${format(cases)}`,
        budget: '0 go wrong',
        reference: '–',
        note: `in ${format(seconds / 2)} s; longer than ${SLOW} ms of the processor counts as wrong`,
        values: { problems: problems.length, cases },
      },
      {
        what: 'bytes of anybody to a server: memory that stays',
        measured: `${format(grown, 1)} MB`,
        budget: '< 20 MB',
        reference: '–',
        note: `${format(sent)} messages over MQTT, HTTP, CoAP and LwM2M in ${format(seconds / 2)} s; then it answers ${answer.status}; ${format(after.resident / 1024 / 1024)} MB resident`,
        values: { grown, sent, status: answer.status },
      },
      {
        what: 'a device beside them: acknowledged after (p99)',
        measured: `${format(percentile(latencies, 0.99), 1)} ms`,
        budget: '< 250 ms',
        reference: '–',
        note: `of ${format(latencies.length)} messages, none lost; middle ${format(percentile(latencies, 0.5), 1)} ms`,
        values: { p99: percentile(latencies, 0.99), messages: latencies.length },
      },
    ];
  } finally {
    await server.stop();
  }
}
