import { generate, type ParsedPacket, parse } from 'coap-packet';
import { Code } from './codes.ts';

/** Confirmable, non-confirmable, acknowledgement, reset (RFC 7252 §3). */
export type MessageType = 'CON' | 'NON' | 'ACK' | 'RST';

export interface CoapOption {
  /** Name, or number as text of an option without a name here. */
  name: string;
  value: Buffer;
}

/** A message as it travels in one datagram. */
export interface CoapMessage {
  type: MessageType;
  /** `0.00` for an empty message. */
  code: string;
  messageId: number;
  token: Buffer;
  options: CoapOption[];
  payload: Buffer;
}

/** A datagram that is not a message of CoAP. */
export class FormatError extends Error {
  override readonly name = 'FormatError';
}

const TYPES: readonly MessageType[] = ['CON', 'NON', 'ACK', 'RST'];
const MAX_OPTIONS = 64;
const MAX_DATAGRAM = 65_507;
const NO_BYTES = Buffer.alloc(0);

/** Type of the message in a datagram of at least four bytes. */
export function typeOf(bytes: Buffer): MessageType {
  return TYPES[((bytes[0] as number) >> 4) & 3] as MessageType;
}

/** Whether it has a header, and of the version that there is; anything else is ignored in silence (RFC 7252 §3). */
export function hasHeader(bytes: Buffer): boolean {
  return bytes.length >= 4 && (bytes[0] as number) >> 6 === 1;
}

/**
 * Reads a datagram with a header.
 * @throws FormatError
 */
export function readMessage(bytes: Buffer): CoapMessage {
  requireFormat(bytes);
  let packet: ParsedPacket;
  try {
    packet = parse(bytes);
  } catch (error) {
    throw new FormatError((error as Error).message);
  }
  return {
    type: typeOf(bytes),
    code: packet.code,
    messageId: packet.messageId,
    token: packet.token,
    options: packet.options as CoapOption[],
    payload: packet.payload,
  };
}

/** Writes a message. */
export function writeMessage(message: {
  type: MessageType;
  code: string;
  messageId: number;
  token?: Buffer;
  options?: CoapOption[];
  payload?: Buffer;
}): Buffer {
  const { type, code, messageId, token = NO_BYTES, options = [], payload = NO_BYTES } = message;
  if (options.length === 0 && payload.length === 0) return shortMessage(type, code, messageId, token);
  return generate(
    {
      code,
      messageId,
      token,
      options,
      payload,
      confirmable: type === 'CON',
      ack: type === 'ACK',
      reset: type === 'RST',
    },
    MAX_DATAGRAM,
  );
}

/** An empty message: an acknowledgement, a reset, or a ping (an empty confirmable). */
export function emptyMessage(type: MessageType, messageId: number): Buffer {
  return shortMessage(type, Code.empty, messageId, NO_BYTES);
}

/** A message without options and payload, as most answers are. */
function shortMessage(type: MessageType, code: string, messageId: number, token: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(4 + token.length);
  bytes[0] = 0x40 | (TYPES.indexOf(type) << 4) | token.length;
  bytes[1] = (Number(code[0]) << 5) | Number(code.slice(2));
  bytes.writeUInt16BE(messageId, 2);
  token.copy(bytes, 4);
  return bytes;
}

/** Checks what `coap-packet` takes as it comes: lengths that lead beyond the end, and what may not be there. */
function requireFormat(bytes: Buffer): void {
  const tokenLength = (bytes[0] as number) & 15;
  if (tokenLength > 8) throw new FormatError('A token has at most 8 bytes');
  if (bytes[1] === 0) {
    if (bytes.length !== 4) throw new FormatError('An empty message has nothing behind its header');
    return;
  }
  let at = 4 + tokenLength;
  let options = 0;
  const { length } = bytes;
  while (at < length) {
    const first = bytes[at++] as number;
    if (first === 0xff) {
      if (at === length) throw new FormatError('A payload marker without a payload');
      return;
    }
    if (++options > MAX_OPTIONS) throw new FormatError(`More than ${MAX_OPTIONS} options`);
    const lengthAt = at + extension(first >> 4);
    const valueAt = lengthAt + extension(first & 15);
    if (valueAt > length) throw new FormatError('An option leads beyond the end');
    at = valueAt + valueLength(bytes, first & 15, lengthAt);
  }
  if (at > length) throw new FormatError('An option leads beyond the end');
}

/** Bytes that follow the first one of an option for its number or its length. */
function extension(part: number): number {
  if (part === 15) throw new FormatError('A reserved length of an option');
  return part === 14 ? 2 : part === 13 ? 1 : 0;
}

function valueLength(bytes: Buffer, part: number, at: number): number {
  return part === 14 ? bytes.readUInt16BE(at) + 269 : part === 13 ? (bytes[at] as number) + 13 : part;
}

/** Whether there is nothing in it but its header. */
export function isEmpty({ code }: CoapMessage): boolean {
  return code === Code.empty;
}
