import type pg from 'pg';
import { inTransaction } from '../storage/transaction.ts';
import type { Message } from './message.ts';
import { decodeMessages } from './message-codec.ts';

/** How far a partition is processed. */
export interface LogOffset {
  /** Number of the last processed batch. */
  batch: number;
  /** Messages after it that are processed, too: only while a batch is processed in parts. */
  done: number;
}

/** One row to be written. */
export interface LogRow {
  partition: number;
  batch: number;
  /** epoch ms */
  createdTime: number;
  messageCount: number;
  body: Buffer;
}

const HOUR = 3_600_000;
/** ms of a table; short, so that a log that has grown too large can be truncated */
const SLICE = 300_000;

/** The time range of one table, epoch ms. */
interface TableRange {
  name: string;
  from: number;
  until: number;
}

/** The time range that a table name stands for: slices, and hours of earlier versions. */
function rangeOf(name: string): TableRange | undefined {
  const [, kind, number] = /^message_log_(s?)(\d+)$/.exec(name) ?? [];
  if (number === undefined) return undefined;
  const length = kind === 's' ? SLICE : HOUR;
  return { name, from: Number(number) * length, until: (Number(number) + 1) * length };
}

/** Statements on message_log and its partitions, one for each slice of time. */
export interface LogTable {
  /**
   * Writes all rows or none, and removes the parked messages that end with them.
   * @throws Error when another server has taken over one of their partitions
   */
  insert(client: pg.ClientBase, rows: readonly LogRow[], ended?: readonly string[]): Promise<void>;
  /** Number of the newest batch, and how far the partition is processed. */
  position(partition: number): Promise<{ newest: number; processed: LogOffset }>;
  /** Ensures that each of these partitions has an offset; returns all partitions that ever had one. */
  partitions(wanted: readonly number[]): Promise<number[]>;
  /** Takes partitions over from whichever server had them: nothing that it sends later has any effect on them. */
  takeOver(partitions: readonly number[]): Promise<void>;
  /**
   * Records, in the transaction of `client`, how far a partition is processed; only from where this server believes it
   * to be, so that nothing is processed twice whatever other servers do.
   * @returns false when the offset is elsewhere or the partition no longer belongs to this server
   */
  moveOffset(client: Pick<pg.ClientBase, 'query'>, partition: number, from: LogOffset, to: LogOffset): Promise<boolean>;
  /** Batches with after < number <= last, oldest first, at most `limit`. */
  read(
    partition: number,
    after: number,
    last: number,
    limit: number,
  ): Promise<{ batch: number; messages: Message[] }[]>;
  /**
   * Drops tables whose batches are all processed: those that ended before `time`, and the oldest ones while all tables
   * together take more than `size` bytes. Returns how many.
   */
  drop(time: number, size: number): Promise<number>;
}

