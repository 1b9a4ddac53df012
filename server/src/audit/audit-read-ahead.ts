import type pg from 'pg';
import type { AuditLogReader } from './audit-log-reader.ts';

/** Which logs are counted before somebody reads them. */
export interface LongLogs {
  /** Lines of a tenant from which on its log is. */
  from: number;
  /** Lines of all of them. */
  most: number;
}
const LONG: LongLogs = { from: 100_000, most: 10_000_000 };
/** What lists can be sorted by whose lines are counted by it. */
const COUNTED = ['createdTime', 'entityName', 'entityType', 'userName', 'actionType', 'actionStatus'];

/** Tenants with the longest logs, as the database estimates it for its plans: to count them would take as long. */
const ESTIMATED = `SELECT unnest(most_common_vals::text::uuid[]) AS id, unnest(most_common_freqs) * reltuples AS lines
  FROM pg_stats JOIN pg_class ON pg_class.oid = 'audit_log'::regclass
  WHERE schemaname = 'public' AND tablename = 'audit_log' AND attname = 'tenant_id' ORDER BY 2 DESC`;

/**
 * Counts long logs in the background after a start, one list after the other, as the first who reads them would have to wait
 * for: what is known of the past of a log stays true.
 */
export function createAuditReadAhead(
  pool: Pick<pg.Pool, 'query'>,
  reader: AuditLogReader,
  { from, most }: LongLogs = LONG,
) {
  let isClosed = false;
  let reading: Promise<void> | undefined;

  async function readAll(): Promise<void> {
    const { rows } = await pool.query<{ id: string; lines: number }>(ESTIMATED);
    let left = most;
    for (const { id, lines } of rows) {
      left -= lines;
      if (lines < from || left < 0) return;
      for (const sortProperty of COUNTED) {
        if (isClosed) return;
        await reader.list(id, { pageSize: 1, page: 0, sortProperty, sortOrder: 'ASC' }, {});
      }
    }
  }

  return {
    open(): void {
      // Else they are counted when somebody reads them, which says what is wrong.
      reading = readAll().catch(() => undefined);
    },

    /** Resolves when nothing is being read. */
    settle: async (): Promise<void> => reading,

    async close(): Promise<void> {
      isClosed = true;
      await reading;
    },
  };
}
