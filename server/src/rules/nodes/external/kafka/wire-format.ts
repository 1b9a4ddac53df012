/*
 * The basic types of Kafka's protocol (https://kafka.apache.org/protocol, "Protocol Primitive Types"), without those of
 * its flexible versions.
 */

export function int8(value: number): Buffer {
  const content = Buffer.allocUnsafe(1);
  content.writeInt8(value);
  return content;
}

export function int16(value: number): Buffer {
  const content = Buffer.allocUnsafe(2);
  content.writeInt16BE(value);
  return content;
}

export function int32(value: number): Buffer {
  const content = Buffer.allocUnsafe(4);
  content.writeInt32BE(value);
  return content;
}

export function int64(value: bigint): Buffer {
  const content = Buffer.allocUnsafe(8);
  content.writeBigInt64BE(value);
  return content;
}

/** A whole number of 32 bits, short for small ones of either sign. */
export function varint(value: number): Buffer {
  const bytes: number[] = [];
  let left = ((value << 1) ^ (value >> 31)) >>> 0;
  for (; left > 0x7f; left >>>= 7) bytes.push((left & 0x7f) | 0x80);
  bytes.push(left);
  return Buffer.from(bytes);
}

/** @throws Error when it has more than 32,767 bytes */
export function text(value: string | null): Buffer {
  if (value === null) return int16(-1);
  const content = Buffer.from(value);
  if (content.length > 0x7fff) throw new Error('A name is too long');
  return Buffer.concat([int16(content.length), content]);
}

export function bytes(value: Buffer): Buffer {
  return Buffer.concat([int32(value.length), value]);
}

export function list(entries: readonly Buffer[]): Buffer {
  return Buffer.concat([int32(entries.length), ...entries]);
}

/** Reads an answer from its beginning. Everything throws when the content does not go that far. */
export interface WireReader {
  boolean(): boolean;
  int16(): number;
  int32(): number;
  int64(): bigint;
  text(): string | null;
  bytes(): Buffer;
  /** @param read reads an entry, which has at least one byte */
  list<T>(read: () => T): T[];
}

export function createWireReader(content: Buffer): WireReader {
  let position = 0;
  const take = (count: number): number => {
    if (!(count >= 0 && position + count <= content.length)) throw new RangeError('A length does not fit');
    position += count;
    return position - count;
  };
  const reader: WireReader = {
    boolean: () => content[take(1)] === 1,
    int16: () => content.readInt16BE(take(2)),
    int32: () => content.readInt32BE(take(4)),
    int64: () => content.readBigInt64BE(take(8)),
    text() {
      const length = reader.int16();
      if (length === -1) return null;
      const from = take(length);
      return content.toString('utf8', from, from + length);
    },
    bytes() {
      const length = reader.int32();
      if (length === -1) return Buffer.alloc(0);
      const from = take(length);
      return content.subarray(from, from + length);
    },
    list(read) {
      const count = reader.int32();
      if (count > content.length - position) throw new RangeError('A list does not fit');
      return Array.from({ length: Math.max(0, count) }, read);
    },
  };
  return reader;
}
