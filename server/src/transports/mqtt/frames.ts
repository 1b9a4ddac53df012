import { isAscii, isUtf8 } from 'node:buffer';
import mqttPacket, { type IConnectPacket, type Packet, type Parser } from 'mqtt-packet';
import { MAX_PAYLOAD_BYTES } from '../session-limits.ts';

/** Room for topic and properties in addition to the largest payload. */
export const MAX_PACKET_BYTES = MAX_PAYLOAD_BYTES + 1024;

export type ProtocolVersion = 3 | 4 | 5;

/** A packet that violates the protocol; the connection must end. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
  /** MQTT 5 reason code that tells the client why. */
  readonly reasonCode: number;

  constructor(message: string, reasonCode = 0x81) {
    super(message);
    this.reasonCode = reasonCode;
  }
}

/** First byte of a CONNECT. */
export const CONNECT_HEADER = 0x10;
export const PINGRESP: Buffer = Buffer.from([0xd0, 0]);

/** Types of packet, as the upper four bits of the first byte say. */
export const PacketType = { publish: 3, pingreq: 12, disconnect: 14 } as const;

/** Where a packet lies in the bytes that have come in. */
export interface FrameBounds {
  /** Offset of what follows the fixed header. */
  bodyAt: number;
  /** Offset of the next packet. */
  end: number;
}

/**
 * Finds the packet that starts at `at`.
 * @returns false when it is not complete yet
 * @throws FrameError when it is longer than `maxLength` or its length cannot be read, however little of it has come
 */
export function findFrame(bytes: Buffer, at: number, maxLength: number, bounds: FrameBounds): boolean {
  let length = 0;
  let factor = 1;
  let position = at + 1;
  for (; ; position++) {
    if (position >= bytes.length) return false;
    const byte = bytes[position] as number;
    length += (byte & 0x7f) * factor;
    if ((byte & 0x80) === 0) break;
    factor *= 128;
    if (position - at >= 4) throw new FrameError('The length of a packet cannot be read');
  }
  if (length > maxLength) throw new FrameError(`A packet of ${length} bytes is longer than ${maxLength}`, 0x95);
  bounds.bodyAt = position + 1;
  bounds.end = position + 1 + length;
  return bounds.end <= bytes.length;
}

export interface PublishFrame {
  qos: 0 | 1 | 2;
  /** Empty when only the alias names it. */
  topic: string;
  /** 0 with QoS 0. */
  messageId: number;
  /** undefined: none. */
  topicAlias: number | undefined;
  payload: Buffer;
}

/**
 * Reads a PUBLISH packet. By hand, since nearly all packets of devices are of this kind.
 * @throws FrameError
 */
