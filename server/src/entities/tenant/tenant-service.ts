import { type EntityId, entityId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { Tenant, TenantInfo, TenantInput } from '@signalbox/contract/tenant';
import { unlessBlank } from '@signalbox/contract/text';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import { type Operation, requirePermission } from '../../access/permissions.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { badRequest, entityNotFound, isForeignKeyViolation } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { newEntityId } from '../../storage/ids.ts';
import { contactOf } from '../contact.ts';
import { requireEmail } from '../email.ts';
import { withoutLostDashboards } from '../lost-dashboards.ts';
import type { TenantProfiles } from '../tenant-profiles.ts';
import type { TenantStore } from './tenant-store.ts';

const REGION = 'Global';

export interface TenantServiceParts {
  store: TenantStore;
  profiles: TenantProfiles;
  /** Makes what a new tenant starts with: default device profile, root rule chain. */
  prepareTenant(tenantId: string): Promise<void>;
  directory: EntityDirectory;
  actionLog: ActionLog;
  liveBus: LiveBus;
}

/** Tenants: the organisations that share an installation without seeing each other. */
export function createTenantService(parts: TenantServiceParts) {
  const { store, profiles, prepareTenant, directory, actionLog, liveBus } = parts;

  /** For a tenant administrator only its own tenant exists. */
  async function require(user: SecurityUser, id: string, operation: Operation): Promise<Tenant> {
    const isVisible = user.authority === 'SYS_ADMIN' || user.tenantId === id;
    const tenant = isVisible ? await store.find(id) : undefined;
    if (!tenant) throw entityNotFound('Tenant', id);
    requirePermission(user, 'TENANT', operation, { id, tenantId: id });
    return tenant;
  }

  async function profileOf(input: TenantInput, before: Tenant | undefined): Promise<EntityId<'TENANT_PROFILE'>> {
    const profile = input.tenantProfileId
      ? await profiles.find(input.tenantProfileId.id)
      : await profiles.findDefault();
    if (!profile) throw badRequest('Tenant is referencing to non-existent tenant profile!');
    const isIsolated = profile.isolatedTbCore || profile.isolatedTbRuleEngine;
    if (isIsolated && before?.tenantProfileId.id !== profile.id.id) {
      throw badRequest("Can't use isolated tenant profiles in monolith setup!");
    }
    return profile.id;
  }

  async function complete(input: TenantInput, before: Tenant | undefined): Promise<Tenant> {
    const title = unlessBlank(input.title);
    if (!title) throw badRequest('Tenant title should be specified!');
    if (input.email) requireEmail(input.email);
    const created = before ? { id: before.id.id, createdTime: before.createdTime } : newEntityId();
    return {
      id: entityId('TENANT', created.id),
      createdTime: created.createdTime,
      additionalInfo: input.additionalInfo,
      ...contactOf(input),
      title,
      region: REGION,
      tenantProfileId: await profileOf(input, before),
      name: title,
    };
  }

  async function changed(
    user: SecurityUser,
    action: 'created' | 'updated' | 'deleted',
    tenant: Tenant,
    before: Tenant | null,
  ): Promise<void> {
    liveBus.publish({ kind: 'entity', action, tenantId: tenant.id.id, entityId: tenant.id });
    const type = ({ created: 'ADDED', updated: 'UPDATED', deleted: 'DELETED' } as const)[action];
    await actionLog.record({
      user,
      type,
      tenantId: tenant.id.id,
      entityId: tenant.id,
      entityName: tenant.title,
      data: action === 'deleted' ? { entityId: tenant.id.id } : { entity: tenant },
      before,
    });
  }

  /** Announces the deletion of these entities to everything that follows them. */
  function announceDeletions(tenantId: string, gone: EntityId[]): void {
    for (const id of gone) {
      liveBus.publish({ kind: 'entity', action: 'deleted', tenantId, entityId: id });
      if (id.entityType === 'USER') liveBus.publish({ kind: 'userSessions', tenantId, entityId: id });
      if (id.entityType === 'DEVICE') liveBus.publish({ kind: 'deviceCredentials', tenantId, entityId: id });
      if (id.entityType === 'RULE_CHAIN') liveBus.publish({ kind: 'ruleChain', tenantId, entityId: id });
    }
  }

  return {
    async get(user: SecurityUser, id: string): Promise<Tenant> {
      const tenant = await require(user, id, 'READ');
      return { ...tenant, additionalInfo: await withoutLostDashboards(tenant.additionalInfo, id, directory) };
    },

    async getInfo(user: SecurityUser, id: string): Promise<TenantInfo> {
      await require(user, id, 'READ');
      const info = await store.findInfo(id);
      if (!info) throw entityNotFound('Tenant', id);
      return { ...info, additionalInfo: await withoutLostDashboards(info.additionalInfo, id, directory) };
    },

    /** The tenant with this title, whatever its case. */
    async findByTitle(user: SecurityUser, title: string): Promise<Tenant | undefined> {
      requirePermission(user, 'TENANT', 'READ');
      return store.findByTitle(title);
    },

    async list(user: SecurityUser, link: PageLink): Promise<PageData<Tenant>> {
      requirePermission(user, 'TENANT', 'READ');
      return store.list(link);
    },

    async listInfos(user: SecurityUser, link: PageLink): Promise<PageData<TenantInfo>> {
      requirePermission(user, 'TENANT', 'READ');
      return store.listInfos(link);
    },

    async save(user: SecurityUser, input: TenantInput): Promise<Tenant> {
      const known = input.id ? await require(user, input.id.id, 'WRITE') : undefined;
      if (!known) requirePermission(user, 'TENANT', 'CREATE');
      const tenant = await complete(input, known);
      let before: Tenant | undefined;
      try {
        if (!known) await store.insert(tenant);
        else before = await store.update(tenant);
      } catch (error) {
        if (isForeignKeyViolation(error)) throw badRequest('Tenant is referencing to non-existent tenant profile!');
        throw error;
      }
      if (known && !before) throw entityNotFound('Tenant', tenant.id.id);
      if (!before) {
        try {
          await prepareTenant(tenant.id.id);
        } catch (error) {
          // A tenant without its initial entities cannot be used.
          const remains = await store.delete(tenant.id.id);
          announceDeletions(tenant.id.id, remains?.gone ?? []);
          throw error;
        }
      }
      await changed(user, before ? 'updated' : 'created', tenant, before ?? null);
      return tenant;
    },

    async delete(user: SecurityUser, id: string): Promise<void> {
      await require(user, id, 'DELETE');
      const remains = await store.delete(id);
      if (!remains) throw entityNotFound('Tenant', id);
      const { tenant, gone } = remains;
      announceDeletions(id, gone);
      await changed(user, 'deleted', tenant, tenant);
    },
  };
}

export type TenantService = ReturnType<typeof createTenantService>;
