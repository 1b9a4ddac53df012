import type { AssignedCustomer } from '@signalbox/contract/dashboard';
import type pg from 'pg';
import type { SharedKind } from '../entity-kind.ts';

/**
 * Adds and removes customers of an entity, with the relation from each customer in the group of the kind, in a
 * transaction that holds the entity's row from then on. A customer that is deleted meanwhile is left out.
 * @param named ids of the customers that `change` may add
 * @returns the assignments right before and now, or undefined when there is no such entity
 */
export async function changeSharedCustomers(
  client: Pick<pg.ClientBase, 'query'>,
  kind: SharedKind,
  { tenantId, id }: { tenantId: string; id: string },
  named: readonly string[],
  change: (assigned: AssignedCustomer[]) => AssignedCustomer[],
): Promise<{ before: AssignedCustomer[]; after: AssignedCustomer[] } | undefined> {
  // Customers before what they share, as where customers are deleted.
  const present = await client.query<{ id: string }>(
    'SELECT id FROM customer WHERE tenant_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR KEY SHARE',
    [tenantId, named],
  );
  const lost = named.filter((one) => !present.rows.some((customer) => customer.id === one));
  const locked = await client.query<{ assigned_customers: AssignedCustomer[] | null }>(
    `SELECT assigned_customers FROM ${kind.table} WHERE tenant_id = $1 AND id = $2 FOR UPDATE`,
    [tenantId, id],
  );
  const row = locked.rows[0];
  if (!row) return undefined;
  const before = row.assigned_customers ?? [];
  const after = change(before).filter(({ customerId }) => !lost.includes(customerId.id));
  const idsAfter = after.map(({ customerId }) => customerId.id);
  const removed = before.map(({ customerId }) => customerId.id).filter((known) => !idsAfter.includes(known));
  await client.query(`UPDATE ${kind.table} SET assigned_customers = $3::jsonb WHERE tenant_id = $1 AND id = $2`, [
    tenantId,
    id,
    JSON.stringify(after),
  ]);
  await client.query(
    `DELETE FROM relation WHERE to_id = $1 AND to_type = $2 AND from_type = 'CUSTOMER'
       AND relation_type_group = $2 AND from_id = ANY($3::uuid[])`,
    [id, kind.entityType, removed],
  );
  await client.query(
    `INSERT INTO relation (from_id, from_type, to_id, to_type, relation_type, relation_type_group)
     SELECT customer_id, 'CUSTOMER', $1, $2, 'Contains', $2 FROM unnest($3::uuid[]) AS customer_id
     ON CONFLICT DO NOTHING`,
    [id, kind.entityType, idsAfter],
  );
  return { before, after };
}
