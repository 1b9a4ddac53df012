import type pg from 'pg';
import { cellsQuery } from './cells-query.ts';
import type { ChunkFigures } from './chunk-codec.ts';
import { DAY } from './retention.ts';

/** The columns beside the body of a chunk. */
export interface ChunkHeader {
  seriesId: number;
  toTs: number;
  fromTs: number;
  expires: number;
  retentionClass: number;
  sequence: number;
  count: number;
}

export interface Chunk extends ChunkHeader {
  body: Buffer;
}

export interface NewChunk extends Chunk {
  figures: ChunkFigures;
}

/** A time range of a series, both ends inclusive. */
export interface Stretch {
  seriesId: number;
  fromTs: number;
  toTs: number;
}

/** Distinct headers of the chunks that overlap the ranges, ascending by series and newest point. */
export async function findHeaders(client: pg.ClientBase, stretches: Stretch[]): Promise<ChunkHeader[]> {
  if (stretches.length === 0) return [];
  const rows = await cellsQuery(
    client,
    `SELECT DISTINCT c.series_id, c.to_ts, c.from_ts, c.expires, c.retention_class, c.sequence, c.point_count
     FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS w (series_id, from_ts, to_ts)
     JOIN series_chunk c ON c.series_id = w.series_id AND c.to_ts >= w.from_ts AND c.from_ts <= w.to_ts
     ORDER BY c.series_id, c.to_ts`,
    [stretches.map((one) => one.seriesId), stretches.map((one) => one.fromTs), stretches.map((one) => one.toTs)],
  );
  return (rows as number[][]).map(([seriesId, toTs, fromTs, expires, retentionClass, sequence, count]) => ({
    seriesId: seriesId as number,
    toTs: toTs as number,
    fromTs: fromTs as number,
    expires: expires as number,
    retentionClass: retentionClass as number,
    sequence: sequence as number,
    count: count as number,
  }));
}

/** Newest chunk of each of the series that has one. */
export async function findTails(
  client: pg.ClientBase,
  seriesIds: number[],
): Promise<Map<number, { toTs: number; count: number }>> {
  const rows = await cellsQuery(
    client,
    `SELECT w.series_id, c.to_ts, c.point_count FROM unnest($1::bigint[]) AS w (series_id)
     CROSS JOIN LATERAL (
       SELECT to_ts, point_count FROM series_chunk WHERE series_id = w.series_id ORDER BY to_ts DESC LIMIT 1
     ) c`,
    [seriesIds],
  );
  return new Map((rows as [number, number, number][]).map(([seriesId, toTs, count]) => [seriesId, { toTs, count }]));
}

/** Bodies of chunks, in any order. */
export async function findBodies(client: pg.ClientBase, headers: ChunkHeader[]): Promise<Chunk[]> {
  if (headers.length === 0) return [];
  const rows = await cellsQuery(
    client,
    `SELECT c.series_id, c.to_ts, c.body FROM unnest($1::bigint[], $2::bigint[]) AS w (series_id, to_ts)
     JOIN series_chunk c ON c.series_id = w.series_id AND c.to_ts = w.to_ts`,
    [headers.map((one) => one.seriesId), headers.map((one) => one.toTs)],
  );
  /** series id:newest ts → header */
  const byPlace = new Map(headers.map((header) => [`${header.seriesId}:${header.toTs}`, header]));
  return rows.map(([seriesId, toTs, body]) => ({
    ...(byPlace.get(`${seriesId}:${toTs}`) as ChunkHeader),
    body: body as Buffer,
  }));
}

export async function deleteChunks(client: pg.ClientBase, headers: ChunkHeader[]): Promise<void> {
  if (headers.length === 0) return;
  await client.query(
    `DELETE FROM series_chunk c USING unnest($1::bigint[], $2::bigint[], $3::integer[]) AS w (series_id, to_ts, expires)
     WHERE c.series_id = w.series_id AND c.to_ts = w.to_ts AND c.expires = w.expires`,
    [headers.map((one) => one.seriesId), headers.map((one) => one.toTs), headers.map((one) => one.expires)],
  );
}

/** Inserts chunks; the bodies travel as one parameter, since arrays of bytes are sent as text. */
export async function insertChunks(client: pg.ClientBase, chunks: NewChunk[]): Promise<void> {
  if (chunks.length === 0) return;
  const offsets: number[] = [];
  let offset = 1;
  for (const { body } of chunks) {
    offsets.push(offset);
    offset += body.length;
  }
  await client.query(
    `INSERT INTO series_chunk (series_id, to_ts, from_ts, expires, retention_class, sequence, point_count, types, sum_value, min_value,
       max_value, first_value, last_value, body)
     SELECT series_id, to_ts, from_ts, expires, retention_class, sequence, point_count, types, sum_value, min_value, max_value,
       first_value, last_value, substring($1::bytea from start for length)
     FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::integer[], $6::smallint[], $7::bigint[], $8::integer[], $9::smallint[],
       $10::float8[], $11::float8[], $12::float8[], $13::float8[], $14::float8[], $15::integer[], $16::integer[])
       AS w (series_id, to_ts, from_ts, expires, retention_class, sequence, point_count, types, sum_value, min_value, max_value,
       first_value, last_value, start, length)`,
    [
      Buffer.concat(chunks.map(({ body }) => body)),
      chunks.map((one) => one.seriesId),
      chunks.map((one) => one.toTs),
      chunks.map((one) => one.fromTs),
      chunks.map((one) => one.expires),
      chunks.map((one) => one.retentionClass),
      chunks.map((one) => one.sequence),
      chunks.map((one) => one.count),
      chunks.map((one) => one.figures.types),
      chunks.map((one) => one.figures.sum),
      chunks.map((one) => one.figures.min),
      chunks.map((one) => one.figures.max),
      chunks.map((one) => one.figures.first),
      chunks.map((one) => one.figures.last),
      offsets,
      chunks.map((one) => one.body.length),
    ],
  );
}

/** Partitions of the chunks: one for each day on which chunks expire. */
export interface ChunkPartitions {
  /**
   * Ensures that the transaction of `client` can insert chunks that expire on these days.
   * @returns the new days, to be passed to `remember` after the commit
   */
  ensure(client: pg.ClientBase, days: Iterable<number>): Promise<number[]>;
  remember(days: number[]): void;
  /** Drops the partitions whose day has come; returns their number. Must not run while a transaction writes chunks. */
  dropExpired(now: number): Promise<number>;
}

const PARTITION = /^series_chunk_(\d+)$/;

export function createChunkPartitions(pool: pg.Pool): ChunkPartitions {
  const known = new Set([0]);

  return {
    async ensure(client, days) {
      const missing = [...new Set(days)].filter((day) => !known.has(day));
      for (const day of missing) {
        await client.query(
          `CREATE TABLE IF NOT EXISTS series_chunk_${day} PARTITION OF series_chunk FOR VALUES IN (${day})`,
        );
      }
      return missing;
    },
    remember(days) {
      for (const day of days) known.add(day);
    },
    async dropExpired(now) {
      const today = Math.floor(now / DAY);
      const result = await pool.query<{ name: string }>(
        `SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
         WHERE i.inhparent = 'series_chunk'::regclass`,
      );
      let dropped = 0;
      for (const { name } of result.rows) {
        const day = Number(PARTITION.exec(name)?.[1] ?? 0);
        if (day === 0 || day > today) continue;
        known.delete(day);
        await pool.query(`DROP TABLE IF EXISTS series_chunk_${day}`);
        dropped++;
      }
      return dropped;
    },
  };
}
