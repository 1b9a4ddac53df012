import type pg from 'pg';
import { storableJson } from '../../storage/storable-text.ts';
import type { Message } from '../message.ts';

/** A parked message as it is stored. */
export interface ParkedMessage {
  id: string;
  createdTime: number;
  kind: string;
  tenantId: string;
  nodeId: string;
  request: unknown;
  next: Message;
  progress: unknown;
}

/** Number of messages that wait at a node for one kind of work, and since when. */
export interface ParkedCount {
  tenantId: string;
  nodeId: string;
  kind: string;
  waiting: number;
  /** epoch ms */
  since: number;
}

/** Statements on table `message_parked`; rows are removed by `MessageLog.append`, or here when no message continues. */
export interface ParkedTable {
  insert(client: Pick<pg.ClientBase, 'query'>, messages: readonly ParkedMessage[]): Promise<void>;
  /**
   * The oldest messages of a node except those with the given ids: at most `limit`, and so many that they have no more
   * than `length` characters of JSON together; at least one, if there is any. `isAll`: there are no others.
   */
  oldest(
    kind: string,
    nodeId: string,
    without: readonly string[],
    most: { limit: number; length: number },
  ): Promise<{ messages: ParkedMessage[]; isAll: boolean }>;
  find(id: string): Promise<ParkedMessage | undefined>;
  note(id: string, progress: unknown): Promise<void>;
  exists(id: string): Promise<boolean>;
  remove(ids: readonly string[]): Promise<void>;
  /** Characters of the payloads of each tenant. */
  lengths(): Promise<{ tenantId: string; length: number }[]>;
  /** Of all tenants or of one. */
  counts(tenantId?: string): Promise<ParkedCount[]>;
}

const COLUMNS = 'id, created_time, kind, tenant_id, rule_node_id, request, next_message, progress';

interface ParkedRow {
  id: string;
  created_time: number;
  kind: string;
  tenant_id: string;
  rule_node_id: string;
  request: unknown;
  next_message: Message;
  progress: unknown;
}

const toMessage = (row: ParkedRow): ParkedMessage => ({
  id: row.id,
  createdTime: row.created_time,
  kind: row.kind,
  tenantId: row.tenant_id,
  nodeId: row.rule_node_id,
  request: row.request,
  next: row.next_message,
  progress: row.progress ?? undefined,
});

/** Characters of the payloads that are written at a time, about. */
const PART = 8 * 1024 * 1024;

/** In parts of a few long messages, or of many short ones. */
function partsOf(messages: readonly ParkedMessage[]): ParkedMessage[][] {
  const parts: ParkedMessage[][] = [];
  let left = 0;
  for (const message of messages) {
    const { length } = message.next.data;
    if (left < length || parts.length === 0) {
      parts.push([]);
      left = PART;
    }
    parts.at(-1)?.push(message);
    left -= length;
  }
  return parts;
}

export function createParkedTable(pool: pg.Pool): ParkedTable {
  return {
    async insert(client, messages) {
      // Their JSON is made a part at a time.
      for (const part of partsOf(messages)) {
        await client.query({
          name: 'message-parked-insert',
          text: `INSERT INTO message_parked (id, created_time, kind, tenant_id, rule_node_id, request, next_message,
            data_length)
          SELECT id, created_time, kind, tenant_id, rule_node_id, request::jsonb, next_message::jsonb, data_length
          FROM unnest($1::uuid[], $2::bigint[], $3::text[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::integer[])
            AS row (id, created_time, kind, tenant_id, rule_node_id, request, next_message, data_length)`,
          values: [
            part.map(({ id }) => id),
            part.map(({ createdTime }) => createdTime),
            part.map(({ kind }) => kind),
            part.map(({ tenantId }) => tenantId),
            part.map(({ nodeId }) => nodeId),
            part.map(({ request }) => storableJson(request)),
            part.map(({ next: { values: _, ...next } }) => storableJson(next)),
            part.map(({ next }) => next.data.length),
          ],
        });
      }
    },
    async oldest(kind, nodeId, without, { limit, length }) {
      const result = await pool.query<ParkedRow & { candidates: number }>({
        name: 'message-parked-oldest',
        text: `SELECT ${COLUMNS}, candidates FROM (
            SELECT *, count(*) OVER ()::integer AS candidates,
              sum(octet_length(next_message::text)) OVER (ORDER BY created_time, id ROWS UNBOUNDED PRECEDING) AS length,
              row_number() OVER (ORDER BY created_time, id) AS number
            FROM (SELECT * FROM message_parked WHERE kind = $1 AND rule_node_id = $2 AND id <> ALL($3::uuid[])
              ORDER BY created_time, id LIMIT $4) AS oldest) AS measured
          WHERE length <= $5 OR number = 1 ORDER BY created_time, id`,
        values: [kind, nodeId, without, limit, length],
      });
      const messages = result.rows.map(toMessage);
      const candidates = result.rows[0]?.candidates ?? 0;
      return { messages, isAll: candidates < limit && candidates === messages.length };
    },
    async find(id) {
      const { rows } = await pool.query<ParkedRow>(`SELECT ${COLUMNS} FROM message_parked WHERE id = $1`, [id]);
      return rows.map(toMessage)[0];
    },
    async note(id, progress) {
      await pool.query('UPDATE message_parked SET progress = $2 WHERE id = $1', [id, storableJson(progress)]);
    },
    async exists(id) {
      return (await pool.query('SELECT 1 FROM message_parked WHERE id = $1', [id])).rowCount === 1;
    },
    async remove(ids) {
      await pool.query('DELETE FROM message_parked WHERE id = ANY($1::uuid[])', [ids]);
    },
    async lengths() {
      const { rows } = await pool.query<{ tenant_id: string; length: number }>(
        'SELECT tenant_id, sum(data_length)::float8 AS length FROM message_parked GROUP BY tenant_id',
      );
      return rows.map((row) => ({ tenantId: row.tenant_id, length: row.length }));
    },
    async counts(tenantId) {
      const result = await pool.query<{
        tenant_id: string;
        rule_node_id: string;
        kind: string;
        waiting: number;
        since: number;
      }>(
        `SELECT tenant_id, rule_node_id, kind, count(*)::integer AS waiting, min(created_time) AS since
         FROM message_parked WHERE $1::uuid IS NULL OR tenant_id = $1
         GROUP BY tenant_id, rule_node_id, kind ORDER BY since`,
        [tenantId ?? null],
      );
      return result.rows.map((row) => ({
        tenantId: row.tenant_id,
        nodeId: row.rule_node_id,
        kind: row.kind,
        waiting: row.waiting,
        since: Number(row.since),
      }));
    },
  };
}
