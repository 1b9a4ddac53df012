import type pg from 'pg';
import type { Remains } from './remains.ts';
import { remainsInTable } from './table-remains.ts';

/** Messages that were set aside or wait, of entities or of tenants that are gone. @param originator its id, in SQL */
function messagesIn(pool: pg.Pool, table: string, originator: string): Remains {
  return {
    async remove({ client }, entityIds) {
      await client.query(
        `DELETE FROM ${table}
         WHERE tenant_id = ANY($1::uuid[]) OR ${originator} = ANY($2::uuid[])`,
        [entityIds, entityIds],
      );
      return true;
    },
    async owners(after, limit) {
      const result = await pool.query<{ id: string }>(
        `SELECT DISTINCT owner.id FROM ${table}, LATERAL (
           VALUES (tenant_id), (${originator})) AS owner (id)
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
    messagesIn(pool, 'message_set_aside', 'originator_id'),
    messagesIn(pool, 'message_held', 'originator_id'),
    messagesIn(pool, 'message_parked', "(next_message #>> '{originator,id}')::uuid"),
  ];
}
