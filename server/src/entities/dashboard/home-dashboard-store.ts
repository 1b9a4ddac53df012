import type pg from 'pg';

/** What `additionalInfo` of a user, customer or tenant says about its home dashboard. */
export interface HomeDashboardChoice {
  dashboardId: string | null;
  hideDashboardToolbar: boolean;
}

type Holder = 'app_user' | 'customer' | 'tenant';

/** Choices of home dashboards, which live in `additional_info` of their holders. */
export function createHomeDashboardStore(pool: pg.Pool) {
  return {
    async find(holder: Holder, tenantId: string, id: string): Promise<HomeDashboardChoice | undefined> {
      const ofTenant = holder === 'tenant' ? 'id = $2' : 'tenant_id = $2';
      const result = await pool.query<{ dashboard_id: string | null; hide: string | null }>(
        `SELECT additional_info ->> 'homeDashboardId' AS dashboard_id,
           additional_info ->> 'homeDashboardHideToolbar' AS hide
         FROM ${holder} WHERE id = $1 AND ${ofTenant}`,
        [id, tenantId],
      );
      const row = result.rows[0];
      return row && { dashboardId: row.dashboard_id, hideDashboardToolbar: row.hide !== 'false' };
    },

    async setOfTenant(tenantId: string, choice: HomeDashboardChoice): Promise<void> {
      await pool.query(
        `UPDATE tenant SET additional_info = (CASE WHEN json_typeof(additional_info) = 'object' THEN additional_info::jsonb ELSE '{}' END
           || jsonb_build_object('homeDashboardId', $2::text, 'homeDashboardHideToolbar', $3::boolean))::json
         WHERE id = $1`,
        [tenantId, choice.dashboardId, choice.hideDashboardToolbar],
      );
    },
  };
}

export type HomeDashboardStore = ReturnType<typeof createHomeDashboardStore>;
