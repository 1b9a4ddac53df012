import {
  ALARM_SEVERITIES,
  type Alarm,
  type AlarmHistoryEntry,
  type AlarmInfo,
  type AlarmInput,
  type AlarmSearchStatus,
  type AlarmSeverity,
  type AlarmStatus,
  statusesOf,
} from '@signalbox/contract/alarm';
import type { EntityId } from '@signalbox/contract/id';
import type { PageData, TimePageLink } from '@signalbox/contract/page';
import type pg from 'pg';
import type { EntityDirectory, EntitySummary } from '../access/entity-directory.ts';
import { type Operation, ownerOf, requirePermission } from '../access/permissions.ts';
import { requireEntity } from '../access/require-entity.ts';
import type { ActionLog, ActionRecord } from '../audit/action-log.ts';
import { recordFailure } from '../audit/record-failure.ts';
import { badRequest, entityNotFound, isUniqueViolation, tooManyRequests } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { BatchOutdated } from '../messages/message-log.ts';
import { inTransaction } from '../storage/transaction.ts';
import { requireAlarms } from '../usage/stopped.ts';
import { COUNTER, type UsageMeter } from '../usage/usage-meter.ts';
import {
  acknowledgeAlarm,
  clearAlarm,
  customerOf,
  mergeAlarm,
  newAlarm,
  type RaisedAlarm,
  stepOf,
} from './alarm-changes.ts';
import { severityCode, statusCode } from './alarm-codes.ts';
import { type AlarmFilter, rangesOf } from './alarm-filter.ts';
import type { AlarmHistory } from './alarm-history.ts';
import type { AlarmScope } from './alarm-list-sql.ts';
import type { AlarmLists } from './alarm-lists.ts';
import { type AlarmCause, type AlarmRecord, toAlarm } from './alarm-record.ts';
import { type AlarmStore, keyText } from './alarm-store.ts';

export interface AlarmServiceParts {
  pool: pg.Pool;
  store: AlarmStore;
  lists: AlarmLists;
  history: AlarmHistory;
  directory: EntityDirectory;
  usage: UsageMeter;
  actionLog: ActionLog;
}

/** Which statuses a list is about: one, or those of a search status. */
export interface StatusQuery {
  searchStatus?: AlarmSearchStatus | undefined;
  status?: AlarmStatus | undefined;
}

export type AlarmListQuery = TimePageLink &
  StatusQuery & {
    fetchOriginator?: boolean | undefined;
    severity?: AlarmSeverity | undefined;
    type?: string | undefined;
    originatorId?: string | undefined;
  };

/** How often a change is decided again because somebody else was faster. */
const MAX_ATTEMPTS = 50;
/** Name of originators that are gone. */
const DELETED = 'Deleted';

