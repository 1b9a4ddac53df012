import type pg from 'pg';
import { createBatchLoader } from '../storage/batch-loader.ts';

/** Stored state of a device. Times in epoch ms, 0: never. */
export interface StoredDeviceState {
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
    const result = await pool.query<StateRow>(
      `SELECT d.id, d.created_time,
              jsonb_object_agg(k.name, coalesce(to_jsonb(a.bool_value), to_jsonb(a.long_value), to_jsonb(a.double_value)))
                FILTER (WHERE k.name IS NOT NULL) AS state
       FROM device d
       LEFT JOIN (attribute a JOIN telemetry_key k ON k.id = a.key_id AND k.name = ANY($2))
         ON a.entity_id = d.id AND a.scope = ${SERVER_SCOPE}
       WHERE d.id = ANY($1::uuid[])
       GROUP BY d.id`,
      [deviceIds, STATE_KEYS],
    );
    return new Map(result.rows.map((row) => [row.id, stateOf(row)]));
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

const STATE_KEYS = [
  'active',
  'lastConnectTime',
  'lastDisconnectTime',
  'lastActivityTime',
  'inactivityAlarmTime',
  'inactivityTimeout',
];

interface StateRow {
  id: string;
  created_time: number;
  state: Record<string, boolean | number | null> | null;
}

function stateOf({ created_time, state }: StateRow): StoredDeviceState {
  const time = (key: string): number => (typeof state?.[key] === 'number' ? state[key] : 0);
  return {
    createdTime: created_time,
    active: state?.active === true,
    lastConnectTime: time('lastConnectTime'),
    lastDisconnectTime: time('lastDisconnectTime'),
    lastActivityTime: time('lastActivityTime'),
    inactivityAlarmTime: time('inactivityAlarmTime'),
    inactivityTimeout: time('inactivityTimeout') > 0 ? time('inactivityTimeout') : undefined,
  };
}
