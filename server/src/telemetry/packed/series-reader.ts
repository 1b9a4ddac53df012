import type pg from 'pg';
import { type BucketAggregation, BucketAggregator } from '../aggregate.ts';
import { type Buckets, bucketsOf } from '../buckets.ts';
import type { SeriesPoint, SeriesQuery } from '../series-store.ts';
import { type DecodedChunk, decodeChunk, decodedValue } from './chunk-codec.ts';
import { ascending, mergePoints } from './chunk-merge.ts';
import { type ChunkReads, createChunkReads, type ReadChunk } from './chunk-reads.ts';
import type { LatestPoint } from './latest-values.ts';
import {
  DOUBLE,
  emptyPoints,
  kindOf,
  LONG,
  lowerBound,
  type Points,
  type RawValue,
  rawTypeOf,
  rawValueOf,
  telemetryValueOf,
  typeOf,
} from './points.ts';
import { type Deletion, isDeleted, Series } from './series.ts';

const NUMBER_TYPES = (1 << LONG) | (1 << DOUBLE);
/** Points of a typical chunk, to estimate how many chunks are needed. */
const EXPECTED_POINTS = 500;
/** Most chunks read at a time. */
const MAX_CHUNKS = 256;

/**
 * Reads a series from chunks and memory. Memory is read first: a point that moves to a chunk meanwhile is then seen
 * twice, with the same value, rather than not at all.
 * @param unstored points that count as written last, ascending by ts, each ts once
 */
export async function readSeries(
  reads: ChunkReads,
  series: Series,
  query: SeriesQuery,
  unstored: readonly SeriesPoint[] = [],
): Promise<SeriesPoint[]> {
  if (query.endTs <= query.startTs) return [];
  const aggregated = query.aggregation !== 'NONE' && (query.interval > 0 || query.calendar !== undefined);
  if (aggregated) return readBuckets(reads, series, query, query.aggregation as BucketAggregation, unstored);
  const points = await readPoints(reads, series, query, unstored);
  const result: SeriesPoint[] = [];
  for (let i = 0; i < points.ts.length; i++) {
    const value = telemetryValueOf(typeOf(points.kind[i] as number), points.value[i] as Points['value'][number]);
    result.push({ ts: points.ts[i] as number, value });
  }
  if (query.order === 'DESC') result.reverse();
  return result;
}

/** What a read finds of a series that does not exist yet. */
export function readUnstored(query: SeriesQuery, unstored: readonly SeriesPoint[]): Promise<SeriesPoint[]> {
  return readSeries(NO_CHUNKS, new Series(0, '', query.key, 0), query, unstored);
}

const NO_CHUNKS: ChunkReads = { chunks: async () => [], figures: async () => [] };

/** Points of a series that are not in chunks, ascending by ts. */
function pointsInMemory({ buffer }: Series, startTs: number, endTs: number, unstored: readonly SeriesPoint[]): Points {
  const stored = buffer.range(startTs, endTs);
  const newer = emptyPoints();
  for (const { ts, value } of unstored) {
    if (ts < startTs || ts >= endTs) continue;
    newer.ts.push(ts);
    newer.kind.push(kindOf(rawTypeOf(value), 0));
    newer.value.push(rawValueOf(value));
  }
  return mergePoints(stored, newer);
}

type PointQuery = Pick<SeriesQuery, 'startTs' | 'endTs' | 'limit' | 'order'>;

