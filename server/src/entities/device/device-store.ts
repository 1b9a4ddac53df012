import type { Device, DeviceData, DeviceInfo } from '@signalbox/contract/device';
import { entityId } from '@signalbox/contract/id';
import { type PageData, type PageLink, pageData } from '@signalbox/contract/page';
import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Database } from '../../storage/database.ts';
import { contains, orderBy, type SortColumns } from '../../storage/paging.ts';
import type { DeviceTable } from '../../storage/schema.ts';

/** What a device list can be limited to. */
export interface DeviceFilter {
  customerId?: string | undefined;
  type?: string | undefined;
  deviceProfileId?: string | undefined;
  active?: boolean | undefined;
}

const SORT_COLUMNS: SortColumns = {
  createdTime: sql`device.created_time`,
  name: sql`lower(device.name)`,
  type: sql`lower(device.type)`,
  label: sql`lower(device.label)`,
};

function toDevice(row: Selectable<DeviceTable>): Device {
  return {
    id: entityId('DEVICE', row.id),
    createdTime: row.created_time,
    additionalInfo: row.additional_info,
    tenantId: entityId('TENANT', row.tenant_id),
    customerId: entityId('CUSTOMER', row.customer_id),
    name: row.name,
    type: row.type,
    label: row.label,
    deviceProfileId: entityId('DEVICE_PROFILE', row.device_profile_id),
    deviceData: row.device_data as DeviceData,
    firmwareId: row.firmware_id ? entityId('OTA_PACKAGE', row.firmware_id) : null,
    softwareId: row.software_id ? entityId('OTA_PACKAGE', row.software_id) : null,
  };
}

function toRow(device: Device) {
  return {
    id: device.id.id,
    created_time: device.createdTime,
    tenant_id: device.tenantId.id,
    customer_id: device.customerId.id,
    device_profile_id: device.deviceProfileId.id,
    name: device.name,
    type: device.type,
    label: device.label,
    device_data: JSON.stringify(device.deviceData),
    firmware_id: device.firmwareId?.id ?? null,
    software_id: device.softwareId?.id ?? null,
    additional_info: device.additionalInfo === null ? null : JSON.stringify(device.additionalInfo),
  };
}

/** Rows of `device`. Every method takes the tenant it may look into. */
export function createDeviceStore(db: Database) {
  const ofTenant = (tenantId: string) => db.selectFrom('device').where('tenant_id', '=', tenantId);

  function filtered(tenantId: string, link: PageLink, filter: DeviceFilter) {
    let query = ofTenant(tenantId).where(contains(sql.ref('device.name'), link.textSearch));
    if (filter.customerId) query = query.where('device.customer_id', '=', filter.customerId);
    if (filter.type) query = query.where('device.type', '=', filter.type);
    else if (filter.deviceProfileId) query = query.where('device.device_profile_id', '=', filter.deviceProfileId);
    return query;
  }

  return {
    async find(tenantId: string, id: string): Promise<Device | undefined> {
      const row = await ofTenant(tenantId).selectAll().where('id', '=', id).executeTakeFirst();
      return row && toDevice(row);
    },

    async findByName(tenantId: string, name: string): Promise<Device | undefined> {
      const row = await ofTenant(tenantId).selectAll().where('name', '=', name).executeTakeFirst();
      return row && toDevice(row);
    },

    async findByIds(tenantId: string, ids: string[]): Promise<Device[]> {
      if (ids.length === 0) return [];
      const rows = await ofTenant(tenantId).selectAll().where('id', 'in', ids).execute();
      return rows.map(toDevice);
    },

    async list(tenantId: string, link: PageLink, filter: DeviceFilter): Promise<PageData<Device>> {
      const query = filtered(tenantId, link, filter);
      const [rows, count] = await Promise.all([
        query
          .selectAll('device')
          .orderBy(orderBy(link, SORT_COLUMNS, 'device'))
          .limit(link.pageSize)
          .offset(link.page * link.pageSize)
          .execute(),
        query.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
      ]);
      return pageData(rows.map(toDevice), Number(count.total), link);
    },

    async insert(device: Device): Promise<void> {
      await db.insertInto('device').values(toRow(device)).execute();
    },

    /** Replaces the row; false when it is gone. */
    async update(device: Device): Promise<boolean> {
      const { id, tenant_id, ...values } = toRow(device);
      const result = await db
        .updateTable('device')
        .set(values)
        .where('id', '=', id)
        .where('tenant_id', '=', tenant_id)
        .executeTakeFirst();
      return result.numUpdatedRows > 0n;
    },

    async delete(tenantId: string, id: string): Promise<boolean> {
      const result = await db
        .deleteFrom('device')
        .where('id', '=', id)
        .where('tenant_id', '=', tenantId)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },

    async types(tenantId: string, customerId?: string): Promise<string[]> {
      const rows = await ofTenant(tenantId)
        .select('type')
        .distinct()
        .where(customerId ? sql<SqlBool>`customer_id = ${customerId}` : sql<SqlBool>`true`)
        .orderBy('type')
        .execute();
      return rows.map((row) => row.type);
    },
  };
}

export type DeviceStore = ReturnType<typeof createDeviceStore>;
export type { DeviceInfo };
