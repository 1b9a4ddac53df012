import { pack, unpack } from '../../storage/packed-bytes.ts';
import { ByteReader, ByteWriter, MAX_SIGNED } from './bytes.ts';
import { BOOLEAN, DOUBLE, LONG, type Points, type RawValue, typeOf } from './points.ts';

/**
 * Body of a chunk: count, times, then the values in runs of one type. Times: differences of differences, since devices
 * report at a nearly even pace. Numbers: differences of the value scaled to an integer when few decimals make that
 * exact, else as they are. Compressed with zstd where it pays.
 */
const TIMES_BY_DIFFERENCE = 0;
const TIMES_AS_DOUBLES = 1;
/** Times beyond this could have second differences that a double cannot hold. */
const MAX_DIFFERENCE_TS = 2 ** 50;

/** How the numbers of a run are written; 0 to MAX_DECIMALS: scaled by that power of ten. */
const AS_DOUBLES = 255;
const AS_BIGINTS = 254;
const MAX_DECIMALS = 9;
const MAX_SCALED = MAX_SIGNED / 2;
const POWERS_OF_TEN = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => 10 ** decimals);

/** Decoded points of a chunk, ascending by ts. */
export interface DecodedChunk {
  ts: Float64Array;
  type: Uint8Array;
  /** Value of booleans (0, 1), longs and doubles. */
  number: Float64Array;
  /** Value of texts and of longs beyond 2^53, by index; absent when there are none. */
  other: Map<number, string | bigint> | undefined;
}

export function decodedValue(chunk: DecodedChunk, index: number): RawValue {
  return chunk.other?.get(index) ?? (chunk.number[index] as number);
}

const writer = new ByteWriter(16_384);

/** Encodes the points from index `from` up to but excluding `to`, which ascend by ts. */
export function encodeChunk(points: Points, from: number, to: number): Buffer {
  writer.reset();
  writer.writeUnsigned(to - from);
  writeTimes(points.ts, from, to);
  for (let start = from; start < to; ) {
    const type = typeOf(points.kind[start] as number);
    let end = start + 1;
    while (end < to && typeOf(points.kind[end] as number) === type) end++;
    writer.writeByte(type);
    writer.writeUnsigned(end - start);
    writeRun(type, points.value, start, end);
    start = end;
  }
  return pack(writer.written());
}

function writeTimes(ts: number[], from: number, to: number): void {
  if (from === to) return;
  if (Math.abs(ts[from] as number) > MAX_DIFFERENCE_TS || Math.abs(ts[to - 1] as number) > MAX_DIFFERENCE_TS) {
    writer.writeByte(TIMES_AS_DOUBLES);
    for (let i = from; i < to; i++) writer.writeDouble(ts[i] as number);
    return;
  }
  writer.writeByte(TIMES_BY_DIFFERENCE);
  let previous = 0;
  let previousDifference = 0;
  for (let i = from; i < to; i++) {
    const difference = (ts[i] as number) - previous;
    writer.writeSigned(difference - previousDifference);
    previous = ts[i] as number;
    // The first time is absolute: differences start with the second.
    previousDifference = i === from ? 0 : difference;
  }
}

function writeRun(type: number, values: RawValue[], from: number, to: number): void {
  if (type === BOOLEAN) {
    for (let i = from; i < to; i++) writer.writeByte(values[i] as number);
  } else if (type === LONG || type === DOUBLE) {
    const encoding = type === LONG ? longEncoding(values, from, to) : doubleEncoding(values, from, to);
    writer.writeByte(encoding);
    writeNumbers(encoding, values, from, to);
  } else {
    for (let i = from; i < to; i++) writer.writeText(values[i] as string);
  }
}

function writeNumbers(encoding: number, values: RawValue[], from: number, to: number): void {
  if (encoding === AS_BIGINTS) {
    for (let i = from; i < to; i++) writer.writeBigint(BigInt(values[i] as number | bigint));
  } else if (encoding === AS_DOUBLES) {
    for (let i = from; i < to; i++) writer.writeDouble(values[i] as number);
  } else {
    const scale = POWERS_OF_TEN[encoding] as number;
    let previous = 0;
    for (let i = from; i < to; i++) {
      const scaled = Math.round((values[i] as number) * scale);
      writer.writeSigned(scaled - previous);
      previous = scaled;
    }
  }
}

function longEncoding(values: RawValue[], from: number, to: number): number {
  for (let i = from; i < to; i++) {
    const value = values[i] as number | bigint;
    if (typeof value === 'bigint' || Math.abs(value) > MAX_SCALED) return AS_BIGINTS;
  }
  return 0;
}

