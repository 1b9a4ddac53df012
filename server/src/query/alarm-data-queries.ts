import { type AlarmStatus, statusesOf } from '@signalbox/contract/alarm';
import type { AlarmData, AlarmDataQuery } from '@signalbox/contract/entity-query';
import { MAX_ENTITIES_PER_SUBSCRIPTION } from '@signalbox/contract/live';
import type { PageData } from '@signalbox/contract/page';
import type { AlarmFilter } from '../alarms/alarm-filter.ts';
import type { AlarmQueries } from '../alarms/alarm-queries.ts';
import { isAlarmField } from '../alarms/alarm-query-sql.ts';
import { toAlarm } from '../alarms/alarm-record.ts';
import type { AlarmService } from '../alarms/alarm-service.ts';
import { badRequest } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { EntityQueryService, FindOptions } from './entity-query-service.ts';

/** The entities whose alarms a query is about. */
export interface AlarmEntities {
  /** The first of them, in the order in which their alarms stand. */
  ids: readonly string[];
  /** How many there are. */
  total: number;
}

export interface AlarmDataQueriesParts {
  queries: Pick<EntityQueryService, 'findEntities' | 'readEntities'>;
  /** Alarms of entities. */
  alarms: Pick<AlarmQueries, 'find'> & Pick<AlarmService, 'namesOf'>;
}

/** Where a text is searched when a query names no alarm fields. */
const SEARCHED_FIELDS = ['type', 'severity', 'status', 'originator'];
const OLDEST_FIRST = { key: { type: 'ENTITY_FIELD', key: 'createdTime' }, direction: 'ASC' } as const;

/** Which alarms a query is about at a time. */
export function alarmFilterOf({ pageLink }: Pick<AlarmDataQuery, 'pageLink'>, now: number): AlarmFilter {
  const { startTs, endTs, timeWindow, typeList, statusList, severityList } = pageLink;
  const statuses = new Set(statusList.flatMap((status): AlarmStatus[] => statusesOf(status)));
  return {
    ...(timeWindow > 0
      ? { startTime: Math.max(0, now - timeWindow) }
      : { startTime: startTs || undefined, endTime: endTs || undefined }),
    types: typeList,
    severities: severityList.length > 0 ? severityList : undefined,
    statuses: statuses.size > 0 ? [...statuses] : undefined,
  };
}

/** Finds the alarms of the entities that a query finds, within what the caller may see (rest-content.md §7.5). */
export function createAlarmDataQueries({ queries, alarms }: AlarmDataQueriesParts) {
  async function findEntities(user: SecurityUser, query: AlarmDataQuery): Promise<AlarmEntities> {
    const { sortOrder } = query.pageLink;
    const isByAlarm = sortOrder?.key.type === 'ALARM_FIELD';
    if (isByAlarm && !isAlarmField(sortOrder.key.key)) {
      throw badRequest(`Alarms can not be sorted by '${sortOrder.key.key}'.`);
    }
    const order = isByAlarm || !sortOrder ? OLDEST_FIRST : sortOrder;
    const pageLink = { pageSize: MAX_ENTITIES_PER_SUBSCRIPTION, page: 0, sortOrder: order };
    return queries.findEntities(user, { ...query, entityFields: [], latestValues: [], pageLink });
  }

  return {
    /**
     * A page of alarms, and the entities that they are of.
     * @param options entities: those found before, else they are found now
     */
    async find(
      user: SecurityUser,
      query: AlarmDataQuery,
      { entities, ...options }: FindOptions & { entities?: AlarmEntities | undefined } = {},
    ): Promise<{ page: PageData<AlarmData>; entities: AlarmEntities }> {
      const found = entities ?? (await findEntities(user, query));
      const { pageLink, alarmFields } = query;
      const { key, direction = 'ASC' } = pageLink.sortOrder ?? {};
      const page = await alarms.find({
        tenantId: user.tenantId,
        entityIds: found.ids,
        places: pageLink.searchPropagatedAlarms,
        filter: alarmFilterOf(query, Date.now()),
        textSearch: pageLink.textSearch ?? undefined,
        searchedFields: alarmFields.length > 0 ? alarmFields.map((field) => field.key) : SEARCHED_FIELDS,
        sort: key?.type === 'ALARM_FIELD' ? { field: key.key, direction } : undefined,
        pageSize: pageLink.pageSize,
        page: pageLink.page,
      });
      const ids = [...new Set(page.data.map((row) => row.entity_id))];
      const rows = page.data.map((row) => ({ alarm: toAlarm(row), entityId: row.entity_id }));
      const [entitiesOfPage, names] = await Promise.all([
        queries.readEntities(user, query, ids, options),
        alarms.namesOf(rows.map(({ alarm }) => alarm.originator)),
      ]);
      const data = rows.flatMap(({ alarm, entityId }): AlarmData[] => {
        const entity = entitiesOfPage.get(entityId);
        const originatorName = names.get(alarm.originator.id) ?? null;
        return entity ? [{ ...alarm, originatorName, entityId: entity.entityId, latest: entity.latest }] : [];
      });
      return { page: { ...page, data }, entities: found };
    },
  };
}

export type AlarmDataQueries = ReturnType<typeof createAlarmDataQueries>;
