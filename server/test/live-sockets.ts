import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import { pino } from 'pino';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { createSharedKeys } from '../src/access/shared-keys.ts';
import { composeAlarms } from '../src/alarms/compose-alarms.ts';
import { createEmbeddedLiveBus } from '../src/bus/embedded-live-bus.ts';
import { createEntityDirectory } from '../src/entities/entity-directory-store.ts';
import { unauthenticated } from '../src/http/errors.ts';
import type { SecurityUser } from '../src/http/security-user.ts';
import { attachUpgrades } from '../src/http/socket-upgrades.ts';
import { createLiveServer } from '../src/live/live-server.ts';
import { createAlarmDataQueries } from '../src/query/alarm-data-queries.ts';
import { createEntityQueryService } from '../src/query/entity-query-service.ts';
import { QUERY_SIZES } from '../src/query/indexed-queries.ts';
import { openQueryReads } from '../src/query/query-reads.ts';
import { createDeletedTenants } from '../src/storage/deleted-tenants.ts';
import { newEntityId } from '../src/storage/ids.ts';
import { createListPlaces } from '../src/storage/list-places.ts';
import { createUsageMeter } from '../src/usage/usage-meter.ts';
import { createTestDatabase } from './database.ts';
import { createNaiveTelemetry } from './naive-telemetry.ts';
import { insertTenants } from './tenants.ts';

// biome-ignore lint/suspicious/noExplicitAny: frames are inspected as they arrive
export type Frame = any;

export const long = (key: string, value: number) => ({ key, value: { type: 'LONG' as const, value } });
export const double = (key: string, value: number) => ({ key, value: { type: 'DOUBLE' as const, value } });
export const string = (key: string, value: string) => ({ key, value: { type: 'STRING' as const, value } });

export const pumps = { type: 'deviceType', deviceType: 'pump', deviceNameFilter: '' };
export const name = { type: 'ENTITY_FIELD', key: 'name' };
const byName = { key: name, direction: 'ASC' };
/** Queries all pumps by name. */
export const query = (latestValues: object[] = [], more: object = {}, page: object = {}) => ({
  entityFilter: pumps,
  pageLink: { pageSize: 10, page: 0, sortOrder: byName, ...page },
  entityFields: [name],
  latestValues,
  ...more,
});

/**
 * Opens a server with only the socket, on a database with the devices `Pump 1` (of the customer) and `Pump 2` of one
 * tenant, and `Pump 3` of another. Its tokens are the names of its users: admin, customer, system. A suffix such as
 * `admin:2` makes the token expire after 2 seconds; one ending in `!` is valid for a single check.
 */
