import { pack, unpack } from '../../storage/packed-bytes.ts';
import { ByteReader, ByteWriter, MAX_SIGNED } from './bytes.ts';
import { DOUBLE, LONG, type RawValue, typeOf } from './points.ts';

/**
 * Body of a block: point after point in the order of the writes, each as the difference of its series id and ts from
 * the previous point, its kind and its value. Written on the hot path and read back only after a restart, so it is
 * optimized for writing.
 */
const WIDE_LONG = 0x80;
const MAX_DIFFERENCE_TS = MAX_SIGNED / 2;

const writer = new ByteWriter(65_536);

/** Points of a block in columns; all have the same length. */
export interface BlockPoints {
  seriesId: number[];
  ts: number[];
  kind: number[];
  value: RawValue[];
}

export function encodeBlock({ seriesId, ts, kind, value }: BlockPoints): Buffer {
  writer.reset();
  let previousId = 0;
  let previousTs = 0;
  for (let i = 0; i < ts.length; i++) {
    const id = seriesId[i] as number;
    const time = ts[i] as number;
    writer.writeSigned(id - previousId);
    writer.writeSigned(time - previousTs);
    previousId = id;
    previousTs = time;
    const pointKind = kind[i] as number;
    const type = typeOf(pointKind);
    const raw = value[i] as RawValue;
    if (type === DOUBLE) {
      writer.writeByte(pointKind);
      writer.writeDouble(raw as number);
    } else if (type === LONG) {
      if (typeof raw === 'bigint' || Math.abs(raw as number) > MAX_SIGNED) {
        writer.writeByte(pointKind | WIDE_LONG);
        writer.writeBigint(BigInt(raw));
      } else {
        writer.writeByte(pointKind);
        writer.writeSigned(raw as number);
      }
    } else if (typeof raw === 'string') {
      writer.writeByte(pointKind);
      writer.writeText(raw);
    } else {
      writer.writeByte(pointKind);
      writer.writeByte(raw as number);
    }
  }
  return pack(writer.written());
}

/** Whether a block can hold the time exactly. */
export function isStorableTs(ts: number): boolean {
  return Number.isInteger(ts) && Math.abs(ts) <= MAX_DIFFERENCE_TS;
}

/** Calls `take` for each point, in the order of writing. */
export function decodeBlock(
  body: Buffer,
  take: (seriesId: number, ts: number, kind: number, value: RawValue) => void,
): void {
  // A block without points only marks its sequence as used.
  if (body.length === 0) return;
  const reader = new ByteReader(unpack(body));
  let id = 0;
  let ts = 0;
  while (!reader.ended) {
    id += reader.readSigned();
    ts += reader.readSigned();
    const mark = reader.readByte();
    const kind = mark & ~WIDE_LONG;
    const type = typeOf(kind);
    let value: RawValue;
    if (type === DOUBLE) value = reader.readDouble();
    else if (type === LONG) value = mark & WIDE_LONG ? exactLong(reader.readBigint()) : reader.readSigned();
    else if (type === 0) value = reader.readByte();
    else value = reader.readText();
    take(id, ts, kind, value);
  }
}

function exactLong(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
