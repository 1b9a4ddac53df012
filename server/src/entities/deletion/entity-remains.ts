import { NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import type { Remains } from './remains.ts';
import { MAX_ROWS, remainsInTable } from './table-remains.ts';

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

/** What entities were before their changes, once their tenant is gone: until then it stays when they are deleted. */
function historyOfTenants(): Remains {
  return {
    async remove({ client }, entityIds) {
      const result = await client.query(
        `DELETE FROM entity_version WHERE ctid = ANY(ARRAY(
           SELECT ctid FROM entity_version AS version
           WHERE entity_id = ANY($1::uuid[]) AND tenant_id <> $2
             AND NOT EXISTS (SELECT FROM tenant WHERE tenant.id = version.tenant_id)
           LIMIT ${MAX_ROWS} FOR UPDATE SKIP LOCKED))`,
        [entityIds, NULL_UUID],
      );
      return (result.rowCount ?? 0) < MAX_ROWS;
    },
    // What was left before this was done goes when it is old.
    owners: async () => [],
  };
}

/** What is kept about entities below their own room: events, relations, messages that wait or were set aside. */
export function createEntityRemains(pool: pg.Pool): Remains[] {
  return [
    remainsInTable(pool, 'event', 'entity_id'),
    remainsInTable(pool, 'edge_event', 'edge_id'),
    remainsInTable(pool, 'relation', 'from_id'),
    remainsInTable(pool, 'relation', 'to_id'),
    // Nobody may read it any more.
    remainsInTable(pool, 'audit_log', 'tenant_id'),
    historyOfTenants(),
    // Of devices that went with their tenant, which count as many less.
    remainsInTable(pool, 'device_count', 'tenant_id'),
    remainsInTable(pool, 'active_device_count', 'tenant_id'),
    messagesIn(pool, 'message_set_aside', 'originator_id'),
    messagesIn(pool, 'message_held', 'originator_id'),
    messagesIn(pool, 'message_parked', "(next_message #>> '{originator,id}')::uuid"),
  ];
}
