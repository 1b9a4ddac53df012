import type { Alarm } from '@signalbox/contract/alarm';
import type pg from 'pg';
import type { LivingEntities } from '../access/living-entities.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import { BatchOutdated } from '../messages/message-log.ts';
import { asJson } from '../storage/json-column.ts';
import type { UnitOfWork } from '../storage/transaction.ts';
import { severityCode, statusCode } from './alarm-codes.ts';
import { ALARM_COLUMNS, type AlarmRecord, type AlarmRecordRow, type AlarmWrite, toRecord } from './alarm-record.ts';
import { additionOf, type HistoryAddition, writeHistory } from './alarm-steps.ts';

/** What an active alarm is known by: there is at most one of a type and originator. */
export interface AlarmKey {
  originatorId: string;
  type: string;
}

export const keyText = ({ originatorId, type }: AlarmKey): string => `${originatorId} ${type}`;
const keyOf = ({ originator, type }: Alarm): string => `${originator.id} ${type}`;

/** Entities that an alarm is propagated to; a bound for graphs that lead everywhere. */
const MAX_PLACES = 1_000;

const RECORD_COLUMNS = `${ALARM_COLUMNS}, a.version, a.history_size, a.history_last`;

export interface AlarmStoreParts {
  pool: pg.Pool;
  living: LivingEntities;
  liveBus: LiveBus;
  /** Called after a commit that may have changed how many alarms there are. */
  onChange: () => void;
}

/** Rows of `alarm` and what hangs on them. */
export function createAlarmStore({ pool, living, liveBus, onChange }: AlarmStoreParts) {
  return {
    /** The active alarms among those of the keys. Key text → alarm. */
    async activeOf(keys: readonly AlarmKey[]): Promise<Map<string, AlarmRecord>> {
      const result = await pool.query<AlarmRecordRow>({
        name: 'active alarms',
        text: `SELECT ${RECORD_COLUMNS} FROM unnest($1::uuid[], $2::text[]) AS wanted (originator_id, type)
          JOIN alarm AS a ON a.originator_id = wanted.originator_id AND a.type = wanted.type AND a.status < 2`,
        values: [keys.map(({ originatorId }) => originatorId), keys.map(({ type }) => type)],
      });
      return new Map(result.rows.map((row) => [`${row.originator_id} ${row.type}`, toRecord(row)]));
    },

    /** Alarms of any tenant by id, in any order. */
    async findByIds(ids: readonly string[]): Promise<AlarmRecord[]> {
      const result = await pool.query<AlarmRecordRow>({
        name: 'alarms by id',
        text: `SELECT ${RECORD_COLUMNS} FROM alarm AS a WHERE a.id = ANY($1::uuid[])`,
        values: [ids],
      });
      return result.rows.map(toRecord);
    },

    /**
     * Writes alarms with their history and what they are propagated to. Alarms of originators that are gone are left out.
     * @throws BatchOutdated when one of them was changed by somebody else, or there is an active one of its type already
     */
    async write(unit: UnitOfWork, writes: readonly AlarmWrite[]): Promise<void> {
      const originators = writes.map(({ after }) => after.originator);
      const missing = await living.missing(originators, unit.client);
      const kept = missing.size === 0 ? writes : writes.filter(({ after }) => !missing.has(after.originator.id));
      if (kept.length === 0) return;
      // What is cleared makes room for a new one of its type.
      const updates = kept.filter(({ before }) => before);
      const inserts = kept.filter(({ before }) => !before);
      const additions = new Map(kept.map((write) => [write.after.id.id, additionOf(write)]));
      if (updates.length > 0) await update(unit.client, updates, additions);
      if (inserts.length > 0) await insert(unit.client, inserts, additions);
      await writeHistory(unit.client, [...additions.values()]);
      const places = await propagate(unit.client, kept);
      unit.afterCommit(() => {
        onChange();
        for (const { before, after } of kept) {
          liveBus.publish({
            kind: 'alarm',
            action: before ? 'updated' : 'created',
            tenantId: after.tenantId.id,
            entityId: after.originator,
            alarm: after,
            places: places.get(after.id.id) ?? [],
          });
        }
      });
    },

    /** Deletes an alarm of a tenant; false when it was gone. */
    async delete(unit: UnitOfWork, alarm: Alarm): Promise<boolean> {
      const id = alarm.id.id;
      const places = alarm.propagate ? await placesOf(unit.client, [id]) : new Map<string, string[]>();
      const result = await unit.client.query('DELETE FROM alarm WHERE tenant_id = $1 AND id = $2', [
        alarm.tenantId.id,
        id,
      ]);
      if (result.rowCount === 0) return false;
      unit.afterCommit(() => {
        onChange();
        liveBus.publish({
          kind: 'alarm',
          action: 'deleted',
          tenantId: alarm.tenantId.id,
          entityId: alarm.originator,
          alarm,
          places: places.get(id) ?? [],
        });
      });
      return true;
    },
  };
}

