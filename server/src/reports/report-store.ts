import type { PageData, PageLink } from '@signalbox/contract/page';
import type { Report, ReportInput } from '@signalbox/contract/report';
import { type SqlBool, sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '../storage/database.ts';
import { newEntityId } from '../storage/ids.ts';
import { contains, orderBy, type SortColumns, selectPage } from '../storage/paging.ts';
import { inTransaction } from '../storage/transaction.ts';

/** What a report is drawn by. */
export interface DueReport {
  id: string;
  tenantId: string;
  dashboardId: string;
  userId: string;
  attempts: number;
  content: ReportInput;
}

interface ReportRow {
  id: string;
  created_time: number;
  dashboard_id: string;
  dashboard_title: string;
  user_id: string;
  user_name: string;
  content: ReportInput;
  due_time: number | null;
  last_time: number | null;
  last_error: string | null;
}

const toReport = (row: ReportRow): Report => ({
  ...row.content,
  id: row.id,
  createdTime: row.created_time,
  dashboardId: row.dashboard_id,
  dashboardTitle: row.dashboard_title,
  userId: row.user_id,
  userName: row.user_name,
  nextTime: row.due_time,
  isDue: row.due_time !== null && row.due_time <= Date.now(),
  lastTime: row.last_time,
  lastError: row.last_error,
});

const COLUMNS = `report.id, report.created_time, report.dashboard_id, dashboard.title AS dashboard_title,
  report.user_id, app_user.email AS user_name, report.content, report.due_time, report.last_time, report.last_error`;
const FROM = `report JOIN app_user ON app_user.id = report.user_id
  JOIN dashboard ON dashboard.id = report.dashboard_id`;
const SORT_COLUMNS: SortColumns = {
  createdTime: sql`report.created_time`,
  name: sql`lower(report.content->>'name')`,
  dashboardTitle: sql`lower(dashboard.title)`,
  lastTime: sql`report.last_time`,
  nextTime: sql`report.due_time`,
};
const SEARCHED = sql<string>`concat_ws(' ', report.content->>'name', dashboard.title, report.content->>'recipients')`;

/** Who saves what, and when it is its turn (epoch ms; null: never). */
interface ReportWrite {
  tenantId: string;
  userId: string;
  content: ReportInput;
  due: number | null;
}

export function createReportStore(db: Database, pool: pg.Pool) {
  async function find(tenantId: string, id: string): Promise<Report | undefined> {
    const { rows } = await pool.query<ReportRow>(
      `SELECT ${COLUMNS} FROM ${FROM} WHERE report.tenant_id = $1 AND report.id = $2`,
      [tenantId, id],
    );
    return rows[0] && toReport(rows[0]);
  }

  return {
    find,

    async list(tenantId: string, dashboardId: string): Promise<Report[]> {
      const { rows } = await pool.query<ReportRow>(
        `SELECT ${COLUMNS} FROM ${FROM} WHERE report.tenant_id = $1 AND report.dashboard_id = $2
         ORDER BY lower(report.content->>'name'), report.id`,
        [tenantId, dashboardId],
      );
      return rows.map(toReport);
    },

    async page(tenantId: string, link: PageLink): Promise<PageData<Report>> {
      const page = await selectPage<ReportRow>(db, link, {
        select: sql.raw(COLUMNS),
        from: sql.raw(FROM),
        where: sql<SqlBool>`report.tenant_id = ${tenantId} AND ${contains(SEARCHED, link.textSearch)}`,
        orderBy: orderBy(link, SORT_COLUMNS, 'report'),
      });
      return { ...page, data: page.data.map(toReport) };
    },

    /** @returns its id; undefined when the tenant has `max` reports already, also of those that are added meanwhile */
    async add({ tenantId, userId, content, due }: ReportWrite, dashboardId: string, max: number) {
      const { id, createdTime } = newEntityId();
      return inTransaction(pool, async ({ client }) => {
        // One at a time of a tenant, so that the count holds.
        await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('report ' || $1, 0))`, [tenantId]);
        const { rowCount } = await client.query(
          `INSERT INTO report (id, created_time, tenant_id, dashboard_id, user_id, content, due_time)
           SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM report WHERE tenant_id = $3) < $8`,
          [id, createdTime, tenantId, dashboardId, userId, content, due, max],
        );
        return rowCount === 1 ? id : undefined;
      });
    },

    async update(id: string, { tenantId, userId, content, due }: ReportWrite): Promise<void> {
      await pool.query(
        `UPDATE report SET content = $3, user_id = $4, due_time = $5, attempts = 0 WHERE tenant_id = $1 AND id = $2`,
        [tenantId, id, content, userId, due],
      );
    },

    /** Pauses it, or gives it its next turn. */
    async switch(tenantId: string, id: string, isEnabled: boolean, due: number | null): Promise<void> {
      await pool.query(
        `UPDATE report SET content = jsonb_set(content, '{isEnabled}', to_jsonb($3::boolean)), due_time = $4, attempts = 0
         WHERE tenant_id = $1 AND id = $2`,
        [tenantId, id, isEnabled, due],
      );
    },

    /** Makes it its turn. */
    async setDue(tenantId: string, id: string, now: number): Promise<void> {
      await pool.query('UPDATE report SET due_time = $3, attempts = 0 WHERE tenant_id = $1 AND id = $2', [
        tenantId,
        id,
        now,
      ]);
    },

    async delete(tenantId: string, id: string): Promise<boolean> {
      const { rowCount } = await pool.query('DELETE FROM report WHERE tenant_id = $1 AND id = $2', [tenantId, id]);
      return rowCount === 1;
    },

    /** The report of each tenant that has waited longest, without those that a server draws. */
    async findDue(now: number): Promise<{ id: string; tenantId: string }[]> {
      const { rows } = await pool.query<{ id: string; tenant_id: string }>(
        `SELECT DISTINCT ON (tenant_id) id, tenant_id FROM report WHERE due_time <= $1 AND held_until <= $1
         ORDER BY tenant_id, due_time`,
        [now],
      );
      return rows.map(({ id, tenant_id }) => ({ id, tenantId: tenant_id }));
    },

    /** Takes a report to draw it, unless another server was first. */
    async hold(id: string, now: number, until: number): Promise<DueReport | undefined> {
      const { rows } = await pool.query<
        Pick<DueReport, 'id' | 'content' | 'attempts'> & { tenant_id: string; dashboard_id: string; user_id: string }
      >(
        `UPDATE report SET held_until = $3, attempts = attempts + 1 WHERE id = $1 AND due_time <= $2 AND held_until <= $2
         RETURNING id, tenant_id, dashboard_id, user_id, content, attempts`,
        [id, now, until],
      );
      const row = rows[0];
      if (!row) return undefined;
      const { tenant_id, dashboard_id, user_id, ...rest } = row;
      return { ...rest, tenantId: tenant_id, dashboardId: dashboard_id, userId: user_id };
    },

    /**
     * Ends a turn.
     * @param due null: none; it stays what it is when the report was saved meanwhile
     */
    async end(report: DueReport, at: number, error: string | null, due: number | null, isOver: boolean): Promise<void> {
      await pool.query(
        `UPDATE report SET held_until = 0, last_time = $2, last_error = $3,
           due_time = CASE WHEN attempts = $4 THEN $5::bigint ELSE due_time END,
           attempts = CASE WHEN $6 THEN 0 ELSE attempts END
         WHERE id = $1`,
        [report.id, at, error, report.attempts, due, isOver],
      );
    },
  };
}

export type ReportStore = ReturnType<typeof createReportStore>;