export function createLogTable(pool: pg.Pool): LogTable {
  /** The table that was written to last. */
  let current: TableRange | undefined;
  /** partition → epoch under which this server owns it */
  const epochs = new Map<number, number>();

  /** Oldest first, with the size of each in bytes. */
  async function tables(client: Pick<pg.ClientBase, 'query'>): Promise<(TableRange & { bytes: number })[]> {
    const found = await client.query<{ name: string; bytes: number }>(
      `SELECT child.relname AS name, pg_total_relation_size(child.oid) AS bytes FROM pg_inherits
       JOIN pg_class AS child ON child.oid = inhrelid WHERE inhparent = 'message_log'::regclass`,
    );
    return found.rows
      .flatMap(({ name, bytes }) => {
        const range = rangeOf(name);
        return range ? [{ ...range, bytes }] : [];
      })
      .sort((a, b) => a.from - b.from);
  }

  async function ensureTable(client: pg.ClientBase, time: number): Promise<void> {
    // The clock may have been set back.
    if (current && time >= current.from && time < current.until) return;
    const slice = Math.floor(time / SLICE);
    const next: TableRange = { name: `message_log_s${slice}`, from: slice * SLICE, until: (slice + 1) * SLICE };
    // Two servers may create it at the same time.
    await client.query(`SELECT pg_advisory_lock(hashtext('message_log'))`);
    try {
      const ranges = (await tables(client)).filter(({ from, until }) => time >= from && time < until);
      if (ranges.length === 0) {
        await client.query(
          `CREATE TABLE ${next.name} PARTITION OF message_log FOR VALUES FROM (${next.from}) TO (${next.until})`,
        );
      }
      current = ranges[0] ?? next;
    } finally {
      await client.query(`SELECT pg_advisory_unlock(hashtext('message_log'))`);
    }
  }

  return {
    async insert(client, rows, ended = []) {
      const first = rows[0];
      if (!first) return;
      await ensureTable(client, first.createdTime);
      const values = rows.map((_, row) => {
        const [partition, batch, createdTime, count, body] = [1, 2, 3, 4, 5].map((column) => row * 5 + column);
        return `($${partition}::smallint,$${batch}::bigint,$${createdTime}::bigint,$${count}::integer,$${body}::bytea)`;
      });
      const [partitions, owned, gone] = [1, 2, 3].map((column) => rows.length * 5 + column);
      const isOwn = `NOT EXISTS (
          SELECT FROM unnest($${partitions}::smallint[], $${owned}::bigint[]) AS own (partition, epoch)
          LEFT JOIN message_offset ON message_offset.partition = own.partition AND message_offset.epoch = own.epoch
          WHERE message_offset.partition IS NULL)`;
      const endWaiting = `WITH ended AS (DELETE FROM message_parked WHERE id = ANY($${gone}::uuid[]) AND ${isOwn})`;
      const result = await client.query({
        name: `message-log-insert-${rows.length}${ended.length > 0 ? '-ended' : ''}`,
        text: `${ended.length > 0 ? endWaiting : ''} INSERT INTO message_log (partition, batch, created_time, message_count, body)
               SELECT * FROM (VALUES ${values.join(',')}) AS row
               WHERE ${isOwn}`,
        values: [
          ...rows.flatMap((row) => [row.partition, row.batch, row.createdTime, row.messageCount, row.body]),
          rows.map((row) => row.partition),
          rows.map((row) => epochs.get(row.partition) ?? 0),
          ...(ended.length > 0 ? [ended] : []),
        ],
      });
      if (result.rowCount !== rows.length) throw new Error('Another server has taken over a message partition');
    },
    async position(partition) {
      const result = await pool.query<{ newest: number | null; batch: number; done: number }>(
        `SELECT (SELECT max(batch) FROM message_log WHERE partition = $1) AS newest, batch, done
         FROM message_offset WHERE partition = $1`,
        [partition],
      );
      const { newest = 0, batch = 0, done = 0 } = result.rows[0] ?? {};
      return { newest: Math.max(Number(newest), Number(batch)), processed: { batch: Number(batch), done } };
    },
    async partitions(wanted) {
      await pool.query(
        'INSERT INTO message_offset (partition, batch) SELECT unnest($1::smallint[]), 0 ON CONFLICT DO NOTHING',
        [wanted],
      );
      const result = await pool.query<{ partition: number }>('SELECT partition FROM message_offset ORDER BY partition');
      return result.rows.map((row) => row.partition);
    },
    async takeOver(partitions) {
      const taken = await inTransaction(pool, async ({ client }) => {
        // Waits for running statements of the previous server; its later ones see the new epochs.
        await client.query('LOCK TABLE message_log IN EXCLUSIVE MODE');
        return client.query<{ partition: number; epoch: number }>(
          `UPDATE message_offset SET epoch = epoch + 1 WHERE partition = ANY($1::smallint[])
           RETURNING partition, epoch`,
          [partitions],
        );
      });
      for (const { partition, epoch } of taken.rows) epochs.set(partition, epoch);
    },
    async moveOffset(client, partition, from, to) {
      const result = await client.query({
        name: 'message-offset',
        text: `UPDATE message_offset SET batch = $4, done = $5
          WHERE partition = $1 AND batch = $2 AND done = $3 AND epoch = $6`,
        values: [partition, from.batch, from.done, to.batch, to.done, epochs.get(partition) ?? 0],
      });
      return result.rowCount === 1;
    },
    async read(partition, after, last, limit) {
      const result = await pool.query<{ batch: number; body: Buffer }>(
        'SELECT batch, body FROM message_log WHERE partition = $1 AND batch > $2 AND batch <= $3 ORDER BY batch LIMIT $4',
        [partition, after, last, limit],
      );
      return result.rows.map((row) => ({ batch: Number(row.batch), messages: decodeMessages(row.body) }));
    },
    async drop(time, size) {
      const all = await tables(pool);
      let bytes = all.reduce((sum, table) => sum + table.bytes, 0);
      let dropped = 0;
      for (const table of all) {
        const isOld = table.until <= time;
        const isOverSize = bytes > size && table.until <= Date.now() && table.name !== current?.name;
        if (!isOld && !isOverSize) continue;
        const left = await pool.query(
          `SELECT 1 FROM ${table.name} AS row LEFT JOIN message_offset AS reached ON reached.partition = row.partition
           WHERE row.batch > coalesce(reached.batch, 0) LIMIT 1`,
        );
        if (left.rowCount) continue;
        await pool.query(`DROP TABLE ${table.name}`);
        bytes -= table.bytes;
        dropped++;
      }
      return dropped;
    },
  };
}
