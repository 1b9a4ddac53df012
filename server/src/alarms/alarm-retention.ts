import { withinTime } from '@signalbox/contract/page';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveBus } from '../bus/live-bus.ts';
import { newMessage } from '../messages/message.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { type AlarmRow, toAlarm } from './alarm-record.ts';

const DAY = 24 * 3_600_000;
/** Alarms that are deleted in one transaction. */
const MAX_ALARMS = 500;
/** ms between two deletions of old alarms */
const PERIOD = 3_600_000;

export interface AlarmRetentionParts {
  pool: pg.Pool;
  liveBus: LiveBus;
  messageLog: Pick<MessageLog, 'append'>;
  log: Logger;
  onChange: () => void;
  /** Removes what is left of alarms that are gone, whyever they are. */
  removeEmptyTallies: () => Promise<void>;
}

/** Deletes alarms that ended longer ago than the profile of their tenant allows (`alarmsTtlDays`; 0: never). */
export function createAlarmRetention(parts: AlarmRetentionParts) {
  const { pool, liveBus, messageLog, log, onChange, removeEmptyTallies } = parts;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> = Promise.resolve();

  async function deleteOldOf(tenantId: string, before: number): Promise<number> {
    // What was created later has not ended before: the index leads to what may have.
    const { rows } = await pool.query<AlarmRow>({
      name: 'delete old alarms',
      text: `DELETE FROM alarm WHERE id = ANY(ARRAY(
          SELECT id FROM alarm WHERE tenant_id = $1 AND severity = ANY('{0,1,2,3,4}'::smallint[])
            AND status = ANY('{0,1,2,3}'::smallint[]) AND created_time < $2 AND end_ts < $2
          LIMIT ${MAX_ALARMS} FOR UPDATE SKIP LOCKED)) RETURNING *`,
      values: [tenantId, before],
    });
    if (rows.length === 0) return 0;
    onChange();
    const alarms = rows.map(toAlarm);
    for (const alarm of alarms) {
      liveBus.publish({ kind: 'alarm', action: 'deleted', tenantId, entityId: alarm.originator, alarm, places: [] });
    }
    await messageLog.append(
      alarms.map((alarm) =>
        newMessage({ tenantId, type: 'ALARM_DELETE', originator: alarm.originator, data: JSON.stringify(alarm) }),
      ),
    );
    return rows.length;
  }

  /** @returns how many were deleted */
  async function deleteOld(now: number): Promise<number> {
    const { rows: tenants } = await pool.query<{ id: string; days: number }>(
      `SELECT tenant.id, (profile.profile_data #>> '{configuration,alarmsTtlDays}')::double precision AS days
       FROM tenant JOIN tenant_profile AS profile ON profile.id = tenant.tenant_profile_id
       WHERE (profile.profile_data #>> '{configuration,alarmsTtlDays}')::double precision > 0`,
    );
    let deleted = 0;
    for (const { id, days } of tenants) {
      for (let some = MAX_ALARMS; some === MAX_ALARMS && !closed; deleted += some) {
        some = await deleteOldOf(id, withinTime(now - days * DAY));
      }
    }
    return deleted;
  }

  function run(): void {
    working = deleteOld(Date.now())
      .then(removeEmptyTallies)
      .catch((error: unknown) => log.error({ err: error }, 'old alarms could not be deleted'));
  }

  return {
    deleteOld,
    open(): void {
      run();
      timer = setInterval(run, PERIOD);
      timer.unref();
    },
    async close(): Promise<void> {
      closed = true;
      clearInterval(timer);
      await working;
    },
  };
}
