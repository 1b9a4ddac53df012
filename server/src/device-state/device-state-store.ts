import type pg from 'pg';
import { createBatchLoader } from '../storage/batch-loader.ts';
import { countIds, packedIds, packedNumbers, unpackId, unpackNumbers } from '../storage/packed-columns.ts';
import { beforePage, pageCount } from '../storage/table-pages.ts';

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
  /**
   * Devices of all tenants as the last run of the server left them, some thousands at a time.
   * @param before when this run began, epoch ms
   * @param place where to go on, as told with those before; 0: from the beginning
   */
  left(before: number, place: number): Promise<LeftDevices>;
}

/** What is to be known of some devices after a start. */
export interface LeftDevices {
  /** Where there are more; undefined: there are none. */
  next: number | undefined;
  /** Ids of those that are active, or have never been said to be inactive, 16 bytes each: those to watch. */
  ids: Buffer;
  /** When each of those was last heard of, or made if that is later; epoch ms. */
  heardAt: Float64Array;
  /** ms after which each of those is inactive; 0: the default */
  timeouts: Float64Array;
  /** Those whose connection did not end before this run began. */
  connected: string[];
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
    async left(before, place) {
      const end = place + PAGES;
      const { rows } = await pool.query<LeftRow>({
        name: 'devices-left',
        text: LEFT,
        values: [beforePage(place), beforePage(end), before],
      });
      const [{ pages, ids, heardAt, timeouts, connected }] = rows as [LeftRow];
      return {
        next: end < pages ? end : undefined,
        ids,
        heardAt: unpackNumbers(heardAt),
        timeouts: unpackNumbers(timeouts),
        connected: Array.from({ length: countIds(connected) }, (_, at) => unpackId(connected, at)),
      };
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

/** Pages of the table that are read at once: some thousand devices, for which the database takes some tens of ms. */
const PAGES = 50;

const keyId = (name: string): string => `(SELECT id FROM telemetry_key WHERE name = '${name}')`;

/** The number of an attribute of the device `known`. */
const knownNumber = (key: string): string =>
  `(SELECT coalesce(a.long_value, a.double_value) FROM attribute a
    WHERE a.entity_id = known.device_id AND a.scope = ${SERVER_SCOPE} AND a.key_id = ${keyId(key)})`;

const PAGE_COUNT = pageCount("'device_activity'");

/** $1, $2: the pages, $3: when this run began */
const LEFT = `WITH left_devices AS MATERIALIZED (
    SELECT known.device_id AS id, greatest(known.last_activity_time, known.created_time) AS heard_at,
      known.active OR ${knownNumber('inactivityAlarmTime')} IS NULL AS is_watched,
      greatest(coalesce(${knownNumber('inactivityTimeout')}, 0), 0) AS timeout,
      ${knownNumber('lastConnectTime')} AS connect_time,
      coalesce(${knownNumber('lastDisconnectTime')}, 0) AS disconnect_time
    FROM device_activity known WHERE known.ctid >= $1::tid AND known.ctid < $2::tid
  ), watched AS MATERIALIZED (SELECT * FROM left_devices WHERE is_watched)
  SELECT ${PAGE_COUNT} AS pages, watched.*, connected.*
  FROM (
    SELECT ${packedIds('id')} AS ids, ${packedNumbers('heard_at')} AS "heardAt", ${packedNumbers('timeout')} AS timeouts
    FROM watched
  ) watched, (
    SELECT ${packedIds('id')} AS connected FROM left_devices
    WHERE connect_time > disconnect_time AND connect_time < $3
  ) connected`;

interface LeftRow {
  pages: number;
  ids: Buffer;
  heardAt: Buffer;
  timeouts: Buffer;
  connected: Buffer;
}

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
