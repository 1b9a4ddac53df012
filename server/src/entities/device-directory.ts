import type { DeviceTransportType } from '@signalbox/contract/device';
import { NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import type { LiveBus, LiveChange } from '../bus/live-bus.ts';
import { createBatchLoader } from '../storage/batch-loader.ts';
import { createEmbeddedCache } from '../storage/cache.ts';
import { createNotedChanges } from '../storage/noted-changes.ts';

/** What transports, calls and the device state need to know of a device. */
export interface DeviceRecord {
  id: string;
  tenantId: string;
  /** NULL_UUID: no customer. */
  customerId: string;
  profileId: string;
  name: string;
  type: string;
  /** epoch ms */
  createdTime: number;
  /** additionalInfo.gateway */
  gateway: boolean;
  /** additionalInfo.overwriteActivityTime: while this gateway is active, its devices are. */
  overwriteActivityTime: boolean;
  /** What it says about CoAP or LwM2M for itself, beside its profile; null: nothing. */
  transport: Readonly<Record<string, unknown>> | null;
}

/** What they need to know of its profile. */
export interface DeviceProfileRecord {
  id: string;
  transportType: DeviceTransportType;
  /** null: Main. */
  queueName: string | null;
  /** null: root chain of the tenant. */
  ruleChainId: string | null;
  /** What it says about its transport (transportConfiguration), as it is stored: each transport reads its own. */
  transport: Readonly<Record<string, unknown>>;
}

/** Limits of a tenant on what its devices send: texts such as `100:1,2000:60` (count:seconds); empty: no limit. */
export interface TransportLimits {
  tenant: MessageLimits;
  device: MessageLimits;
  /** Maximum number of telemetry keys, and of attribute keys, of a device; undefined: as in the settings, 0: no limit. */
  maxKeysPerDevice: number | undefined;
}

export interface MessageLimits {
  messages: string;
  telemetryMessages: string;
  telemetryDataPoints: string;
}

/** A device with what its profile and tenant say, as of one moment. Never changed, only replaced. */
export interface DeviceContext {
  /** Number of changes that were known when the reading of it began: of two contexts the one with the higher is newer. */
  generation: number;
  device: DeviceRecord;
  profile: DeviceProfileRecord;
  limits: TransportLimits;
}

/** Credentials as a transport compares them. */
export interface CredentialsRecord {
  deviceId: string;
  type: string;
  /** JSON text for MQTT_BASIC, certificate for X509_CERTIFICATE, else null. */
  value: string | null;
}

/** Devices, their credentials and what governs them, from bounded caches that changes keep true. */
export interface DeviceDirectory {
  findCredentials(credentialsId: string): Promise<CredentialsRecord | undefined>;
  /** What `findCredentials` knows without a look into the database; undefined: nothing. */
  rememberedOwner(credentialsId: string): 'device' | 'nobody' | undefined;
  /** The device that had these credentials, which nobody has any more, as far as is remembered. */
  formerOwner(credentialsId: string): string | undefined;
  /**
   * The device with its profile and limits. Not limited to a tenant: for the platform's own work, never for a caller.
   * @param generation when what leads to the device was read, if before now
   */
  find(deviceId: string, generation?: number): Promise<DeviceContext | undefined>;
  /** Number of changes so far. What is read from now on is at least of this generation. */
  generation(): number;
  /** Whether the device, its credentials, profile or limits have changed since the context was read. */
  isOutdated(context: DeviceContext): boolean;
  close(): void;
}

const MAX_CACHED_DEVICES = 200_000;
const MAX_CACHED_PROFILES = 10_000;
/** Credentials of nobody that are remembered, and for how long, ms: should a change ever not be told, not for good. */
const MAX_UNKNOWN = 20_000;
const UNKNOWN_LIFETIME = 120_000;
/** Credentials that devices had before they changed. */
const MAX_FORMER = 10_000;

/** DeviceDirectory on the tables of devices, credentials, profiles and tenant profiles. */
export function createDeviceDirectory(pool: pg.Pool, liveBus: LiveBus): DeviceDirectory {
  const credentials = createEmbeddedCache<CredentialsRecord>(MAX_CACHED_DEVICES);
  /** Credentials that nobody has, until any device gets some: misconfigured devices show the same again and again. */
  const unknown = createEmbeddedCache<true>(MAX_UNKNOWN, UNKNOWN_LIFETIME);
  /** device id → id of its cached credentials: it has one at a time */
  const credentialsOf = new Map<string, string>();
  /** Credentials that a device had before it changed → the device; most still are its own. */
  const former = createEmbeddedCache<string>(MAX_FORMER);
  const devices = createEmbeddedCache<DeviceRecord>(MAX_CACHED_DEVICES);
  const profiles = createEmbeddedCache<DeviceProfileRecord>(MAX_CACHED_PROFILES);
  /** tenant id → its limits */
  const limits = createEmbeddedCache<TransportLimits>(MAX_CACHED_PROFILES);
  const changes = createNotedChanges();

  const loadCredentials = createBatchLoader<CredentialsRecord>(async (ids) => {
    const result = await pool.query<{ id: string; device_id: string; type: string; value: string | null }>({
      name: 'directory-credentials',
      text: `SELECT credentials_id AS id, device_id, credentials_type AS type, credentials_value AS value
             FROM device_credentials WHERE credentials_id = ANY($1::text[])`,
      values: [ids],
    });
    return new Map(result.rows.map((row) => [row.id, { deviceId: row.device_id, type: row.type, value: row.value }]));
  });
  const loadDevices = createBatchLoader<DeviceRecord>(async (ids) => {
    const result = await pool.query<DeviceRow>({
      name: 'directory-devices',
      text: `SELECT id, tenant_id, customer_id, device_profile_id, name, type, created_time,
               additional_info->>'gateway' = 'true' AS gateway,
               additional_info->>'overwriteActivityTime' = 'true' AS overwrite_activity_time,
               CASE WHEN device_data->'transportConfiguration'->>'type' IN ('COAP', 'LWM2M')
                    THEN device_data->'transportConfiguration' END AS transport
             FROM device WHERE id = ANY($1::uuid[])`,
      values: [ids],
    });
    return new Map(result.rows.map((row) => [row.id, deviceRecord(row)]));
  });
  const loadProfiles = createBatchLoader<DeviceProfileRecord>(async (ids) => {
    const result = await pool.query<ProfileRow>(
      `SELECT id, transport_type, default_queue_name, default_rule_chain_id,
              profile_data->'transportConfiguration' AS transport
       FROM device_profile WHERE id = ANY($1::uuid[])`,
      [ids],
    );
    return new Map(result.rows.map((row) => [row.id, profileRecord(row)]));
  });
  const loadLimits = createBatchLoader<TransportLimits>(async (tenantIds) => {
    const result = await pool.query<{ id: string; configuration: Record<string, unknown> | null }>(
      `SELECT t.id, p.profile_data->'configuration' AS configuration
       FROM tenant t JOIN tenant_profile p ON p.id = t.tenant_profile_id WHERE t.id = ANY($1::uuid[])`,
      [tenantIds],
    );
    return new Map(result.rows.map((row) => [row.id, transportLimits(row.configuration ?? {})]));
  });

  async function through<V>(
    cache: { get(key: string): V | undefined; set(key: string, value: V): void },
    load: (key: string) => Promise<V | undefined>,
    key: string,
  ): Promise<V | undefined> {
    const cached = cache.get(key);
    if (cached) return cached;
    const before = changes.count();
    const loaded = await load(key);
    if (loaded && !changes.hasChangedSince(before, key)) cache.set(key, loaded);
    return loaded;
  }

  function dropDevice(deviceId: string): void {
    devices.delete(deviceId);
    const id = credentialsOf.get(deviceId);
    if (id !== undefined) {
      credentials.delete(id);
      former.set(id, deviceId);
    }
    credentialsOf.delete(deviceId);
  }

  function onChange(change: LiveChange): void {
    const { entityType, id } = change.entityId;
    if (
      change.kind === 'deviceCredentials' ||
      (entityType === 'DEVICE' && change.kind === 'entity' && change.action === 'created')
    )
      unknown.clear();
    if (entityType === 'DEVICE') dropDevice(id);
    else if (entityType === 'DEVICE_PROFILE') profiles.delete(id);
    else if (entityType === 'TENANT') limits.delete(id);
    else if (entityType === 'TENANT_PROFILE') {
      limits.clear();
      changes.noteAll();
      return;
    } else {
      changes.noteNew();
      return;
    }
    if (change.kind === 'entity' && change.action === 'created') changes.noteNew();
    else changes.note(id);
  }
  const stopListening = liveBus.subscribeKinds(['deviceCredentials', 'entity'], onChange);

  return {
    async findCredentials(credentialsId) {
      const cached = credentials.get(credentialsId);
      if (cached || unknown.get(credentialsId)) return cached;
      const before = changes.count();
      const found = await loadCredentials(credentialsId);
      if (!found) {
        if (changes.count() === before) unknown.set(credentialsId, true);
        return undefined;
      }
      if (changes.hasChangedSince(before, found.deviceId)) return found;
      credentials.set(credentialsId, found);
      credentialsOf.set(found.deviceId, credentialsId);
      return found;
    },

    rememberedOwner: (id) => (credentials.get(id) ? 'device' : unknown.get(id) ? 'nobody' : undefined),

    async find(deviceId, generation = changes.count()) {
      const device = await through(devices, loadDevices, deviceId);
      if (!device) return undefined;
      const [profile, tenantLimits] = await Promise.all([
        through(profiles, loadProfiles, device.profileId),
        through(limits, loadLimits, device.tenantId),
      ]);
      if (!profile) return undefined;
      return { generation, device, profile, limits: tenantLimits ?? transportLimits({}) };
    },

    formerOwner: (credentialsId) => former.get(credentialsId),

    generation: changes.count,

    isOutdated: ({ generation, device }) =>
      changes.hasChangedSince(generation, device.id, device.profileId, device.tenantId),

    close: stopListening,
  };
}

interface DeviceRow {
  id: string;
  tenant_id: string;
  customer_id: string;
  device_profile_id: string;
  name: string;
  type: string;
  created_time: number;
  gateway: boolean | null;
  overwrite_activity_time: boolean | null;
  transport: Record<string, unknown> | null;
}

function deviceRecord(row: DeviceRow): DeviceRecord {
  return {
    id: row.id,
    tenantId: row.tenant_id,
    customerId: row.customer_id ?? NULL_UUID,
    profileId: row.device_profile_id,
    name: row.name,
    type: row.type,
    createdTime: row.created_time,
    gateway: row.gateway === true,
    overwriteActivityTime: row.overwrite_activity_time === true,
    transport: row.transport,
  };
}

interface ProfileRow {
  id: string;
  transport_type: string;
  default_queue_name: string | null;
  default_rule_chain_id: string | null;
  transport: Record<string, unknown> | null;
}

function profileRecord(row: ProfileRow): DeviceProfileRecord {
  return {
    id: row.id,
    transportType: row.transport_type as DeviceTransportType,
    queueName: row.default_queue_name,
    ruleChainId: row.default_rule_chain_id,
    transport: row.transport ?? {},
  };
}

function transportLimits(configuration: Record<string, unknown>): TransportLimits {
  const of = (scope: 'Tenant' | 'Device'): MessageLimits => ({
    messages: textOr(configuration[`transport${scope}MsgRateLimit`], ''),
    telemetryMessages: textOr(configuration[`transport${scope}TelemetryMsgRateLimit`], ''),
    telemetryDataPoints: textOr(configuration[`transport${scope}TelemetryDataPointsRateLimit`], ''),
  });
  const { maxKeysPerDevice } = configuration;
  return {
    tenant: of('Tenant'),
    device: of('Device'),
    maxKeysPerDevice: typeof maxKeysPerDevice === 'number' ? maxKeysPerDevice : undefined,
  };
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}
