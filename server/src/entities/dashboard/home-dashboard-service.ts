import type { HomeDashboard, HomeDashboardInfo } from '@signalbox/contract/dashboard';
import { entityId, isUuid } from '@signalbox/contract/id';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import { isPermitted } from '../../access/permissions.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { entityNotFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { DashboardService } from './dashboard-service.ts';
import type { HomeDashboardChoice, HomeDashboardStore } from './home-dashboard-store.ts';

export interface HomeDashboardServiceParts {
  store: HomeDashboardStore;
  dashboards: Pick<DashboardService, 'require'>;
  directory: EntityDirectory;
  liveBus: LiveBus;
}

/** Which dashboard opens first: the user's own, else its customer's, else its tenant's. */
export function createHomeDashboardService({ store, dashboards, directory, liveBus }: HomeDashboardServiceParts) {
  /** The dashboard of the choice when it still exists and the user may read it. */
  async function usable(user: SecurityUser, choice: HomeDashboardChoice | undefined): Promise<string | undefined> {
    const id = choice?.dashboardId;
    if (!id || !isUuid(id)) return undefined;
    const dashboard = await directory.find(entityId('DASHBOARD', id));
    return dashboard && isPermitted(user, 'DASHBOARD', 'READ', dashboard) ? id : undefined;
  }

  async function choose(user: SecurityUser): Promise<{ id: string; hideDashboardToolbar: boolean } | undefined> {
    if (user.authority === 'SYS_ADMIN') return undefined;
    const { tenantId } = user;
    const choices = [
      user.isPublic ? undefined : () => store.find('app_user', tenantId, user.userId),
      user.authority === 'CUSTOMER_USER' ? () => store.find('customer', tenantId, user.customerId) : undefined,
      () => store.find('tenant', tenantId, tenantId),
    ];
    for (const read of choices) {
      const choice = await read?.();
      const id = await usable(user, choice);
      if (id && choice) return { id, hideDashboardToolbar: choice.hideDashboardToolbar };
    }
    return undefined;
  }

  return {
    async find(user: SecurityUser): Promise<HomeDashboard | undefined> {
      const chosen = await choose(user);
      if (!chosen) return undefined;
      const dashboard = await dashboards.require(user, chosen.id, 'READ');
      return { ...dashboard, hideDashboardToolbar: chosen.hideDashboardToolbar };
    },

    async findInfo(user: SecurityUser): Promise<HomeDashboardInfo | undefined> {
      const chosen = await choose(user);
      return (
        chosen && {
          dashboardId: entityId('DASHBOARD', chosen.id),
          hideDashboardToolbar: chosen.hideDashboardToolbar,
        }
      );
    },

    /** The tenant's own choice, for its administrator. */
    async ofTenant(user: SecurityUser): Promise<HomeDashboardInfo> {
      const choice = await store.find('tenant', user.tenantId, user.tenantId);
      const id = await usable(user, choice);
      return {
        dashboardId: id ? entityId('DASHBOARD', id) : null,
        hideDashboardToolbar: choice?.hideDashboardToolbar ?? true,
      };
    },

    async setOfTenant(user: SecurityUser, dashboardId: string | null, hide: boolean): Promise<void> {
      const choice = { dashboardId, hideDashboardToolbar: hide };
      if (dashboardId && !(await usable(user, choice))) throw entityNotFound('Dashboard', dashboardId);
      await store.setOfTenant(user.tenantId, choice);
      const tenant = entityId('TENANT', user.tenantId);
      liveBus.publish({ kind: 'entity', action: 'updated', tenantId: user.tenantId, entityId: tenant });
    },
  };
}

export type HomeDashboardService = ReturnType<typeof createHomeDashboardService>;
