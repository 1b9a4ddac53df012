import type { CredentialsType, Device, DeviceCredentials, DeviceData } from '@signalbox/contract/device';
import { entityId } from '@signalbox/contract/id';
import type { Selectable } from 'kysely';
import { asJson } from '../../storage/json-column.ts';
import type { DeviceCredentialsTable, DeviceTable } from '../../storage/schema.ts';

/** A row of `device` as the device it holds. */
export function toDevice(row: Selectable<DeviceTable>): Device {
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

/** A row of `device_credentials` as it travels. */
export function toCredentials(row: Selectable<DeviceCredentialsTable>): DeviceCredentials {
  return {
    id: { id: row.id },
    createdTime: row.created_time,
    deviceId: entityId('DEVICE', row.device_id),
    credentialsType: row.credentials_type as CredentialsType,
    credentialsId: row.credentials_id,
    credentialsValue: row.credentials_value,
  };
}

/** Columns of `device` in the order of `deviceValues`. */
export const DEVICE_COLUMNS =
  'id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data, firmware_id, software_id, additional_info';

/** The values of a device's row. */
export function deviceValues(device: Device): unknown[] {
  return [
    device.id.id,
    device.createdTime,
    device.tenantId.id,
    device.customerId.id,
    device.deviceProfileId.id,
    device.name,
    device.type,
    device.label,
    JSON.stringify(device.deviceData),
    device.firmwareId?.id ?? null,
    device.softwareId?.id ?? null,
    asJson(device.additionalInfo),
  ];
}
