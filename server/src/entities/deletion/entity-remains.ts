import type pg from 'pg';
import type { Remains } from './remains.ts';
import { remainsInTable } from './table-remains.ts';

/** Messages that were set aside or wait at a rule node, of entities or of tenants that are gone. */
function messagesIn(pool: pg.Pool, table: 'message_set_aside' | 'message_parked', column: string): Remains {
  return {
    async remove({ client }, entityIds) {
      await client.query(
        `DELETE FROM ${table}
         WHERE tenant_id = ANY($1::uuid[]) OR ${column} #>> '{originator,id}' = ANY($2::text[])`,
        [entityIds, entityIds],
      );
      return true;
    },
    async owners(after, limit) {
      const result = await pool.query<{ id: string }>(
        `SELECT DISTINCT owner.id FROM ${table}, LATERAL (
           VALUES (tenant_id), ((${column} #>> '{originator,id}')::uuid)) AS owner (id)
         WHERE owner.id > $1 ORDER BY owner.id LIMIT $2`,
        [after, limit],
      );
      return result.rows.map(({ id }) => id);
    },
  };
}

/** What is kept about entities below their own room: events, relations, messages that wait or were set aside. */
export function createEntityRemains(pool: pg.Pool): Remains[] {
  return [
    remainsInTable(pool, 'event', 'entity_id'),
    remainsInTable(pool, 'edge_event', 'edge_id'),
    remainsInTable(pool, 'relation', 'from_id'),
    remainsInTable(pool, 'relation', 'to_id'),
    messagesIn(pool, 'message_set_aside', 'message'),
    messagesIn(pool, 'message_parked', 'next_message'),
  ];
}