export async function openLiveSockets() {
  const tenantId = newEntityId().id;
  const customerId = newEntityId().id;
  const profileId = newEntityId().id;
  const device = entityId('DEVICE', newEntityId().id);
  const second = entityId('DEVICE', newEntityId().id);
  const foreign = entityId('DEVICE', newEntityId().id);
  const person = { email: 'x', firstName: null, lastName: null, isPublic: false };
  const users: Record<string, SecurityUser> = {
    admin: { ...person, userId: newEntityId().id, authority: 'TENANT_ADMIN', tenantId, customerId: NULL_UUID },
    customer: { ...person, userId: newEntityId().id, authority: 'CUSTOMER_USER', tenantId, customerId },
    system: { ...person, userId: newEntityId().id, authority: 'SYS_ADMIN', tenantId: NULL_UUID, customerId: NULL_UUID },
  };

  /** Revoked tokens. */
  const ended = new Set<string>();

  const database = await createTestDatabase();
  const log = pino({ level: 'silent' });
  const liveBus = createEmbeddedLiveBus(log);
  const directory = createEntityDirectory(database.pool, liveBus);
  const telemetry = createNaiveTelemetry(database.pool, liveBus);

  async function insertDevice(id: EntityId, name: string, owner: { tenantId: string; customerId: string }) {
    await database.pool.query(
      `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, device_data)
       VALUES ($1, $2, $3, $4, $5, $6, 'pump', '{}')`,
      [id.id, Date.now(), owner.tenantId, owner.customerId, profileId, name],
    );
  }

  const { series, history, attributes } = telemetry;
  await insertTenants(database.pool, tenantId);
  await database.pool.query(
    `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
     VALUES ($1, 1, $2, 'pump', true, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}')`,
    [profileId, tenantId],
  );
  await insertDevice(device, 'Pump 1', { tenantId, customerId });
  await insertDevice(second, 'Pump 2', { tenantId, customerId: NULL_UUID });
  await insertDevice(foreign, 'Pump 3', { tenantId: newEntityId().id, customerId: NULL_UUID });
  const sharedKeys = createSharedKeys(database.pool, liveBus, { record: async () => undefined });
  const alarms = composeAlarms({
    database,
    directory,
    living: { missing: () => new Set() },
    usage: createUsageMeter(() => undefined),
    actionLog: { record: async () => undefined },
    liveBus,
    messageLog: { append: async () => undefined },
    log,
  });
  const reads = openQueryReads(database.connection);
  const queries = createEntityQueryService({
    liveBus,
    reads,
    db: database.db,
    pool: database.pool,
    series,
    attributes,
    valueIndex: { find: () => undefined, noteSlow: () => undefined, confirm: async () => false },
    places: createListPlaces({ pool: database.pool, log, deletedTenants: createDeletedTenants() }),
    fieldPlaces: createListPlaces({ pool: database.pool, log, deletedTenants: createDeletedTenants() }),
    relationsOf: async () => [],
    directory,
    valueRightsOf: sharedKeys.rightsOf,
    // Devices come and go here without being announced: no total may be remembered, however long it took.
    sizes: { ...QUERY_SIZES, slow: Number.POSITIVE_INFINITY },
  });
  const live = createLiveServer({
    valueRightsOf: sharedKeys.rightsOf,
    queries,
    alarmQueries: createAlarmDataQueries({ queries, alarms: alarms.forQueries }),
    series,
    history,
    attributes,
    directory,
    liveBus,
    log,
    refreshInterval: 200,
    pingTimeout: 1000,
    limitsOf: async () => ({
      maxQueue: 500,
      updateRate: '40:1',
      sendTimeout: 5000,
      sessions: { perTenant: 0, perCustomer: 0, perUser: 2, ofPublic: 0 },
      subscriptions: { perTenant: 0, perCustomer: 3, perUser: 0, ofPublic: 0 },
    }),
    grantOf: async (token) => {
      const [name = '', lifetime] = token.split(':');
      const user = users[name];
      if (!user || ended.has(token)) throw unauthenticated();
      if (token.endsWith('!')) ended.add(token);
      return { user, expires: Date.now() / 1000 + Number(lifetime ?? 3600) };
    },
  });
  const server = http.createServer();
  attachUpgrades(server, [live.sockets], { error: () => undefined });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/ws/plugins/`;

  const open: WebSocket[] = [];
  let clock = 1_700_000_000_000;

  /** Opens a socket whose frames can be awaited one by one. */
  async function connect(token = 'admin') {
    const socket = new WebSocket(`${base}telemetry?token=${token}`);
    open.push(socket);
    const frames: Frame[] = [];
    const waiting: ((frame: Frame) => void)[] = [];
    socket.on('message', (data) => {
      const frame: Frame = JSON.parse(String(data));
      const next = waiting.shift();
      if (next) next(frame);
      else frames.push(frame);
    });
    await once(socket, 'open');
    return {
      socket,
      frames,
      send: (commands: object | string) =>
        socket.send(typeof commands === 'string' ? commands : JSON.stringify(commands)),
      next: (): Promise<Frame> =>
        frames.length > 0 ? Promise.resolve(frames.shift()) : new Promise((got) => waiting.push(got)),
    };
  }

  /** Resolves when everything sent before is answered; no other frame may arrive before that. */
  async function expectSilence(client: LiveClient): Promise<void> {
    client.send({ historyCmds: [{ cmdId: 999, startTs: 0, endTs: 1 }] });
    expect(await client.next()).toMatchObject({ subscriptionId: 999, errorMsg: 'Device id is empty!' });
  }

  const publish = (id: EntityId, ts: number, ...values: ReturnType<typeof long | typeof double | typeof string>[]) =>
    telemetry.saveTimeseries({ tenantId, entityId: id, points: [{ ts, values }] });

  return {
    database,
    liveBus,
    directory,
    telemetry,
    alarms,
    server,
    base,
    tenantId,
    customerId,
    device,
    second,
    foreign,
    users,
    insertDevice,
    connect,
    expectSilence,
    publish,
    /** Time of the newest point so far, epoch ms. */
    now: () => clock,
    /** Returns a time that no point has yet. */
    tick: () => ++clock,
    /** Disconnects the sockets of a test. */
    disconnect(): void {
      for (const socket of open.splice(0)) socket.terminate();
    },
    async close(): Promise<void> {
      await live.close();
      server.close();
      directory.close();
      await reads.close();
      await database.drop();
    },
  };
}

export type LiveSockets = Awaited<ReturnType<typeof openLiveSockets>>;
export type LiveClient = {
  socket: WebSocket;
  frames: Frame[];
  send: (commands: object | string) => void;
  next: () => Promise<Frame>;
};