/** What people do with alarms. */
export function createAlarmService(parts: AlarmServiceParts) {
  const { pool, store, lists, history, directory, usage, actionLog } = parts;

  /** The alarm if the user may do that with it. */
  async function require(user: SecurityUser, id: string, operation: Operation): Promise<AlarmRecord> {
    const [record] = await store.findByIds([id]);
    if (!record || record.alarm.tenantId.id !== user.tenantId) throw entityNotFound('Alarm', id);
    requirePermission(user, 'ALARM', operation, ownerOf(record.alarm));
    return record;
  }

  /** Decides and writes a change; again, when the alarm was changed meanwhile. */
  async function change<T>(attempt: () => Promise<T>): Promise<T> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt();
      } catch (error) {
        if (isUniqueViolation(error, 'alarm_active')) {
          throw badRequest('There is another active alarm of this type and originator!');
        }
        if (!(error instanceof BatchOutdated)) throw error;
        if (attempts >= MAX_ATTEMPTS) throw tooManyRequests('The alarm is being changed by many others');
      }
    }
  }

  async function write(before: AlarmRecord | undefined, after: Alarm, cause: AlarmCause): Promise<Alarm> {
    const steps = [stepOf(before?.alarm, after, Date.now(), cause)];
    await inTransaction(pool, (unit) => store.write(unit, [{ before, after, steps }]));
    return after;
  }

  const causeOf = (user: SecurityUser): AlarmCause => ({ type: 'USER', id: user.userId, name: user.email });

  function actionOf(user: SecurityUser, type: ActionRecord['type'], alarm: Alarm): ActionRecord {
    return {
      user,
      type,
      entityId: alarm.originator,
      entityName: alarm.name,
      customerId: alarm.customerId.id,
      data: type === 'ALARM_DELETE' ? {} : { entity: alarm },
    };
  }

  /** Changes an alarm as `decide` says; nothing is recorded when there is nothing to change. */
  async function changeState(
    user: SecurityUser,
    id: string,
    type: 'ALARM_ACK' | 'ALARM_CLEAR',
    decide: (alarm: Alarm, now: number) => Alarm | undefined,
  ): Promise<void> {
    const known = await require(user, id, 'WRITE');
    const changed = await recordFailure(actionLog, actionOf(user, type, known.alarm), () =>
      change(async () => {
        const record = await require(user, id, 'WRITE');
        const after = decide(record.alarm, Date.now());
        return after && write(record, after, causeOf(user));
      }),
    );
    if (!changed) return;
    await actionLog.record({ ...actionOf(user, type, changed), message: { type, data: changed } });
  }

  async function saveExisting(user: SecurityUser, id: string, raised: RaisedAlarm): Promise<Alarm> {
    return change(async () => {
      const record = await require(user, id, 'WRITE');
      const originator = await directory.find(record.alarm.originator);
      return write(record, mergeAlarm(record.alarm, raised, customerOf(originator)), causeOf(user));
    });
  }

  /** @returns the alarm and whether it is new */
  async function raise(
    user: SecurityUser,
    originator: EntitySummary,
    type: string,
    raised: RaisedAlarm,
  ): Promise<{ alarm: Alarm; isNew: boolean }> {
    const key = { originatorId: originator.id, type };
    const subject = {
      tenantId: user.tenantId,
      originator: originator.entityId,
      customerId: customerOf(originator),
      type,
    };
    return change(async () => {
      const before = (await store.activeOf([key])).get(keyText(key));
      if (before) {
        requirePermission(user, 'ALARM', 'WRITE', ownerOf(before.alarm));
        return {
          alarm: await write(before, mergeAlarm(before.alarm, raised, subject.customerId), causeOf(user)),
          isNew: false,
        };
      }
      requireAlarms(usage, user.tenantId);
      const alarm = await write(undefined, newAlarm(subject, raised, Date.now()), causeOf(user));
      usage.of(user.tenantId).add(COUNTER.createdAlarms);
      return { alarm, isNew: true };
    });
  }

  /** Names of originators by their ids. */
  async function namesOf(originators: readonly EntityId[]): Promise<Map<string, string>> {
    const distinct = [...new Map(originators.map((originator) => [originator.id, originator])).values()];
    const found = await Promise.all(distinct.map((originator) => directory.find(originator)));
    return new Map(distinct.map(({ id }, at) => [id, found[at]?.name ?? DELETED]));
  }

  async function page(scope: AlarmScope, { fetchOriginator, ...query }: AlarmListQuery): Promise<PageData<AlarmInfo>> {
    const found = await lists.page(scope, filterOf(query), query);
    const alarms = found.data.map(toAlarm);
    const names = fetchOriginator ? await namesOf(alarms.map(({ originator }) => originator)) : undefined;
    return {
      ...found,
      data: alarms.map((alarm) => ({ ...alarm, originatorName: names?.get(alarm.originator.id) ?? null })),
    };
  }

  return {
    namesOf,

    async read(user: SecurityUser, id: string): Promise<Alarm> {
      return (await require(user, id, 'READ')).alarm;
    },

    async readInfo(user: SecurityUser, id: string): Promise<AlarmInfo> {
      const { alarm } = await require(user, id, 'READ');
      return { ...alarm, originatorName: (await namesOf([alarm.originator])).get(alarm.originator.id) ?? DELETED };
    },

    /**
     * Creates an alarm, or merges it into the active one of its type and originator, or into that with its id.
     * @throws ApiError 400 / 31 when something is missing; 500 / 2 when the tenant may create no more
     */
    async save(user: SecurityUser, input: AlarmInput): Promise<Alarm> {
      requirePermission(user, 'ALARM', input.id ? 'WRITE' : 'CREATE');
      const { type, originator: originatorId, severity, status } = input;
      if (!type) throw badRequest('Alarm type should be specified!');
      if (!originatorId) throw badRequest('Alarm originator should be specified!');
      if (!severity) throw badRequest('Alarm severity should be specified!');
      if (!status) throw badRequest('Alarm status should be specified!');
      // For a merge as well: to say again that there is an alarm moves its end (rest-content.md §7.4).
      const startTs = input.startTs || Date.now();
      const raised = { ...input, severity, status, startTs, endTs: input.endTs || startTs };
      const id = input.id?.id;
      const failed: ActionRecord = {
        user,
        type: id ? 'UPDATED' : 'ADDED',
        entityId: originatorId,
        entityName: type,
        data: { entity: input },
      };
      const saved = await recordFailure(actionLog, failed, async () => {
        if (id) return { alarm: await saveExisting(user, id, raised), isNew: false };
        const originator = await requireEntity(directory, user, originatorId, 'READ');
        return raise(user, originator, type, raised);
      });
      const { alarm, isNew } = saved;
      await actionLog.record({
        ...actionOf(user, isNew ? 'ADDED' : 'UPDATED', alarm),
        message: { type: isNew ? 'ENTITY_CREATED' : 'ENTITY_UPDATED', data: alarm },
      });
      return alarm;
    },

    acknowledge: (user: SecurityUser, id: string) => changeState(user, id, 'ALARM_ACK', acknowledgeAlarm),

    clear: (user: SecurityUser, id: string) =>
      changeState(user, id, 'ALARM_CLEAR', (alarm, now) => clearAlarm(alarm, now)),

    /** @returns false when somebody else has deleted it meanwhile */
    async delete(user: SecurityUser, id: string): Promise<boolean> {
      const { alarm } = await require(user, id, 'DELETE');
      const action = actionOf(user, 'ALARM_DELETE', alarm);
      const isDeleted = await recordFailure(actionLog, action, () =>
        inTransaction(pool, (unit) => store.delete(unit, alarm)),
      );
      if (isDeleted) await actionLog.record({ ...action, message: { type: 'ALARM_DELETE', data: alarm } });
      return isDeleted;
    },

    async listOf(user: SecurityUser, id: EntityId, query: AlarmListQuery): Promise<PageData<AlarmInfo>> {
      await requireEntity(directory, user, id, 'READ');
      return page({ of: 'entity', id: id.id }, query);
    },

    async list(user: SecurityUser, query: AlarmListQuery): Promise<PageData<AlarmInfo>> {
      requirePermission(user, 'ALARM', 'READ');
      const { tenantId } = user;
      if (user.authority === 'CUSTOMER_USER') return page({ of: 'customer', id: user.customerId, tenantId }, query);
      return page({ of: 'tenant', id: tenantId, tenantId }, query);
    },

    /** The worst severity among the alarms of an entity; undefined without alarms. */
    async highestSeverity(user: SecurityUser, id: EntityId, query: StatusQuery): Promise<AlarmSeverity | undefined> {
      await requireEntity(directory, user, id, 'READ');
      const statuses = statusFilter(query);
      const totals = await lists.totalsOf({ of: 'entity', id: id.id }, rangesOf({ statuses }));
      const wanted = (statuses ?? statusesOf('ANY')).map(statusCode);
      return ALARM_SEVERITIES.find((severity) =>
        wanted.some((status) => (totals.get(`${severityCode(severity)} ${status}`) ?? 0) > 0),
      );
    },

    async listHistory(
      user: SecurityUser,
      id: string,
      link: { pageSize: number; page: number },
    ): Promise<PageData<AlarmHistoryEntry>> {
      const { alarm } = await require(user, id, 'READ');
      return history.list(alarm.id.id, link);
    },
  };
}

export type AlarmService = ReturnType<typeof createAlarmService>;

/** @throws ApiError 400 / 31 when both are given */
function statusFilter({ searchStatus, status }: StatusQuery): AlarmStatus[] | undefined {
  if (searchStatus && status) {
    throw badRequest(
      "Invalid alarms search query: Both parameters 'searchStatus' and 'status' can't be specified at the same time!",
    );
  }
  if (status) return [status];
  return searchStatus && searchStatus !== 'ANY' ? statusesOf(searchStatus) : undefined;
}

function filterOf(query: AlarmListQuery): AlarmFilter {
  const { severity, type, originatorId, startTime, endTime } = query;
  return {
    statuses: statusFilter(query),
    severities: severity && [severity],
    types: type ? [type] : undefined,
    originatorId,
    startTime,
    endTime,
  };
}
