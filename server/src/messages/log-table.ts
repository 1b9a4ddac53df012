import type pg from 'pg';
import { inTransaction } from '../storage/transaction.ts';
import type { Message } from './message.ts';
import { decodeMessages } from './message-codec.ts';

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

/** The statements on table message_log and its hourly tables. */
export interface LogTable {
  /**
   * Writes the rows together.
   * @throws when another server has taken the log over
   */
  insert(client: pg.ClientBase, rows: readonly LogRow[]): Promise<void>;
  /** Numbers of the newest batch and of the last processed one. */
  position(partition: number): Promise<{ newest: number; processed: number }>;
  /**
   * Takes the log over from whichever server had it, and makes sure that each of these partitions has its offset;
   * returns all partitions that ever had one.
   */
  takeOver(partitions: readonly number[]): Promise<number[]>;
  /** Batches with after < number <= last, oldest first, at most `limit`. */
  read(
    partition: number,
    after: number,
    last: number,
    limit: number,
  ): Promise<{ batch: number; messages: Message[] }[]>;
  /** Drops tables of hours that ended before `time` and whose batches are all processed; returns how many. */
  dropBefore(time: number): Promise<number>;
}

export function createLogTable(pool: pg.Pool): LogTable {
  /** End of the newest hour that has its table, epoch ms. */
  let tablesUntil = 0;
  /** Which take-over of the log this is. */
  let epoch = 0;

  async function ensureTable(client: pg.ClientBase, time: number): Promise<void> {
    if (time < tablesUntil) return;
    const hour = Math.floor(time / HOUR);
    // Two servers may do so at the same time.
    await client.query(`SELECT pg_advisory_lock(hashtext('message_log'))`);
    try {
      await client.query(
        `CREATE TABLE IF NOT EXISTS message_log_${hour} PARTITION OF message_log
         FOR VALUES FROM (${hour * HOUR}) TO (${(hour + 1) * HOUR})`,
      );
    } finally {
      await client.query(`SELECT pg_advisory_unlock(hashtext('message_log'))`);
    }
    tablesUntil = (hour + 1) * HOUR;
  }

  return {
    async insert(client, rows) {
      const first = rows[0];
      if (!first) return;
      await ensureTable(client, first.createdTime);
      const values = rows.map((_, row) => {
        const [partition, batch, createdTime, count, body] = [1, 2, 3, 4, 5].map((column) => row * 5 + column);
        return `($${partition}::smallint,$${batch}::bigint,$${createdTime}::bigint,$${count}::integer,$${body}::bytea)`;
      });
      const result = await client.query({
        name: `message-log-insert-${rows.length}`,
        text: `INSERT INTO message_log (partition, batch, created_time, message_count, body)
               SELECT * FROM (VALUES ${values.join(',')}) AS row
               WHERE (SELECT epoch FROM message_log_owner) = $${rows.length * 5 + 1}`,
        values: [
          ...rows.flatMap((row) => [row.partition, row.batch, row.createdTime, row.messageCount, row.body]),
          epoch,
        ],
      });
      if (result.rowCount !== rows.length) throw new Error('Another server has taken over the message log');
    },
    async position(partition) {
      const result = await pool.query<{ newest: number | null; processed: number | null }>(
        `SELECT (SELECT max(batch) FROM message_log WHERE partition = $1) AS newest,
                (SELECT batch FROM message_offset WHERE partition = $1) AS processed`,
        [partition],
      );
      const processed = Number(result.rows[0]?.processed ?? 0);
      return { newest: Math.max(Number(result.rows[0]?.newest ?? 0), processed), processed };
    },
    async takeOver(partitions) {
      await inTransaction(pool, async ({ client }) => {
        // Waits for the statements of the server before this one; what it sends from now on sees the new epoch.
        await client.query('LOCK TABLE message_log IN EXCLUSIVE MODE');
        const owner = await client.query<{ epoch: number }>(
          'UPDATE message_log_owner SET epoch = epoch + 1 RETURNING epoch',
        );
        epoch = owner.rows[0]?.epoch ?? 0;
      });
      await pool.query(
        'INSERT INTO message_offset (partition, batch) SELECT unnest($1::smallint[]), 0 ON CONFLICT DO NOTHING',
        [partitions],
      );
      const result = await pool.query<{ partition: number }>('SELECT partition FROM message_offset ORDER BY partition');
      return result.rows.map((row) => row.partition);
    },
    async read(partition, after, last, limit) {
      const result = await pool.query<{ batch: number; body: Buffer }>(
        'SELECT batch, body FROM message_log WHERE partition = $1 AND batch > $2 AND batch <= $3 ORDER BY batch LIMIT $4',
        [partition, after, last, limit],
      );
      return result.rows.map((row) => ({ batch: Number(row.batch), messages: decodeMessages(row.body) }));
    },
    async dropBefore(time) {
      const tables = await pool.query<{ name: string }>(
        `SELECT child.relname AS name FROM pg_inherits
         JOIN pg_class AS child ON child.oid = inhrelid WHERE inhparent = 'message_log'::regclass`,
      );
      let dropped = 0;
      for (const { name } of tables.rows) {
        const hour = Number(/^message_log_(\d+)$/.exec(name)?.[1]);
        if (!((hour + 1) * HOUR <= time)) continue;
        const left = await pool.query(
          `SELECT 1 FROM ${name} AS row LEFT JOIN message_offset AS reached ON reached.partition = row.partition
           WHERE row.batch > coalesce(reached.batch, 0) LIMIT 1`,
        );
        if (left.rowCount) continue;
        await pool.query(`DROP TABLE ${name}`);
        dropped++;
      }
      return dropped;
    },
  };
}
