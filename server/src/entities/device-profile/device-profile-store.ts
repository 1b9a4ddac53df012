import type { DeviceTransportType } from '@signalbox/contract/device';
import type {
  DeviceProfile,
  DeviceProfileData,
  DeviceProfileInfo,
  ProvisionType,
} from '@signalbox/contract/device-profile';
import { entityId } from '@signalbox/contract/id';
import type { NowKey } from '@signalbox/contract/now-keys';
import type { PageData, PageLink } from '@signalbox/contract/page';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { moveFlag } from '../../storage/move-flag.ts';
import { contains, orderBy, type SortColumns, selectPage } from '../../storage/paging.ts';
import { deleteRow, replaceRow } from '../../storage/replace-row.ts';
import type { DeviceProfileTable } from '../../storage/schema.ts';

type Row = Selectable<DeviceProfileTable>;

const SORT_COLUMNS: SortColumns = {
  createdTime: sql`device_profile.created_time`,
  name: sql`lower(device_profile.name)`,
  type: sql`device_profile.type`,
  transportType: sql`device_profile.transport_type`,
  description: sql`lower(device_profile.description)`,
  isDefault: sql`device_profile.is_default`,
};

const idOrNull = <T extends Parameters<typeof entityId>[0]>(type: T, id: string | null) =>
  id === null ? null : entityId(type, id);

function toProfile(row: Row): DeviceProfile {
  return {
    id: entityId('DEVICE_PROFILE', row.id),
    createdTime: row.created_time,
    tenantId: entityId('TENANT', row.tenant_id),
    name: row.name,
    description: row.description,
    image: row.image,
    type: row.type as DeviceProfile['type'],
    transportType: row.transport_type as DeviceTransportType,
    provisionType: row.provision_type as ProvisionType,
    defaultRuleChainId: idOrNull('RULE_CHAIN', row.default_rule_chain_id),
    defaultDashboardId: idOrNull('DASHBOARD', row.default_dashboard_id),
    defaultQueueName: row.default_queue_name,
    profileData: row.profile_data as DeviceProfileData,
    provisionDeviceKey: row.provision_device_key,
    firmwareId: idOrNull('OTA_PACKAGE', row.firmware_id),
    softwareId: idOrNull('OTA_PACKAGE', row.software_id),
    default: row.is_default,
  };
}

/** The short form of a profile. */
export function toInfo(
  profile: Pick<DeviceProfile, 'id' | 'name' | 'image' | 'defaultDashboardId' | 'type' | 'transportType'>,
): DeviceProfileInfo {
  const { id, name, image, defaultDashboardId, type, transportType } = profile;
  return { id, name, image, defaultDashboardId, type, transportType };
}

function toRow(profile: DeviceProfile) {
  return {
    id: profile.id.id,
    created_time: profile.createdTime,
    tenant_id: profile.tenantId.id,
    name: profile.name,
    description: profile.description,
    image: profile.image,
    is_default: profile.default,
    type: profile.type,
    transport_type: profile.transportType,
    provision_type: profile.provisionType,
    provision_device_key: profile.provisionDeviceKey,
    default_rule_chain_id: profile.defaultRuleChainId?.id ?? null,
    default_dashboard_id: profile.defaultDashboardId?.id ?? null,
    default_queue_name: profile.defaultQueueName,
    firmware_id: profile.firmwareId?.id ?? null,
    software_id: profile.softwareId?.id ?? null,
    profile_data: JSON.stringify(profile.profileData),
  };
}

