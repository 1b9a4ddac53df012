import { isActive } from '@signalbox/contract/alarm';
import { type EntityId, entityId } from '@signalbox/contract/id';
import type { TraceStep } from '@signalbox/contract/recorder';
import type pg from 'pg';
import { severityOf, statusOf } from '../alarms/alarm-codes.ts';
import type { AlarmReader } from '../alarms/alarm-reader.ts';
import { ALARM_COLUMNS, type AlarmRecord, type AlarmRow, toAlarm } from '../alarms/alarm-record.ts';
import { keyText } from '../alarms/alarm-store.ts';

/** Alarms as they were at a time: what the history says of them, as far as they are still there. */
export type AlarmsThen = Pick<AlarmReader, 'active' | 'byId'>;

interface FormerRow extends AlarmRow {
  then_severity: number;
  then_status: number;
}

/** ms after a message within which an alarm is looked for that it has raised */
const RAISED_WITHIN = 600_000;

const FORMER = `SELECT ${ALARM_COLUMNS}, past.severity AS then_severity, past.status AS then_status
  FROM alarm AS a CROSS JOIN LATERAL (
    SELECT severity, status FROM alarm_history WHERE alarm_id = a.id AND ts < $1 ORDER BY number DESC LIMIT 1
  ) AS past`;

/** @param time epoch ms; what happened in that millisecond came after it */
export function alarmsAt(pool: pg.Pool, time: number): AlarmsThen {
  async function first(condition: string, values: unknown[]): Promise<AlarmRecord | undefined> {
    const { rows } = await pool.query<FormerRow>(`${FORMER} WHERE ${condition}`, [time, ...values]);
    const [row] = rows;
    if (!row) return undefined;
    const alarm = { ...toAlarm(row), severity: severityOf(row.then_severity), status: statusOf(row.then_status) };
    return {
      alarm: isActive(alarm.status) ? { ...alarm, clearTs: 0 } : alarm,
      version: 0,
      historySize: 0,
      historyLast: '',
    };
  }
  return {
    active: ({ originatorId, type }) =>
      first(
        'a.originator_id = $2 AND a.type = $3 AND a.created_time < $1 AND past.status < 2 ORDER BY a.created_time DESC LIMIT 1',
        [originatorId, type],
      ),
    byId: (id) => first('a.id = $2', [id]),
  };
}

/**
 * Names the alarms that a message has raised, or changed just after they were: those of a dry run have ids that nobody
 * knows.
 * @param since when those began that `raisedBefore` counts, epoch ms
 * @param raisedBefore alarm key → alarms that were raised between that and the message
 */
export async function nameRaised(
  pool: pg.Pool,
  tenantId: string,
  steps: readonly TraceStep[],
  { since, raisedBefore }: { since: number; raisedBefore: ReadonlyMap<string, number> },
): Promise<TraceStep[]> {
  const raised = new Map(raisedBefore);
  /** @param number from 0 */
  const idOf = async (originator: EntityId, type: string, number: number): Promise<string | undefined> => {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM alarm WHERE tenant_id = $1 AND originator_id = $2 AND type = $3
         AND created_time BETWEEN $4 AND $4 + ${RAISED_WITHIN} ORDER BY created_time, id OFFSET $5 LIMIT 1`,
      [tenantId, originator.id, type, since, number],
    );
    return rows[0]?.id;
  };
  const named: TraceStep[] = [];
  for (const step of steps) {
    const effects: TraceStep['effects'] = [];
    for (const effect of step.effects) {
      if (effect.kind !== 'ALARM' || effect.alarmId !== null) {
        effects.push(effect);
        continue;
      }
      const { originator, type, change } = effect;
      const key = keyText({ originatorId: originator.id, type });
      const count = (raised.get(key) ?? 0) + (change === 'CREATED' ? 1 : 0);
      raised.set(key, count);
      const id = count > 0 ? await idOf(originator, type, count - 1) : undefined;
      effects.push(id === undefined ? effect : { ...effect, alarmId: entityId('ALARM', id) });
    }
    named.push({ ...step, effects });
  }
  return named;
}