export function readPublish(bytes: Buffer, at: number, bounds: FrameBounds, version: ProtocolVersion): PublishFrame {
  const { end } = bounds;
  const qos = ((bytes[at] as number) >> 1) & 3;
  if (qos === 3) throw new FrameError('A publish cannot have QoS 3');
  let position = bounds.bodyAt + 2;
  if (position > end) throw new FrameError('A publish is cut off');
  const topicEnd = position + bytes.readUInt16BE(position - 2);
  if (topicEnd > end) throw new FrameError('A publish is cut off');
  const topic = readText(bytes, position, topicEnd);
  if (/[+#\0]/.test(topic)) throw new FrameError('A topic of a publish holds a wildcard', 0x90);
  position = topicEnd;
  let messageId = 0;
  if (qos > 0) {
    if (position + 2 > end) throw new FrameError('A publish is cut off');
    messageId = bytes.readUInt16BE(position);
    if (messageId === 0) throw new FrameError('A publish with an acknowledgement needs a packet identifier', 0x82);
    position += 2;
  }
  let topicAlias: number | undefined;
  if (version === 5) {
    const properties = readLength(bytes, position, end);
    position = properties.next + properties.value;
    if (position > end) throw new FrameError('The properties of a publish are cut off');
    // Most publishes have none; the rare others are read by the general decoder.
    if (properties.value > 0) topicAlias = publishProperties(bytes.subarray(at, end)).topicAlias;
  }
  if (topic === '' && topicAlias === undefined) throw new FrameError('A publish has no topic', 0x82);
  return { qos: qos as 0 | 1 | 2, topic, messageId, topicAlias, payload: bytes.subarray(position, end) };
}

function readLength(bytes: Buffer, at: number, end: number): { value: number; next: number } {
  let value = 0;
  let factor = 1;
  for (let position = at; position < end && position < at + 4; position++) {
    const byte = bytes[position] as number;
    value += (byte & 0x7f) * factor;
    if ((byte & 0x80) === 0) return { value, next: position + 1 };
    factor *= 128;
  }
  throw new FrameError('The properties of a packet are cut off');
}

function publishProperties(frame: Buffer): { topicAlias?: number } {
  const packet = decodeFrame(frame, 5);
  return packet.cmd === 'publish' ? (packet.properties ?? {}) : {};
}

/**
 * Text of a part of the bytes.
 * @throws FrameError when it is not UTF-8
 */
function readText(bytes: Buffer, from: number, to: number): string {
  const part = bytes.subarray(from, to);
  if (isAscii(part)) return part.toString('latin1');
  if (!isUtf8(part)) throw new FrameError('A text is not valid UTF-8');
  return part.toString('utf8');
}

/** Decoders by protocol version; each gets whole packets only, so they can be shared by all connections. */
const parsers = new Map<ProtocolVersion, Parser>();

/**
 * Decodes one complete packet other than CONNECT.
 * @throws FrameError
 */
export function decodeFrame(frame: Buffer, version: ProtocolVersion): Packet {
  let parser = parsers.get(version);
  if (!parser) {
    parser = mqttPacket.parser({ protocolVersion: version });
    parsers.set(version, parser);
  }
  try {
    return decodeWith(parser, frame);
  } catch (error) {
    // The rest of a malformed packet must not reach the next one.
    parsers.delete(version);
    throw error;
  }
}

/**
 * Decodes a CONNECT packet.
 * @throws FrameError; with reason code 0x84 when the protocol version is not supported
 */
export function decodeConnect(frame: Buffer, bodyAt: number): IConnectPacket {
  const nameLength = frame.length >= bodyAt + 2 ? frame.readUInt16BE(bodyAt) : 0;
  const version = (frame[bodyAt + 2 + nameLength] ?? 0) & 0x7f;
  const name = frame.toString('latin1', bodyAt + 2, bodyAt + 2 + nameLength);
  const known = (name === 'MQTT' && (version === 4 || version === 5)) || (name === 'MQIsdp' && version === 3);
  if (!known) throw new FrameError(`The protocol ${JSON.stringify(name)} version ${version} is not supported`, 0x84);
  const packet = decodeWith(mqttPacket.parser({}), frame);
  if (packet.cmd !== 'connect') throw new FrameError('A connection begins with CONNECT', 0x82);
  return packet;
}

/** The identifier of a SUBSCRIBE or an UNSUBSCRIBE. @throws FrameError when it has none, or names no filter */
export function requireFilters({ cmd, messageId }: Packet, filters: readonly unknown[]): number {
  if (!messageId || messageId < 0) throw new FrameError('A packet needs a packet identifier', 0x82);
  if (filters.length === 0) throw new FrameError(`${cmd.toUpperCase()} names no filter`, 0x82);
  return messageId;
}

function decodeWith(parser: Parser, frame: Buffer): Packet {
  let packet: Packet | undefined;
  let failure: Error | undefined;
  const onPacket = (decoded: Packet): void => {
    packet = decoded;
  };
  const onError = (error: Error): void => {
    failure = error;
  };
  parser.on('packet', onPacket);
  parser.on('error', onError);
  try {
    parser.parse(frame);
  } catch (error) {
    failure = error as Error;
  } finally {
    parser.removeListener('packet', onPacket);
    parser.removeListener('error', onError);
  }
  if (failure) throw new FrameError(failure.message);
  if (!packet) throw new FrameError('A packet is cut off');
  return packet;
}
