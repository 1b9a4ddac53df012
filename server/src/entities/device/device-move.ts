import type { Device } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { entityId, nullId } from '@signalbox/contract/id';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import { recordFailure } from '../../audit/record-failure.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { badRequest, entityNotFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { newMessage } from '../../messages/message.ts';
import type { MessageLog } from '../../messages/message-log.ts';
import { inTransaction, type UnitOfWork } from '../../storage/transaction.ts';
import type { Remains } from '../deletion/remains.ts';
import type { DeviceProfileService } from '../device-profile/device-profile-service.ts';
import type { TenantLimits } from '../tenant-limits.ts';
import { completeDeviceData } from './device-data.ts';
import { deviceKind } from './device-kind.ts';
import { DEVICE_COLUMNS, deviceValues, toDevice } from './device-rows.ts';
import { asConflict, type DeviceService } from './device-service.ts';

export interface DeviceMoveParts {
  pool: pg.Pool;
  devices: Pick<DeviceService, 'require'>;
  profiles: Pick<DeviceProfileService, 'findNamed'>;
  directory: EntityDirectory;
  limits: TenantLimits;
  /** What is kept about a device and does not go with it: events, relations, calls, messages that wait. */
  left: () => readonly Remains[];
  actionLog: ActionLog;
  /** Where messages for the rules go. */
  messages: Pick<MessageLog, 'append'>;
  log: Logger;
  liveBus: LiveBus;
}

const COLUMNS = DEVICE_COLUMNS.split(', ');
const VALUES = COLUMNS.map((_, at) => `$${at + 1}`).join(', ');

/** Gives devices to other tenants. */
export function createDeviceMove(parts: DeviceMoveParts) {
  const { pool, devices, profiles, directory, limits, actionLog, messages, log, liveBus } = parts;

  /** The profile that a device gets in another tenant: the one of the same name, else the default one. */
  async function profileIn(tenantId: string, name: string): Promise<DeviceProfile> {
    const profile = (await profiles.findNamed(tenantId, name)) ?? (await profiles.findNamed(tenantId, ''));
    if (!profile) throw badRequest('Device is referencing non existing device profile!');
    return profile;
  }

  /** The device as the other tenant will have it. */
  function changed(device: Device, profile: DeviceProfile): Device {
    return {
      ...device,
      tenantId: profile.tenantId,
      customerId: nullId('CUSTOMER'),
      type: profile.name,
      deviceProfileId: profile.id,
      deviceData: completeDeviceData(profile.transportType, device.deviceData),
      firmwareId: null,
      softwareId: null,
    };
  }

  async function removeLeft(unit: UnitOfWork, id: string): Promise<void> {
    for (const remains of parts.left()) {
      while (!(await remains.remove(unit, [id])));
    }
  }

  /** All of it in one transaction, in which nobody else changes the device. */
  function move(from: string, id: string, profile: DeviceProfile): Promise<{ before: Device; after: Device }> {
    return inTransaction(pool, async (unit) => {
      const { client } = unit;
      const { rows } = await client.query('SELECT * FROM device WHERE tenant_id = $1 AND id = $2 FOR UPDATE', [
        from,
        id,
      ]);
      if (!rows[0]) throw entityNotFound('Device', id);
      const before = toDevice(rows[0]);
      const views = await client.query('SELECT FROM entity_view WHERE device_id = $1 LIMIT 1', [id]);
      if (views.rowCount !== 0) throw badRequest("Can't assign device that has entity views to another tenant!");
      const after = changed(before, profile);
      await removeLeft(unit, id);
      await client.query(`UPDATE device SET (${DEVICE_COLUMNS}) = ROW (${VALUES}) WHERE id = $1`, deviceValues(after));
      return { before, after };
    });
  }

  return {
    /**
     * Gives a device with its credentials, attributes and telemetry to another tenant. Its sessions end; it loses its
     * customer, relations, events and calls.
     */
    async assignToTenant(user: SecurityUser, tenantId: string, id: string): Promise<Device> {
      const known = await devices.require(user, id, 'ASSIGN_TO_TENANT');
      const to = await directory.find(entityId('TENANT', tenantId));
      if (!to) throw badRequest('Could not find the specified Tenant!');
      if (tenantId === user.tenantId) return known;
      const action = {
        user,
        type: 'ASSIGNED_TO_TENANT',
        entityId: known.id,
        entityName: known.name,
        customerId: known.customerId.id,
        data: { entity: known },
      } as const;
      const { before, after } = await recordFailure(actionLog, action, async () => {
        try {
          const profile = await profileIn(tenantId, known.type);
          return await limits.withRoom(tenantId, deviceKind, () => move(user.tenantId, id, profile));
        } catch (error) {
          throw asConflict(error);
        }
      });
      liveBus.publish({ kind: 'entity', action: 'moved', tenantId: user.tenantId, entityId: after.id });
      liveBus.publish({ kind: 'entity', action: 'updated', tenantId, entityId: after.id });
      const from = await directory.find(entityId('TENANT', user.tenantId));
      await actionLog.record({
        ...action,
        data: { entity: after },
        before,
        message: {
          type: 'ENTITY_ASSIGNED_TO_TENANT',
          data: after,
          metadata: { assignedToTenantId: tenantId, assignedToTenantName: to.name },
        },
      });
      const message = newMessage({
        tenantId,
        type: 'ENTITY_ASSIGNED_FROM_TENANT',
        originator: after.id,
        metadata: { assignedFromTenantId: user.tenantId, assignedFromTenantName: from?.name ?? '' },
        data: JSON.stringify(after),
      });
      await messages.append([message]).catch((error: unknown) => {
        log.error({ err: error, deviceId: id }, 'the rules of a tenant were not told of a device that it was given');
      });
      return after;
    },
  };
}

export type DeviceMove = ReturnType<typeof createDeviceMove>;
