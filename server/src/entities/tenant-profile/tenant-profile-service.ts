import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { TenantProfile, TenantProfileInfo, TenantProfileInput } from '@signalbox/contract/tenant-profile';
import { unlessBlank } from '@signalbox/contract/text';
import { type Operation, requirePermission } from '../../access/permissions.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { badRequest, entityNotFound, isForeignKeyViolation, isUniqueViolation, notFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { newEntityId } from '../../storage/ids.ts';
import type { TenantProfiles } from '../tenant-profiles.ts';
import { createInitialTenantProfiles } from './tenant-profile-data.ts';
import type { TenantProfileStore } from './tenant-profile-store.ts';

export interface TenantProfileServiceParts {
  store: TenantProfileStore;
  actionLog: ActionLog;
  liveBus: LiveBus;
}

/** Tenant profiles: what tenants may have and do. Only system administrators see them. */
export function createTenantProfileService({ store, actionLog, liveBus }: TenantProfileServiceParts) {
  async function require(user: SecurityUser, id: string, operation: Operation): Promise<TenantProfile> {
    requirePermission(user, 'TENANT_PROFILE', operation, { id, tenantId: NULL_UUID });
    const profile = await store.find(id);
    if (!profile) throw entityNotFound('Tenant profile', id);
    return profile;
  }

  const info = ({ id, name }: TenantProfile): TenantProfileInfo => ({ id, name });

  async function changed(
    user: SecurityUser,
    action: 'created' | 'updated' | 'deleted',
    profile: TenantProfile,
    before: TenantProfile | null,
  ): Promise<void> {
    liveBus.publish({ kind: 'entity', action, tenantId: NULL_UUID, entityId: profile.id });
    const type = ({ created: 'ADDED', updated: 'UPDATED', deleted: 'DELETED' } as const)[action];
    await actionLog.record({
      user,
      type,
      entityId: profile.id,
      entityName: profile.name,
      data: action === 'deleted' ? { entityId: profile.id.id } : { entity: profile },
      before,
    });
  }

  /** The profiles without regard to rights, for the other parts of the house. */
  const port: TenantProfiles = { find: store.find, findDefault: store.findDefault };

  return {
    port,

    /** Makes the profiles of a new installation, unless it has a default one. */
    async createDefaults(): Promise<void> {
      if (!(await store.findDefault())) await store.insert(...createInitialTenantProfiles());
    },

    get: (user: SecurityUser, id: string) => require(user, id, 'READ'),

    getInfo: async (user: SecurityUser, id: string): Promise<TenantProfileInfo> =>
      info(await require(user, id, 'READ')),

    async getDefaultInfo(user: SecurityUser): Promise<TenantProfileInfo> {
      requirePermission(user, 'TENANT_PROFILE', 'READ');
      const profile = await store.findDefault();
      if (!profile) throw notFound();
      return info(profile);
    },

    async list(user: SecurityUser, link: PageLink): Promise<PageData<TenantProfile>> {
      requirePermission(user, 'TENANT_PROFILE', 'READ');
      return store.list(link);
    },

    async listInfos(user: SecurityUser, link: PageLink): Promise<PageData<TenantProfileInfo>> {
      requirePermission(user, 'TENANT_PROFILE', 'READ');
      const page = await store.list(link);
      return { ...page, data: page.data.map(info) };
    },

    async save(user: SecurityUser, input: TenantProfileInput): Promise<TenantProfile> {
      const known = input.id ? await require(user, input.id.id, 'WRITE') : undefined;
      if (!known) requirePermission(user, 'TENANT_PROFILE', 'CREATE');
      const profile = complete(input, known);
      let before: TenantProfile | undefined;
      if (profile.default) {
        const current = await store.findDefault();
        if (current && current.id.id !== profile.id.id) throw badRequest('Another default tenant profile is present!');
      }
      try {
        if (!known) await store.insert(profile);
        else before = await store.update(profile);
      } catch (error) {
        if (isUniqueViolation(error, 'tenant_profile_name_key')) {
          throw badRequest('Tenant profile with such name already exists!');
        }
        if (isUniqueViolation(error)) throw badRequest('Another default tenant profile is present!');
        throw error;
      }
      if (known && !before) throw entityNotFound('Tenant profile', profile.id.id);
      await changed(user, before ? 'updated' : 'created', profile, before ?? null);
      return profile;
    },

    async delete(user: SecurityUser, id: string): Promise<void> {
      const known = await require(user, id, 'DELETE');
      if (known.default) throw badRequest('Deletion of Default Tenant Profile is prohibited!');
      let profile: TenantProfile | undefined;
      try {
        profile = await store.delete(id);
      } catch (error) {
        if (!isForeignKeyViolation(error)) throw error;
        throw badRequest('The tenant profile referenced by the tenants cannot be deleted!');
      }
      if (!profile) throw entityNotFound('Tenant profile', id);
      await changed(user, 'deleted', profile, profile);
    },

    /** Moves the default flag here. Answers the profile as it was before, as clients know it. */
    async setDefault(user: SecurityUser, id: string): Promise<TenantProfile> {
      const profile = await require(user, id, 'WRITE');
      const previous = await store.findDefault();
      if (!(await store.setDefault(id))) throw entityNotFound('Tenant profile', id);
      await changed(user, 'updated', { ...profile, default: true }, profile);
      if (previous && previous.id.id !== id) await changed(user, 'updated', { ...previous, default: false }, previous);
      return profile;
    },
  };
}

export type TenantProfileService = ReturnType<typeof createTenantProfileService>;

function complete(input: TenantProfileInput, before: TenantProfile | undefined): TenantProfile {
  const name = unlessBlank(input.name);
  if (!name) throw badRequest('Tenant profile name should be specified!');
  if (!input.profileData) throw badRequest('Tenant profile data should be specified!');
  const { configuration } = input.profileData;
  if (!configuration) throw badRequest('Tenant profile data configuration should be specified!');
  if (before && before.isolatedTbCore !== input.isolatedTbCore) {
    throw badRequest("Can't update isolatedTbCore property!");
  }
  if (before && before.isolatedTbRuleEngine !== input.isolatedTbRuleEngine) {
    throw badRequest("Can't update isolatedTbRuleEngine property!");
  }
  const created = before ? { id: before.id.id, createdTime: before.createdTime } : newEntityId();
  return {
    id: entityId('TENANT_PROFILE', created.id),
    createdTime: created.createdTime,
    name,
    description: input.description,
    isolatedTbCore: input.isolatedTbCore,
    isolatedTbRuleEngine: input.isolatedTbRuleEngine,
    profileData: { configuration },
    // The flag only moves by making another profile the default one.
    default: before?.default || input.default,
  };
}
