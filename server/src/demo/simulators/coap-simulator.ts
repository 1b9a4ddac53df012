import { createSocket } from 'node:dgram';
import { generate, type NamedOption, type ParsedPacket, parse } from 'coap-packet';
import { measure, publishPeriod, seedOf } from '../device-models.ts';
import { answerCall, describeDevice, type Simulate } from './simulator.ts';

/** A request without an acknowledgement is sent again after this, ms (RFC 7252: ACK_TIMEOUT), each time twice as long. */
const ACK_TIMEOUT = 2_000;
const MAX_ATTEMPTS = 5;
/** What is observed is asked for again after this, ms: the server may have forgotten it. */
const OBSERVE_PERIOD = 60_000;
const OBSERVE_TOKEN = Buffer.from('calls');

const segments = (path: readonly string[]): NamedOption[] =>
  path.map((segment) => ({ name: 'Uri-Path', value: Buffer.from(segment) }));

/** A device of CoAP over UDP; calls reach it by observing. */
export const simulateCoap: Simulate = (device, { address, rate, report }) => {
  const { hostname, port } = new URL(address);
  const seed = seedOf(device.name);
  const socket = createSocket('udp4');
  let messageId = seed & 0xffff;
  /** message id → request that is not acknowledged yet */
  const waiting = new Map<number, { again: NodeJS.Timeout; done?: () => void }>();
  const timers: NodeJS.Timeout[] = [];

  function send(bytes: Buffer): void {
    socket.send(bytes, Number(port) || 5683, hostname, (error) => error && report.failed(error));
  }

  function request(code: 'GET' | 'POST', path: string[], payload?: string, done?: () => void): void {
    messageId = (messageId + 1) & 0xffff;
    const id = messageId;
    const observe: NamedOption[] = code === 'GET' ? [{ name: 'Observe', value: Buffer.alloc(0) }] : [];
    const bytes = generate({
      code,
      messageId: id,
      confirmable: true,
      token: code === 'GET' ? OBSERVE_TOKEN : Buffer.from([id >> 8, id & 0xff]),
      options: [...observe, ...segments(['api', 'v1', device.credentialsId, ...path])],
      ...(payload === undefined ? {} : { payload: Buffer.from(payload) }),
    });
    const attempt = (left: number, after: number): void => {
      send(bytes);
      const again = setTimeout(() => {
        waiting.delete(id);
        if (left > 1) attempt(left - 1, after * 2);
        else report.failed(new Error(`no answer from ${address}`));
      }, after);
      waiting.set(id, { again, ...(done ? { done } : {}) });
    };
    attempt(MAX_ATTEMPTS, ACK_TIMEOUT);
  }

  function publish(): void {
    const ts = Date.now();
    report.sent();
    const values = JSON.stringify({ ts, values: measure(device.kind, seed, ts) });
    request('POST', ['telemetry'], values, report.acknowledged);
  }

  function onCall({ payload }: ParsedPacket): void {
    const text = payload.toString();
    const { id } = JSON.parse(text) as { id: number };
    request('POST', ['rpc', String(id)], answerCall(text));
  }

  socket.on('message', (bytes) => {
    const message = parse(bytes);
    if (message.confirmable) send(generate({ code: '0.00', messageId: message.messageId, ack: true }));
    const sent = waiting.get(message.messageId);
    if (sent && message.ack) {
      clearTimeout(sent.again);
      waiting.delete(message.messageId);
      if (message.code.startsWith('2.')) sent.done?.();
      else if (message.code !== '0.00') report.failed(new Error(`the server answered ${message.code}`));
    } else if (message.token.equals(OBSERVE_TOKEN) && message.payload.length > 0) onCall(message);
  });
  socket.on('error', report.failed);
  socket.bind(() => {
    request('POST', ['attributes'], JSON.stringify(describeDevice(device)));
    const observe = (): void => request('GET', ['rpc']);
    observe();
    publish();
    timers.push(setInterval(publish, publishPeriod(device.kind, seed) / rate), setInterval(observe, OBSERVE_PERIOD));
  });
  return () => {
    for (const timer of timers) clearInterval(timer);
    for (const { again } of waiting.values()) clearTimeout(again);
    waiting.clear();
    socket.close();
  };
};
