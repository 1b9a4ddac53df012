import type { Dashboard } from '@signalbox/contract/dashboard';
import type {
  DashboardContent,
  DashboardVersion,
  DeletedDashboard,
  FullDashboardVersion,
} from '@signalbox/contract/dashboard-version';
import { entityId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import { type Operation, requirePermission } from '../../access/permissions.ts';
import type { ActionLog } from '../../audit/action-log.ts';
import { recordFailure } from '../../audit/record-failure.ts';
import { entityNotFound, notFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import type { TenantLimits } from '../tenant-limits.ts';
import type { DocumentRow, DocumentVersions } from '../versions/document-versions.ts';
import { toVersion } from '../versions/version-answers.ts';
import { requireState } from './dashboard-content.ts';
import { dashboardKind } from './dashboard-kind.ts';
import { briefly, type DashboardNotices } from './dashboard-notices.ts';
import type { DashboardService } from './dashboard-service.ts';
import type { DashboardStore } from './dashboard-store.ts';
import type { DeletedDashboards } from './deleted-dashboards.ts';

export interface DashboardVersionServiceParts {
  store: DashboardStore;
  versions: DocumentVersions;
  deleted: DeletedDashboards;
  dashboards: Pick<DashboardService, 'require'>;
  notices: DashboardNotices;
  limits: TenantLimits;
  actionLog: ActionLog;
}

const toDashboardVersion = (row: DocumentRow): DashboardVersion => ({
  dashboardId: entityId('DASHBOARD', row.document_id),
  ...toVersion(row),
});

/** What dashboards were, and those that were deleted. */
export function createDashboardVersionService(parts: DashboardVersionServiceParts) {
  const { store, versions, deleted, dashboards, notices, limits, actionLog } = parts;

  /** @returns its title */
  async function requireDeleted(user: SecurityUser, id: string, operation: Operation): Promise<string> {
    const title = await deleted.findTitle(user.tenantId, id);
    if (title === undefined) throw entityNotFound('Dashboard', id);
    requirePermission(user, 'DASHBOARD', operation, { id, tenantId: user.tenantId });
    return title;
  }

  /** Of a dashboard that is there, or was deleted and can be restored. */
  async function requireVersion(user: SecurityUser, id: string, number: number): Promise<FullDashboardVersion> {
    if ((await deleted.findTitle(user.tenantId, id)) === undefined) await dashboards.require(user, id, 'READ');
    requirePermission(user, 'DASHBOARD', 'READ');
    const version = await versions.read(user.tenantId, id, number);
    if (!version) throw notFound(`The dashboard has no version ${number}`);
    return { ...toDashboardVersion(version.row), content: version.content as DashboardContent };
  }

  return {
    requireVersion,

    /** Newest first. */
    async list(
      user: SecurityUser,
      id: string,
      link: { pageSize: number; page: number },
    ): Promise<PageData<DashboardVersion>> {
      requirePermission(user, 'DASHBOARD', 'READ');
      if ((await deleted.findTitle(user.tenantId, id)) === undefined) {
        await dashboards.require(user, id, 'READ');
        // Of one that nobody has saved since versions are kept.
        if (!(await versions.hasAny(id))) await store.beginVersions(user.tenantId, id);
      }
      const page = await versions.list(user.tenantId, id, link);
      return { ...page, data: page.data.map(toDashboardVersion) };
    },

    /** Makes a dashboard what it was. @param basedOn the state that the caller knows; without it nothing is compared */
    async restore(user: SecurityUser, id: string, number: number, basedOn?: string): Promise<Dashboard> {
      const known = await dashboards.require(user, id, 'WRITE');
      const action = {
        user,
        type: 'UPDATED',
        entityId: known.id,
        entityName: known.title,
        data: { entity: briefly(known), version: number },
      } as const;
      const { before, after } = await recordFailure(actionLog, action, async () => {
        const { content } = await requireVersion(user, id, number);
        const step = { author: user, cause: 'RESTORED', restored: number } as const;
        const saved = await store.restoreVersion(user.tenantId, id, content, step, requireState(basedOn));
        if (!saved) throw entityNotFound('Dashboard', id);
        return saved;
      });
      notices.changed('updated', after);
      await notices.record(user, 'UPDATED', after, 'ENTITY_UPDATED', before);
      return after;
    },

    async listDeleted(user: SecurityUser, link: PageLink): Promise<PageData<DeletedDashboard>> {
      requirePermission(user, 'DASHBOARD', 'READ');
      return deleted.list(user.tenantId, link);
    },

    async restoreDeleted(user: SecurityUser, id: string): Promise<Dashboard> {
      const title = await requireDeleted(user, id, 'CREATE');
      const dashboardId = entityId('DASHBOARD', id);
      const action = {
        user,
        type: 'ADDED',
        entityId: dashboardId,
        entityName: title,
        data: { entity: { id: dashboardId, title } },
      } as const;
      const dashboard = await recordFailure(actionLog, action, async () => {
        const restored = await limits.withRoom(user.tenantId, dashboardKind, () =>
          deleted.restore(user.tenantId, id, user),
        );
        if (!restored) throw entityNotFound('Dashboard', id);
        return restored;
      });
      notices.changed('created', dashboard);
      await notices.record(user, 'ADDED', dashboard, 'ENTITY_CREATED', null);
      return dashboard;
    },

    /** Deletes a deleted dashboard for good. */
    async forgetDeleted(user: SecurityUser, id: string): Promise<void> {
      const title = await requireDeleted(user, id, 'DELETE');
      if (!(await deleted.forget(user.tenantId, id))) throw entityNotFound('Dashboard', id);
      await actionLog.record({
        user,
        type: 'DELETED',
        entityId: entityId('DASHBOARD', id),
        entityName: title,
        data: { entityId: id, forGood: true },
      });
    },
  };
}

export type DashboardVersionService = ReturnType<typeof createDashboardVersionService>;
