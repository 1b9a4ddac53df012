import { entityId, NULL_UUID } from '@signalbox/contract/id';
import { pino } from 'pino';
import type { ActionRecord } from '../src/audit/action-log.ts';
import { createEmbeddedLiveBus } from '../src/bus/embedded-live-bus.ts';
import { createDeviceClaims } from '../src/claiming/device-claims.ts';
import { createDeviceState } from '../src/device-state/device-state-service.ts';
import { createDeviceStateStore } from '../src/device-state/device-state-store.ts';
import { createDeviceDirectory } from '../src/entities/device-directory.ts';
import { createPackageContents } from '../src/entities/ota-package/package-contents.ts';
import { createLwm2mModelFiles } from '../src/entities/resource/lwm2m-model-files.ts';
import { createTransportDevices } from '../src/entities/transport-devices.ts';
import type { SecurityUser } from '../src/http/security-user.ts';
import { createHttpServer } from '../src/http/server.ts';
import type { Message } from '../src/messages/message.ts';
import { createPackageDelivery } from '../src/ota/package-delivery.ts';
import { NOT_FOUND } from '../src/provisioning/provision-request.ts';
import { composeRpc } from '../src/rpc/compose-rpc.ts';
import { rpcRouteImplementations } from '../src/rpc/rpc-routes.ts';
import { newEntityId, randomUuid } from '../src/storage/ids.ts';
import { composeTransports } from '../src/transports/compose-transports.ts';
import { createUsageMeter } from '../src/usage/usage-meter.ts';
import type { AttributeEntry, AttributeScope } from '../src/values/attribute.ts';
import type { KeyValue } from '../src/values/value.ts';
import { ANY_PORT } from './any-port.ts';
import { createTestDatabase } from './database.ts';

export interface TestPlatformOptions {
  sessionInactivityTimeout?: number;
  activityReportPeriod?: number;
  inactivityCheckPeriod?: number;
  defaultInactivityTimeout?: number;
  clientCallTimeout?: number;
}

/**
 * Creates device sessions, calls and device state on a real database, with a message log in memory and a rule chain of
 * three rules: calls of users go to the device, calls of devices are answered with their method and params.
 */
