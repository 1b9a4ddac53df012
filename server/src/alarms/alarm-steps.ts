import { MAX_ALARM_HISTORY } from '@signalbox/contract/alarm';
import type pg from 'pg';
import { severityCode, statusCode } from './alarm-codes.ts';
import type { AlarmStep, AlarmWrite } from './alarm-record.ts';

/** Steps that differ in their time only, as one entry of the history. */
interface Entry {
  number: number;
  step: AlarmStep;
  lastTs: number;
  times: number;
}

/** What a write adds to the history of an alarm. */
export interface HistoryAddition {
  alarmId: string;
  /** Repetitions of the newest entry that is there. */
  repeated: Pick<Entry, 'number' | 'lastTs' | 'times'> | undefined;
  entries: Entry[];
  /** Entries that there are then, and the kind and cause of the newest. */
  size: number;
  last: string;
}

/** Only updates are counted instead of listed: a rule may make one with every message. */
const signatureOf = ({ change, cause }: AlarmStep): string => (change === 'UPDATED' ? `${cause.type} ${cause.id}` : '');

export function additionOf({ before, after, steps }: AlarmWrite): HistoryAddition {
  let size = before?.historySize ?? 0;
  let last = before?.historyLast ?? '';
  let repeated: HistoryAddition['repeated'];
  const entries: Entry[] = [];
  for (const step of steps) {
    const signature = signatureOf(step);
    const newest = entries.at(-1);
    if (signature !== '' && signature === last) {
      if (newest) {
        newest.lastTs = step.ts;
        newest.times++;
      } else {
        repeated = { number: size, lastTs: step.ts, times: (repeated?.times ?? 0) + 1 };
      }
    } else {
      entries.push({ number: ++size, step, lastTs: step.ts, times: 1 });
    }
    last = signature;
  }
  return { alarmId: after.id.id, repeated, entries, size, last };
}

/** Writes what was added, and removes what is more than an alarm keeps: its creation stays. */
export async function writeHistory(client: pg.ClientBase, additions: readonly HistoryAddition[]): Promise<void> {
  const repeated = additions.filter((addition) => addition.repeated);
  if (repeated.length > 0) {
    await client.query({
      name: 'repeat alarm history',
      text: `UPDATE alarm_history SET last_ts = w.last_ts, times = alarm_history.times + w.times
        FROM unnest($1::uuid[], $2::integer[], $3::bigint[], $4::integer[]) AS w (alarm_id, number, last_ts, times)
        WHERE alarm_history.alarm_id = w.alarm_id AND alarm_history.number = w.number`,
      values: [
        repeated.map(({ alarmId }) => alarmId),
        repeated.map((one) => one.repeated?.number),
        repeated.map((one) => one.repeated?.lastTs),
        repeated.map((one) => one.repeated?.times),
      ],
    });
  }
  const rows = additions.flatMap(({ alarmId, entries }) => entries.map((entry) => ({ alarmId, ...entry })));
  if (rows.length === 0) return;
  await client.query({
    name: 'add alarm history',
    text: `INSERT INTO alarm_history
        (alarm_id, number, change, ts, last_ts, times, severity, status, cause, cause_id, cause_name)
      SELECT * FROM unnest($1::uuid[], $2::integer[], $3::text[], $4::bigint[], $5::bigint[], $6::integer[],
        $7::smallint[], $8::smallint[], $9::text[], $10::uuid[], $11::text[])`,
    values: [
      rows.map(({ alarmId }) => alarmId),
      rows.map(({ number }) => number),
      rows.map(({ step }) => step.change),
      rows.map(({ step }) => step.ts),
      rows.map(({ lastTs }) => lastTs),
      rows.map(({ times }) => times),
      rows.map(({ step }) => severityCode(step.severity)),
      rows.map(({ step }) => statusCode(step.status)),
      rows.map(({ step }) => step.cause.type),
      rows.map(({ step }) => step.cause.id),
      rows.map(({ step }) => step.cause.name),
    ],
  });
  const full = additions.filter(({ size, entries }) => size > MAX_ALARM_HISTORY && entries.length > 0);
  if (full.length === 0) return;
  await client.query({
    name: 'cut alarm history',
    text: `DELETE FROM alarm_history USING unnest($1::uuid[], $2::integer[]) AS w (alarm_id, size)
      WHERE alarm_history.alarm_id = w.alarm_id AND number > 1 AND number <= w.size - $3`,
    values: [full.map(({ alarmId }) => alarmId), full.map(({ size }) => size), MAX_ALARM_HISTORY - 1],
  });
}