export type AlarmStore = ReturnType<typeof createAlarmStore>;

/** Columns that every write sets, in the order of `MUTABLE`. */
function mutableValues(writes: readonly AlarmWrite[], additions: ReadonlyMap<string, HistoryAddition>): unknown[] {
  const alarms = writes.map(({ after }) => after);
  const added = alarms.map(({ id }) => additions.get(id.id) as HistoryAddition);
  return [
    alarms.map(({ id }) => id.id),
    alarms.map(({ customerId }) => customerId.id),
    alarms.map(({ severity }) => severityCode(severity)),
    alarms.map(({ status }) => statusCode(status)),
    alarms.map(({ endTs }) => endTs),
    alarms.map(({ ackTs }) => ackTs),
    alarms.map(({ clearTs }) => clearTs),
    alarms.map(({ details }) => asJson(details)),
    alarms.map((alarm) => alarm.propagate),
    alarms.map(({ propagateRelationTypes }) => JSON.stringify(propagateRelationTypes)),
    added.map(({ size }) => size),
    added.map(({ last }) => last),
  ];
}
const MUTABLE_TYPES = `$1::uuid[], $2::uuid[], $3::smallint[], $4::smallint[], $5::bigint[], $6::bigint[], $7::bigint[],
  $8::text[], $9::boolean[], $10::text[], $11::integer[], $12::text[]`;
const MUTABLE =
  'id, customer_id, severity, status, end_ts, ack_ts, clear_ts, details, propagate, types, history_size, history_last';

async function update(
  client: pg.ClientBase,
  writes: readonly AlarmWrite[],
  additions: ReadonlyMap<string, HistoryAddition>,
): Promise<void> {
  const result = await client.query({
    name: 'update alarms',
    text: `UPDATE alarm SET customer_id = w.customer_id, severity = w.severity, status = w.status, end_ts = w.end_ts,
        ack_ts = w.ack_ts, clear_ts = w.clear_ts, details = w.details::json, propagate = w.propagate,
        propagate_relation_types = w.types::json, version = alarm.version + 1, history_size = w.history_size,
        history_last = w.history_last
      FROM unnest(${MUTABLE_TYPES}, $13::integer[]) AS w (${MUTABLE}, version)
      WHERE alarm.id = w.id AND alarm.version = w.version`,
    values: [...mutableValues(writes, additions), writes.map(({ before }) => before?.version)],
  });
  if (result.rowCount !== writes.length) throw new BatchOutdated();
}

