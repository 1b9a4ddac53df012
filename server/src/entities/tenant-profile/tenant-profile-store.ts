import { entityId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { TenantProfile, TenantProfileData } from '@signalbox/contract/tenant-profile';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { moveFlag } from '../../storage/move-flag.ts';
import { contains, orderBy, type SortColumns, selectPage } from '../../storage/paging.ts';
import { deleteRow, replaceRow } from '../../storage/replace-row.ts';
import type { TenantProfileTable } from '../../storage/schema.ts';

const SORT_COLUMNS: SortColumns = {
  createdTime: sql`tenant_profile.created_time`,
  name: sql`lower(tenant_profile.name)`,
  description: sql`lower(tenant_profile.description)`,
  isDefault: sql`tenant_profile.is_default`,
  default: sql`tenant_profile.is_default`,
  isolatedTbCore: sql`tenant_profile.isolated_tb_core`,
  isolatedTbRuleEngine: sql`tenant_profile.isolated_tb_rule_engine`,
};

function toTenantProfile(row: Selectable<TenantProfileTable>): TenantProfile {
  return {
    id: entityId('TENANT_PROFILE', row.id),
    createdTime: row.created_time,
    name: row.name,
    description: row.description,
    isolatedTbCore: row.isolated_tb_core,
    isolatedTbRuleEngine: row.isolated_tb_rule_engine,
    profileData: row.profile_data as TenantProfileData,
    default: row.is_default,
  };
}

function toRow(profile: TenantProfile) {
  return {
    id: profile.id.id,
    created_time: profile.createdTime,
    name: profile.name,
    description: profile.description,
    is_default: profile.default,
    isolated_tb_core: profile.isolatedTbCore,
    isolated_tb_rule_engine: profile.isolatedTbRuleEngine,
    profile_data: JSON.stringify(profile.profileData),
  };
}

/** Rows of `tenant_profile`. They belong to the installation, not to a tenant. */
export function createTenantProfileStore(db: Database) {
  return {
    async find(id: string): Promise<TenantProfile | undefined> {
      const row = await db.selectFrom('tenant_profile').selectAll().where('id', '=', id).executeTakeFirst();
      return row && toTenantProfile(row);
    },

    async findDefault(): Promise<TenantProfile | undefined> {
      const row = await db.selectFrom('tenant_profile').selectAll().where('is_default', '=', true).executeTakeFirst();
      return row && toTenantProfile(row);
    },

    async list(link: PageLink): Promise<PageData<TenantProfile>> {
      const page = await selectPage<Selectable<TenantProfileTable>>(db, link, {
        select: sql`*`,
        from: sql`tenant_profile`,
        where: contains(sql.ref('name'), link.textSearch),
        orderBy: orderBy(link, SORT_COLUMNS, 'tenant_profile'),
      });
      return { ...page, data: page.data.map(toTenantProfile) };
    },

    async insert(...profiles: TenantProfile[]): Promise<void> {
      await db.insertInto('tenant_profile').values(profiles.map(toRow)).execute();
    },

    /**
     * Replaces the profile; only `setDefault` takes the default flag away.
     * @returns the profile as it was right before; undefined when it is gone
     */
    async update(profile: TenantProfile): Promise<TenantProfile | undefined> {
      const { id, is_default, ...values } = toRow(profile);
      const before = await replaceRow(db, 'tenant_profile', sql<SqlBool>`id = ${id}`, {
        ...values,
        is_default: sql`current.is_default OR ${is_default}`,
      });
      return before && toTenantProfile(before);
    },

    /** Moves the default flag; false if the profile no longer exists, and then the flag stays. */
    setDefault: (id: string): Promise<boolean> =>
      moveFlag(db, { table: 'tenant_profile', flag: 'is_default', among: sql`true`, id }),

    /** Deletes the profile; returns it as it was, undefined when it is gone. */
    async delete(id: string): Promise<TenantProfile | undefined> {
      const row = await deleteRow(db, 'tenant_profile', sql<SqlBool>`id = ${id}`);
      return row && toTenantProfile(row);
    },
  };
}

export type TenantProfileStore = ReturnType<typeof createTenantProfileStore>;
