import type { Customer } from '@signalbox/contract/customer';
import { ENTITY_TRAITS, type EntityTraits } from '@signalbox/contract/entity-traits';
import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { asJson } from '../../storage/json-column.ts';
import { contains, rowOrder, type SortColumns } from '../../storage/paging.ts';
import { replaceRow } from '../../storage/replace-row.ts';
import type { CustomerTable } from '../../storage/schema.ts';
import { contactOf, contactSortColumns } from '../contact.ts';
import { ENTITY_KINDS } from '../entity-kinds.ts';
import type { PagedLists } from '../paged-lists.ts';

const SORT_COLUMNS: SortColumns = {
  ...contactSortColumns('e'),
  createdTime: sql`e.created_time`,
  title: sql`lower(e.title)`,
  name: sql`lower(e.title)`,
};

/** A row of `customer` as the customer it holds. */
export function toCustomer(row: Selectable<CustomerTable>): Customer {
  return {
    id: entityId('CUSTOMER', row.id),
    createdTime: row.created_time,
    additionalInfo: row.additional_info,
    ...contactOf(row),
    title: row.title,
    tenantId: entityId('TENANT', row.tenant_id),
    name: row.title,
  };
}

function toRow(customer: Customer) {
  return {
    id: customer.id.id,
    created_time: customer.createdTime,
    tenant_id: customer.tenantId.id,
    title: customer.title,
    ...contactOf(customer),
    is_public: isPublic(customer),
    additional_info: asJson(customer.additionalInfo),
  };
}

/** A customer counts as public iff its additionalInfo says so; only the server writes that. */
export function isPublic(customer: Pick<Customer, 'additionalInfo'>): boolean {
  return customer.additionalInfo?.isPublic === true;
}

/** What a deleted customer leaves behind: its users are gone, the others are the tenant's again. */
export interface CustomerRemains {
  /** As it was. */
  customer: Customer;
  users: EntityId[];
  unassigned: EntityId[];
}

/** How entities of a table stop being a customer's; each statement returns their ids. */
const RELEASE: Record<
  NonNullable<EntityTraits['customer']>,
  (table: string, tenantId: string, customerId: string) => RawBuilder<{ id: string }>
> = {
  owned: (table, tenantId, customerId) => sql`UPDATE ${sql.table(table)} SET customer_id = ${NULL_UUID}
    WHERE tenant_id = ${tenantId} AND customer_id = ${customerId} RETURNING id`,
  shared: (table, tenantId, customerId) => sql`UPDATE ${sql.table(table)} SET assigned_customers = (
      SELECT coalesce(jsonb_agg(entry ORDER BY place), '[]')
      FROM jsonb_array_elements(assigned_customers) WITH ORDINALITY AS assigned (entry, place)
      WHERE entry #>> '{customerId,id}' <> ${customerId})
    WHERE tenant_id = ${tenantId} AND ${isAssignedTo(customerId)} RETURNING id`,
  member: (table, tenantId, customerId) => sql`DELETE FROM ${sql.table(table)}
    WHERE tenant_id = ${tenantId} AND customer_id = ${customerId} RETURNING id`,
};

/** Rows of `customer`. Every method takes the tenant it may look into. */
export function createCustomerStore(db: Database, lists: PagedLists) {
  const ofTenant = (tenantId: string) => db.selectFrom('customer').where('customer.tenant_id', '=', tenantId);

  return {
    async find(tenantId: string, id: string): Promise<Customer | undefined> {
      const row = await ofTenant(tenantId).selectAll().where('id', '=', id).executeTakeFirst();
      return row && toCustomer(row);
    },

    async findByTitle(tenantId: string, title: string): Promise<Customer | undefined> {
      const row = await ofTenant(tenantId).selectAll().where('title', '=', title).executeTakeFirst();
      return row && toCustomer(row);
    },

    async list(tenantId: string, link: PageLink): Promise<PageData<Customer>> {
      const page = await lists.select<Selectable<CustomerTable>>(link, {
        tenantId,
        table: sql`customer`,
        select: sql`e.*`,
        where: sql<SqlBool>`e.tenant_id = ${tenantId} AND ${contains(sql.ref('e.title'), link.textSearch)}`,
        isNarrow: Boolean(link.textSearch),
        order: rowOrder(link, SORT_COLUMNS),
      });
      return { ...page, data: page.data.map(toCustomer) };
    },

    async insert(customer: Customer): Promise<void> {
      await db.insertInto('customer').values(toRow(customer)).execute();
    },

    /** The customer with that title, inserted unless there is one. */
    async insertIfAbsent(customer: Customer): Promise<{ customer: Customer; created: boolean }> {
      const inserted = await db
        .insertInto('customer')
        .values(toRow(customer))
        .onConflict((conflict) => conflict.columns(['tenant_id', 'title']).doNothing())
        .returningAll()
        .executeTakeFirst();
      if (inserted) return { customer: toCustomer(inserted), created: true };
      const there = await ofTenant(customer.tenantId.id)
        .selectAll()
        .where('title', '=', customer.title)
        .executeTakeFirstOrThrow();
      return { customer: toCustomer(there), created: false };
    },

    /**
     * Replaces the customer, and its title in the dashboards that are assigned to it.
     * @returns the customer as it was right before; undefined when it is gone
     */
    async update(customer: Customer): Promise<Customer | undefined> {
      const { id, tenant_id, ...values } = toRow(customer);
      return db.transaction().execute(async (transaction) => {
        const isIt = sql<SqlBool>`tenant_id = ${tenant_id} AND id = ${id}`;
        const before = await replaceRow(transaction, 'customer', isIt, values);
        if (!before) return undefined;
        await sql`
          UPDATE dashboard SET assigned_customers = (
            SELECT jsonb_agg(CASE WHEN entry #>> '{customerId,id}' = ${id}
                             THEN jsonb_set(entry, '{title}', to_jsonb(${customer.title}::text)) ELSE entry END
                             ORDER BY place)
            FROM jsonb_array_elements(assigned_customers) WITH ORDINALITY AS assigned (entry, place))
          WHERE tenant_id = ${tenant_id} AND ${isAssignedTo(id)}`.execute(transaction);
        return toCustomer(before);
      });
    },

    /** Deletes the customer with its users and unassigns its entities; undefined if it no longer exists. */
    async delete(tenantId: string, id: string): Promise<CustomerRemains | undefined> {
      return db.transaction().execute(async (transaction) => {
        // Held first, so that nothing is assigned to it any more.
        const held = await sql<Selectable<CustomerTable>>`SELECT * FROM customer
          WHERE tenant_id = ${tenantId} AND id = ${id} FOR UPDATE`.execute(transaction);
        const row = held.rows[0];
        if (!row) return undefined;
        const remains: CustomerRemains = { customer: toCustomer(row), users: [], unassigned: [] };
        for (const kind of ENTITY_KINDS) {
          const { customer } = ENTITY_TRAITS[kind.entityType];
          if (!customer) continue;
          const gone = customer === 'member' ? remains.users : remains.unassigned;
          const changed = await RELEASE[customer](kind.table, tenantId, id).execute(transaction);
          for (const one of changed.rows) gone.push(entityId(kind.entityType, one.id));
        }
        await transaction.deleteFrom('customer').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
        return remains;
      });
    },
  };
}

/** Is the dashboard of the row assigned to the customer? */
function isAssignedTo(customerId: string) {
  return sql`assigned_customers @> ${JSON.stringify([{ customerId: { id: customerId } }])}::jsonb`;
}

export type CustomerStore = ReturnType<typeof createCustomerStore>;
