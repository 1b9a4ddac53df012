import type pg from 'pg';
import { type BucketAggregation, BucketAggregator } from '../aggregate.ts';
import { type Buckets, bucketsOf } from '../buckets.ts';
import type { SeriesPoint, SeriesQuery } from '../series-store.ts';
import { cellsQuery } from './cells-query.ts';
import { type DecodedChunk, decodeChunk, decodedValue } from './chunk-codec.ts';
import { ascending, mergePoints } from './chunk-merge.ts';
import { DOUBLE, emptyPoints, LONG, lowerBound, type Points, telemetryValueOf, typeOf } from './points.ts';
import { type Deletion, isDeleted, type Series } from './series.ts';

const NUMBER_TYPES = (1 << LONG) | (1 << DOUBLE);
/** Points of a typical chunk, to estimate how many chunks are needed. */
const EXPECTED_POINTS = 500;
/** Most chunks read at a time. */
const MAX_CHUNKS = 256;

/**
 * Reads a series from chunks and memory. Memory is read first: a point that moves to a chunk meanwhile is then seen
 * twice, with the same value, rather than not at all.
 */
export async function readSeries(pool: pg.Pool, series: Series, query: SeriesQuery): Promise<SeriesPoint[]> {
  if (query.endTs <= query.startTs) return [];
  const aggregated = query.aggregation !== 'NONE' && (query.interval > 0 || query.calendar !== undefined);
  if (aggregated) return readBuckets(pool, series, query, query.aggregation as BucketAggregation);
  const points = await readPoints(pool, series, query);
  const result: SeriesPoint[] = [];
  for (let i = 0; i < points.ts.length; i++) {
    const value = telemetryValueOf(typeOf(points.kind[i] as number), points.value[i] as Points['value'][number]);
    result.push({ ts: points.ts[i] as number, value });
  }
  if (query.order === 'DESC') result.reverse();
  return result;
}

type PointQuery = Pick<SeriesQuery, 'startTs' | 'endTs' | 'limit' | 'order'>;

/** At most `limit` points from one end of the range, ascending by ts. */
async function readPoints(pool: pg.Pool, series: Series, query: PointQuery): Promise<Points> {
  const { startTs, endTs, limit } = query;
  if (limit <= 0) return emptyPoints();
  const newestFirst = query.order === 'DESC';
  const memory = series.buffer.range(startTs, endTs);
  const { deletions, tail } = series;
  if (tail && startsAfter(memory, tail.toTs, limit, newestFirst)) return cut(memory, limit, newestFirst);

  const found = emptyPoints();
  /** Boundary of what was read: all points of further chunks lie beyond it. */
  let edge: number | null = null;
  let batch = Math.min(MAX_CHUNKS, Math.ceil(limit / EXPECTED_POINTS) + 1);
  for (;;) {
    const chunks = await readChunks(pool, series.id, startTs, endTs, newestFirst, edge, batch);
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

interface ReadChunk {
  toTs: number;
  fromTs: number;
  sequence: number;
  body: Buffer;
}

async function readChunks(
  pool: pg.Pool,
  seriesId: number,
  startTs: number,
  endTs: number,
  newestFirst: boolean,
  edge: number | null,
  limit: number,
): Promise<ReadChunk[]> {
  const place = newestFirst
    ? 'AND ($4::bigint IS NULL OR to_ts < $4) ORDER BY to_ts DESC'
    : 'AND ($4::bigint IS NULL OR from_ts > $4) ORDER BY from_ts ASC';
  const rows = await cellsQuery(
    pool,
    `SELECT to_ts, from_ts, sequence, body FROM series_chunk
     WHERE series_id = $1 AND to_ts >= $2 AND from_ts < $3 ${place} LIMIT $5`,
    [seriesId, startTs, endTs, edge, limit],
  );
  return rows.map(([toTs, fromTs, sequence, body]) => ({
    toTs: toTs as number,
    fromTs: fromTs as number,
    sequence: sequence as number,
    body: body as Buffer,
  }));
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
  pool: pg.Pool,
  series: Series,
  query: SeriesQuery,
  aggregation: BucketAggregation,
): Promise<SeriesPoint[]> {
  const { startTs } = query;
  const buckets = bucketsOf(query);
  const endTs = endOf(buckets, query);
  const memory = series.buffer.range(startTs, endTs);
  const { deletions } = series;
  const aggregator = new BucketAggregator();
  for (let i = 0; i < memory.ts.length; i++) {
    const value = telemetryValueOf(typeOf(memory.kind[i] as number), memory.value[i] as Points['value'][number]);
    aggregator.add(buckets.indexOf(memory.ts[i] as number), value);
  }
  const rows = await readFigures(pool, series, query, buckets, memory, deletions);
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

/** Chunks of the range; bodies only of those whose figures do not suffice. */
function readFigures(
  pool: pg.Pool,
  series: Series,
  query: SeriesQuery,
  buckets: Buckets,
  memory: Points,
  deletions: readonly Deletion[],
): ReturnType<typeof cellsQuery> {
  const { startTs, interval } = query;
  const sameBucket = buckets.boundaries
    ? 'width_bucket(from_ts, $7::bigint[]) = width_bucket(to_ts, $7::bigint[])'
    : '(from_ts - $2) / $7::bigint = (to_ts - $2) / $7::bigint';
  const lastDeletion = deletions.reduce((latest, { sequence }) => Math.max(latest, sequence), 0);
  return cellsQuery(
    pool,
    `SELECT from_ts, sequence, point_count, types, sum_value, min_value, max_value,
       CASE WHEN sum_value IS NOT NULL AND from_ts >= $2 AND to_ts < $3 AND sequence >= $4
         AND NOT (to_ts >= $5 AND from_ts <= $6) AND ${sameBucket} THEN NULL ELSE body END
     FROM series_chunk WHERE series_id = $1 AND to_ts >= $2 AND from_ts < $3`,
    [
      series.id,
      startTs,
      endOf(buckets, query),
      lastDeletion,
      // Memory may hold newer points with the same ts.
      memory.ts[0] ?? Number.MAX_SAFE_INTEGER,
      memory.ts[memory.ts.length - 1] ?? Number.MIN_SAFE_INTEGER,
      buckets.boundaries ?? interval,
    ],
  );
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
    if (hasDoubles || Number.isSafeInteger(sum)) {
      aggregator.addFigures(index, { count: at - start, hasDoubles, sum, min, max });
    } else {
      for (let i = start; i < at; i++) aggregator.add(index, { type: 'LONG', value: number[i] as number });
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

/** The newest point with ts < startTs or ts >= endTs; no point when there is none. */
export async function newestOutside(pool: pg.Pool, series: Series, startTs: number, endTs: number): Promise<Points> {
  const newest = { limit: 1, order: 'DESC' as const };
  const after = await readPoints(pool, series, { startTs: endTs, endTs: Number.MAX_SAFE_INTEGER, ...newest });
  if (after.ts.length > 0) return after;
  return readPoints(pool, series, { startTs: Number.MIN_SAFE_INTEGER, endTs: startTs, ...newest });
}
