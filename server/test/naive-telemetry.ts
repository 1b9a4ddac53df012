import type { EntityId } from '@signalbox/contract/id';
import type pg from 'pg';
import type { LiveBus } from '../src/bus/live-bus.ts';
import type { AttributeStore } from '../src/telemetry/attribute-store.ts';
import { bucketsOf } from '../src/telemetry/buckets.ts';
import type { SeriesHistory, SeriesPoint, SeriesStore } from '../src/telemetry/series-store.ts';
import type { AttributeEntry, AttributeScope } from '../src/values/attribute.ts';
import type { KeyValue, Point, TelemetryValue, TimedValues } from '../src/values/value.ts';

type Row = Record<'bool_value' | 'long_value' | 'double_value' | 'string_value' | 'json_text', unknown>;

const SCOPES: readonly AttributeScope[] = ['CLIENT_SCOPE', 'SHARED_SCOPE', 'SERVER_SCOPE'];
const COLUMN = {
  BOOLEAN: 'bool_value',
  LONG: 'long_value',
  DOUBLE: 'double_value',
  STRING: 'string_value',
  JSON: 'json_value',
};

function typedValue(row: Row): TelemetryValue {
  if (row.string_value !== null) return { type: 'STRING', value: row.string_value as string };
  if (row.double_value !== null) return { type: 'DOUBLE', value: row.double_value as number };
  if (row.long_value !== null) return { type: 'LONG', value: row.long_value as number };
  if (row.bool_value !== null) return { type: 'BOOLEAN', value: row.bool_value as boolean };
  return { type: 'JSON', value: row.json_text as string };
}

/**
 * The simplest telemetry service, for tests of rooms above it: points in arrays, attributes directly in their table.
 * Supports only raw reads and COUNT.
 */
export function createNaiveTelemetry(pool: pg.Pool, liveBus: LiveBus) {
  /** entity id → key → points, oldest first */
  const points = new Map<string, Map<string, SeriesPoint[]>>();

  function pointsOf(id: string, key: string): SeriesPoint[] {
    return points.get(id)?.get(key) ?? [];
  }

  function add(id: string, { key, ts, value }: Point): void {
    const ofEntity = points.get(id) ?? new Map<string, SeriesPoint[]>();
    points.set(id, ofEntity);
    const list = [...(ofEntity.get(key) ?? []).filter((point) => point.ts !== ts), { ts, value }];
    ofEntity.set(
      key,
      list.sort((a, b) => a.ts - b.ts),
    );
  }

  async function keyId(name: string): Promise<number> {
    await pool.query('INSERT INTO telemetry_key (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
    return (await pool.query<{ id: number }>('SELECT id FROM telemetry_key WHERE name = $1', [name])).rows[0]?.id ?? 0;
  }

  const series: Pick<SeriesStore, 'read' | 'latest' | 'latestOf' | 'settleLatest' | 'keys'> = {
    async read(id, query) {
      const { key, startTs, endTs, aggregation, limit, order } = query;
      const inRange = pointsOf(id, key).filter((point) => point.ts >= startTs && point.ts < endTs);
      if (aggregation === 'COUNT') {
        const { indexOf, middleOf } = bucketsOf(query);
        const counts = new Map<number, number>();
        for (const { ts } of inRange) counts.set(indexOf(ts), (counts.get(indexOf(ts)) ?? 0) + 1);
        return [...counts].map(([bucket, count]) => ({ ts: middleOf(bucket), value: { type: 'LONG', value: count } }));
      }
      return (order === 'DESC' ? inRange.reverse() : inRange).slice(0, limit);
    },
    async latest(id, keys) {
      const wanted = keys ?? [...(points.get(id)?.keys() ?? [])];
      return wanted.flatMap((key) => {
        const newest = pointsOf(id, key).at(-1);
        return newest ? [{ key, ...newest }] : [];
      });
    },
    settleLatest: async () => undefined,
    async latestOf(ids, keys) {
      return new Map(await Promise.all(ids.map(async (id) => [id, await series.latest(id, keys)] as const)));
    },
    keys: async (ids) => [...new Set(ids.flatMap((id) => [...(points.get(id)?.keys() ?? [])]))].sort(),
  };

  const attributes: Pick<AttributeStore, 'find' | 'keys'> = {
    async find(id, scope, keys) {
      const { rows } = await pool.query(
        `SELECT a.*, a.json_value::text AS json_text, k.name FROM attribute a JOIN telemetry_key k ON k.id = a.key_id
         WHERE entity_id = $1 AND ($2::int IS NULL OR scope = $2) AND ($3::text[] IS NULL OR k.name = ANY($3))
         ORDER BY scope, k.name`,
        [id, scope && SCOPES.indexOf(scope) + 1, keys ?? null],
      );
      return rows.map((row) => ({
        key: row.name,
        scope: SCOPES[row.scope - 1] as AttributeScope,
        lastUpdateTs: row.last_update_ts,
        value: typedValue(row),
      }));
    },
    async keys(ids, scope) {
      const found = await Promise.all(ids.map((id) => attributes.find(id, scope ?? null)));
      return [...new Set(found.flat().map(({ key }) => key))].sort();
    },
  };

  return {
    series: series as SeriesStore,
    history: { read: ({ id }, query) => series.read(id, query) } as SeriesHistory,
    attributes: attributes as AttributeStore,

    async saveTimeseries(write: { tenantId: string; entityId: EntityId; points: TimedValues[] }): Promise<void> {
      for (const { ts, values } of write.points) for (const entry of values) add(write.entityId.id, { ts, ...entry });
      liveBus.publish({ kind: 'timeseries', ...write });
    },

    async saveAttributes(write: {
      tenantId: string;
      entityId: EntityId;
      scope: AttributeScope;
      entries: KeyValue[];
    }): Promise<void> {
      const lastUpdateTs = Date.now();
      const entries: AttributeEntry[] = write.entries.map((entry) => ({ ...entry, scope: write.scope, lastUpdateTs }));
      const scope = SCOPES.indexOf(write.scope) + 1;
      for (const { key, value } of entries) {
        const id = await keyId(key);
        await pool.query('DELETE FROM attribute WHERE entity_id = $1 AND scope = $2 AND key_id = $3', [
          write.entityId.id,
          scope,
          id,
        ]);
        await pool.query(
          `INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, ${COLUMN[value.type]}) VALUES ($1, $2, $3, $4, $5)`,
          [write.entityId.id, scope, id, lastUpdateTs, value.value],
        );
      }
      liveBus.publish({ ...write, kind: 'attributes', entries, notifyDevice: true });
    },

    async deleteAttributes(request: {
      tenantId: string;
      entityId: EntityId;
      scope: AttributeScope;
      keys: readonly string[];
    }): Promise<void> {
      await pool.query(
        `DELETE FROM attribute WHERE entity_id = $1 AND scope = $2
         AND key_id IN (SELECT id FROM telemetry_key WHERE name = ANY($3))`,
        [request.entityId.id, SCOPES.indexOf(request.scope) + 1, request.keys],
      );
      liveBus.publish({ kind: 'attributesDeleted', ...request, notifyDevice: true });
    },
  };
}