/** At most `limit` points from one end of the range, ascending by ts. */
async function readPoints(
  reads: ChunkReads,
  series: Series,
  query: PointQuery,
  unstored: readonly SeriesPoint[] = [],
): Promise<Points> {
  const { startTs, endTs, limit } = query;
  if (limit <= 0) return emptyPoints();
  const newestFirst = query.order === 'DESC';
  const memory = pointsInMemory(series, startTs, endTs, unstored);
  const { deletions, tail } = series;
  if (tail && startsAfter(memory, tail.toTs, limit, newestFirst)) return cut(memory, limit, newestFirst);

  const found = emptyPoints();
  /** Boundary of what was read: all points of further chunks lie beyond it. */
  let edge: number | null = null;
  let batch = Math.min(MAX_CHUNKS, Math.ceil(limit / EXPECTED_POINTS) + 1);
  for (;;) {
    const chunks = await reads.chunks({ seriesId: series.id, startTs, endTs, newestFirst, edge, limit: batch });
    for (const { sequence, body } of chunks) addPoints(found, decodeChunk(body), startTs, endTs, deletions, sequence);
    if (chunks.length < batch) break;
    const last = chunks[chunks.length - 1] as ReadChunk;
    const reached = newestFirst ? last.toTs : last.fromTs;
    edge = reached;
    let settled = 0;
    for (const ts of found.ts) if (newestFirst ? ts >= reached : ts <= reached) settled++;
    if (settled >= limit) break;
    batch = Math.min(MAX_CHUNKS, batch * 2);
  }
  return cut(mergePoints(ascending(found), memory), limit, newestFirst);
}

/** Whether memory alone answers the query: enough points, all newer than every chunk. */
function startsAfter(memory: Points, newestChunkTs: number, limit: number, newestFirst: boolean): boolean {
  if (newestFirst) {
    const index = memory.ts.length - limit;
    return index >= 0 && (memory.ts[index] as number) > newestChunkTs;
  }
  return newestChunkTs === Number.NEGATIVE_INFINITY;
}

function cut(points: Points, limit: number, newestFirst: boolean): Points {
  const count = points.ts.length;
  if (count <= limit) return points;
  const from = newestFirst ? count - limit : 0;
  const to = from + limit;
  return { ts: points.ts.slice(from, to), kind: points.kind.slice(from, to), value: points.value.slice(from, to) };
}

function addPoints(
  points: Points,
  chunk: DecodedChunk,
  startTs: number,
  endTs: number,
  deletions: readonly Deletion[],
  sequence: number,
): void {
  const to = lowerBound(chunk.ts, endTs);
  for (let i = lowerBound(chunk.ts, startTs); i < to; i++) {
    const ts = chunk.ts[i] as number;
    if (isDeleted(deletions, ts, sequence)) continue;
    points.ts.push(ts);
    points.kind.push(chunk.type[i] as number);
    points.value.push(decodedValue(chunk, i));
  }
}

/** The end of the points that count, exclusive. */
const endOf = (buckets: Buckets, { cutAt }: SeriesQuery): number => Math.min(buckets.endTs, cutAt ?? buckets.endTs);

async function readBuckets(
  reads: ChunkReads,
  series: Series,
  query: SeriesQuery,
  aggregation: BucketAggregation,
  unstored: readonly SeriesPoint[],
): Promise<SeriesPoint[]> {
  const { startTs } = query;
  const buckets = bucketsOf(query);
  const endTs = endOf(buckets, query);
  const memory = pointsInMemory(series, startTs, endTs, unstored);
  const { deletions } = series;
  const aggregator = new BucketAggregator();
  for (let i = 0; i < memory.ts.length; i++) {
    const value = telemetryValueOf(typeOf(memory.kind[i] as number), memory.value[i] as Points['value'][number]);
    aggregator.add(buckets.indexOf(memory.ts[i] as number), value);
  }
  const rows = await reads.figures({
    seriesId: series.id,
    startTs,
    endTs,
    lastDeletion: deletions.reduce((latest, { sequence }) => Math.max(latest, sequence), 0),
    // Memory may hold newer points with the same ts.
    memoryFrom: memory.ts[0] ?? Number.MAX_SAFE_INTEGER,
    memoryTo: memory.ts[memory.ts.length - 1] ?? Number.MIN_SAFE_INTEGER,
    ...(buckets.boundaries ? { boundaries: buckets.boundaries } : { interval: query.interval }),
  });
  for (const [fromTs, sequence, count, types, sum, min, max, body] of rows) {
    if (body === null) {
      aggregator.addFigures(buckets.indexOf(fromTs as number), {
        count: count as number,
        hasDoubles: ((types as number) & (1 << DOUBLE)) !== 0,
        sum: sum as number,
        min: min as number,
        max: max as number,
      });
      continue;
    }
    const chunk = decodeChunk(body as Buffer);
    const from = lowerBound(chunk.ts, startTs);
    const to = lowerBound(chunk.ts, endTs);
    const plain =
      ((types as number) & ~NUMBER_TYPES) === 0 &&
      chunk.other === undefined &&
      !deletions.some((deletion) => deletion.sequence > (sequence as number)) &&
      !overlaps(memory, chunk.ts[from] as number, chunk.ts[to - 1] as number);
    if (plain) addNumbers(aggregator, buckets, chunk, from, to);
    else addValues(aggregator, buckets, chunk, from, to, memory, deletions, sequence as number);
  }
  return aggregator.result(aggregation).map(({ bucket, value }) => ({ ts: buckets.middleOf(bucket), value }));
}

