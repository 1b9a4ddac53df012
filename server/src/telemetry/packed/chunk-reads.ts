import type pg from 'pg';
import { createBatchLoader } from '../../storage/batch-loader.ts';
import { type Cell, cellsQuery } from './cells-query.ts';

/** Chunks of a range of a series, from one of its ends. */
export interface ChunkQuery {
  seriesId: number;
  startTs: number;
  endTs: number;
  newestFirst: boolean;
  /** Chunks beyond it only; null: all. */
  edge: number | null;
  limit: number;
}

export interface ReadChunk {
  toTs: number;
  fromTs: number;
  sequence: number;
  body: Buffer;
}

/** Figures of the chunks of a range of a series, for its buckets. */
export interface FiguresQuery {
  seriesId: number;
  startTs: number;
  endTs: number;
  /** Chunks that are older have points that are deleted. */
  lastDeletion: number;
  /** Points in memory are between them. */
  memoryFrom: number;
  memoryTo: number;
  /** Length of a bucket in ms, or where buckets begin. */
  interval?: number;
  boundaries?: readonly number[];
}

/** Reads chunks. Small reads of the same turn of the event loop, as rule nodes ask for them, are one statement. */
export interface ChunkReads {
  /** In the order of the query. */
  chunks(query: ChunkQuery): Promise<ReadChunk[]>;
  /** from_ts, sequence, point_count, types, sum, min, max and body: only where the figures do not suffice, else null. */
  figures(query: FiguresQuery): Promise<Cell[][]>;
}

/** Chunks of a read that is joined with others: each is some kilobytes. */
const FEW = 4;

/** What is read of a chunk for the figures of `$2` … of a range. */
const figuresOf = (start: string, end: string, deletion: string, from: string, to: string, isSameBucket: string) =>
  `from_ts, sequence, point_count, types, sum_value, min_value, max_value,
    CASE WHEN sum_value IS NOT NULL AND from_ts >= ${start} AND to_ts < ${end} AND sequence >= ${deletion}
      AND NOT (to_ts >= ${from} AND from_ts <= ${to}) AND ${isSameBucket} THEN NULL ELSE body END AS body`;

export function createChunkReads(pool: pg.Pool): ChunkReads {
  const newest = createBatchLoader((names) => joinedChunks(pool, names, true));
  const oldest = createBatchLoader((names) => joinedChunks(pool, names, false));
  const figures = createBatchLoader((names) => joinedFigures(pool, names));
  return {
    async chunks(query) {
      const rows =
        query.limit > FEW
          ? await chunksOf(pool, query)
          : ((await (query.newestFirst ? newest : oldest)(JSON.stringify(query))) ?? []);
      return rows.map(([toTs, fromTs, sequence, body]) => ({
        toTs: toTs as number,
        fromTs: fromTs as number,
        sequence: sequence as number,
        body: body as Buffer,
      }));
    },

    async figures(query) {
      // Ranges of one bucket: a row of figures for each chunk, and bodies at their ends only.
      const { interval = 0, boundaries } = query;
      const isWhole = boundaries ? boundaries.length === 2 : interval >= query.endTs - query.startTs;
      return isWhole ? ((await figures(JSON.stringify(query))) ?? []) : figuresOfOne(pool, query);
    },
  };
}

function chunksOf(pool: pg.Pool, query: ChunkQuery): Promise<Cell[][]> {
  const { seriesId, startTs, endTs, newestFirst, edge, limit } = query;
  const place = newestFirst
    ? 'AND ($4::bigint IS NULL OR to_ts < $4) ORDER BY to_ts DESC'
    : 'AND ($4::bigint IS NULL OR from_ts > $4) ORDER BY from_ts ASC';
  return cellsQuery(
    pool,
    `SELECT to_ts, from_ts, sequence, body FROM series_chunk
     WHERE series_id = $1 AND to_ts >= $2 AND from_ts < $3 ${place} LIMIT $5`,
    [seriesId, startTs, endTs, edge, limit],
  );
}

