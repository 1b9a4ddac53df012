import type { Device, DeviceInput } from '@signalbox/contract/device';
import { type EntityId, entityId, NULL_UUID, nullId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import { ownerOf, requirePermission } from '../../access/permissions.ts';
import type { SecurityUser } from '../../access/security-user.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import { badRequest, entityNotFound, isUniqueViolation } from '../../http/errors.ts';
import type { LiveBus } from '../../live/live-bus.ts';
import { newEntityId } from '../../storage/ids.ts';
import type { DeviceFilter, DeviceStore } from './device-store.ts';

export interface DeviceServiceParts {
  store: DeviceStore;
  actionLog: ActionLog;
  liveBus: LiveBus;
}

/** Devices: who may do what with them, what makes one valid, and whom to tell. */
export function createDeviceService({ store, actionLog, liveBus }: DeviceServiceParts) {
  /** The device if `user` may do `operation` with it. A foreign tenant's device does not exist for the caller. */
  async function require(
    user: SecurityUser,
    id: string,
    operation: Parameters<typeof requirePermission>[2],
  ): Promise<Device> {
    const device = await store.find(user.tenantId, id);
    if (!device) throw entityNotFound('Device', id);
    requirePermission(user, 'DEVICE', operation, ownerOf(device));
    return device;
  }

  function changed(action: 'created' | 'updated' | 'deleted', device: Device): void {
    liveBus.publish({ kind: 'entity', action, tenantId: device.tenantId.id, entityId: device.id });
  }

  return {
    require,

    async list(user: SecurityUser, link: PageLink, filter: DeviceFilter): Promise<PageData<Device>> {
      requirePermission(user, 'DEVICE', 'READ');
      return store.list(user.tenantId, link, filter);
    },

    async save(user: SecurityUser, input: DeviceInput): Promise<Device> {
      const before = input.id ? await require(user, input.id.id, 'WRITE') : undefined;
      if (!before) requirePermission(user, 'DEVICE', 'CREATE');
      const device = complete(user, input, before);
      const failedId: EntityId = before?.id ?? nullId('DEVICE');
      try {
        if (before) await store.update(device);
        else await store.insert(device);
      } catch (error) {
        await actionLog.record({
          user,
          type: before ? 'UPDATED' : 'ADDED',
          entityId: failedId,
          entityName: device.name,
          data: { entity: device },
          error,
        });
        if (isUniqueViolation(error)) throw badRequest('Device with such name already exists!');
        throw error;
      }
      changed(before ? 'updated' : 'created', device);
      await actionLog.record({
        user,
        type: before ? 'UPDATED' : 'ADDED',
        entityId: device.id,
        entityName: device.name,
        customerId: device.customerId.id,
        data: { entity: device },
        message: { type: before ? 'ENTITY_UPDATED' : 'ENTITY_CREATED', data: device },
      });
      return device;
    },

    async delete(user: SecurityUser, id: string): Promise<void> {
      const device = await require(user, id, 'DELETE');
      await store.delete(user.tenantId, id);
      changed('deleted', device);
      await actionLog.record({
        user,
        type: 'DELETED',
        entityId: device.id,
        entityName: device.name,
        customerId: device.customerId.id,
        data: { entityId: id },
        message: { type: 'ENTITY_DELETED', data: device },
      });
    },
  };
}

/** The device as it will be stored: input checked, server-owned fields kept. */
function complete(user: SecurityUser, input: DeviceInput, before: Device | undefined): Device {
  const name = input.name?.trim();
  if (!name) throw badRequest('Device name should be specified!');
  const created = before ? { id: before.id.id, createdTime: before.createdTime } : newEntityId();
  return {
    id: entityId('DEVICE', created.id),
    createdTime: created.createdTime,
    additionalInfo: input.additionalInfo,
    tenantId: entityId('TENANT', user.tenantId),
    customerId: input.customerId ?? nullId('CUSTOMER'),
    name,
    type: input.type ?? 'default',
    label: input.label,
    deviceProfileId: input.deviceProfileId ?? entityId('DEVICE_PROFILE', NULL_UUID),
    deviceData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
    firmwareId: input.firmwareId ?? null,
    softwareId: input.softwareId ?? null,
  };
}

export type DeviceService = ReturnType<typeof createDeviceService>;
