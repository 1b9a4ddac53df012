import type { Dashboard, DashboardInfo, DashboardInput } from '@signalbox/contract/dashboard';
import { entityId, nullId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import { unlessBlank } from '@signalbox/contract/text';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import { type Operation, type Owned, requirePermission } from '../../access/permissions.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import { recordFailure } from '../../audit/record-failure.ts';
import { badRequest, entityNotFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { newEntityId } from '../../storage/ids.ts';
import type { TenantLimits } from '../tenant-limits.ts';
import { dashboardKind } from './dashboard-kind.ts';
import type { DashboardNotices } from './dashboard-notices.ts';
import type { DashboardStore } from './dashboard-store.ts';

/** Maximum number of dashboards that are checked to decide whether a visitor may call a device. */
const MAX_CALLABLE_DASHBOARDS = 50;

export interface DashboardServiceParts {
  store: DashboardStore;
  directory: EntityDirectory;
  limits: TenantLimits;
  actionLog: ActionLog;
  notices: DashboardNotices;
}

export function dashboardOwner(dashboard: DashboardInfo): Owned {
  return {
    id: dashboard.id.id,
    tenantId: dashboard.tenantId.id,
    assignedCustomerIds: (dashboard.assignedCustomers ?? []).map(({ customerId }) => customerId.id),
  };
}

/** Dashboards: who may see and change which. */
export function createDashboardService(parts: DashboardServiceParts) {
  const { store, directory, limits, actionLog, notices } = parts;

  async function require(user: SecurityUser, id: string, operation: Operation): Promise<Dashboard> {
    const dashboard = await store.find(user.tenantId, id);
    if (!dashboard) throw entityNotFound('Dashboard', id);
    requirePermission(user, 'DASHBOARD', operation, dashboardOwner(dashboard));
    return dashboard;
  }

  return {
    require,

    /** Id of the dashboard with this title; for a customer among those that are assigned to it. */
    findIdByTitle: (tenantId: string, title: string, customerId: string | undefined): Promise<string | undefined> =>
      store.findIdByTitle(tenantId, title, customerId),

    /** Alias filters of the dashboards of a customer whose owner lets public visitors call their devices. */
    callableAliases: (tenantId: string, customerId: string): Promise<unknown[]> =>
      store.callableAliases(tenantId, customerId, MAX_CALLABLE_DASHBOARDS),

    async requireInfo(user: SecurityUser, id: string): Promise<DashboardInfo> {
      // A system administrator may see which dashboards its tenants have.
      const known = user.authority === 'SYS_ADMIN' ? await directory.find(entityId('DASHBOARD', id)) : undefined;
      const info = await store.findInfo(known?.tenantId ?? user.tenantId, id);
      if (!info) throw entityNotFound('Dashboard', id);
      requirePermission(user, 'DASHBOARD', 'READ', dashboardOwner(info));
      return info;
    },

    async list(user: SecurityUser, link: PageLink, mobile?: boolean): Promise<PageData<DashboardInfo>> {
      requirePermission(user, 'DASHBOARD', 'READ');
      return store.list(user.tenantId, link, { mobile });
    },

    /** Dashboards of any tenant, for system administrators. */
    async listOfTenant(user: SecurityUser, tenantId: string, link: PageLink): Promise<PageData<DashboardInfo>> {
      const tenant = await directory.find(entityId('TENANT', tenantId));
      if (!tenant) throw entityNotFound('Tenant', tenantId);
      requirePermission(user, 'TENANT', 'READ', tenant);
      return store.list(tenantId, link, {});
    },

    async listOfCustomer(
      user: SecurityUser,
      customerId: string,
      link: PageLink,
      mobile?: boolean,
    ): Promise<PageData<DashboardInfo>> {
      const owner = await directory.find(entityId('CUSTOMER', customerId));
      if (!owner || owner.tenantId !== user.tenantId) throw entityNotFound('Customer', customerId);
      requirePermission(user, 'CUSTOMER', 'READ', owner);
      return store.list(user.tenantId, link, { customerId, mobile });
    },

    async save(user: SecurityUser, input: DashboardInput): Promise<Dashboard> {
      const known = input.id ? await require(user, input.id.id, 'WRITE') : undefined;
      if (!known) requirePermission(user, 'DASHBOARD', 'CREATE');
      const action = {
        user,
        type: known ? 'UPDATED' : 'ADDED',
        entityId: known?.id ?? nullId('DASHBOARD'),
        entityName: input.title,
        data: { entity: { ...input, configuration: '' } },
      } as const;
      const { dashboard, before } = await recordFailure(actionLog, action, async () => {
        const stored = complete(user.tenantId, input, known);
        if (!known) {
          await limits.withRoom(user.tenantId, dashboardKind, () => store.insert(stored, user));
          return { dashboard: stored, before: undefined };
        }
        const replaced = await store.update(stored, user);
        if (!replaced) throw entityNotFound('Dashboard', stored.id.id);
        return { dashboard: { ...stored, assignedCustomers: replaced.assignedCustomers }, before: replaced };
      });
      notices.changed(before ? 'updated' : 'created', dashboard);
      const message = before ? 'ENTITY_UPDATED' : 'ENTITY_CREATED';
      await notices.record(user, before ? 'UPDATED' : 'ADDED', dashboard, message, before ?? null);
      return dashboard;
    },

    async delete(user: SecurityUser, id: string): Promise<void> {
      const { id: dashboardId, title } = await require(user, id, 'DELETE');
      const data = { entityId: id };
      const action = { user, type: 'DELETED', entityId: dashboardId, entityName: title, data } as const;
      const dashboard = await recordFailure(actionLog, action, async () => {
        if (await store.isUsedByProfiles(user.tenantId, id)) {
          throw badRequest('The dashboard referenced by the device profiles cannot be deleted!');
        }
        const deleted = await store.delete(user.tenantId, id, user);
        if (!deleted) throw entityNotFound('Dashboard', id);
        return deleted;
      });
      notices.changed('deleted', dashboard);
      await notices.record(user, 'DELETED', dashboard, 'ENTITY_DELETED', dashboard);
    },
  };
}

/** The dashboard as it will be stored: input checked, server-owned fields kept. */
function complete(tenantId: string, input: DashboardInput, before: Dashboard | undefined): Dashboard {
  const title = unlessBlank(input.title);
  if (!title) throw badRequest('Dashboard title should be specified!');
  const created = before ? { id: before.id.id, createdTime: before.createdTime } : newEntityId();
  return {
    id: entityId('DASHBOARD', created.id),
    createdTime: created.createdTime,
    tenantId: entityId('TENANT', tenantId),
    title,
    image: input.image ?? null,
    assignedCustomers: before?.assignedCustomers ?? null,
    mobileHide: input.mobileHide ?? false,
    mobileOrder: input.mobileOrder ?? null,
    configuration: input.configuration ?? null,
    name: title,
  };
}

export type DashboardService = ReturnType<typeof createDashboardService>;
