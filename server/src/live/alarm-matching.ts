import type { Alarm } from '@signalbox/contract/alarm';
import type { AlarmDataQuery } from '@signalbox/contract/entity-query';
import { alarmFilterOf } from '../query/alarm-data-queries.ts';

/** Whether an alarm belongs to those that a query is about at a time, its entity and a text aside. */
export function matchesQuery(alarm: Alarm, query: Pick<AlarmDataQuery, 'pageLink'>, now: number): boolean {
  const { types, severities, statuses, startTime, endTime } = alarmFilterOf(query, now);
  if (types?.length && !types.includes(alarm.type)) return false;
  if (severities && !severities.includes(alarm.severity)) return false;
  if (statuses && !statuses.includes(alarm.status)) return false;
  if (startTime !== undefined && alarm.createdTime < startTime) return false;
  return endTime === undefined || alarm.createdTime <= endTime;
}
