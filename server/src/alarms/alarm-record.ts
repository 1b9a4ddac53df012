import type { Alarm, AlarmChange, alarmHistoryEntrySchema } from '@signalbox/contract/alarm';
import { type EntityType, entityId } from '@signalbox/contract/id';
import type * as z from 'zod/mini';
import { severityOf, statusOf } from './alarm-codes.ts';

/** Who or what changes an alarm: the node of a rule chain, or a person. */
export interface AlarmCause {
  type: z.infer<typeof alarmHistoryEntrySchema>['cause'];
  id: string;
  /** Name of the node, or e-mail of the person. */
  name: string;
}

/** An alarm as it is stored. */
export interface AlarmRecord {
  alarm: Alarm;
  /** Number of its writes: a change that was decided by another one is refused. */
  version: number;
  historySize: number;
  /** Kind and cause of the newest entry in the history. */
  historyLast: string;
}

/** A step in the history of an alarm. */
export interface AlarmStep {
  change: AlarmChange;
  ts: number;
  cause: AlarmCause;
  severity: Alarm['severity'];
  status: Alarm['status'];
}

/** What a unit of work makes of one alarm. */
export interface AlarmWrite {
  /** As it was found; undefined: it is new. */
  before: AlarmRecord | undefined;
  after: Alarm;
  steps: AlarmStep[];
}

export interface AlarmRow {
  id: string;
  created_time: number;
  tenant_id: string;
  customer_id: string;
  originator_type: EntityType;
  originator_id: string;
  type: string;
  severity: number;
  status: number;
  start_ts: number;
  end_ts: number;
  ack_ts: number;
  clear_ts: number;
  details: Alarm['details'];
  propagate: boolean;
  propagate_relation_types: string[];
}

export interface AlarmRecordRow extends AlarmRow {
  version: number;
  history_size: number;
  history_last: string;
}

/** Columns of AlarmRow, of the table or alias `a`. */
export const ALARM_COLUMNS = `a.id, a.created_time, a.tenant_id, a.customer_id, a.originator_type, a.originator_id,
  a.type, a.severity, a.status, a.start_ts, a.end_ts, a.ack_ts, a.clear_ts, a.details, a.propagate,
  a.propagate_relation_types`;

export function toAlarm(row: AlarmRow): Alarm {
  return {
    id: entityId('ALARM', row.id),
    createdTime: row.created_time,
    tenantId: entityId('TENANT', row.tenant_id),
    customerId: entityId('CUSTOMER', row.customer_id),
    type: row.type,
    originator: entityId(row.originator_type, row.originator_id),
    severity: severityOf(row.severity),
    status: statusOf(row.status),
    startTs: row.start_ts,
    endTs: row.end_ts,
    ackTs: row.ack_ts,
    clearTs: row.clear_ts,
    details: row.details,
    propagate: row.propagate,
    propagateRelationTypes: row.propagate_relation_types,
    name: row.type,
  };
}

export const toRecord = (row: AlarmRecordRow): AlarmRecord => ({
  alarm: toAlarm(row),
  version: row.version,
  historySize: row.history_size,
  historyLast: row.history_last,
});
