import type pg from 'pg';
import { storableJson } from '../../storage/storable-text.ts';
import type { Message } from '../message.ts';

/** A message that waits for its turn in a queue. */
export interface HeldMessage {
  id: string;
  createdTime: number;
  /** Order among the messages of its queue. */
  place: number;
  queueName: string;
  /** Whether messages of its originator wait for each other. */
  isInOrder: boolean;
  /** How often it has failed. */
  attempts: number;
  /** epoch ms from when it may run; 0: at once */
  due: number;
  message: Message;
}

/** Number of messages that wait in a queue of a tenant, and since when. */
export interface HeldCount {
  queueName: string;
  waiting: number;
  /** Those that have failed and are tried again. */
  retrying: number;
  /** epoch ms */
  since: number;
}

/** Most bytes of messages that run together, unless a single one is larger. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Statements on table `message_held`. */
export interface HeldTable {
  insert(client: Pick<pg.ClientBase, 'query'>, messages: readonly HeldMessage[]): Promise<void>;
  /** Removes messages; false when some of them were not there any more. */
  remove(client: Pick<pg.ClientBase, 'query'>, ids: readonly string[]): Promise<boolean>;
  /** Tenants with messages that are due, though they may have to wait for others of their originator. */
  tenantsDue(now: number): Promise<string[]>;
  /** The first messages of a tenant that may run now, in order. */
  runnable(tenantId: string, now: number, limit: number): Promise<HeldMessage[]>;
  /** When the next message after `now` is due, epoch ms. */
  nextDue(now: number): Promise<number | undefined>;
  /** Number of messages by tenant, and the characters of their JSON. */
  tenants(): Promise<{ tenantId: string; waiting: number; length: number }[]>;
  /** Number of messages by queue and originator, where they wait for each other; of all or of the given originators. */
  originators(
    originatorIds?: readonly string[],
  ): Promise<{ queueName: string; originatorId: string; waiting: number }[]>;
  counts(tenantId: string): Promise<HeldCount[]>;
  lastPlace(): Promise<number>;
}

export function createHeldTable(pool: pg.Pool): HeldTable {
  return {
    async insert(client, messages) {
      const bodies = messages.map(({ message: { values: _, ...stored } }) => storableJson(stored));
      await client.query({
        name: 'message-held-insert',
        text: `INSERT INTO message_held (id, created_time, place, tenant_id, queue_name, originator_id, in_order,
            attempts, due, message, bytes)
          SELECT id, created_time, place, tenant_id, queue_name, originator_id, in_order, attempts, due,
            message::jsonb, length(message)
          FROM unnest($1::uuid[], $2::bigint[], $3::bigint[], $4::uuid[], $5::text[], $6::uuid[], $7::boolean[],
            $8::integer[], $9::bigint[], $10::text[])
            AS row (id, created_time, place, tenant_id, queue_name, originator_id, in_order, attempts, due, message)`,
        values: [
          messages.map(({ id }) => id),
          messages.map(({ createdTime }) => createdTime),
          messages.map(({ place }) => place),
          messages.map(({ message }) => message.tenantId),
          messages.map(({ queueName }) => queueName),
          messages.map(({ message }) => message.originator.id),
          messages.map(({ isInOrder }) => isInOrder),
          messages.map(({ attempts }) => attempts),
          messages.map(({ due }) => due),
          bodies,
        ],
      });
    },
    async remove(client, ids) {
      const { rowCount } = await client.query('DELETE FROM message_held WHERE id = ANY($1::uuid[])', [ids]);
      return rowCount === ids.length;
    },
    async tenantsDue(now) {
      const { rows } = await pool.query<{ tenant_id: string }>(
        'SELECT DISTINCT tenant_id FROM message_held WHERE due <= $1',
        [now],
      );
      return rows.map((row) => row.tenant_id);
    },
    async runnable(tenantId, now, limit) {
      const { rows } = await pool.query<{
        id: string;
        created_time: number;
        place: number;
        queue_name: string;
        in_order: boolean;
        attempts: number;
        due: number;
        message: Message;
      }>({
        name: 'message-held-runnable',
        text: `SELECT * FROM (
            SELECT id, created_time, place, queue_name, in_order, attempts, due, message,
              sum(bytes) OVER (ORDER BY place) - bytes AS before
            FROM (
              SELECT * FROM message_held AS held
              WHERE tenant_id = $1 AND due <= $2 AND (NOT in_order OR NOT EXISTS (
                SELECT FROM message_held AS first
                WHERE first.queue_name = held.queue_name AND first.originator_id = held.originator_id
                  AND first.in_order AND first.attempts > 0 AND first.place < held.place AND first.due > $2))
              ORDER BY place LIMIT $3) AS found) AS sized
          WHERE before < $4 ORDER BY place`,
        values: [tenantId, now, limit, MAX_BYTES],
      });
      return rows.map((row) => ({
        id: row.id,
        createdTime: Number(row.created_time),
        place: Number(row.place),
        queueName: row.queue_name,
        isInOrder: row.in_order,
        attempts: row.attempts,
        due: Number(row.due),
        message: row.message,
      }));
    },
    async nextDue(now) {
      const { rows } = await pool.query<{ due: number | null }>(
        'SELECT min(due) AS due FROM message_held WHERE due > $1',
        [now],
      );
      const due = rows[0]?.due ?? null;
      return due === null ? undefined : Number(due);
    },
    async tenants() {
      const { rows } = await pool.query<{ tenant_id: string; waiting: number; length: number }>(
        `SELECT tenant_id, count(*)::integer AS waiting, sum(bytes)::float8 AS length
         FROM message_held GROUP BY tenant_id`,
      );
      return rows.map((row) => ({ tenantId: row.tenant_id, waiting: row.waiting, length: row.length }));
    },
    async originators(originatorIds) {
      const { rows } = await pool.query<{ queue_name: string; originator_id: string; waiting: number }>(
        `SELECT queue_name, originator_id, count(*)::integer AS waiting FROM message_held
         WHERE in_order AND ($1::uuid[] IS NULL OR originator_id = ANY($1)) GROUP BY queue_name, originator_id`,
        [originatorIds ?? null],
      );
      return rows.map((row) => ({
        queueName: row.queue_name,
        originatorId: row.originator_id,
        waiting: row.waiting,
      }));
    },
    async counts(tenantId) {
      const { rows } = await pool.query<{ queue_name: string; waiting: number; retrying: number; since: number }>(
        `SELECT queue_name, count(*)::integer AS waiting, count(*) FILTER (WHERE attempts > 0)::integer AS retrying,
           min(created_time) AS since
         FROM message_held WHERE tenant_id = $1 GROUP BY queue_name ORDER BY queue_name`,
        [tenantId],
      );
      return rows.map((row) => ({
        queueName: row.queue_name,
        waiting: row.waiting,
        retrying: row.retrying,
        since: Number(row.since),
      }));
    },
    async lastPlace() {
      const { rows } = await pool.query<{ place: number | null }>('SELECT max(place) AS place FROM message_held');
      return Number(rows[0]?.place ?? 0);
    },
  };
}
