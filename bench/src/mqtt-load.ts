import net from 'node:net';
import { parseArgs } from 'node:util';
import mqttPacket from 'mqtt-packet';
import { readTokens } from './lib/generator.ts';

/** Options of the load generator. */
export interface MqttLoadOptions {
  host: string;
  port: number;
  /** One connection each. */
  tokens: readonly string[];
  /** Maximum number of unacknowledged messages per connection. */
  window: number;
  /** How long to send, in ms. */
  duration: number;
  /** Values per message, at most 3,000. */
  values: number;
  /** Every message has new keys. */
  newKeys: boolean;
  /** Time of the first message of each connection, ms since 1970; each further one is one ms later. */
  startTs: number;
  /** Return which messages were acknowledged. */
  record: boolean;
}

/** Results. Times in ms from the write of a message to its acknowledgement. */
export interface MqttLoadResult {
  connections: number;
  /** Acknowledged messages: all that were sent, unless connections were lost. */
  messages: number;
  /** From the first write to the last acknowledgement. */
  seconds: number;
  messagesPerSecond: number;
  p50: number;
  p99: number;
  max: number;
  /** Connections that the server closed. */
  lost: number;
  /** CPU of the generator itself, in µs per message. */
  generatorMicroseconds: number;
  /** When requested: times of the acknowledged messages of each connection, as steps from `startTs`. */
  acknowledged?: number[][];
}

/** Width of a bucket of times, in ms; the last one holds all longer times. */
const BUCKET = 0.25;
const BUCKETS = 40_000;
const PUBACK = 0x40;
/** How long to wait for the last acknowledgements, ms. */
const PATIENCE = 20_000;

/** Sends telemetry with QoS 1 on many connections, as fast as a window of unacknowledged messages allows. */
export async function runMqttLoad(options: MqttLoadOptions): Promise<MqttLoadResult> {
  const histogram = new Uint32Array(BUCKETS);
  const recorded: number[][] = options.tokens.map(() => []);
  let sending = false;
  let messages = 0;
  let waiting = 0;
  let longest = 0;
  let lost = 0;
  let lastAcknowledged = 0;

  const links = await Promise.all(
    options.tokens.map((token, index) =>
      connect(options, token, {
        mayHaveMore: () => sending,
        sent: () => waiting++,
        acknowledged(sentAt, step) {
          lastAcknowledged = performance.now();
          const taken = lastAcknowledged - sentAt;
          waiting--;
          messages++;
          longest = Math.max(longest, taken);
          const bucket = Math.min(BUCKETS - 1, Math.floor(taken / BUCKET));
          histogram[bucket] = (histogram[bucket] as number) + 1;
          if (options.record) recorded[index]?.push(step);
        },
        lost: () => lost++,
      }),
    ),
  );
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  sending = true;
  for (const link of links) link.send();
  while (performance.now() - start < options.duration && lost < links.length) await pause(50);
  sending = false;
  const until = performance.now() + PATIENCE;
  while (waiting > 0 && lost === 0 && performance.now() < until) await pause(10);
  const cpu = process.cpuUsage(cpuBefore);
  const lostInTime = lost;
  for (const link of links) link.socket.destroy();

  const seconds = (lastAcknowledged - start) / 1000;
  return {
    connections: options.tokens.length,
    messages,
    seconds,
    messagesPerSecond: Math.round(messages / seconds),
    p50: percentile(histogram, messages, 0.5),
    p99: percentile(histogram, messages, 0.99),
    max: Math.round(longest),
    lost: lostInTime,
    generatorMicroseconds: Math.round(((cpu.user + cpu.system) / Math.max(1, messages)) * 10) / 10,
    ...(options.record ? { acknowledged: recorded } : {}),
  };
}

interface Callbacks {
  /** @param step number of messages sent before it on this connection */
  acknowledged: (sentAt: number, step: number) => void;
  sent: () => void;
  mayHaveMore: () => boolean;
  lost: () => void;
}

interface Link {
  socket: net.Socket;
  /** Fills its window; acknowledgements keep it full from then on. */
  send: () => void;
}

