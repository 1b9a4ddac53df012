import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import { NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveBus } from '../../bus/live-bus.ts';
import { createBatchChanger, createBatchWriter } from '../../storage/batch-writer.ts';
import { createDeviceChanges } from './device-changes.ts';
import type { CredentialsContent } from './device-credentials.ts';
import { createDeviceLists } from './device-list.ts';
import type { Place } from './device-list-order.ts';
import { DEVICE_COLUMNS, deviceValues, toCredentials, toDevice } from './device-rows.ts';
import { foreseeLists } from './foreseen-lists.ts';

interface NewDevice {
  device: Device;
  credentials: DeviceCredentials;
}

interface DeviceChange {
  device: Device;
  credentials: CredentialsContent | undefined;
}

/**
 * The customer of a device that is written, held so that it cannot be deleted and leave the device behind: nobody when
 * it is gone, as if it had been deleted a moment later.
 */
const heldCustomer = (tenantId: string, customerId: string) => `CASE WHEN ${customerId} <> '${NULL_UUID}' THEN coalesce(
  (SELECT customer.id FROM customer WHERE customer.tenant_id = ${tenantId} AND customer.id = ${customerId}
   FOR KEY SHARE), '${NULL_UUID}') ELSE ${customerId} END`;

/** Types of the values of a new device, then of its credentials without its id. */
const INSERT_TYPES = [
  ...['uuid', 'bigint', 'uuid', 'uuid', 'uuid', 'text', 'text', 'text', 'json', 'uuid', 'uuid', 'json'],
  ...['uuid', 'bigint', 'text', 'text', 'text'],
];
const INSERT_NAMES = INSERT_TYPES.map((_, at) => `value${at}`);
const INSERT_VALUES = INSERT_NAMES.slice(0, 12).with(3, heldCustomer('value2', 'value3')).join(', ');
const INSERT = `WITH row AS (
    SELECT * FROM unnest(${INSERT_TYPES.map((type, at) => `$${at + 1}::${type}[]`).join(', ')})
      AS row (${INSERT_NAMES.join(', ')})
  ), new_device AS (
    INSERT INTO device (${DEVICE_COLUMNS}) SELECT ${INSERT_VALUES} FROM row
  )
  INSERT INTO device_credentials (id, created_time, device_id, credentials_type, credentials_id, credentials_value)
  SELECT value12, value13, value0, value14, value15, value16 FROM row`;

/** Types of the values of a device, then of the credentials that it gets: null when it keeps what it has. */
const UPDATE_TYPES = [...INSERT_TYPES.slice(0, 12), 'text', 'text', 'text'];
const UPDATE_NAMES = UPDATE_TYPES.map((_, at) => `value${at}`);
const UPDATE_VALUES = UPDATE_NAMES.slice(0, 12).with(3, `coalesce(owner.id, '${NULL_UUID}')`).join(', ');

/**
 * Replaces devices, and credentials that are given; returns the rows as they were. Customers are held first, as where
 * customers are deleted; a deleted customer counts as none. All are held in the order of their ids, so that statements
 * cannot wait for each other.
 */
const UPDATE = `WITH row AS MATERIALIZED (
    SELECT * FROM unnest(${UPDATE_TYPES.map((type, at) => `$${at + 1}::${type}[]`).join(', ')})
      AS row (${UPDATE_NAMES.join(', ')})
  ), owner AS MATERIALIZED (
    SELECT id, tenant_id FROM customer WHERE (tenant_id, id) IN (SELECT value2, value3 FROM row) ORDER BY id FOR KEY SHARE
  ), before AS MATERIALIZED (
    SELECT device.* FROM device JOIN row ON device.id = value0 AND device.tenant_id = value2
    WHERE (SELECT count(*) FROM owner) >= 0 ORDER BY device.id FOR UPDATE OF device
  ), updated AS (
    UPDATE device SET (${DEVICE_COLUMNS}) = ROW (${UPDATE_VALUES})
    FROM row JOIN before ON before.id = value0 LEFT JOIN owner ON owner.id = value3 AND owner.tenant_id = value2
    WHERE device.id = before.id
    RETURNING device.id
  ), changed AS (
    UPDATE device_credentials SET credentials_type = value12, credentials_id = value13, credentials_value = value14
    FROM row JOIN updated ON updated.id = value0 WHERE device_id = updated.id AND value12 IS NOT NULL
  )
  SELECT * FROM before`;

