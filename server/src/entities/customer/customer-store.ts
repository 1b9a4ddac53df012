import type { Customer } from '@signalbox/contract/customer';
import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { asJson } from '../../storage/json-column.ts';
import { contains, orderBy, type SortColumns, selectPage } from '../../storage/paging.ts';
import { replaceRow } from '../../storage/replace-row.ts';
import type { CustomerTable } from '../../storage/schema.ts';
import { contactOf, contactSortColumns } from '../contact.ts';

const SORT_COLUMNS: SortColumns = {
  ...contactSortColumns('customer'),
  createdTime: sql`customer.created_time`,
  title: sql`lower(customer.title)`,
  name: sql`lower(customer.title)`,
};

function toCustomer(row: Selectable<CustomerTable>): Customer {
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

/** Rows of `customer`. Every method takes the tenant it may look into. */
export function createCustomerStore(db: Database) {
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
      const page = await selectPage<Selectable<CustomerTable>>(db, link, {
        select: sql`*`,
        from: sql`customer`,
        where: sql<SqlBool>`tenant_id = ${tenantId} AND ${contains(sql.ref('title'), link.textSearch)}`,
        orderBy: orderBy(link, SORT_COLUMNS, 'customer'),
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

    /** Deletes the customer with its users and takes back what was assigned to it; undefined when it is gone. */
    async delete(tenantId: string, id: string): Promise<CustomerRemains | undefined> {
      return db.transaction().execute(async (transaction) => {
        // Held first, so that nothing is assigned to it any more.
        const held = await sql<Selectable<CustomerTable>>`SELECT * FROM customer
          WHERE tenant_id = ${tenantId} AND id = ${id} FOR UPDATE`.execute(transaction);
        const row = held.rows[0];
        if (!row) return undefined;
        const dashboards = await sql<{ id: string }>`
          UPDATE dashboard SET assigned_customers = (
            SELECT coalesce(jsonb_agg(entry ORDER BY place), '[]')
            FROM jsonb_array_elements(assigned_customers) WITH ORDINALITY AS assigned (entry, place)
            WHERE entry #>> '{customerId,id}' <> ${id})
          WHERE tenant_id = ${tenantId} AND ${isAssignedTo(id)} RETURNING id`.execute(transaction);
        const devices = await transaction
          .updateTable('device')
          .set({ customer_id: NULL_UUID })
          .where('tenant_id', '=', tenantId)
          .where('customer_id', '=', id)
          .returning('id')
          .execute();
        const users = await transaction
          .deleteFrom('app_user')
          .where('tenant_id', '=', tenantId)
          .where('customer_id', '=', id)
          .returning('id')
          .execute();
        await transaction.deleteFrom('customer').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
        return {
          customer: toCustomer(row),
          users: users.map((row) => entityId('USER', row.id)),
          unassigned: [
            ...dashboards.rows.map((row) => entityId('DASHBOARD', row.id)),
            ...devices.map((row) => entityId('DEVICE', row.id)),
          ],
        };
      });
    },
  };
}

/** Is the dashboard of the row assigned to the customer? */
function isAssignedTo(customerId: string) {
  return sql`assigned_customers @> ${JSON.stringify([{ customerId: { id: customerId } }])}::jsonb`;
}

export type CustomerStore = ReturnType<typeof createCustomerStore>;