/** Rows of `device_profile`. Every method takes the tenant it may look into. */
export function createDeviceProfileStore(db: Database) {
  const ofTenant = (tenantId: string) => db.selectFrom('device_profile').where('tenant_id', '=', tenantId);

  function list<R>(tenantId: string, link: PageLink, select: string, transportType?: string): Promise<PageData<R>> {
    return selectPage<R>(db, link, {
      select: sql.raw(select),
      from: sql`device_profile`,
      where: sql<SqlBool>`tenant_id = ${tenantId} AND ${contains(sql.ref('name'), link.textSearch)}
        AND ${transportType ? sql<SqlBool>`transport_type = ${transportType}` : sql<SqlBool>`true`}`,
      orderBy: orderBy(link, SORT_COLUMNS, 'device_profile'),
    });
  }

  return {
    async find(tenantId: string, id: string): Promise<DeviceProfile | undefined> {
      const row = await ofTenant(tenantId).selectAll().where('id', '=', id).executeTakeFirst();
      return row && toProfile(row);
    },

    async findDefault(tenantId: string): Promise<DeviceProfile | undefined> {
      const row = await ofTenant(tenantId).selectAll().where('is_default', '=', true).executeTakeFirst();
      return row && toProfile(row);
    },

    async findByName(tenantId: string, name: string): Promise<DeviceProfile | undefined> {
      const row = await ofTenant(tenantId).selectAll().where('name', '=', name).executeTakeFirst();
      return row && toProfile(row);
    },

    /** Of all tenants: the key alone tells a device that provisions itself where it belongs. */
    async findByProvisionKey(key: string): Promise<DeviceProfile | undefined> {
      const row = await db
        .selectFrom('device_profile')
        .selectAll()
        .where('provision_device_key', '=', key)
        .executeTakeFirst();
      return row && toProfile(row);
    },

    async list(tenantId: string, link: PageLink): Promise<PageData<DeviceProfile>> {
      const page = await list<Row>(tenantId, link, '*');
      return { ...page, data: page.data.map(toProfile) };
    },

    async listInfos(tenantId: string, link: PageLink, transportType?: string): Promise<PageData<DeviceProfileInfo>> {
      const columns = 'id, name, image, default_dashboard_id, type, transport_type';
      const page = await list<Row>(tenantId, link, columns, transportType);
      return {
        ...page,
        data: page.data.map((row) =>
          toInfo({
            id: entityId('DEVICE_PROFILE', row.id),
            name: row.name,
            image: row.image,
            defaultDashboardId: idOrNull('DASHBOARD', row.default_dashboard_id),
            type: row.type as DeviceProfile['type'],
            transportType: row.transport_type as DeviceTransportType,
          }),
        ),
      };
    },

    /** @returns false when the tenant is gone */
    async insert(profile: DeviceProfile): Promise<boolean> {
      return db.transaction().execute(async (transaction) => {
        // Held, so that it cannot be deleted and leave the profile and its devices behind.
        const tenant = await sql`SELECT id FROM tenant WHERE id = ${profile.tenantId.id} FOR KEY SHARE`.execute(
          transaction,
        );
        if (tenant.rows.length === 0) return false;
        await transaction.insertInto('device_profile').values(toRow(profile)).execute();
        return true;
      });
    },

    /**
     * Replaces the profile; a new name becomes the type of its devices in the same transaction. Only `setDefault` takes
     * the default flag away.
     * @returns the profile as it was right before; undefined when it is gone
     */
    async update(profile: DeviceProfile): Promise<DeviceProfile | undefined> {
      const { id, tenant_id, created_time, is_default, ...values } = toRow(profile);
      return db.transaction().execute(async (transaction) => {
        const isIt = sql<SqlBool>`tenant_id = ${tenant_id} AND id = ${id}`;
        const before = await replaceRow(transaction, 'device_profile', isIt, {
          ...values,
          is_default: sql`current.is_default OR ${is_default}`,
        });
        if (before && before.name !== profile.name) {
          await transaction
            .updateTable('device')
            .set({ type: profile.name })
            .where('device_profile_id', '=', id)
            .where('tenant_id', '=', tenant_id)
            .execute();
        }
        return before && toProfile(before);
      });
    },

    /** Moves the default flag. */
    setDefault: (tenantId: string, id: string): Promise<boolean> =>
      moveFlag(db, { table: 'device_profile', flag: 'is_default', among: sql`tenant_id = ${tenantId}`, id }),

    /** Deletes the profile; returns it as it was, undefined when it is gone. */
    async delete(tenantId: string, id: string): Promise<DeviceProfile | undefined> {
      const row = await deleteRow(db, 'device_profile', sql<SqlBool>`tenant_id = ${tenantId} AND id = ${id}`);
      return row && toProfile(row);
    },

    /** What lists show of the devices of profiles, as stored; of the newest `limit` profiles that name something. */
    async nowKeys(tenantId: string, limit: number): Promise<{ id: string; keys: unknown }[]> {
      return ofTenant(tenantId)
        .select(['id', 'now_keys as keys'])
        .where(sql<SqlBool>`now_keys <> '[]'::jsonb`)
        .orderBy('created_time', 'desc')
        .limit(limit)
        .execute();
    },

    /** @returns false when the profile is gone */
    async setNowKeys(tenantId: string, id: string, keys: readonly NowKey[]): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('device_profile')
        .set({ now_keys: JSON.stringify(keys) })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },

    async hasDevices(tenantId: string, id: string): Promise<boolean> {
      const row = await db
        .selectFrom('device')
        .select('id')
        .where('device_profile_id', '=', id)
        .where('tenant_id', '=', tenantId)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Ids of at most `limit` devices of the profile, or of the tenant, newest first. */
    async deviceIds(tenantId: string, profileId: string | undefined, limit: number): Promise<string[]> {
      let query = db.selectFrom('device').select('id').where('tenant_id', '=', tenantId);
      if (profileId) query = query.where('device_profile_id', '=', profileId);
      const rows = await query.orderBy('created_time', 'desc').orderBy('id', 'desc').limit(limit).execute();
      return rows.map((row) => row.id);
    },
  };
}

export type DeviceProfileStore = ReturnType<typeof createDeviceProfileStore>;
