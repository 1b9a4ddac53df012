import { type Alarm, type AlarmSeverity, type AlarmStatus, isAcknowledged, isActive } from '@signalbox/contract/alarm';
import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import type { EntitySummary } from '../access/entity-directory.ts';
import { newEntityId } from '../storage/ids.ts';
import type { AlarmCause, AlarmStep } from './alarm-record.ts';

/** What somebody or a rule says about an alarm; times in epoch ms, 0: not given. */
export interface RaisedAlarm {
  severity: AlarmSeverity;
  status: AlarmStatus;
  startTs: number;
  endTs: number;
  ackTs: number;
  clearTs: number;
  details: Alarm['details'];
  propagate: boolean;
  propagateRelationTypes: readonly string[];
}

/** Who a new alarm is about and belongs to. */
export interface AlarmSubject {
  tenantId: string;
  originator: EntityId;
  /** Of the originator; NULL_UUID: none. */
  customerId: string;
  type: string;
}

/** The customer of an originator; a customer is its own. */
export function customerOf(originator: EntitySummary | undefined): string {
  if (originator?.entityId.entityType === 'CUSTOMER') return originator.id;
  return originator?.customerId ?? NULL_UUID;
}

/** A new alarm. */
export function newAlarm(subject: AlarmSubject, raised: RaisedAlarm, now: number): Alarm {
  const { id, createdTime } = newEntityId();
  const startTs = raised.startTs || now;
  return {
    id: entityId('ALARM', id),
    createdTime,
    tenantId: entityId('TENANT', subject.tenantId),
    customerId: entityId('CUSTOMER', subject.customerId),
    type: subject.type,
    originator: subject.originator,
    severity: raised.severity,
    status: raised.status,
    startTs,
    endTs: raised.endTs || startTs,
    ackTs: raised.ackTs,
    clearTs: raised.clearTs,
    details: raised.details,
    propagate: raised.propagate,
    propagateRelationTypes: [...new Set(raised.propagateRelationTypes)],
    name: subject.type,
  };
}

/** The alarm after somebody has raised it again (rest-content.md §7.4): its times never decrease, its type and start stay. */
export function mergeAlarm(alarm: Alarm, raised: RaisedAlarm, customerId: string): Alarm {
  return {
    ...alarm,
    customerId: entityId('CUSTOMER', customerId),
    severity: raised.severity,
    status: raised.status,
    endTs: Math.max(alarm.endTs, raised.startTs, raised.endTs),
    ackTs: Math.max(alarm.ackTs, raised.ackTs),
    clearTs: Math.max(alarm.clearTs, raised.clearTs),
    details: raised.details,
    propagate: alarm.propagate || raised.propagate,
    propagateRelationTypes: [...new Set([...alarm.propagateRelationTypes, ...raised.propagateRelationTypes])],
  };
}

/** The alarm acknowledged; undefined when it was already. */
export function acknowledgeAlarm(alarm: Alarm, now: number): Alarm | undefined {
  if (isAcknowledged(alarm.status)) return undefined;
  return { ...alarm, status: isActive(alarm.status) ? 'ACTIVE_ACK' : 'CLEARED_ACK', ackTs: now };
}

/** The alarm cleared, with new details if they are given; undefined when it was already. */
export function clearAlarm(alarm: Alarm, now: number, details?: Pick<Alarm, 'details'>): Alarm | undefined {
  if (!isActive(alarm.status)) return undefined;
  const status = isAcknowledged(alarm.status) ? 'CLEARED_ACK' : 'CLEARED_UNACK';
  return { ...alarm, status, clearTs: now, ...details };
}

/** What history says of a change: its most important part. @param before undefined: the alarm is new */
export function stepOf(before: Alarm | undefined, after: Alarm, ts: number, cause: AlarmCause): AlarmStep {
  return { change: changeOf(before, after), ts, cause, severity: after.severity, status: after.status };
}

function changeOf(before: Alarm | undefined, after: Alarm): AlarmStep['change'] {
  if (!before) return 'CREATED';
  if (isActive(before.status) !== isActive(after.status)) return isActive(after.status) ? 'REOPENED' : 'CLEARED';
  if (!isAcknowledged(before.status) && isAcknowledged(after.status)) return 'ACKNOWLEDGED';
  return before.severity === after.severity ? 'UPDATED' : 'SEVERITY';
}