export async function createDevicePlatform(options: TestPlatformOptions = {}) {
  const database = await createTestDatabase();
  const { pool } = database;
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const liveBus = createEmbeddedLiveBus(log);
  const directory = createDeviceDirectory(pool, liveBus);
  const settings = {
    sessionInactivityTimeout: 300_000,
    activityReportPeriod: 50,
    inactivityCheckPeriod: 60_000,
    defaultInactivityTimeout: 600_000,
    jsonTypeCast: true,
    maxTimeAhead: 86_400,
    maxKeysPerDevice: 0,
    bind: '127.0.0.1',
    ...ANY_PORT,
    lwm2mTrustStore: '',
    lwm2mHost: '',
    lwm2mServerId: 123,
    lwm2mBootstrapServerId: 111,
    lwm2mRequestTimeout: 120_000,
    lwm2mClientsPerTenant: 25_000,
    lwm2mLog: true,
    mqttTlsPort: 0,
    tlsCertificate: '',
    tlsKey: '',
    tlsPassword: '',
    tlsRevocationLists: '',
    outboundAllowed: '127.0.0.0/8,::1',
    snmpTrapPort: 0,
    maxStringValueLength: 0,
    ...options,
  };

  /** All appended messages, in order. */
  const messages: Message[] = [];
  const audit: ActionRecord[] = [];
  const gate = {
    closed: false,
    /** Appends that wait until the gate opens, with the types of their messages. */
    waiting: [] as { types: string[]; open: () => void }[],
    full: false,
    /** Tenants without room in the log. */
    fullTenants: new Set<string>(),
    relief: [] as (() => void)[],
    /** Lets waiting and later appends through. */
    open() {
      gate.closed = false;
      gate.full = false;
      gate.fullTenants.clear();
      for (const append of gate.waiting.splice(0)) append.open();
      for (const relief of gate.relief.splice(0)) relief();
    },
  };
  /** What the chain does with a message; replaceable. */
  const rules = { onMessage: (message: Message): void => defaultRules(message) };
  const messageLog = {
    async append(batch: Message[]) {
      if (gate.closed) {
        const types = batch.map((message) => message.type);
        await new Promise<void>((open) => gate.waiting.push({ types, open }));
      }
      messages.push(...batch);
      queueMicrotask(() => {
        for (const message of batch) rules.onMessage(message);
      });
    },
    pressure: (tenantId = '') => ({ full: gate.full || gate.fullTenants.has(tenantId), bytes: 0 }),
    onRelief: (action: () => void) => void gate.relief.push(action),
  };

  /** entity id → scope and key → attribute */
  const attributes = new Map<string, Map<string, AttributeEntry>>();
  const attributeStore = {
    async find(id: string, scope: AttributeScope | null, keys?: readonly string[]) {
      return [...(attributes.get(id)?.values() ?? [])].filter(
        (entry) => (scope === null || entry.scope === scope) && (!keys || keys.includes(entry.key)),
      );
    },
  };
  async function saveAttributes(write: {
    tenantId: string;
    entityId: { entityType: 'DEVICE'; id: string };
    scope: AttributeScope;
    entries: KeyValue[];
    notifyDevice?: boolean;
  }): Promise<void> {
    const stored = attributes.get(write.entityId.id) ?? new Map<string, AttributeEntry>();
    attributes.set(write.entityId.id, stored);
    const entries = write.entries.map((entry) => ({ ...entry, scope: write.scope, lastUpdateTs: Date.now() }));
    for (const entry of entries) stored.set(`${write.scope} ${entry.key}`, entry);
    liveBus.publish({ kind: 'attributes', ...write, entries, notifyDevice: write.notifyDevice !== false });
  }

  const rpc = composeRpc({
    mayVisitorCall: async () => false,
    pool,
    directory,
    messageLog,
    actionLog: { record: async (action) => void audit.push(action) },
    liveBus,
    log,
    serviceId: 'test',
    ...(options.clientCallTimeout ? { clientCallTimeout: options.clientCallTimeout } : {}),
  });
  function defaultRules(message: Message): void {
    if (message.type === 'RPC_CALL_FROM_SERVER_TO_DEVICE') {
      const { method, params, additionalInfo } = JSON.parse(message.data) as Record<string, string>;
      const { requestUUID, expirationTime, oneway, persistent, retries } = message.metadata;
      void rpc.deviceRpc.deliver({
        id: requestUUID as string,
        tenantId: message.tenantId,
        deviceId: message.originator.id,
        method: method as string,
        params: params as string,
        additionalInfo: additionalInfo ?? null,
        oneway: oneway === 'true',
        expirationTime: Number(expirationTime),
        persisted: persistent === 'true',
        ...(retries ? { retries: Number(retries) } : {}),
      });
    } else if (message.type === 'TO_SERVER_RPC_REQUEST') {
      const { serviceId = '', sessionId = '', requestId = '' } = message.metadata;
      const { method } = JSON.parse(message.data) as { method: string };
      if (method === 'unanswered') return;
      rpc.deviceRpc.reply({ serviceId, sessionId, requestId, deviceId: message.originator.id }, message.data);
    }
  }
  const deviceState = createDeviceState({
    store: createDeviceStateStore(pool),
    pool,
    directory,
    telemetry: { saveAttributes: (write) => saveAttributes(write as Parameters<typeof saveAttributes>[0]) },
    messageLog,
    liveBus,
    log,
    settings,
  });
  const transports = composeTransports({
    directory,
    // Calls of people are tested on a whole server.
    entities: { find: async () => undefined },
    transportDevices: createTransportDevices(pool),
    lwm2mModelFiles: createLwm2mModelFiles(pool),
    messageLog: messageLog as Parameters<typeof composeTransports>[0]['messageLog'],
    attributes: attributeStore,
    keyLimits: { checkSeries: () => undefined, checkAttributes: () => undefined },
    usage: createUsageMeter(() => undefined),
    events: { append: () => undefined },
    packages: createPackageDelivery(pool, createPackageContents(database.db).read, async () => []),
    // Gateways are tested on a whole server.
    named: { ensure: () => Promise.reject(new Error('No device is created here')) },
    relations: { save: () => Promise.resolve() },
    provisioning: { provision: async () => NOT_FOUND },
    claims: createDeviceClaims({ pool, attributes: attributeStore, isAllowedByDefault: true }),
    rpc,
    deviceState,
    liveBus,
    log,
    settings: { trustedProxies: 'none', ...settings },
    serviceId: 'test',
  });
  await rpc.open();
  await deviceState.open();

  const tenant = await insertTenant(pool, 'test');
  /** Who calls the REST API. */
  const caller: { user: SecurityUser } = {
    user: {
      userId: NULL_UUID,
      authority: 'TENANT_ADMIN',
      tenantId: tenant.tenantId,
      customerId: NULL_UUID,
      email: 'admin@test',
      firstName: null,
      lastName: null,
      isPublic: false,
    },
  };
  const http = createHttpServer({
    logger: log as unknown as Parameters<typeof createHttpServer>[0]['logger'],
    authenticate: async () => caller.user,
    routes: [...transports.routes, ...rpcRouteImplementations(rpc.service)],
  });
  await transports.listen();
  await http.listen({ host: '127.0.0.1', port: 0 });

  /** Adds a device with an access token. */
  async function addDevice(
    parts: {
      token?: string;
      tenantId?: string;
      profileId?: string;
      name?: string;
      additionalInfo?: object;
      createdTime?: number;
    } = {},
  ): Promise<{ id: string; name: string; token: string }> {
    const { id, createdTime } = newEntityId();
    const name = parts.name ?? `device ${id}`;
    const token = parts.token ?? `token-${id}`;
    await pool.query(
      `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, device_data, additional_info)
       VALUES ($1, $2, $3, $4, $5, $6, 'sensor', '{}', $7)`,
      [
        id,
        parts.createdTime ?? createdTime,
        parts.tenantId ?? tenant.tenantId,
        NULL_UUID,
        parts.profileId ?? tenant.profileId,
        name,
        JSON.stringify(parts.additionalInfo ?? null),
      ],
    );
    await setCredentials(id, 'ACCESS_TOKEN', token, null);
    return { id, name, token };
  }

  async function setCredentials(deviceId: string, type: string, id: string, value: string | null): Promise<void> {
    await pool.query(
      `INSERT INTO device_credentials (id, created_time, device_id, credentials_type, credentials_id, credentials_value)
       VALUES ($1, 0, $2, $3, $4, $5)
       ON CONFLICT (device_id) DO UPDATE
       SET credentials_type = excluded.credentials_type, credentials_id = excluded.credentials_id,
           credentials_value = excluded.credentials_value`,
      [randomUuid(), deviceId, type, id, value],
    );
    liveBus.publish({
      kind: 'deviceCredentials',
      tenantId: tenant.tenantId,
      entityId: entityId('DEVICE', deviceId),
    });
  }

  return {
    ...tenant,
    pool,
    connection: database.connection,
    directory,
    log,
    liveBus,
    caller,
    messages,
    audit,
    gate,
    rules,
    attributes,
    rpc,
    deviceState,
    addDevice,
    /** Adds a tenant with a profile for its devices. */
    addTenant: (name: string) => insertTenant(pool, name),
    setCredentials,
    saveAttributes,
    mqttPort: transports.ports().mqtt as number,
    coapPort: transports.ports().coap as number,
    mqttConnections: transports.connectionCount,
    url: `http://127.0.0.1:${(http.server.address() as { port: number }).port}`,
    async close(): Promise<void> {
      await transports.close();
      rpc.close();
      await deviceState.close();
      await http.close();
      directory.close();
      await database.drop();
    },
  };
}

