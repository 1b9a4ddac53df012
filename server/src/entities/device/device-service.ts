import type { Device, DeviceInfo, DeviceInput, DeviceSearch } from '@signalbox/contract/device';
import { entityId, NULL_UUID, nullId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import { CONTAINS_RELATION } from '@signalbox/contract/relation';
import { unlessBlank } from '@signalbox/contract/text';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import { isPermitted, type Operation, ownerOf, requirePermission } from '../../access/permissions.ts';
import { requireEntity } from '../../access/require-entity.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { badRequest, entityNotFound, isUniqueViolation, notFound, permissionDenied } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { newEntityId } from '../../storage/ids.ts';
import { deleteOwned } from '../delete-owned.ts';
import type { DeviceProfileService } from '../device-profile/device-profile-service.ts';
import type { RequireAssignable } from '../ota-package/assignable-packages.ts';
import type { Relations } from '../relations.ts';
import { noRoom, type TenantLimits } from '../tenant-limits.ts';
import { type CredentialsContent, completeCredentials, randomAccessToken } from './device-credentials.ts';
import { completeDeviceData } from './device-data.ts';
import type { DeviceFilter } from './device-filter.ts';
import { deviceKind } from './device-kind.ts';
import type { DeviceStore } from './device-store.ts';

const NAME_TAKEN = 'Device with such name already exists!';
export const CREDENTIALS_TAKEN = 'Device credentials are already assigned to another device!';

export interface DeviceServiceParts {
  store: DeviceStore;
  profiles: Pick<DeviceProfileService, 'find' | 'ensure'>;
  directory: EntityDirectory;
  relations: Pick<Relations, 'search'>;
  requireAssignable: RequireAssignable;
  limits: TenantLimits;
  actionLog: ActionLog;
  liveBus: LiveBus;
}

/** Devices: permissions, validation, and notification of changes. */
export function createDeviceService(parts: DeviceServiceParts) {
  const { store, profiles, directory, relations, requireAssignable, limits, actionLog, liveBus } = parts;

  /** The device if `user` may do `operation` with it. A foreign tenant's device does not exist for the caller. */
  async function require(user: SecurityUser, id: string, operation: Operation): Promise<Device> {
    const device = await store.find(user.tenantId, id);
    if (!device) throw entityNotFound('Device', id);
    requirePermission(user, 'DEVICE', operation, ownerOf(device));
    return device;
  }

  function changed(action: 'created' | 'updated' | 'deleted', device: Device): void {
    liveBus.publish({ kind: 'entity', action, tenantId: device.tenantId.id, entityId: device.id });
  }

  async function requireCustomerLists(user: SecurityUser, customerId: string): Promise<void> {
    const customer = await directory.find(entityId('CUSTOMER', customerId));
    if (!customer || customer.tenantId !== user.tenantId) throw entityNotFound('Customer', customerId);
    requirePermission(user, 'CUSTOMER', 'READ', customer);
  }

  /**
   * Refuses a device that could not be stored, before anything is made for it. What others store meanwhile is refused when the
   * device is stored.
   */
  async function requirePlace(
    tenantId: string,
    input: DeviceInput,
    name: string,
    before: Device | undefined,
    credentials: CredentialsContent | undefined,
  ): Promise<void> {
    // A profile that does not exist has no packages.
    await requireAssignable(tenantId, NULL_UUID, input);
    const named = await store.findByName(tenantId, name);
    if (named && named.id.id !== before?.id.id) throw badRequest(NAME_TAKEN);
    if (credentials) {
      const { credentialsId } = credentials;
      const owner = (await store.findOwnersOfCredentials([credentialsId])).get(credentialsId);
      if (owner !== undefined && owner !== before?.id.id) throw badRequest(CREDENTIALS_TAKEN);
    }
    const room = before ? undefined : await limits.roomFor(tenantId, deviceKind);
    if (room && room.left <= 0) throw noRoom(deviceKind.noun, room.limit);
  }

  /** The device as it will be stored: input checked and completed, server-owned fields kept. */
  async function complete(
    user: SecurityUser,
    input: DeviceInput,
    before: Device | undefined,
    credentials?: CredentialsContent,
  ): Promise<Device> {
    const name = unlessBlank(input.name);
    if (!name) throw badRequest('Device name should be specified!');
    const customerId = input.customerId.id;
    if (customerId !== NULL_UUID && customerId !== before?.customerId.id) {
      const customer = await directory.find(input.customerId);
      if (!customer) throw badRequest("Can't assign device to non-existent customer!");
      if (customer.tenantId !== user.tenantId) {
        throw badRequest("Can't assign device to customer from different tenant!");
      }
    }
    const profile = input.deviceProfileId
      ? await profiles.find(user.tenantId, input.deviceProfileId.id)
      : await profiles.ensure(user, input.type, () => requirePlace(user.tenantId, input, name, before, credentials));
    if (!profile) throw badRequest('Device is referencing non existing device profile!');
    await requireAssignable(user.tenantId, profile.id.id, input);
    const created = before ? { id: before.id.id, createdTime: before.createdTime } : newEntityId();
    return {
      id: entityId('DEVICE', created.id),
      createdTime: created.createdTime,
      additionalInfo: input.additionalInfo,
      tenantId: entityId('TENANT', user.tenantId),
      customerId: input.customerId,
      name,
      type: profile.name,
      label: input.label,
      deviceProfileId: profile.id,
      deviceData: completeDeviceData(profile.transportType, input.deviceData),
      firmwareId: input.firmwareId ?? null,
      softwareId: input.softwareId ?? null,
    };
  }

  /** Stores a new device with these credentials, or with a random access token. */
  async function insert(device: Device, credentials = accessToken(randomAccessToken())): Promise<void> {
    await limits.withRoom(device.tenantId.id, deviceKind, () =>
      store.insert(device, newCredentials(device, credentials)),
    );
  }

  /** Replaces a device, with its credentials when they are given; returns it as it was. */
  async function replace(device: Device, credentials: CredentialsContent | undefined): Promise<Device> {
    const before = await store.update(device, credentials);
    if (!before) throw entityNotFound('Device', device.id.id);
    return before;
  }

  /** Creates or replaces a device, with credentials when they are given. */
  async function save(user: SecurityUser, input: DeviceInput, credentials?: CredentialsContent): Promise<Device> {
    return saveOver(user, input, input.id ? await require(user, input.id.id, 'WRITE') : undefined, credentials);
  }

  /** The same when the device has been read; undefined: it is a new one. */
  async function saveOver(
    user: SecurityUser,
    input: DeviceInput,
    known: Device | undefined,
    credentials?: CredentialsContent,
  ): Promise<Device> {
    if (known) requirePermission(user, 'DEVICE', 'WRITE', ownerOf(known));
    else requirePermission(user, 'DEVICE', 'CREATE');
    if (known && credentials) requirePermission(user, 'DEVICE', 'WRITE_CREDENTIALS', ownerOf(known));
    // Only administrators decide who owns a device.
    if (known && user.authority === 'CUSTOMER_USER' && input.customerId.id !== known.customerId.id) {
      throw permissionDenied();
    }
    let device: Device | undefined;
    let before: Device | undefined;
    try {
      device = await complete(user, input, known, credentials);
      if (known) before = await replace(device, credentials);
      else await insert(device, credentials);
    } catch (error) {
      const failure = asConflict(error);
      await actionLog.record({
        user,
        type: known ? 'UPDATED' : 'ADDED',
        entityId: known?.id ?? nullId('DEVICE'),
        entityName: input.name,
        data: { entity: device ?? input },
        error: failure,
      });
      throw failure;
    }
    changed(before ? 'updated' : 'created', device);
    if (before && credentials) {
      liveBus.publish({ kind: 'deviceCredentials', tenantId: user.tenantId, entityId: device.id });
    }
    await actionLog.record({
      user,
      type: before ? 'UPDATED' : 'ADDED',
      entityId: device.id,
      entityName: device.name,
      customerId: device.customerId.id,
      data: { entity: device },
      before: before ?? null,
      message: { type: before ? 'ENTITY_UPDATED' : 'ENTITY_CREATED', data: device },
    });
    return device;
  }

  return {
    require,

    /** The device of that name, whoever asks. */
    findNamed: (tenantId: string, name: string): Promise<Device | undefined> => store.findByName(tenantId, name),

    async requireInfo(user: SecurityUser, id: string): Promise<DeviceInfo> {
      const info = await store.findInfo(user.tenantId, id);
      if (!info) throw entityNotFound('Device', id);
      requirePermission(user, 'DEVICE', 'READ', ownerOf(info));
      return info;
    },

    async requireNamed(user: SecurityUser, name: string): Promise<Device> {
      const device = await store.findByName(user.tenantId, name);
      if (!device) throw notFound();
      requirePermission(user, 'DEVICE', 'READ', ownerOf(device));
      return device;
    },

    async list(user: SecurityUser, link: PageLink, filter: DeviceFilter): Promise<PageData<Device>> {
      if (filter.customerId) await requireCustomerLists(user, filter.customerId);
      return store.list(user.tenantId, link, filter);
    },

    /** @param unassigned only those that no customer has */
    async listInfos(
      user: SecurityUser,
      link: PageLink,
      filter: DeviceFilter,
      unassigned = false,
    ): Promise<PageData<DeviceInfo>> {
      if (filter.customerId) await requireCustomerLists(user, filter.customerId);
      return store.listInfos(user.tenantId, link, unassigned ? { ...filter, customerId: NULL_UUID } : filter);
    },

    /** Devices of those ids that the user may read. */
    async findByIds(user: SecurityUser, ids: string[]): Promise<Device[]> {
      const found = await store.findByIds(user.tenantId, ids);
      return found.filter((device) => isPermitted(user, 'DEVICE', 'READ', ownerOf(device)));
    },

    async search(user: SecurityUser, { parameters, relationType, deviceTypes }: DeviceSearch): Promise<Device[]> {
      if (!deviceTypes) throw notFound();
      await requireEntity(directory, user, entityId(parameters.rootType, parameters.rootId), 'READ');
      const filter = { relationType: relationType ?? CONTAINS_RELATION, entityTypes: ['DEVICE' as const] };
      const found = await relations.search(parameters, [filter]);
      const ids = found.filter(({ entityType }) => entityType === 'DEVICE').map(({ id }) => id);
      const devices = await store.findByIds(user.tenantId, ids);
      return devices.filter(
        (device) => deviceTypes.includes(device.type) && isPermitted(user, 'DEVICE', 'READ', ownerOf(device)),
      );
    },

    async types(user: SecurityUser): Promise<string[]> {
      return store.types(user.tenantId, user.authority === 'CUSTOMER_USER' ? user.customerId : undefined);
    },

    async countWithoutPackage(user: SecurityUser, kind: 'FIRMWARE' | 'SOFTWARE', profileId: string): Promise<number> {
      requirePermission(user, 'DEVICE', 'READ');
      return store.countWithoutPackage(user.tenantId, profileId, kind === 'FIRMWARE' ? 'firmware_id' : 'software_id');
    },

    /** Creates or replaces; `token` becomes the access token of a new device, and is ignored for one that exists. */
    async save(user: SecurityUser, input: DeviceInput, token?: string): Promise<Device> {
      return save(user, input, token && !input.id ? accessToken(token) : undefined);
    },

    /**
     * For imports, which read many devices at a time: creates a device or replaces the one that is known. Calls at the
     * same time share their statements.
     */
    saveOver,

    /** Devices of the user's tenant by their names, in any order. */
    async findByNames(user: SecurityUser, names: readonly string[]): Promise<Device[]> {
      const found = await store.findByNames(user.tenantId, names);
      return found.filter((device) => isPermitted(user, 'DEVICE', 'READ', ownerOf(device)));
    },

    /**
     * Creates or replaces a device, found by id or else by name, together with its credentials.
     * @param onlyNew without an id it is created, and the name of another device is refused
     */
    async saveWithCredentials(
      user: SecurityUser,
      input: DeviceInput,
      credentials: Parameters<typeof completeCredentials>[0],
      onlyNew = false,
    ): Promise<Device> {
      const name = unlessBlank(input.name);
      const before = input.id
        ? await require(user, input.id.id, 'WRITE')
        : name && !onlyNew && (await store.findByName(user.tenantId, name));
      if (before) requirePermission(user, 'DEVICE', 'WRITE_CREDENTIALS', ownerOf(before));
      return save(user, before ? { ...input, id: before.id } : input, completeCredentials(credentials));
    },

    async delete(user: SecurityUser, id: string): Promise<void> {
      await deleteOwned({
        actionLog,
        kind: deviceKind,
        label: 'Device',
        user,
        known: await require(user, id, 'DELETE'),
        remove: store.delete,
        onDeleted: (device) => changed('deleted', device),
      });
    },
  };
}

function accessToken(token: string): CredentialsContent {
  return { credentialsType: 'ACCESS_TOKEN', credentialsId: token, credentialsValue: null };
}

function newCredentials(device: Device, content: CredentialsContent) {
  const { id, createdTime } = newEntityId();
  return { id: { id }, createdTime, deviceId: device.id, ...content };
}

/** A violated uniqueness constraint as a client error. */
export function asConflict(error: unknown): unknown {
  if (isUniqueViolation(error, 'device_tenant_id_name_key')) {
    return badRequest(NAME_TAKEN);
  }
  if (isUniqueViolation(error, 'device_credentials_credentials_id_key')) {
    return badRequest(CREDENTIALS_TAKEN);
  }
  return error;
}

export type DeviceService = ReturnType<typeof createDeviceService>;
