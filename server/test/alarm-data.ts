import type { Alarm } from '@signalbox/contract/alarm';
import type { EntityId } from '@signalbox/contract/id';
import type pg from 'pg';
import { severityOf, statusOf } from '../src/alarms/alarm-codes.ts';

/** Alarms to be made. */
export interface AlarmData {
  tenantId: string;
  customerId: string;
  originators: readonly EntityId[];
  count: number;
  /** Creation of the newest one, and over how many ms before it they are spread. */
  newest: number;
  span: number;
  /** So many types are those of all that are cleared; absent: each alarm has its own. */
  types?: number;
}

/** An alarm as tests compare lists with it. */
export type KnownAlarm = Pick<
  Alarm,
  'createdTime' | 'startTs' | 'endTs' | 'type' | 'severity' | 'status' | 'originator'
> & {
  id: string;
};

/**
 * Stores alarms of all severities and statuses, few of them active, as if they had been raised in the course of time,
 * some long after they had begun, several with the same end. Of an
 * originator the n-th alarm has the type `Type n`, so that all may be active,
 * or of those that are cleared one of so many.
 */
export async function fillAlarms(pool: pg.Pool, data: AlarmData): Promise<KnownAlarm[]> {
  const { tenantId, customerId, originators, count, newest, span, types = null } = data;
  const result = await pool.query<{
    id: string;
    created_time: number;
    start_ts: number;
    end_ts: number;
    type: string;
    severity: number;
    status: number;
    originator_id: string;
  }>(
    `INSERT INTO alarm (id, created_time, tenant_id, customer_id, originator_type, originator_id, type, severity, status,
       start_ts, end_ts, ack_ts, clear_ts, details, propagate, propagate_relation_types, version, history_size, history_last)
     SELECT gen_random_uuid(), created, $1, $2, $3, ($4::uuid[])[1 + n % cardinality($4::uuid[])],
       CASE WHEN status >= 2 AND $8::bigint IS NOT NULL THEN 'Kind ' || n * 31 % $8::bigint
         ELSE 'Type ' || n / cardinality($4::uuid[]) END, n * 7919 % 5, status,
       created - n * 7907 % 97 * 3600000,
       created / 60000 * 60000 + n * 7901 % 89 * 1800000, 0, 0, '{"value":1}', false, '[]', 0, 0, ''
     FROM generate_series(0::bigint, $5::bigint - 1) AS n, LATERAL (SELECT $6::bigint - (n * 2654435761 % 1000003) * $7::bigint / 1000003
       AS created) AS at,
       LATERAL (SELECT CASE WHEN n * 104729 % 100 < 2 THEN 0 WHEN n * 104729 % 100 < 5 THEN 1 WHEN n % 3 = 0 THEN 2 ELSE 3 END
         AS status) AS known
     RETURNING id, created_time, start_ts, end_ts, type, severity, status, originator_id`,
    [tenantId, customerId, originators[0]?.entityType, originators.map(({ id }) => id), count, newest, span, types],
  );
  const byId = new Map(originators.map((originator) => [originator.id, originator]));
  return result.rows.map((row) => ({
    id: row.id,
    createdTime: row.created_time,
    startTs: row.start_ts,
    endTs: row.end_ts,
    type: row.type,
    severity: severityOf(row.severity),
    status: statusOf(row.status),
    originator: byId.get(row.originator_id) as EntityId,
  }));
}