export type DevicePlatform = Awaited<ReturnType<typeof createDevicePlatform>>;

async function insertTenant(pool: { query: (sql: string, values: unknown[]) => Promise<unknown> }, name: string) {
  const tenantProfileId = randomUuid();
  const tenantId = randomUuid();
  const profileId = randomUuid();
  await pool.query(
    `INSERT INTO tenant_profile (id, created_time, name, is_default, isolated_tb_core, isolated_tb_rule_engine, profile_data)
     VALUES ($1, 0, $2, false, false, false, '{"configuration":{"type":"DEFAULT"}}')`,
    [tenantProfileId, name],
  );
  await pool.query(
    `INSERT INTO tenant (id, created_time, tenant_profile_id, title, region) VALUES ($1, 0, $2, $3, 'Global')`,
    [tenantId, tenantProfileId, name],
  );
  await pool.query(
    `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
     VALUES ($1, 0, $2, 'default', true, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}')`,
    [profileId, tenantId],
  );
  return { tenantProfileId, tenantId, profileId };
}

/** Waits until `check` returns something; fails after `timeout` ms. */
export async function until<T>(check: () => T | undefined | false, what: string, timeout = 20_000): Promise<T> {
  const end = Date.now() + timeout;
  for (;;) {
    const found = check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`Timed out waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
