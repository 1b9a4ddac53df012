import type { Dashboard, DashboardInfo } from '@signalbox/contract/dashboard';
import type { ActionLog } from '../../audit/action-log.ts';
import type { LiveBus } from '../../bus/live-bus.ts';

/** The dashboard for the audit log and the rules: without the content, which can be megabytes. */
export const briefly = (dashboard: Dashboard): Dashboard => ({ ...dashboard, configuration: '' });

/** Tells of changes of dashboards: open pages, the audit log and the rules. */
export function createDashboardNotices({ actionLog, liveBus }: { actionLog: ActionLog; liveBus: LiveBus }) {
  return {
    changed(action: 'created' | 'updated' | 'deleted', dashboard: DashboardInfo): void {
      liveBus.publish({ kind: 'entity', action, tenantId: dashboard.tenantId.id, entityId: dashboard.id });
    },

    async record(
      user: Parameters<ActionLog['record']>[0]['user'],
      type: 'ADDED' | 'UPDATED' | 'DELETED',
      dashboard: Dashboard,
      message: string,
      before: Dashboard | null,
    ): Promise<void> {
      const brief = briefly(dashboard);
      await actionLog.record({
        user,
        type,
        entityId: dashboard.id,
        entityName: dashboard.title,
        data: type === 'DELETED' ? { entityId: dashboard.id.id } : { entity: brief },
        // What it showed is in its versions.
        before: before && briefly(before),
        message: { type: message, data: brief },
      });
    },
  };
}

export type DashboardNotices = ReturnType<typeof createDashboardNotices>;
