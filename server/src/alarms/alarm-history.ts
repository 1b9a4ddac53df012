import type { AlarmHistoryEntry } from '@signalbox/contract/alarm';
import { type PageData, pageData } from '@signalbox/contract/page';
import type pg from 'pg';
import { severityOf, statusOf } from './alarm-codes.ts';

interface HistoryRow {
  number: number;
  change: AlarmHistoryEntry['change'];
  ts: number;
  last_ts: number;
  times: number;
  severity: number;
  status: number;
  cause: AlarmHistoryEntry['cause'];
  cause_id: string;
  cause_name: string;
}

/** Reads what became of alarms, and because of whom. */
export function createAlarmHistory(pool: pg.Pool) {
  return {
    /** The newest entries first. */
    async list(alarmId: string, link: { pageSize: number; page: number }): Promise<PageData<AlarmHistoryEntry>> {
      const { rows } = await pool.query<HistoryRow>({
        name: 'alarm history',
        text: `SELECT * FROM alarm_history WHERE alarm_id = $1 ORDER BY number DESC`,
        values: [alarmId],
      });
      const first = link.page * link.pageSize;
      const entries = rows.slice(first, first + link.pageSize).map((row) => ({
        number: row.number,
        change: row.change,
        ts: row.ts,
        lastTs: row.last_ts,
        times: row.times,
        severity: severityOf(row.severity),
        status: statusOf(row.status),
        cause: row.cause,
        causeId: { id: row.cause_id },
        causeName: row.cause_name,
      }));
      return pageData(entries, rows.length, link);
    },
  };
}

export type AlarmHistory = ReturnType<typeof createAlarmHistory>;
