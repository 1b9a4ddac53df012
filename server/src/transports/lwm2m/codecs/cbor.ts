import { isUtf8 } from 'node:buffer';
import { ContentError } from './content.ts';

/** A value of CBOR (RFC 8949), as far as SenML needs it. */
export type Cbor = number | bigint | string | boolean | null | undefined | Buffer | Cbor[] | Map<Cbor, Cbor>;

const MAX_DEPTH = 8;
const MAX_ITEMS = 50_000;
const BREAK = Symbol('break');

/** Reads one value, and nothing behind it: at most eight levels deep. @throws ContentError */
export function readCbor(bytes: Buffer): Cbor {
  let at = 0;
  let items = 0;

  function take(length: number): Buffer {
    if (at + length > bytes.length) throw new ContentError('CBOR leads beyond the end');
    at += length;
    return bytes.subarray(at - length, at);
  }

  /** Argument of an item; undefined: of indefinite length. */
  function argument(info: number): number | bigint | undefined {
    if (info < 24) return info;
    if (info === 24) return take(1).readUInt8();
    if (info === 25) return take(2).readUInt16BE();
    if (info === 26) return take(4).readUInt32BE();
    if (info === 27) {
      const value = take(8).readBigUInt64BE();
      return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
    }
    if (info === 31) return undefined;
    throw new ContentError('CBOR has a reserved length');
  }

  function lengthOf(info: number): number | undefined {
    const length = argument(info);
    if (typeof length === 'bigint' || (length ?? 0) > bytes.length) throw new ContentError('CBOR leads beyond the end');
    return length;
  }

  function text(value: Buffer): string {
    if (!isUtf8(value)) throw new ContentError('CBOR has a text that is not one');
    return value.toString('utf8');
  }

  /** A text or bytes, perhaps in pieces. */
  function string(major: number, info: number): Buffer {
    const length = lengthOf(info);
    if (length !== undefined) return Buffer.from(take(length));
    const pieces: Buffer[] = [];
    for (;;) {
      const head = take(1).readUInt8();
      if (head === 0xff) return Buffer.concat(pieces);
      const piece = head >> 5 === major ? lengthOf(head & 31) : undefined;
      if (piece === undefined) throw new ContentError('CBOR has a piece of another kind');
      pieces.push(take(piece));
    }
  }

  function simple(info: number): Cbor | typeof BREAK {
    switch (info) {
      case 20:
        return false;
      case 21:
        return true;
      case 22:
        return null;
      case 23:
        return undefined;
      case 25:
        return halfFloat(take(2).readUInt16BE());
      case 26:
        return take(4).readFloatBE();
      case 27:
        return take(8).readDoubleBE();
      case 31:
        return BREAK;
      default:
        throw new ContentError('CBOR has a value without a meaning');
    }
  }

  function item(depth: number): Cbor | typeof BREAK {
    if (depth > MAX_DEPTH || ++items > MAX_ITEMS) throw new ContentError('CBOR is too deep or too long');
    const head = take(1).readUInt8();
    const [major, info] = [head >> 5, head & 31];
    switch (major) {
      case 0:
        return argument(info) ?? invalid();
      case 1: {
        const value = argument(info) ?? invalid();
        return typeof value === 'bigint' ? -1n - value : -1 - value;
      }
      case 2:
        return string(major, info);
      case 3:
        return text(string(major, info));
      case 4: {
        const list: Cbor[] = [];
        const length = lengthOf(info);
        for (let place = 0; length === undefined || place < length; place++) {
          const value = item(depth + 1);
          if (value === BREAK) return length === undefined ? list : invalid();
          list.push(value);
        }
        return list;
      }
      case 5: {
        const map = new Map<Cbor, Cbor>();
        const length = lengthOf(info);
        for (let place = 0; length === undefined || place < length; place++) {
          const key = item(depth + 1);
          if (key === BREAK) return length === undefined ? map : invalid();
          const value = item(depth + 1);
          if (value === BREAK) return invalid();
          map.set(key, value);
        }
        return map;
      }
      case 6:
        return tagged(argument(info), item(depth + 1));
      default:
        return simple(info);
    }
  }

  const value = item(0);
  if (value === BREAK || at !== bytes.length) throw new ContentError('CBOR has something behind its value');
  return value;
}

function invalid(): never {
  throw new ContentError('CBOR has an end where none can be');
}

/** Decimal fractions (tag 4); what other tags say of a value is not asked. */
function tagged(tag: number | bigint | undefined, value: Cbor | typeof BREAK): Cbor {
  if (value === BREAK || tag === undefined) return invalid();
  if (tag !== 4) return value;
  const [exponent, mantissa] = Array.isArray(value) ? value : [];
  if (typeof exponent !== 'number' || (typeof mantissa !== 'number' && typeof mantissa !== 'bigint')) return invalid();
  return Number(`${mantissa}e${exponent}`);
}

function halfFloat(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 0x3ff;
  if (exponent === 0) return sign * fraction * 2 ** -24;
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY;
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}

/** Writes a value. */
export function writeCbor(value: Cbor): Buffer {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isSafeInteger(value))) {
    const given = BigInt(value);
    return given < 0n ? head(1, -1n - given) : head(0, given);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes[0] = 0xfb;
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([head(3, BigInt(bytes.length)), bytes]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, BigInt(value.length)), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, BigInt(value.length)), ...value.map(writeCbor)]);
  if (value instanceof Map) {
    const parts = [...value].flatMap(([key, own]) => [writeCbor(key), writeCbor(own)]);
    return Buffer.concat([head(5, BigInt(value.size)), ...parts]);
  }
  return Buffer.of(value === true ? 0xf5 : value === false ? 0xf4 : value === null ? 0xf6 : 0xf7);
}

function head(major: number, length: bigint): Buffer {
  const first = major << 5;
  if (length < 24n) return Buffer.of(first | Number(length));
  const size = length < 0x1_00n ? 1 : length < 0x1_00_00n ? 2 : length < 0x1_00_00_00_00n ? 4 : 8;
  const bytes = Buffer.alloc(1 + size);
  bytes[0] = first | (24 + Math.log2(size));
  if (size === 8) bytes.writeBigUInt64BE(length, 1);
  else bytes.writeUIntBE(Number(length), 1, size);
  return bytes;
}
