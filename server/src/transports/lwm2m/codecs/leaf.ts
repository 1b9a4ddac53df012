import { isUtf8 } from 'node:buffer';
import { ContentError, type Leaf, type ValueType } from './content.ts';

const LINK = /^\d{1,5}:\d{1,5}$/;
const INTEGER = /^[+-]?\d{1,20}$/;
const FLOAT = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;
const MAX_FLOAT_TEXT = 400;
const MIN_LONG = -(2n ** 63n);
const MAX_LONG = 2n ** 64n;

function wrong(type: string): ContentError {
  return new ContentError(`A value is not of the type ${type}`);
}

/** A whole number, as number where that is exact. */
function whole(value: bigint): number | bigint {
  if (value < MIN_LONG || value >= MAX_LONG) throw wrong('INTEGER');
  return Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

function base64(text: string): Buffer {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(text)) throw wrong('OPAQUE');
  return Buffer.from(text, 'base64');
}

function textOf(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw wrong('STRING');
  return bytes.toString('utf8');
}

/** Reads the text form of a value (OMA LwM2M Core §7.4.1). @throws ContentError */
export function leafOfText(text: string, type: ValueType | undefined): Leaf {
  switch (type) {
    case 'INTEGER':
    case 'TIME':
      if (!INTEGER.test(text)) throw wrong(type);
      return whole(BigInt(text.replace('+', '')));
    case 'FLOAT':
      if (text.length > MAX_FLOAT_TEXT || !FLOAT.test(text)) throw wrong(type);
      return Number(text);
    case 'BOOLEAN':
      if (text === '1' || text === 'true') return true;
      if (text === '0' || text === 'false') return false;
      throw wrong(type);
    case 'OPAQUE':
      return base64(text);
    case 'OBJLNK':
      if (!LINK.test(text)) throw wrong(type);
      return text;
    default:
      return text;
  }
}

/** The text form of a value. */
export function textOfLeaf(value: Leaf): string {
  if (Buffer.isBuffer(value)) return value.toString('base64');
  if (typeof value === 'boolean') return value ? '1' : '0';
  return String(value);
}

/** Reads the value of a TLV (OMA LwM2M Core §7.4.3). @throws ContentError */
export function leafOfBytes(bytes: Buffer, type: ValueType | undefined): Leaf {
  const { length } = bytes;
  switch (type) {
    case 'INTEGER':
    case 'TIME':
      if (length === 0) return 0;
      if (length === 8) return whole(bytes.readBigInt64BE());
      if (length !== 1 && length !== 2 && length !== 4) throw wrong(type);
      return bytes.readIntBE(0, length);
    case 'FLOAT':
      if (length === 4) return bytes.readFloatBE();
      if (length === 8) return bytes.readDoubleBE();
      throw wrong(type);
    case 'BOOLEAN':
      if (length !== 1 || (bytes[0] as number) > 1) throw wrong(type);
      return bytes[0] === 1;
    case 'OBJLNK':
      if (length !== 4) throw wrong(type);
      return `${bytes.readUInt16BE(0)}:${bytes.readUInt16BE(2)}`;
    case 'STRING':
      return textOf(bytes);
    default:
      return Buffer.from(bytes);
  }
}

/** The value of a TLV. @throws ContentError when it is not of its type */
export function bytesOfLeaf(given: Leaf, type: ValueType | undefined): Buffer {
  const value = leafOfType(given, type);
  if (Buffer.isBuffer(value)) return value;
  if (type === 'OBJLNK') {
    const [object = 0, instance = 0] = String(value).split(':').map(Number);
    const bytes = Buffer.alloc(4);
    bytes.writeUInt16BE(object, 0);
    bytes.writeUInt16BE(instance, 2);
    return bytes;
  }
  if (typeof value === 'string') return Buffer.from(value, 'utf8');
  if (typeof value === 'boolean') return Buffer.of(value ? 1 : 0);
  if (type === 'FLOAT' || (typeof value === 'number' && !Number.isInteger(value))) {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(Number(value));
    return bytes;
  }
  return bytesOfInteger(BigInt(value));
}

/** As few bytes as the number needs: 1, 2, 4 or 8. */
function bytesOfInteger(value: bigint): Buffer {
  const size = [1, 2, 4].find((bytes) => BigInt.asIntN(bytes * 8, value) === value);
  if (size) {
    const bytes = Buffer.alloc(size);
    bytes.writeIntBE(Number(value), 0, size);
    return bytes;
  }
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt.asIntN(64, value));
  return bytes;
}

/**
 * A value as its resource has it, from what a format says that has types of its own, or from JSON.
 * @throws ContentError when it cannot be one
 */
export function leafOfType(value: Leaf, type: ValueType | undefined): Leaf {
  if (type === undefined) return value;
  if (Buffer.isBuffer(value)) {
    if (type === 'OPAQUE') return value;
    if (type === 'STRING') return textOf(value);
    throw wrong(type);
  }
  switch (type) {
    case 'STRING':
      return String(value);
    case 'FLOAT':
      if (typeof value === 'number') return value;
      if (typeof value === 'bigint') return Number(value);
      break;
    case 'INTEGER':
    case 'TIME':
      if (typeof value === 'bigint') return whole(value);
      if (typeof value === 'number') {
        if (!Number.isInteger(value)) throw wrong(type);
        return whole(BigInt(value));
      }
      break;
    case 'BOOLEAN':
      if (typeof value === 'boolean') return value;
      if (typeof value === 'number') return leafOfText(String(value), type);
      break;
  }
  if (typeof value !== 'string') throw wrong(type);
  return leafOfText(value, type);
}
