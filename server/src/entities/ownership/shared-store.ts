import type { AssignedCustomer } from '@signalbox/contract/dashboard';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import type { SharedKind } from '../entity-kind.ts';

/** The customers of entities of a kind that several of them share. */
export function createSharedStore(db: Database, kind: SharedKind) {
  const table = sql.table(kind.table);
  return {
    /**
     * Adds and removes customers of an entity, with the relation from each customer in the group of the kind, in one
     * transaction that holds the entity's row. A customer that is deleted meanwhile is left out.
     * @param named ids of the customers that `change` may add
     * @returns the assignments right before and now, or undefined when there is no such entity
     */
    async changeCustomers(
      tenantId: string,
      id: string,
      named: readonly string[],
      change: (assigned: AssignedCustomer[]) => AssignedCustomer[],
    ): Promise<{ before: AssignedCustomer[]; after: AssignedCustomer[] } | undefined> {
      return db.transaction().execute(async (transaction) => {
        // Customers before what they share, as where customers are deleted.
        const present = await sql<{ id: string }>`SELECT id FROM customer
          WHERE tenant_id = ${tenantId} AND id = ANY(${named}::uuid[]) ORDER BY id FOR KEY SHARE`.execute(transaction);
        const lost = named.filter((one) => !present.rows.some((customer) => customer.id === one));
        const locked = await sql<{ assigned_customers: AssignedCustomer[] | null }>`SELECT assigned_customers
          FROM ${table} WHERE tenant_id = ${tenantId} AND id = ${id} FOR UPDATE`.execute(transaction);
        const row = locked.rows[0];
        if (!row) return undefined;
        const before = row.assigned_customers ?? [];
        const after = change(before).filter(({ customerId }) => !lost.includes(customerId.id));
        const idsAfter = after.map(({ customerId }) => customerId.id);
        const removed = before.map(({ customerId }) => customerId.id).filter((known) => !idsAfter.includes(known));
        await sql`UPDATE ${table} SET assigned_customers = ${JSON.stringify(after)}::jsonb
          WHERE tenant_id = ${tenantId} AND id = ${id}`.execute(transaction);
        await sql`DELETE FROM relation WHERE to_id = ${id} AND to_type = ${kind.entityType} AND from_type = 'CUSTOMER'
          AND relation_type_group = ${kind.entityType} AND from_id = ANY(${removed}::uuid[])`.execute(transaction);
        await sql`INSERT INTO relation (from_id, from_type, to_id, to_type, relation_type, relation_type_group)
          SELECT customer_id, 'CUSTOMER', ${id}, ${kind.entityType}, 'Contains', ${kind.entityType}
          FROM unnest(${idsAfter}::uuid[]) AS customer_id ON CONFLICT DO NOTHING`.execute(transaction);
        return { before, after };
      });
    },
  };
}