/** Fewest decimals that hold all the values exactly. */
function doubleEncoding(values: RawValue[], from: number, to: number): number {
  let decimals = 0;
  for (let i = from; i < to; i++) {
    while (!isExact(values[i] as number, decimals)) if (++decimals > MAX_DECIMALS) return AS_DOUBLES;
  }
  // A value that fits few decimals almost always fits more, but not always.
  for (let i = from; i < to; i++) if (!isExact(values[i] as number, decimals)) return AS_DOUBLES;
  return decimals;
}

function isExact(value: number, decimals: number): boolean {
  const scale = POWERS_OF_TEN[decimals] as number;
  const scaled = Math.round(value * scale);
  if (scaled === 0) return Object.is(value, 0);
  return scaled / scale === value && Math.abs(scaled) <= MAX_SCALED;
}

/** Decodes a body. */
export function decodeChunk(body: Buffer): DecodedChunk {
  const reader = new ByteReader(unpack(body));
  const count = reader.readUnsigned();
  const chunk: DecodedChunk = {
    ts: new Float64Array(count),
    type: new Uint8Array(count),
    number: new Float64Array(count),
    other: undefined,
  };
  readTimes(reader, chunk.ts);
  for (let start = 0; start < count; ) {
    const type = reader.readByte();
    const end = start + reader.readUnsigned();
    chunk.type.fill(type, start, end);
    if (type === BOOLEAN) {
      for (let i = start; i < end; i++) chunk.number[i] = reader.readByte();
    } else if (type === LONG || type === DOUBLE) {
      readNumbers(reader, chunk, start, end);
    } else {
      chunk.other ??= new Map();
      for (let i = start; i < end; i++) chunk.other.set(i, reader.readText());
    }
    start = end;
  }
  return chunk;
}

function readTimes(reader: ByteReader, ts: Float64Array): void {
  const count = ts.length;
  if (count === 0) return;
  if (reader.readByte() === TIMES_AS_DOUBLES) {
    for (let i = 0; i < count; i++) ts[i] = reader.readDouble();
    return;
  }
  let time = reader.readSigned();
  let difference = 0;
  ts[0] = time;
  for (let i = 1; i < count; i++) {
    difference += reader.readSigned();
    time += difference;
    ts[i] = time;
  }
}

function readNumbers(reader: ByteReader, chunk: DecodedChunk, start: number, end: number): void {
  const { number } = chunk;
  const encoding = reader.readByte();
  if (encoding === AS_BIGINTS) {
    chunk.other ??= new Map();
    for (let i = start; i < end; i++) {
      const value = reader.readBigint();
      const exact = Number(value);
      if (Number.isSafeInteger(exact)) number[i] = exact;
      else chunk.other.set(i, value);
    }
  } else if (encoding === AS_DOUBLES) {
    for (let i = start; i < end; i++) number[i] = reader.readDouble();
  } else {
    const scale = POWERS_OF_TEN[encoding] as number;
    let scaled = 0;
    for (let i = start; i < end; i++) {
      scaled += reader.readSigned();
      number[i] = scaled / scale;
    }
  }
}

/** Figures of a chunk that are stored beside its body. */
export interface ChunkFigures {
  /** Bits of the types in it, 1 << type. */
  types: number;
  sum: number | null;
  min: number | null;
  max: number | null;
  first: number | null;
  last: number | null;
}

/** Figures of the points; only `types` when one is not a number or not exact as a double. */
export function chunkFigures(points: Points, from: number, to: number): ChunkFigures {
  const figures: ChunkFigures = { types: 0, sum: null, min: null, max: null, first: null, last: null };
  let sum = 0;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let usable = true;
  for (let i = from; i < to; i++) {
    const type = typeOf(points.kind[i] as number);
    figures.types |= 1 << type;
    const value = points.value[i];
    if ((type !== LONG && type !== DOUBLE) || typeof value !== 'number' || !Number.isFinite(value)) {
      usable = false;
      continue;
    }
    sum += value;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  const longs = figures.types & (1 << LONG);
  if (!usable || !Number.isFinite(sum) || (longs && !Number.isSafeInteger(Math.trunc(sum)))) return figures;
  figures.sum = sum;
  figures.min = min;
  figures.max = max;
  figures.first = points.value[from] as number;
  figures.last = points.value[to - 1] as number;
  return figures;
}