function overlaps(memory: Points, fromTs: number, toTs: number): boolean {
  return (
    memory.ts.length > 0 && (memory.ts[0] as number) <= toTs && (memory.ts[memory.ts.length - 1] as number) >= fromTs
  );
}

/** Adds numbers run by run: one call per bucket and no object per point. */
function addNumbers(
  aggregator: BucketAggregator,
  buckets: Buckets,
  chunk: DecodedChunk,
  from: number,
  to: number,
): void {
  const { ts, number, type } = chunk;
  for (let start = from; start < to; ) {
    const index = buckets.indexOf(ts[start] as number);
    const end = buckets.endOf(index);
    let hasDoubles = false;
    let sum = 0;
    let min = Number.POSITIVE_INFINITY;
    let max = Number.NEGATIVE_INFINITY;
    let at = start;
    for (; at < to && (ts[at] as number) < end; at++) {
      const value = number[at] as number;
      sum += value;
      if (value < min) min = value;
      if (value > max) max = value;
      if (type[at] === DOUBLE) hasDoubles = true;
    }
    if (hasDoubles ? Number.isFinite(sum) : Number.isSafeInteger(sum)) {
      aggregator.addFigures(index, { count: at - start, hasDoubles, sum, min, max });
    } else {
      for (let i = start; i < at; i++)
        aggregator.add(index, { type: type[i] === DOUBLE ? 'DOUBLE' : 'LONG', value: number[i] as number });
    }
    start = at;
  }
}

function addValues(
  aggregator: BucketAggregator,
  buckets: Buckets,
  chunk: DecodedChunk,
  from: number,
  to: number,
  memory: Points,
  deletions: readonly Deletion[],
  sequence: number,
): void {
  for (let i = from; i < to; i++) {
    const ts = chunk.ts[i] as number;
    if (isDeleted(deletions, ts, sequence) || memory.ts[lowerBound(memory.ts, ts)] === ts) continue;
    aggregator.add(buckets.indexOf(ts), telemetryValueOf(chunk.type[i] as number, decodedValue(chunk, i)));
  }
}

/** The newest point with ts < startTs or ts >= endTs, on disk or in memory. */
export async function newestOutside(
  pool: pg.Pool,
  series: Series,
  startTs: number,
  endTs: number,
): Promise<LatestPoint | undefined> {
  const reads = createChunkReads(pool);
  const newest = { limit: 1, order: 'DESC' as const };
  const after = await readPoints(reads, series, { startTs: endTs, endTs: Number.MAX_SAFE_INTEGER, ...newest });
  if (after.ts.length > 0) return lastOf(after);
  return lastOf(await readPoints(reads, series, { startTs: Number.MIN_SAFE_INTEGER, endTs: startTs, ...newest }));
}

/** The newest point in memory with ts < startTs or ts >= endTs. */
export function newestInMemoryOutside({ buffer }: Series, startTs: number, endTs: number): LatestPoint | undefined {
  return lastOf(buffer.range(endTs, Number.MAX_SAFE_INTEGER)) ?? lastOf(buffer.range(Number.MIN_SAFE_INTEGER, startTs));
}

function lastOf({ ts, kind, value }: Points): LatestPoint | undefined {
  const index = ts.length - 1;
  if (index < 0) return undefined;
  return { ts: ts[index] as number, type: typeOf(kind[index] as number), value: value[index] as RawValue };
}
