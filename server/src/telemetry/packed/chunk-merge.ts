import { chunkFigures, decodeChunk, decodedValue, encodeChunk } from './chunk-codec.ts';
import type { Chunk, ChunkHeader, NewChunk } from './chunk-table.ts';
import { emptyPoints, kindOf, lowerBound, type Points, retentionClassOf } from './points.ts';
import { expiryDay } from './retention.ts';
import { type Deletion, isDeleted } from './series.ts';

/** Target range of the points in a chunk. */
const MIN_POINTS = 200;
const MAX_POINTS = 1_000;
/**
 * A small newest chunk is merged only with points of at least this fraction of it, so that few points do not rewrite
 * it.
 */
const MIN_SHARE = 1 / 4;

/** Points and deletions of a series that are not in chunks yet. */
export interface Pending {
  seriesId: number;
  points: Points;
  deletions: readonly Deletion[];
}

/** Whether a small newest chunk should be merged with the points that follow it. */
export function joinsTail(tail: { toTs: number; count: number }, points: Points): boolean {
  return tail.count < MIN_POINTS && points.ts.length >= tail.count * MIN_SHARE;
}

/** Whether a chunk has to be rewritten: a point falls between its ends, or a deletion touches it. */
export function isTouched(header: ChunkHeader, { points, deletions }: Pending): boolean {
  const next = lowerBound(points.ts, header.fromTs);
  if (next < points.ts.length && (points.ts[next] as number) <= header.toTs) return true;
  return deletions.some((deletion) => reaches(deletion, header));
}

/** Whether the deletions cover a whole chunk. */
export function isEmptied(header: ChunkHeader, { deletions }: Pending): boolean {
  return deletions.some(
    (deletion) => reaches(deletion, header) && deletion.startTs <= header.fromTs && deletion.endTs > header.toTs,
  );
}

function reaches(deletion: Deletion, header: ChunkHeader): boolean {
  return deletion.sequence > header.sequence && deletion.startTs <= header.toTs && deletion.endTs > header.fromTs;
}

/**
 * Chunks that take the place of `touched`: their points without the deleted ones, and the pending points, which win
 * where the ts is equal. No new chunk spans one of `untouched` (ascending), so that chunks seldom overlap.
 */
export function mergeChunks(
  pending: Pending,
  touched: Chunk[],
  untouched: ChunkHeader[],
  sequence: number,
  now: number,
): NewChunk[] {
  const points = mergePoints(pointsOfChunks(touched, pending.deletions), pending.points);
  const chunks: NewChunk[] = [];
  const starts = untouched.map((header) => header.fromTs).sort((a, b) => a - b);
  for (let from = 0; from < points.ts.length; ) {
    const following = starts[lowerBound(starts, points.ts[from] as number)];
    const to = following === undefined ? points.ts.length : lowerBound(points.ts, following);
    for (const [retentionClass, part] of byRetentionClass(points, from, to)) {
      const pieces = Math.ceil(part.ts.length / MAX_POINTS);
      for (let piece = 0; piece < pieces; piece++) {
        const start = Math.floor((part.ts.length * piece) / pieces);
        const end = Math.floor((part.ts.length * (piece + 1)) / pieces);
        const toTs = part.ts[end - 1] as number;
        chunks.push({
          seriesId: pending.seriesId,
          fromTs: part.ts[start] as number,
          toTs,
          expires: expiryDay(retentionClass, toTs, now),
          retentionClass,
          sequence,
          count: end - start,
          figures: chunkFigures(part, start, end),
          body: encodeChunk(part, start, end),
        });
      }
    }
    from = to;
  }
  return chunks;
}

function pointsOfChunks(chunks: Chunk[], deletions: readonly Deletion[]): Points {
  const points = emptyPoints();
  for (const chunk of [...chunks].sort((a, b) => a.fromTs - b.fromTs)) {
    const decoded = decodeChunk(chunk.body);
    for (let i = 0; i < decoded.ts.length; i++) {
      const ts = decoded.ts[i] as number;
      if (isDeleted(deletions, ts, chunk.sequence)) continue;
      points.ts.push(ts);
      points.kind.push(kindOf(decoded.type[i] as number, chunk.retentionClass));
      points.value.push(decodedValue(decoded, i));
    }
  }
  return ascending(points);
}

/** The same points sorted by ts; returned as they are when already sorted. */
export function ascending(points: Points): Points {
  const { ts } = points;
  let sorted = true;
  for (let i = 1; i < ts.length && sorted; i++) sorted = (ts[i] as number) > (ts[i - 1] as number);
  if (sorted) return points;
  const order = ts.map((_, index) => index).sort((a, b) => (ts[a] as number) - (ts[b] as number));
  return {
    ts: order.map((index) => ts[index] as number),
    kind: order.map((index) => points.kind[index] as number),
    value: order.map((index) => points.value[index] as Points['value'][number]),
  };
}

/** Merges both, ascending by ts; for an equal ts `newer` wins. */
export function mergePoints(older: Points, newer: Points): Points {
  if (older.ts.length === 0) return newer;
  if (newer.ts.length === 0) return older;
  const merged = emptyPoints();
  const take = (from: Points, index: number): void => {
    merged.ts.push(from.ts[index] as number);
    merged.kind.push(from.kind[index] as number);
    merged.value.push(from.value[index] as Points['value'][number]);
  };
  let i = 0;
  let j = 0;
  while (i < older.ts.length || j < newer.ts.length) {
    const olderTs = i < older.ts.length ? (older.ts[i] as number) : Number.POSITIVE_INFINITY;
    const newerTs = j < newer.ts.length ? (newer.ts[j] as number) : Number.POSITIVE_INFINITY;
    if (olderTs < newerTs) {
      take(older, i++);
    } else {
      if (olderTs === newerTs) i++;
      take(newer, j++);
    }
  }
  return merged;
}

function byRetentionClass(points: Points, from: number, to: number): Map<number, Points> {
  const classes = new Map<number, Points>();
  for (let i = from; i < to; i++) {
    const retentionClass = retentionClassOf(points.kind[i] as number);
    let part = classes.get(retentionClass);
    if (!part) {
      part = emptyPoints();
      classes.set(retentionClass, part);
    }
    part.ts.push(points.ts[i] as number);
    part.kind.push(points.kind[i] as number);
    part.value.push(points.value[i] as Points['value'][number]);
  }
  return classes;
}
