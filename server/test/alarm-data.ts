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
}

/** An alarm as tests compare lists with it. */
export type KnownAlarm = Pick<Alarm, 'createdTime' | 'type' | 'severity' | 'status' | 'originator'> & { id: string };

/**
 * Stores alarms of all severities and statuses, few of them active, as if they had been raised in the course of time. Of an
 * originator the n-th alarm has the type `Type n`, so that all may be active.
 */
export async function fillAlarms(pool: pg.Pool, data: AlarmData): Promise<KnownAlarm[]> {
  const { tenantId, customerId, originators, count, newest, span } = data;
  const result = await pool.query<{
    id: string;
    created_time: number;
    type: string;
    severity: number;
    status: number;
    originator_id: string;
  }>(
    `INSERT INTO alarm (id, created_time, tenant_id, customer_id, originator_type, originator_id, type, severity, status,
       start_ts, end_ts, ack_ts, clear_ts, details, propagate, propagate_relation_types, version, history_size, history_last)
     SELECT gen_random_uuid(), created, $1, $2, $3, ($4::uuid[])[1 + n % cardinality($4::uuid[])],
       'Type ' || n / cardinality($4::uuid[]), n * 7919 % 5,
       CASE WHEN n * 104729 % 100 < 2 THEN 0 WHEN n * 104729 % 100 < 5 THEN 1 WHEN n % 3 = 0 THEN 2 ELSE 3 END,
       created, created + 1000, 0, 0, '{"value":1}', false, '[]', 0, 0, ''
     FROM generate_series(0::bigint, $5::bigint - 1) AS n, LATERAL (SELECT $6::bigint - (n * 2654435761 % 1000003) * $7::bigint / 1000003
       AS created) AS at
     RETURNING id, created_time, type, severity, status, originator_id`,
    [tenantId, customerId, originators[0]?.entityType, originators.map(({ id }) => id), count, newest, span],
  );
  const byId = new Map(originators.map((originator) => [originator.id, originator]));
  return result.rows.map((row) => ({
    id: row.id,
    createdTime: row.created_time,
    type: row.type,
    severity: severityOf(row.severity),
    status: statusOf(row.status),
    originator: byId.get(row.originator_id) as EntityId,
  }));
}
