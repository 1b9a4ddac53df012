import { createSocket, type Socket } from 'node:dgram';
import { parseArgs } from 'node:util';
import { coapOption } from './lib/coap-option.ts';
import { readTokens } from './lib/generator.ts';

/** Results, as those of the generator of MQTT messages. Times in ms from the first sending to the answer. */
export interface CoapLoadResult {
  messages: number;
  seconds: number;
  p50: number;
  p99: number;
  /** Messages that were sent again, since no answer came. */
  repeated: number;
  /** CPU of the generator itself, in µs per message. */
  generatorMicroseconds: number;
}

/** A message without an answer is sent again after this, ms (RFC 7252: ACK_TIMEOUT). */
const ACK_TIMEOUT = 2000;
/** How long to wait for the last answers, ms. */
const PATIENCE = 20_000;
/** 2.01 */
const CREATED = 0x41;

interface UnderWay {
  bytes: Buffer;
  /** When it was first sent, and last. */
  since: number;
  at: number;
}

interface Device {
  socket: Socket;
  /** What comes before the payload; its message id and token are set for each message. */
  header: Buffer;
  messageId: number;
  steps: number;
  reading: number;
  underWay: Map<number, UnderWay>;
}

function headerOf(token: string): Buffer {
  return Buffer.concat([
    // Confirmable, a token of two bytes, POST.
    Buffer.from([0x42, 0x02, 0, 0, 0, 0]),
    ...[coapOption(11, 'api'), coapOption(0, 'v1'), coapOption(0, token), coapOption(0, 'telemetry')],
    Buffer.from([0xff]),
  ]);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '5683' },
      window: { type: 'string', default: '1' },
      duration: { type: 'string', default: '10000' },
      'start-ts': { type: 'string', default: String(Date.now()) },
    },
  });
  const [port, window, duration, startTs] = [values.port, values.window, values.duration, values['start-ts']].map(
    Number,
  );
  const tokens = await readTokens();
  const times: number[] = [];
  let sending = true;
  let waiting = 0;
  let repeated = 0;
  let lastAt = 0;

  function post(device: Device): void {
    device.messageId = (device.messageId + 1) & 0xffff;
    device.reading += Math.random() - 0.5;
    const { reading } = device;
    const body =
      `{"ts":${(startTs as number) + device.steps++},"values":{"temperature":${reading.toFixed(2)},` +
      `"humidity":${(50 + reading / 3).toFixed(1)},"count":${Math.round(reading * 10)},"open":${reading > 50}}}`;
    const bytes = Buffer.concat([device.header, Buffer.from(body)]);
    bytes.writeUInt16BE(device.messageId, 2);
    bytes.writeUInt16BE(device.messageId, 4);
    const at = performance.now();
    device.underWay.set(device.messageId, { bytes, since: at, at });
    waiting++;
    device.socket.send(bytes, 0, bytes.length);
  }

  /** An answer is found by its token: it may come behind the acknowledgement, by itself. */
  function answered(device: Device, bytes: Buffer): void {
    if (bytes.length < 6) return;
    if (((bytes[0] as number) & 0x30) === 0)
      device.socket.send(Buffer.from([0x60, 0, bytes[2] as number, bytes[3] as number]));
    const id = bytes.readUInt16BE(4);
    const sent = device.underWay.get(id);
    if (!sent) return;
    if (bytes[1] !== CREATED) throw new Error(`refused with ${bytes[1]}`);
    device.underWay.delete(id);
    waiting--;
    lastAt = performance.now();
    times.push(lastAt - sent.since);
    if (sending) post(device);
  }

  const devices = await Promise.all(
    tokens.map(async (token): Promise<Device> => {
      const socket = createSocket('udp4');
      await new Promise<void>((resolve) => socket.connect(port as number, '127.0.0.1', resolve));
      const device = { socket, header: headerOf(token), messageId: 0, steps: 0, reading: 50, underWay: new Map() };
      socket.on('message', (bytes) => answered(device, bytes));
      return device;
    }),
  );
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  for (const device of devices) for (let number = 0; number < (window as number); number++) post(device);
  while (performance.now() - start < (duration as number) + (sending ? 0 : PATIENCE)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (performance.now() - start >= (duration as number)) sending = false;
    if (!sending && waiting === 0) break;
    const before = performance.now() - ACK_TIMEOUT;
    for (const { socket, underWay } of devices) {
      for (const sent of underWay.values()) {
        if (sent.at > before) continue;
        sent.at = performance.now();
        repeated++;
        socket.send(sent.bytes);
      }
    }
  }
  const cpu = process.cpuUsage(cpuBefore);
  for (const { socket } of devices) socket.close();
  times.sort((one, other) => one - other);
  const result: CoapLoadResult = {
    messages: times.length,
    seconds: (lastAt - start) / 1000,
    p50: times[Math.floor(times.length * 0.5)] ?? 0,
    p99: times[Math.floor(times.length * 0.99)] ?? 0,
    repeated,
    generatorMicroseconds: (cpu.user + cpu.system) / Math.max(1, times.length),
  };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

if (import.meta.main) await main();