/** The rows of several reads: the first cell of each is the number of its read. */
function byRead(names: readonly string[], rows: readonly Cell[][]): Map<string, Cell[][]> {
  const found = new Map<string, Cell[][]>();
  for (const [number, ...row] of rows) {
    const name = names[(number as number) - 1] as string;
    const known = found.get(name);
    if (known) known.push(row);
    else found.set(name, [row]);
  }
  return found;
}

async function joinedChunks(
  pool: pg.Pool,
  names: readonly string[],
  newestFirst: boolean,
): Promise<Map<string, Cell[][]>> {
  const queries = names.map((name) => JSON.parse(name) as ChunkQuery);
  const [only, another] = queries;
  if (only && !another) return new Map([[names[0] as string, await chunksOf(pool, only)]]);
  const order = newestFirst ? 'to_ts DESC' : 'from_ts ASC';
  const beyond = newestFirst ? 'to_ts < wanted.edge' : 'from_ts > wanted.edge';
  const rows = await cellsQuery(
    pool,
    `SELECT wanted.number, found.* FROM unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[], $5::integer[])
       WITH ORDINALITY AS wanted (series_id, start_ts, end_ts, edge, most, number)
     CROSS JOIN LATERAL (SELECT to_ts, from_ts, sequence, body FROM series_chunk
       WHERE series_id = wanted.series_id AND to_ts >= wanted.start_ts AND from_ts < wanted.end_ts
         AND (wanted.edge IS NULL OR ${beyond}) ORDER BY ${order} LIMIT wanted.most) AS found
     ORDER BY wanted.number, ${order}`,
    [
      queries.map(({ seriesId }) => seriesId),
      queries.map(({ startTs }) => startTs),
      queries.map(({ endTs }) => endTs),
      queries.map(({ edge }) => edge),
      queries.map(({ limit }) => limit),
    ],
  );
  return byRead(names, rows);
}

function figuresOfOne(pool: pg.Pool, query: FiguresQuery): Promise<Cell[][]> {
  const { seriesId, startTs, endTs, lastDeletion, memoryFrom, memoryTo, interval, boundaries } = query;
  const isSameBucket = boundaries
    ? 'width_bucket(from_ts, $7::bigint[]) = width_bucket(to_ts, $7::bigint[])'
    : '(from_ts - $2) / $7::bigint = (to_ts - $2) / $7::bigint';
  return cellsQuery(
    pool,
    `SELECT ${figuresOf('$2', '$3', '$4', '$5', '$6', isSameBucket)}
     FROM series_chunk WHERE series_id = $1 AND to_ts >= $2 AND from_ts < $3`,
    [seriesId, startTs, endTs, lastDeletion, memoryFrom, memoryTo, boundaries ?? interval],
  );
}

/** Of ranges that are one bucket each. */
async function joinedFigures(pool: pg.Pool, names: readonly string[]): Promise<Map<string, Cell[][]>> {
  const queries = names.map((name) => JSON.parse(name) as FiguresQuery);
  const [only, another] = queries;
  if (only && !another) return new Map([[names[0] as string, await figuresOfOne(pool, only)]]);
  const figures = figuresOf('start_ts', 'end_ts', 'deletion', 'memory_from', 'memory_to', 'true');
  const rows = await cellsQuery(
    pool,
    `SELECT wanted.number, ${figures}
     FROM unnest($1::integer[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[])
       WITH ORDINALITY AS wanted (series, start_ts, end_ts, deletion, memory_from, memory_to, number)
     JOIN series_chunk ON series_id = wanted.series AND to_ts >= wanted.start_ts AND from_ts < wanted.end_ts
     ORDER BY wanted.number`,
    [
      queries.map(({ seriesId }) => seriesId),
      queries.map(({ startTs }) => startTs),
      queries.map(({ endTs }) => endTs),
      queries.map(({ lastDeletion }) => lastDeletion),
      queries.map(({ memoryFrom }) => memoryFrom),
      queries.map(({ memoryTo }) => memoryTo),
    ],
  );
  return byRead(names, rows);
}