/** Which column says that a device has a package of its own. */
export type PackageColumn = 'firmware_id' | 'software_id';

/** Rows of `device` and `device_credentials`. Every method takes the tenant it may look into. */
export function createDeviceStore(pool: pg.Pool, liveBus: LiveBus, log: Pick<Logger, 'warn'>) {
  async function findOne(name: string, condition: string, values: unknown[]): Promise<Device | undefined> {
    const result = await pool.query({
      name: `device ${name}`,
      text: `SELECT * FROM device WHERE tenant_id = $1 AND ${condition}`,
      values,
    });
    return result.rows[0] && toDevice(result.rows[0]);
  }

  /** Runs a statement that returns the one row it changed, as it was. */
  async function changeOne(statement: pg.QueryConfig): Promise<Device | undefined> {
    const result = await pool.query(statement);
    return result.rows[0] && toDevice(result.rows[0]);
  }

  const insertNew = createBatchWriter<NewDevice>(async (rows) => {
    const values = rows.map(({ device, credentials }) => [
      ...deviceValues(device),
      credentials.id.id,
      credentials.createdTime,
      credentials.credentialsType,
      credentials.credentialsId,
      credentials.credentialsValue,
    ]);
    await pool.query({
      name: 'device insert',
      text: INSERT,
      values: INSERT_TYPES.map((_, at) => values.map((row) => row[at])),
    });
  });

  const replace = createBatchChanger<DeviceChange, Device | undefined>(
    async (changes) => {
      const values = changes.map(({ device, credentials }) => [
        ...deviceValues(device),
        credentials?.credentialsType ?? null,
        credentials?.credentialsId ?? null,
        credentials?.credentialsValue ?? null,
      ]);
      const result = await pool.query({
        name: 'device update',
        text: UPDATE,
        values: UPDATE_TYPES.map((_, at) => values.map((row) => row[at])),
      });
      const before = new Map<string, Device>(result.rows.map((row) => [row.id, toDevice(row)]));
      return changes.map(({ device }) => before.get(device.id.id));
    },
    ({ device }) => device.id.id,
  );

  const changes = createDeviceChanges({ pool, liveBus, log });
  const places = changes.createPlaces<Place>('devices');
  const { names, named, learn, ...lists } = createDeviceLists(pool, liveBus, places);
  const foreseen = foreseeLists(pool, learn, log);

  return {
    ...lists,

    /** See createDeviceChanges. */
    createPlaces: changes.createPlaces,

    /** What is known of devices without asking the database. */
    named,

    /** What lists know of devices in the background. */
    known: {
      open(): void {
        names.open();
        changes.open();
        foreseen.open(names.looked);
      },
      close: async (): Promise<void> => void (await Promise.all([names, changes, foreseen].map((one) => one.close()))),
    },

    find: (tenantId: string, id: string) => findOne('by id', 'id = $2', [tenantId, id]),

    findByName: (tenantId: string, name: string) => findOne('by name', 'name = $2', [tenantId, name]),

    /** Devices of those names, in any order. */
    async findByNames(tenantId: string, names: readonly string[]): Promise<Device[]> {
      const result = await pool.query({
        name: 'devices by names',
        text: 'SELECT * FROM device WHERE tenant_id = $1 AND name = ANY($2::text[])',
        values: [tenantId, names],
      });
      return result.rows.map(toDevice);
    },

    async findByIds(tenantId: string, ids: string[]): Promise<Device[]> {
      if (ids.length === 0) return [];
      const result = await pool.query('SELECT * FROM device WHERE tenant_id = $1 AND id = ANY($2::uuid[])', [
        tenantId,
        ids,
      ]);
      return result.rows.map(toDevice);
    },

    /** Inserts a device together with its credentials; those of other callers go along in the same statement. */
    insert: (device: Device, credentials: DeviceCredentials) => insertNew({ device, credentials }),

    /**
     * Replaces a device, with its credentials when they are given; those of other callers go along in the same statement.
     * @returns the device as it was right before; undefined when it is gone
     */
    update: (device: Device, credentials?: CredentialsContent) => replace({ device, credentials }),

    /** Deletes the row, with its credentials; returns the device as it was, undefined when it is gone. */
    delete: (tenantId: string, id: string) =>
      changeOne({ text: 'DELETE FROM device WHERE tenant_id = $1 AND id = $2 RETURNING *', values: [tenantId, id] }),

    /** Types in use by devices of the tenant, or of one customer, sorted. */
    async types(tenantId: string, customerId?: string): Promise<string[]> {
      const result = await pool.query<{ name: string }>(
        `SELECT profile.name FROM device_count
         JOIN device_profile AS profile ON profile.id = device_count.device_profile_id
         WHERE device_count.tenant_id = $1 AND ($2::uuid IS NULL OR device_count.customer_id = $2)
         GROUP BY profile.name HAVING sum(device_count.count) > 0 ORDER BY profile.name`,
        [tenantId, customerId ?? null],
      );
      return result.rows.map((row) => row.name);
    },

    async countWithoutPackage(tenantId: string, profileId: string, column: PackageColumn): Promise<number> {
      const result = await pool.query<{ total: number }>(
        `SELECT count(*)::integer AS total FROM device
         WHERE tenant_id = $1 AND device_profile_id = $2 AND ${column} IS NULL`,
        [tenantId, profileId],
      );
      return result.rows[0]?.total ?? 0;
    },

    /** Credentials of those devices of the tenant, in any order. */
    async findCredentialsOf(tenantId: string, deviceIds: readonly string[]): Promise<DeviceCredentials[]> {
      const result = await pool.query({
        name: 'credentials of devices',
        text: `SELECT credentials.* FROM device_credentials AS credentials JOIN device ON device.id = credentials.device_id
          WHERE device.tenant_id = $1 AND device.id = ANY($2::uuid[])`,
        values: [tenantId, deviceIds],
      });
      return result.rows.map(toCredentials);
    },

    /** Which devices, of whatever tenant, identify themselves with those ids: id of credentials → id of the device. */
    async findOwnersOfCredentials(credentialsIds: readonly string[]): Promise<Map<string, string>> {
      const result = await pool.query<{ credentials_id: string; device_id: string }>({
        name: 'owners of credentials',
        text: 'SELECT credentials_id, device_id FROM device_credentials WHERE credentials_id = ANY($1::text[])',
        values: [credentialsIds],
      });
      return new Map(result.rows.map((row) => [row.credentials_id, row.device_id]));
    },

    async findCredentials(tenantId: string, deviceId: string): Promise<DeviceCredentials | undefined> {
      const result = await pool.query(
        `SELECT credentials.* FROM device_credentials AS credentials JOIN device ON device.id = credentials.device_id
         WHERE device.tenant_id = $1 AND device.id = $2`,
        [tenantId, deviceId],
      );
      return result.rows[0] && toCredentials(result.rows[0]);
    },

    /** Replaces the credentials of a device of the tenant; their id and creation time stay. False: it is gone. */
    async updateCredentials(tenantId: string, credentials: DeviceCredentials): Promise<boolean> {
      const result = await pool.query(
        `UPDATE device_credentials SET credentials_type = $3, credentials_id = $4, credentials_value = $5
         WHERE device_id = (SELECT id FROM device WHERE tenant_id = $1 AND id = $2)`,
        [
          tenantId,
          credentials.deviceId.id,
          credentials.credentialsType,
          credentials.credentialsId,
          credentials.credentialsValue,
        ],
      );
      return (result.rowCount ?? 0) > 0;
    },
  };
}

export type DeviceStore = ReturnType<typeof createDeviceStore>;