async function insert(
  client: pg.ClientBase,
  writes: readonly AlarmWrite[],
  additions: ReadonlyMap<string, HistoryAddition>,
): Promise<void> {
  // In one order for all transactions, so that two with the same alarms wait for one another instead of deadlocking.
  const sorted = [...writes].sort((a, b) => compare(keyOf(a.after), keyOf(b.after)));
  const alarms = sorted.map(({ after }) => after);
  const result = await client.query({
    name: 'insert alarms',
    text: `INSERT INTO alarm (id, created_time, tenant_id, customer_id, originator_type, originator_id, type, severity,
        status, start_ts, end_ts, ack_ts, clear_ts, details, propagate, propagate_relation_types, version, history_size,
        history_last)
      SELECT w.id, w.created_time, w.tenant_id, w.customer_id, w.originator_type, w.originator_id, w.type, w.severity,
        w.status, w.start_ts, w.end_ts, w.ack_ts, w.clear_ts, w.details::json, w.propagate, w.types::json, 0,
        w.history_size, w.history_last
      FROM unnest(${MUTABLE_TYPES}, $13::bigint[], $14::uuid[], $15::text[], $16::uuid[], $17::text[], $18::bigint[])
        AS w (${MUTABLE}, created_time, tenant_id, originator_type, originator_id, type, start_ts)
      ON CONFLICT (originator_id, type) WHERE status < 2 DO NOTHING`,
    values: [
      ...mutableValues(sorted, additions),
      alarms.map(({ createdTime }) => createdTime),
      alarms.map(({ tenantId }) => tenantId.id),
      alarms.map(({ originator }) => originator.entityType),
      alarms.map(({ originator }) => originator.id),
      alarms.map(({ type }) => type),
      alarms.map(({ startTs }) => startTs),
    ],
  });
  if (result.rowCount !== writes.length) throw new BatchOutdated();
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/**
 * Finds what alarms are propagated to, when they are new or begin to be propagated: whatever leads to the originator over
 * relations, however far (rest-content.md §7.4).
 * @returns alarm id → what those of `writes` are propagated to by now
 */
async function propagate(client: pg.ClientBase, writes: readonly AlarmWrite[]): Promise<Map<string, string[]>> {
  const propagated = writes.filter(({ after }) => after.propagate).map(({ after }) => after.id.id);
  if (propagated.length === 0) return new Map();
  const begun = writes.filter(({ before, after }) => after.propagate && !before?.alarm.propagate);
  if (begun.length > 0) {
    await client.query({
      name: 'propagate alarms',
      text: `WITH RECURSIVE wanted AS (
          SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::text[]) AS w (alarm_id, originator_id, types)
        ), up (alarm_id, entity_id, relation_type) AS (
          SELECT wanted.alarm_id, relation.from_id, relation.relation_type
          FROM wanted JOIN relation ON relation.to_id = wanted.originator_id AND relation.relation_type_group = 'COMMON'
          UNION
          SELECT up.alarm_id, relation.from_id, relation.relation_type
          FROM up JOIN relation ON relation.to_id = up.entity_id AND relation.relation_type_group = 'COMMON'
        ), bounded AS (SELECT * FROM up LIMIT $4)
        INSERT INTO alarm_place (entity_id, alarm_id, severity, status, created_time, type)
        SELECT DISTINCT bounded.entity_id, a.id, a.severity, a.status, a.created_time, a.type
        FROM bounded JOIN wanted USING (alarm_id) JOIN alarm AS a ON a.id = bounded.alarm_id
        WHERE bounded.entity_id <> a.originator_id
          AND (wanted.types = '[]' OR wanted.types::jsonb ? bounded.relation_type)
        ON CONFLICT DO NOTHING`,
      values: [
        begun.map(({ after }) => after.id.id),
        begun.map(({ after }) => after.originator.id),
        begun.map(({ after }) => JSON.stringify(after.propagateRelationTypes)),
        MAX_PLACES * begun.length,
      ],
    });
  }
  return placesOf(client, propagated);
}

/** alarm id → entities that it is propagated to */
async function placesOf(client: pg.ClientBase, ids: readonly string[]): Promise<Map<string, string[]>> {
  const result = await client.query<{ alarm_id: string; places: string[] }>({
    name: 'places of alarms',
    text: `SELECT alarm_id, array_agg(entity_id::text) AS places FROM alarm_place WHERE alarm_id = ANY($1::uuid[])
      GROUP BY alarm_id`,
    values: [ids],
  });
  return new Map(result.rows.map(({ alarm_id: id, places }) => [id, places]));
}
