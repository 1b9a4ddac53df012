import { type EntityId, entityId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { Tenant, TenantInfo } from '@signalbox/contract/tenant';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { asJson } from '../../storage/json-column.ts';
import { contains, orderBy, type SortColumns, selectPage } from '../../storage/paging.ts';
import { replaceRow } from '../../storage/replace-row.ts';
import type { TenantTable } from '../../storage/schema.ts';
import { contactOf, contactSortColumns } from '../contact.ts';
import { ENTITY_KINDS } from '../entity-kinds.ts';

const SORT_COLUMNS: SortColumns = {
  ...contactSortColumns('tenant'),
  createdTime: sql`tenant.created_time`,
  title: sql`lower(tenant.title)`,
  name: sql`lower(tenant.title)`,
  region: sql`tenant.region`,
};
const INFO_SORT_COLUMNS: SortColumns = { ...SORT_COLUMNS, tenantProfileName: sql`lower(tenant_profile.name)` };

/** A row of `tenant` as the tenant it holds. */
export function toTenant(row: Selectable<TenantTable>): Tenant {
  return {
    id: entityId('TENANT', row.id),
    createdTime: row.created_time,
    additionalInfo: row.additional_info,
    ...contactOf(row),
    title: row.title,
    region: row.region,
    tenantProfileId: entityId('TENANT_PROFILE', row.tenant_profile_id),
    name: row.title,
  };
}

function toRow(tenant: Tenant) {
  return {
    id: tenant.id.id,
    created_time: tenant.createdTime,
    tenant_profile_id: tenant.tenantProfileId.id,
    title: tenant.title,
    region: tenant.region,
    ...contactOf(tenant),
    additional_info: asJson(tenant.additionalInfo),
  };
}

/** What a deletion of a tenant reports. */
export interface TenantRemains {
  /** As it was. */
  tenant: Tenant;
  /** What went with it. */
  gone: EntityId[];
}

type InfoRow = Selectable<TenantTable> & { tenant_profile_name: string };

function toInfo(row: InfoRow): TenantInfo {
  const { name, ...tenant } = toTenant(row);
  return { ...tenant, tenantProfileName: row.tenant_profile_name, name };
}

/** Rows of `tenant`; a tenant's id is its tenant. */
export function createTenantStore(db: Database) {
  return {
    async find(id: string): Promise<Tenant | undefined> {
      const row = await db.selectFrom('tenant').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toTenant(row);
    },

    /** The tenant with this title; of several the oldest, and of those that differ in case the one that does not. */
    async findByTitle(title: string): Promise<Tenant | undefined> {
      const row = await db
        .selectFrom('tenant')
        .selectAll()
        .where(sql<SqlBool>`lower(title) = lower(${title})`)
        .orderBy(sql`title <> ${title}`)
        .orderBy('created_time')
        .limit(1)
        .executeTakeFirst();
      return row && toTenant(row);
    },

    async findInfo(id: string): Promise<TenantInfo | undefined> {
      const row = await db
        .selectFrom('tenant')
        .innerJoin('tenant_profile', 'tenant_profile.id', 'tenant.tenant_profile_id')
        .selectAll('tenant')
        .select('tenant_profile.name as tenant_profile_name')
        .where('tenant.id', '=', id)
        .executeTakeFirst();
      return row && toInfo(row);
    },

    async list(link: PageLink): Promise<PageData<Tenant>> {
      const page = await selectPage<Selectable<TenantTable>>(db, link, {
        select: sql`*`,
        from: sql`tenant`,
        where: contains(sql.ref('title'), link.textSearch),
        orderBy: orderBy(link, SORT_COLUMNS, 'tenant'),
      });
      return { ...page, data: page.data.map(toTenant) };
    },

    async listInfos(link: PageLink): Promise<PageData<TenantInfo>> {
      const page = await selectPage<InfoRow>(db, link, {
        select: sql`tenant.*, tenant_profile.name AS tenant_profile_name`,
        from: sql`tenant JOIN tenant_profile ON tenant_profile.id = tenant.tenant_profile_id`,
        where: contains(sql.ref('tenant.title'), link.textSearch),
        orderBy: orderBy(link, INFO_SORT_COLUMNS, 'tenant'),
      });
      return { ...page, data: page.data.map(toInfo) };
    },

    async insert(tenant: Tenant): Promise<void> {
      await db.insertInto('tenant').values(toRow(tenant)).execute();
    },

    /** Replaces the tenant; returns it as it was right before, undefined when it is gone. */
    async update(tenant: Tenant): Promise<Tenant | undefined> {
      const { id, ...values } = toRow(tenant);
      const before = await replaceRow(db, 'tenant', sql<SqlBool>`id = ${id}`, values);
      return before && toTenant(before);
    },

    /** Deletes the tenant with its entities; data about them is removed later. Undefined if it no longer exists. */
    async delete(id: string): Promise<TenantRemains | undefined> {
      return db.transaction().execute(async (transaction) => {
        // Nothing can be made for the tenant from here on.
        const held = await sql<Selectable<TenantTable>>`SELECT * FROM tenant WHERE id = ${id} FOR UPDATE`.execute(
          transaction,
        );
        const row = held.rows[0];
        if (!row) return undefined;
        // Nor a device of a customer or of a profile, once the devices are gone; held in the order of those who make one.
        await sql`SELECT id FROM customer WHERE tenant_id = ${id} ORDER BY id FOR UPDATE`.execute(transaction);
        await sql`SELECT id FROM device_profile WHERE tenant_id = ${id} FOR UPDATE`.execute(transaction);
        const gone: EntityId[] = [];
        // One statement instead of one a device.
        await sql`DELETE FROM device_credentials USING device
          WHERE device.id = device_credentials.device_id AND device.tenant_id = ${id}`.execute(transaction);
        for (const { table, entityType, withTenant } of ENTITY_KINDS) {
          if (withTenant !== 'deleted') continue;
          const deleted = await sql<{ id: string }>`
            DELETE FROM ${sql.table(table)} WHERE tenant_id = ${id} RETURNING id`.execute(transaction);
          for (const row of deleted.rows) gone.push(entityId(entityType, row.id));
        }
        await transaction.deleteFrom('tenant').where('id', '=', id).execute();
        return { tenant: toTenant(row), gone };
      });
    },
  };
}

export type TenantStore = ReturnType<typeof createTenantStore>;
