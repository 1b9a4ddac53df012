import { NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import type { OwnedKind } from '../entity-kind.ts';

/** The customer of entities of a kind that belong to at most one. */
export function createOwnedStore<Entity, Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  kind: OwnedKind,
  toEntity: (row: Row) => Entity,
) {
  return {
    /**
     * Assigns an entity to a customer, or unassigns it with NULL_UUID.
     * @returns the entity as it was right before; undefined when it or the customer is gone
     */
    async setCustomer(tenantId: string, id: string, customerId: string): Promise<Entity | undefined> {
      // The customer is held, so that it cannot be deleted and leave the entity behind.
      const { rows } = await pool.query<Row>(
        `WITH owner AS MATERIALIZED (
           SELECT id FROM customer WHERE tenant_id = $1 AND id = $3 FOR KEY SHARE
         ), before AS MATERIALIZED (
           SELECT * FROM ${kind.table} WHERE tenant_id = $1 AND id = $2
             AND ($3 = '${NULL_UUID}' OR EXISTS (SELECT FROM owner)) FOR UPDATE
         ), updated AS (
           UPDATE ${kind.table} SET customer_id = $3 FROM before WHERE ${kind.table}.id = before.id
         )
         SELECT * FROM before`,
        [tenantId, id, customerId],
      );
      return rows[0] && toEntity(rows[0]);
    },

    async exists(tenantId: string, id: string): Promise<boolean> {
      const text = `SELECT FROM ${kind.table} WHERE tenant_id = $1 AND id = $2`;
      return (await pool.query(text, [tenantId, id])).rows.length > 0;
    },
  };
}
