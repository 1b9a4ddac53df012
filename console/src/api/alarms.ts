import {
  type AlarmHistoryEntry,
  type AlarmInfo,
  type AlarmSearchStatus,
  type AlarmSeverity,
  alarmRoutes,
  MAX_ALARM_HISTORY,
} from '@signalbox/contract/alarm';
import type { PageData } from '@signalbox/contract/page';
import { call } from './client.ts';
import type { EntityRef } from './entity-ref.ts';
import type { ListQuery } from './list-query.ts';

const QUIET = { ignoreErrors: true };

/** Which alarms a list has; absent: whatever. Bounds on the creation are inclusive, in epoch ms. */
export interface AlarmFilter {
  searchStatus?: AlarmSearchStatus | undefined;
  severity?: AlarmSeverity | undefined;
  type?: string | undefined;
  /** In lists of all only. */
  originatorId?: string | undefined;
  startTime?: number | undefined;
  endTime?: number | undefined;
}

/** A page of the alarms of an entity, also propagated ones, or without one of all that the user sees. */
export function getAlarms(entity: EntityRef | undefined, link: ListQuery, filter: AlarmFilter) {
  if (!entity) return call(alarmRoutes.getAllAlarms, { query: { ...link, ...filter, fetchOriginator: true } }, QUIET);
  const { originatorId: _, ...ofEntity } = filter;
  const params = { entityType: entity.entityType, entityId: entity.id };
  return call(alarmRoutes.getAlarms, { params, query: { ...link, ...ofEntity, fetchOriginator: true } }, QUIET);
}

export function getAlarm(alarmId: string): Promise<AlarmInfo> {
  return call(alarmRoutes.getAlarmInfo, { params: { alarmId } }, QUIET);
}

/** The changes of an alarm, the newest first. */
export function getAlarmHistory(alarmId: string): Promise<PageData<AlarmHistoryEntry>> {
  const query = { pageSize: MAX_ALARM_HISTORY, page: 0 };
  return call(alarmRoutes.getAlarmHistory, { params: { alarmId }, query }, QUIET);
}

export function acknowledgeAlarm(alarmId: string): Promise<undefined> {
  return call(alarmRoutes.acknowledgeAlarm, { params: { alarmId } }, QUIET);
}

export function clearAlarm(alarmId: string): Promise<undefined> {
  return call(alarmRoutes.clearAlarm, { params: { alarmId } }, QUIET);
}

export function deleteAlarm(alarmId: string): Promise<boolean> {
  return call(alarmRoutes.deleteAlarm, { params: { alarmId } }, QUIET);
}

/** Newest alarms that are looked at for their types. */
const LOOKED_AT = 100;

/** The types of the newest alarms that match `search`, sorted. */
export async function findAlarmTypes(entity: EntityRef | undefined, search: string): Promise<string[]> {
  const link = { pageSize: LOOKED_AT, page: 0, textSearch: search.trim() || undefined };
  const { data } = await getAlarms(entity, { ...link, sortProperty: 'createdTime', sortOrder: 'DESC' }, {});
  const wanted = search.trim().toLowerCase();
  return [...new Set(data.map(({ type }) => type))].filter((type) => type.toLowerCase().includes(wanted)).sort();
}
