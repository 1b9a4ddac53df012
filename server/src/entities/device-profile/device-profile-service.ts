import {
  type DeviceProfile,
  type DeviceProfileInfo,
  type DeviceProfileInput,
  RULE_ENGINE_QUEUES,
} from '@signalbox/contract/device-profile';
import { type EntityId, entityId, nullId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import { unlessBlank } from '@signalbox/contract/text';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import { type Operation, ownerOf, requirePermission } from '../../access/permissions.ts';
import type { ActionLog, ActionType } from '../../audit/action-log.ts';
import { recordFailure } from '../../audit/record-failure.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { ApiError, badRequest, entityNotFound, isForeignKeyViolation, isUniqueViolation } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { createEmbeddedCache } from '../../storage/cache.ts';
import { newEntityId } from '../../storage/ids.ts';
import type { RequireAssignable } from '../ota-package/assignable-packages.ts';
import { completeProfileData, defaultProfileData } from './device-profile-data.ts';
import { type DeviceProfileStore, toInfo } from './device-profile-store.ts';
import type { TransportConfigurations } from './transport-configuration.ts';

/** Maximum number of devices whose keys are listed. */
const KEY_SAMPLE = 100;
/** Maximum number of cached profiles, which provide what a message needs of its device's profile. */
const MAX_CACHED = 5000;

export interface DeviceProfileServiceParts {
  store: DeviceProfileStore;
  actionLog: ActionLog;
  liveBus: LiveBus;
  directory: EntityDirectory;
  transports: TransportConfigurations;
  requireAssignable: RequireAssignable;
  /** Keys in use by entities, sorted. */
  keys: {
    timeseries: (entityIds: readonly string[]) => Promise<string[]>;
    attributes: (entityIds: readonly string[]) => Promise<string[]>;
  };
}

/** Device profiles: validation, permissions, and a cache for callers that need one per message. */
export function createDeviceProfileService(parts: DeviceProfileServiceParts) {
  const { store, actionLog, liveBus, directory, transports, requireAssignable, keys } = parts;
  /** profile id → profile */
  const byId = createEmbeddedCache<DeviceProfile>(MAX_CACHED);
  /** `<tenant id> <name>` → profile id; the empty name stands for the default profile */
  const byName = createEmbeddedCache<string>(MAX_CACHED);
  /** Raised by every change, so that what was read before one is not kept. */
  let generation = 0;
  liveBus.subscribeKinds(['entity'], ({ entityId: { entityType } }) => {
    if (entityType !== 'DEVICE_PROFILE') return;
    generation++;
    byId.clear();
    byName.clear();
  });

  async function find(tenantId: string, id: string): Promise<DeviceProfile | undefined> {
    const known = byId.get(id);
    if (known) return known.tenantId.id === tenantId ? known : undefined;
    const before = generation;
    const found = await store.find(tenantId, id);
    if (found && before === generation) byId.set(id, found);
    return found;
  }

  async function findNamed(tenantId: string, name: string): Promise<DeviceProfile | undefined> {
    const id = byName.get(`${tenantId} ${name}`);
    if (id) return find(tenantId, id);
    const before = generation;
    const found = name === '' ? await store.findDefault(tenantId) : await store.findByName(tenantId, name);
    if (found && before === generation) {
      byId.set(found.id.id, found);
      byName.set(`${tenantId} ${name}`, found.id.id);
    }
    return found;
  }

  async function require(user: SecurityUser, id: string, operation: Operation): Promise<DeviceProfile> {
    const profile = await find(user.tenantId, id);
    if (!profile) throw entityNotFound('Device profile', id);
    requirePermission(user, 'DEVICE_PROFILE', operation, ownerOf(profile));
    return profile;
  }

  /** Customer users may choose from the profiles of their tenant without holding a right on one. */
  async function requireInfo(user: SecurityUser, id: string): Promise<DeviceProfileInfo> {
    const profile = await find(user.tenantId, id);
    if (!profile) throw entityNotFound('Device profile', id);
    return toInfo(profile);
  }

  function changed(action: 'created' | 'updated' | 'deleted', profile: DeviceProfile): void {
    liveBus.publish({ kind: 'entity', action, tenantId: profile.tenantId.id, entityId: profile.id });
  }

  async function record(
    user: SecurityUser,
    type: ActionType,
    profile: DeviceProfile,
    message: string,
    before: DeviceProfile | null,
  ): Promise<void> {
    await actionLog.record({
      user,
      type,
      tenantId: profile.tenantId.id,
      entityId: profile.id,
      entityName: profile.name,
      data: type === 'DELETED' ? { entityId: profile.id.id } : { entity: profile },
      before,
      message: { type: message, data: profile },
    });
  }

  async function requireReference(tenantId: string, id: EntityId | null, kind: string): Promise<void> {
    if (!id) return;
    const found = await directory.find(id);
    if (!found || found.tenantId !== tenantId) throw badRequest(`Can't assign non-existent ${kind}!`);
  }

  async function validate(profile: DeviceProfile, before: DeviceProfile | undefined): Promise<void> {
    const tenantId = profile.tenantId.id;
    await requireReference(tenantId, profile.defaultRuleChainId, 'rule chain');
    await requireReference(tenantId, profile.defaultDashboardId, 'dashboard');
    await requireAssignable(tenantId, profile.id.id, profile);
    const queue = profile.defaultQueueName;
    if (queue && !(RULE_ENGINE_QUEUES as readonly string[]).includes(queue)) {
      throw badRequest('Device profile is referencing to non-existent queue!');
    }
    const changed = before && kindChanged(before, profile);
    if (changed && (await store.hasDevices(tenantId, before.id.id))) {
      throw badRequest(`Can't change device profile ${changed} because devices referenced it!`);
    }
  }

  async function insert(profile: DeviceProfile): Promise<DeviceProfile> {
    await validate(profile, undefined);
    const made = await store.insert(profile).catch((error: unknown) => {
      throw asConflict(error);
    });
    if (!made) throw entityNotFound('Tenant', profile.tenantId.id);
    changed('created', profile);
    return profile;
  }

  async function create(user: SecurityUser, profile: DeviceProfile): Promise<DeviceProfile> {
    await insert(profile);
    await record(user, 'ADDED', profile, 'ENTITY_CREATED', null);
    return profile;
  }

  async function save(user: SecurityUser, input: DeviceProfileInput): Promise<DeviceProfile> {
    const known = input.id ? await require(user, input.id.id, 'WRITE') : undefined;
    if (!known) requirePermission(user, 'DEVICE_PROFILE', 'CREATE');
    let profile: DeviceProfile | undefined;
    let before: DeviceProfile | undefined;
    try {
      profile = complete(user.tenantId, input, known, transports);
      if (!known) return await create(user, profile);
      await validate(profile, known);
      before = await store.update(profile).catch((error: unknown) => {
        throw asConflict(error);
      });
      if (!before) throw entityNotFound('Device profile', profile.id.id);
    } catch (error) {
      await actionLog.record({
        user,
        type: known ? 'UPDATED' : 'ADDED',
        entityId: known?.id ?? nullId('DEVICE_PROFILE'),
        entityName: input.name,
        data: { entity: profile ?? input },
        error,
      });
      throw error;
    }
    changed('updated', profile);
    await record(user, 'UPDATED', profile, 'ENTITY_UPDATED', before);
    return profile;
  }

  return {
    /** The profile of that name from the cache; the empty name stands for the default profile. */
    findNamed,
    /** Returns a profile of the tenant from the cache; for callers that need one per message or session. */
    find,
    /** The profile with this provisioning key, of whatever tenant. */
    findByProvisionKey: (key: string) => store.findByProvisionKey(key),
    require,
    requireInfo,

    async requireDefaultInfo(user: SecurityUser): Promise<DeviceProfileInfo> {
      const profile = await findNamed(user.tenantId, '');
      if (!profile) throw entityNotFound('Device profile', 'default');
      return toInfo(profile);
    },

    async list(user: SecurityUser, link: PageLink): Promise<PageData<DeviceProfile>> {
      requirePermission(user, 'DEVICE_PROFILE', 'READ');
      return store.list(user.tenantId, link);
    },

    async listInfos(user: SecurityUser, link: PageLink, transportType?: string): Promise<PageData<DeviceProfileInfo>> {
      return store.listInfos(user.tenantId, link, transportType);
    },

    save,

    async delete(user: SecurityUser, id: string): Promise<void> {
      const known = await require(user, id, 'DELETE');
      const data = { entityId: id };
      const action = { user, type: 'DELETED', entityId: known.id, entityName: known.name, data } as const;
      const profile = await recordFailure(actionLog, action, async () => {
        if (known.default) throw badRequest('Deletion of Default Device Profile is prohibited!');
        const deleted = await store.delete(user.tenantId, id).catch((error: unknown) => {
          if (!isForeignKeyViolation(error)) throw error;
          throw badRequest('The device profile referenced by the devices cannot be deleted!');
        });
        if (!deleted) throw entityNotFound('Device profile', id);
        return deleted;
      });
      changed('deleted', profile);
      await record(user, 'DELETED', profile, 'ENTITY_DELETED', profile);
    },

    async setDefault(user: SecurityUser, id: string): Promise<DeviceProfile> {
      const profile = await require(user, id, 'WRITE');
      const previous = await store.findDefault(user.tenantId);
      if (previous?.id.id === id) return profile;
      if (!(await store.setDefault(user.tenantId, id))) throw entityNotFound('Device profile', id);
      const now = { ...profile, default: true };
      if (previous) {
        changed('updated', previous);
        await record(user, 'UPDATED', { ...previous, default: false }, 'ENTITY_UPDATED', previous);
      }
      changed('updated', now);
      await record(user, 'UPDATED', now, 'ENTITY_UPDATED', profile);
      return now;
    },

    /**
     * Returns the profile that a device's type names, created if missing; without a type, the default profile.
     * @param beforeCreating refuses what nothing should be created for
     */
    async ensure(
      user: SecurityUser,
      type: string | null,
      beforeCreating?: () => Promise<void>,
    ): Promise<DeviceProfile> {
      const name = unlessBlank(type) ?? '';
      const found = await findNamed(user.tenantId, name);
      if (found) return found;
      if (name === '') throw badRequest('Device profile should be specified!');
      // The right to write a device does not include making profiles.
      requirePermission(user, 'DEVICE_PROFILE', 'CREATE');
      await beforeCreating?.();
      try {
        return await create(user, newProfile(user.tenantId, name, null, false));
      } catch (error) {
        // A concurrent call has created it.
        const made = error instanceof ApiError ? await store.findByName(user.tenantId, name) : undefined;
        if (made) return made;
        throw error;
      }
    },

    /**
     * The profile of that name, for devices of LwM2M: created if missing, changed to that transport otherwise.
     * @throws ApiError 400 / 31 when its devices use another one
     */
    async ensureLwm2m(user: SecurityUser, name: string): Promise<DeviceProfile> {
      const known = await findNamed(user.tenantId, name);
      if (known?.transportType === 'LWM2M') return known;
      const profile = known ?? newProfile(user.tenantId, name, null, false);
      const profileData = { ...profile.profileData, transportConfiguration: { type: 'LWM2M' as const } };
      return save(user, { ...profile, id: known?.id ?? null, transportType: 'LWM2M', profileData });
    },

    /** The profile `default` of a new tenant, whose audit log begins with what people do. */
    async createDefault(tenantId: string): Promise<DeviceProfile> {
      return insert(newProfile(tenantId, 'default', 'Default device profile', true));
    },

    /** Keys in use by at most 100 devices of a profile, or of the tenant. */
    async keys(user: SecurityUser, kind: 'timeseries' | 'attributes', profileId: string | undefined) {
      if (profileId) await require(user, profileId, 'READ');
      else requirePermission(user, 'DEVICE_PROFILE', 'READ');
      const ids = await store.deviceIds(user.tenantId, profileId, KEY_SAMPLE);
      return ids.length === 0 ? [] : keys[kind](ids);
    },
  };
}

function asConflict(error: unknown): unknown {
  if (isUniqueViolation(error, 'device_profile_default')) {
    return badRequest('Another default device profile is present in scope of current tenant!');
  }
  if (isUniqueViolation(error, 'device_profile_provision_device_key_key')) {
    return badRequest('Device profile with such provision device key already exists!');
  }
  if (isUniqueViolation(error)) return badRequest('Device profile with such name already exists!');
  return error;
}

function newProfile(tenantId: string, name: string, description: string | null, isDefault: boolean): DeviceProfile {
  const { id, createdTime } = newEntityId();
  return {
    id: entityId('DEVICE_PROFILE', id),
    createdTime,
    tenantId: entityId('TENANT', tenantId),
    name,
    description,
    image: null,
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    provisionType: 'DISABLED',
    defaultRuleChainId: null,
    defaultDashboardId: null,
    defaultQueueName: null,
    profileData: defaultProfileData(),
    provisionDeviceKey: null,
    firmwareId: null,
    softwareId: null,
    default: isDefault,
  };
}

/** Which of what no profile with devices may change is another; undefined when none is. */
function kindChanged(before: DeviceProfile, now: DeviceProfile): string | undefined {
  if (before.type !== now.type) return 'type';
  return before.transportType === now.transportType ? undefined : 'transport type';
}

/** The profile as it will be stored: input checked, server-owned fields kept. */
function complete(
  tenantId: string,
  input: DeviceProfileInput,
  before: DeviceProfile | undefined,
  transports: TransportConfigurations,
): DeviceProfile {
  const name = unlessBlank(input.name);
  if (!name) throw badRequest('Device profile name should be specified!');
  if (!input.type) throw badRequest('Device profile type should be specified!');
  if (!input.transportType) throw badRequest('Device profile transport type should be specified!');
  const provisionType = input.provisionType ?? 'DISABLED';
  const created = before ? { id: before.id.id, createdTime: before.createdTime } : newEntityId();
  return {
    id: entityId('DEVICE_PROFILE', created.id),
    createdTime: created.createdTime,
    tenantId: entityId('TENANT', tenantId),
    name,
    description: input.description,
    image: input.image ?? null,
    type: input.type,
    transportType: input.transportType,
    provisionType,
    defaultRuleChainId: input.defaultRuleChainId ?? null,
    defaultDashboardId: input.defaultDashboardId ?? null,
    defaultQueueName: input.defaultQueueName || null,
    profileData: completeProfileData(input.transportType, provisionType, input.profileData, transports),
    provisionDeviceKey: input.provisionDeviceKey || null,
    firmwareId: input.firmwareId ?? null,
    softwareId: input.softwareId ?? null,
    // The flag only moves by making another profile the default one.
    default: before?.default || (input.default ?? false),
  };
}

export type DeviceProfileService = ReturnType<typeof createDeviceProfileService>;
