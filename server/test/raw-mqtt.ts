import net from 'node:net';
import { until } from './device-platform.ts';

/** A connection for raw bytes, to send what no client would. */
export interface RawSocket extends net.Socket {
  /** All bytes received from the server. */
  received: Buffer;
}

/** @param from address of this machine that the connection comes from */
export function rawSocket(port: number, from = '127.0.0.1'): Promise<RawSocket> {
  return new Promise((resolve) => {
    const to = { port, host: '127.0.0.1', localAddress: from };
    const socket = net.connect(to, () => resolve(socket)) as RawSocket;
    socket.received = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      socket.received = Buffer.concat([socket.received, chunk]);
    });
  });
}

/** Encodes a CONNECT with an access token as user name. */
export function connectPacket(token: string, version: 3 | 4 | 5 | 9, keepAlive = 0): Buffer {
  const text = (value: string): Buffer => {
    const bytes = Buffer.from(value, 'utf8');
    return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes]);
  };
  const body = Buffer.concat([
    text(version === 3 ? 'MQIsdp' : 'MQTT'),
    Buffer.from([version, 0x82, keepAlive >> 8, keepAlive & 255]),
    ...(version === 5 ? [Buffer.from([0])] : []),
    text('raw'),
    text(token),
  ]);
  return Buffer.concat([Buffer.from([0x10, ...lengthBytes(body.length)]), body]);
}

/** Opens a connection and waits for its CONNACK. */
export async function rawConnect(port: number, token: string, version: 3 | 4 | 5, keepAlive = 0): Promise<RawSocket> {
  const socket = await rawSocket(port);
  socket.write(connectPacket(token, version, keepAlive));
  await until(() => socket.received.length >= 4, 'CONNACK');
  return socket;
}

/** Encodes a publish with QoS 1. */
export function publishPacket(topic: string, payload: string | Buffer, messageId = 1): Buffer {
  const name = Buffer.from(topic, 'latin1');
  const body = Buffer.concat([
    Buffer.from([name.length >> 8, name.length & 255]),
    name,
    Buffer.from([0, messageId]),
    Buffer.isBuffer(payload) ? payload : Buffer.from(payload, 'utf8'),
  ]);
  return Buffer.concat([Buffer.from([0x32, ...lengthBytes(body.length)]), body]);
}

/** Encodes the remaining length of a packet. */
function lengthBytes(length: number): number[] {
  const bytes: number[] = [];
  for (let rest = length; ; ) {
    const byte = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? byte | 128 : byte);
    if (rest === 0) return bytes;
  }
}

/** Inserts the empty properties of MQTT 5 into a publish with QoS 1. */
export function withProperties(packet: Buffer): Buffer {
  let at = 1;
  while (((packet[at] as number) & 128) !== 0) at++;
  const body = packet.subarray(at + 1);
  const topicLength = body.readUInt16BE(0);
  const split = 2 + topicLength + 2;
  const topic = body.toString('latin1', 2, 2 + topicLength);
  const inner = publishPacket(topic, Buffer.concat([Buffer.from([0]), body.subarray(split)]));
  return inner;
}
