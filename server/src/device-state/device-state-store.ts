import type pg from 'pg';
import { createBatchLoader } from '../storage/batch-loader.ts';

/** Stored state of a device. Times in epoch ms, 0: never. */
export interface StoredDeviceState {
  tenantId: string;
  createdTime: number;
  active: boolean;
  lastConnectTime: number;
  lastDisconnectTime: number;
  lastActivityTime: number;
  inactivityAlarmTime: number;
  /** ms; undefined: the default */
  inactivityTimeout: number | undefined;
}

export interface DeviceStateStore {
  /** State of a device; undefined when there is no such device. Joins calls of one turn into one query. */
  find(deviceId: string): Promise<StoredDeviceState | undefined>;
  /** Devices of all tenants that are active, or have never been said to be inactive: those to watch after a start. */
  watched(): Promise<string[]>;
}

const SERVER_SCOPE = 3;

/** DeviceStateStore that reads the server attributes in which the state is kept. */
export function createDeviceStateStore(pool: pg.Pool): DeviceStateStore {
  const find = createBatchLoader<StoredDeviceState>(async (deviceIds) => {
    const { rows } = await pool.query<StateRow>(FIND, [deviceIds]);
    /** One text for all devices of a tenant. */
    const tenants = new Map(rows.map(({ tenantId }) => [tenantId, tenantId]));
    return new Map(rows.map((row) => [row.id, stateOf(row, tenants.get(row.tenantId) ?? row.tenantId)]));
  });

  return {
    find,
    async watched() {
      const result = await pool.query<{ id: string }>(
        `SELECT a.entity_id AS id
         FROM attribute a JOIN telemetry_key k ON k.id = a.key_id AND k.name = 'active'
         WHERE a.scope = ${SERVER_SCOPE} AND a.bool_value
         UNION
         SELECT d.id FROM device d
         WHERE NOT EXISTS (
           SELECT 1 FROM attribute a JOIN telemetry_key k ON k.id = a.key_id AND k.name = 'inactivityAlarmTime'
           WHERE a.entity_id = d.id AND a.scope = ${SERVER_SCOPE})`,
      );
      return result.rows.map((row) => row.id);
    },
  };
}

const TIMES = ['lastConnectTime', 'lastDisconnectTime', 'lastActivityTime', 'inactivityAlarmTime'] as const;
const STATE_KEYS = ['active', ...TIMES, 'inactivityTimeout'].join();

/** The number of an attribute; null: the device has none. */
const numberOf = (key: string): string =>
  `max(coalesce(a.long_value, a.double_value)) FILTER (WHERE a.key_id = (SELECT id FROM telemetry_key WHERE name = '${key}'))`;

/** Each state has its row, whatever else the device has: as objects of JSON they take the database twice as long. */
const FIND = `SELECT d.id, d.tenant_id AS "tenantId", d.created_time AS "createdTime", state.*
  FROM device d LEFT JOIN LATERAL (
    SELECT
      bool_or(a.bool_value) FILTER (WHERE a.key_id = (SELECT id FROM telemetry_key WHERE name = 'active')) AS active,
      ${[...TIMES, 'inactivityTimeout'].map((key) => `${numberOf(key)} AS "${key}"`).join(', ')}
    FROM attribute a
    WHERE a.entity_id = d.id AND a.scope = ${SERVER_SCOPE}
      AND a.key_id = ANY (ARRAY(SELECT id FROM telemetry_key WHERE name = ANY('{${STATE_KEYS}}'::text[])))
  ) state ON true
  WHERE d.id = ANY($1::uuid[])`;

interface StateRow extends Record<(typeof TIMES)[number] | 'inactivityTimeout', number | null> {
  id: string;
  tenantId: string;
  createdTime: number;
  active: boolean | null;
}

const stateOf = (row: StateRow, tenantId: string): StoredDeviceState => ({
  tenantId,
  createdTime: row.createdTime,
  active: row.active ?? false,
  lastConnectTime: row.lastConnectTime ?? 0,
  lastDisconnectTime: row.lastDisconnectTime ?? 0,
  lastActivityTime: row.lastActivityTime ?? 0,
  inactivityAlarmTime: row.inactivityAlarmTime ?? 0,
  inactivityTimeout: (row.inactivityTimeout ?? 0) > 0 ? (row.inactivityTimeout ?? undefined) : undefined,
});
