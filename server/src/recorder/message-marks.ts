import type { MessageOutcome, Trace } from '@signalbox/contract/recorder';
import type pg from 'pg';
import type { Message } from '../messages/message.ts';

/** Which messages of a tenant are set aside or wait: ids of them, and of those that they are copies of. */
export interface MessageMarks {
  /** undefined: neither */
  of(message: Pick<Message, 'id' | 'sourceId'>): Extract<MessageOutcome, 'SET_ASIDE' | 'WAITING'> | undefined;
}

/** Where a message is that has not gone through. */
export type MessageFate = Pick<Trace, 'setAside' | 'waiting'>;

/** Rows that a trace names of one message. */
const MAX_ROWS = 50;

/** The id under which all runs and copies of a message are known. */
export const familyOf = ({ id, sourceId = id }: Pick<Message, 'id' | 'sourceId'>): string => sourceId;

/**
 * What the tables of messages that are set aside, held and parked say of messages of the log. A tenant has 10,000, 50,000
 * and 50,000 of them at most, so they are read without an index of ids, which each message that waits would have to write.
 */
export function createMessageMarks(pool: pg.Pool) {
  return {
    /** @param among ids of messages; all when not given */
    async read(tenantId: string, among?: readonly string[]): Promise<MessageMarks> {
      const { rows } = await pool.query<{ state: 'SET_ASIDE' | 'WAITING'; ids: (string | null)[] }>(
        `SELECT state, ids FROM (
           SELECT 'SET_ASIDE' AS state, ARRAY[message ->> 'id', message ->> 'sourceId', entered ->> 'id'] AS ids
           FROM message_set_aside WHERE tenant_id = $1
           UNION ALL
           SELECT 'WAITING', ARRAY[message ->> 'id', message ->> 'sourceId'] FROM message_held WHERE tenant_id = $1
           UNION ALL
           SELECT 'WAITING', ARRAY[next_message ->> 'id', next_message ->> 'sourceId']
           FROM message_parked WHERE tenant_id = $1
         ) AS marked WHERE $2::text[] IS NULL OR ids && $2`,
        [tenantId, among ?? null],
      );
      const marks = new Map<string, 'SET_ASIDE' | 'WAITING'>();
      // What waits is not at its end, whatever became of copies of it.
      for (const wanted of ['SET_ASIDE', 'WAITING'] as const) {
        for (const { state, ids } of rows) if (state === wanted) for (const id of ids) if (id) marks.set(id, state);
      }
      return { of: (message) => marks.get(message.id) ?? marks.get(familyOf(message)) };
    },

    /** Where one message is, with the copies of it. */
    async fate(tenantId: string, message: Pick<Message, 'id' | 'sourceId'>): Promise<MessageFate> {
      const ids = [...new Set([message.id, familyOf(message)])];
      const aside = await pool.query<{ id: string; created_time: number; error: string; rule_node_id: string | null }>(
        `SELECT id, created_time, error, rule_node_id FROM message_set_aside
         WHERE tenant_id = $1 AND ARRAY[message ->> 'id', message ->> 'sourceId', entered ->> 'id'] && $2::text[]
         ORDER BY created_time, id LIMIT ${MAX_ROWS}`,
        [tenantId, ids],
      );
      const held = await pool.query<{ queue_name: string; attempts: number; due: number; created_time: number }>(
        `SELECT queue_name, attempts, due, created_time FROM message_held
         WHERE tenant_id = $1 AND ARRAY[message ->> 'id', message ->> 'sourceId'] && $2::text[]
         ORDER BY place LIMIT ${MAX_ROWS}`,
        [tenantId, ids],
      );
      return {
        setAside: aside.rows.map((row) => ({
          id: row.id,
          time: Number(row.created_time),
          reason: row.error,
          ruleNodeId: row.rule_node_id,
        })),
        waiting: held.rows.map((row) => ({
          queueName: row.queue_name,
          attempts: row.attempts,
          due: Number(row.due) === 0 ? null : Number(row.due),
          since: Number(row.created_time),
        })),
      };
    },
  };
}