/** Connects one device. Resolves when it is accepted. */
function connect(options: MqttLoadOptions, token: string, callbacks: Callbacks): Promise<Link> {
  const { window, values, newKeys, startTs } = options;
  /** packet identifier → when it was sent; identifiers run through 1 … window */
  const sentAt = new Float64Array(window + 1);
  /** packet identifier → number of its message */
  const steps = new Uint32Array(window + 1);
  const free = Array.from({ length: window }, (_, index) => window - index);
  let reading = Math.random() * 100;
  let nextStep = 0;

  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: options.host, port: options.port, noDelay: true });
    const parser = mqttPacket.parser({ protocolVersion: 4 });
    let accepted = false;
    let rest: Buffer | undefined;

    function send(): void {
      if (!callbacks.mayHaveMore()) return;
      const packets: Buffer[] = [];
      for (let id = free.pop(); id !== undefined; id = free.pop()) {
        reading += Math.random() - 0.5;
        sentAt[id] = performance.now();
        steps[id] = nextStep;
        callbacks.sent();
        const name = newKeys ? `new${nextStep}_` : 'value';
        packets.push(publish(id, payload(startTs + nextStep++, values, reading, name)));
      }
      if (packets.length > 0) socket.write(packets.length === 1 ? (packets[0] as Buffer) : Buffer.concat(packets));
    }

    /** Every acknowledgement has four bytes; reading them by hand keeps the generator cheap. */
    function readAcknowledgements(chunk: Buffer): void {
      const bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
      let at = 0;
      for (; at + 4 <= bytes.length; at += 4) {
        if (bytes[at] !== PUBACK) throw new Error(`unexpected packet 0x${(bytes[at] as number).toString(16)}`);
        const id = bytes.readUInt16BE(at + 2);
        callbacks.acknowledged(sentAt[id] as number, steps[id] as number);
        free.push(id);
      }
      rest = at < bytes.length ? bytes.subarray(at) : undefined;
      send();
    }

    parser.on('packet', (packet) => {
      if (packet.cmd !== 'connack' || packet.returnCode !== 0) {
        reject(new Error(`refused: ${JSON.stringify(packet)}`));
        return;
      }
      accepted = true;
      resolve({ socket, send });
    });
    parser.on('error', reject);
    socket.on('data', (chunk: Buffer) => (accepted ? readAcknowledgements(chunk) : parser.parse(chunk)));
    socket.on('error', reject);
    socket.on('close', () => {
      reject(new Error('the connection was closed before it was accepted'));
      if (accepted) callbacks.lost();
    });
    socket.write(
      mqttPacket.generate({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 4,
        clean: true,
        clientId: `load-${token}`,
        keepalive: 60,
        username: token,
      }),
    );
  });
}

const TOPIC = Buffer.from('v1/devices/me/telemetry');

function publish(messageId: number, body: string): Buffer {
  const length = 2 + TOPIC.length + 2 + body.length;
  const header = length < 128 ? 2 : length < 16_384 ? 3 : 4;
  const packet = Buffer.allocUnsafe(header + length);
  packet[0] = 0x32;
  let left = length;
  for (let at = 1; at < header; at++) {
    packet[at] = at === header - 1 ? left : (left % 128) | 128;
    left = Math.floor(left / 128);
  }
  packet.writeUInt16BE(TOPIC.length, header);
  TOPIC.copy(packet, header + 2);
  packet.writeUInt16BE(messageId, header + 2 + TOPIC.length);
  packet.write(body, header + 4 + TOPIC.length, 'latin1');
  return packet;
}

/** Creates values as devices send them: two decimals, counters, states. @param name prefix of the keys after the first four */
function payload(ts: number, values: number, reading: number, name: string): string {
  let text = `{"ts":${ts},"values":{"temperature":${reading.toFixed(2)}`;
  if (values > 1) text += `,"humidity":${(50 + reading / 3).toFixed(1)}`;
  if (values > 2) text += `,"count":${Math.round(reading * 10)}`;
  if (values > 3) text += `,"open":${reading > 50}`;
  for (let index = 4; index < values; index++) text += `,"${name}${index}":${(reading + index).toFixed(2)}`;
  return `${text}}}`;
}

function percentile(histogram: Uint32Array, total: number, share: number): number {
  let seen = 0;
  for (const [bucket, count] of histogram.entries()) {
    seen += count;
    if (seen >= total * share) return (bucket + 1) * BUCKET;
  }
  return 0;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Entry point: prints the result as JSON. Tokens are given with --tokens a,b or, one per line, on standard input. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      host: { type: 'string', default: '127.0.0.1' },
      port: { type: 'string', default: '1883' },
      tokens: { type: 'string', default: '' },
      window: { type: 'string', default: '10' },
      duration: { type: 'string', default: '10000' },
      record: { type: 'boolean', default: false },
      'start-ts': { type: 'string', default: String(Date.now()) },
      values: { type: 'string', default: '4' },
      'new-keys': { type: 'boolean', default: false },
    },
  });
  const given = values.tokens.split(',').filter((token) => token !== '');
  const result = await runMqttLoad({
    host: values.host,
    port: Number(values.port),
    tokens: given.length > 0 ? given : await readTokens(),
    window: Number(values.window),
    duration: Number(values.duration),
    values: Number(values.values),
    newKeys: values['new-keys'],
    startTs: Number(values['start-ts']),
    record: values.record,
  });
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

if (import.meta.main) await main();
