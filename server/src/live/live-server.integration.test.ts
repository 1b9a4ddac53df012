import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createNaiveTelemetry } from '../../test/naive-telemetry.ts';
import type { SecurityUser } from '../access/security-user.ts';
import { createEntityDirectory, type StoredEntityDirectory } from '../entities/entity-directory-store.ts';
import { unauthenticated } from '../http/errors.ts';
import { createEntityQueryService } from '../query/entity-query-service.ts';
import { newEntityId } from '../storage/ids.ts';
import { createEmbeddedLiveBus } from './embedded-live-bus.ts';
import type { LiveBus } from './live-bus.ts';
import { createLiveServer, type LiveServer } from './live-server.ts';

// biome-ignore lint/suspicious/noExplicitAny: frames are looked into as they come
type Frame = any;

let database: TestDatabase;
let liveBus: LiveBus;
let directory: StoredEntityDirectory;
let telemetry: ReturnType<typeof createNaiveTelemetry>;
let live: LiveServer;
let server: http.Server;
let base: string;

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

async function insertDevice(id: EntityId, name: string, owner: { tenantId: string; customerId: string }) {
  await database.pool.query(
    `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, device_data)
     VALUES ($1, $2, $3, $4, $5, $6, 'pump', '{}')`,
    [id.id, Date.now(), owner.tenantId, owner.customerId, profileId, name],
  );
}

beforeAll(async () => {
  database = await createTestDatabase();
  const log = pino({ level: 'silent' });
  liveBus = createEmbeddedLiveBus(log);
  directory = createEntityDirectory(database.pool, liveBus);
  telemetry = createNaiveTelemetry(database.pool, liveBus);
  const { series, attributes } = telemetry;
  await database.pool.query(
    `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
     VALUES ($1, 1, $2, 'default', true, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}')`,
    [profileId, tenantId],
  );
  await insertDevice(device, 'Pump 1', { tenantId, customerId });
  await insertDevice(second, 'Pump 2', { tenantId, customerId: NULL_UUID });
  await insertDevice(foreign, 'Pump 3', { tenantId: newEntityId().id, customerId: NULL_UUID });
  live = createLiveServer({
    queries: createEntityQueryService({
      db: database.db,
      pool: database.pool,
      series,
      attributes,
      relationsOf: async () => [],
    }),
    series,
    attributes,
    directory,
    liveBus,
    log,
    refreshInterval: 200,
    pingTimeout: 1000,
    limits: {
      maxQueue: 500,
      updateRate: '40:1',
      sendTimeout: 5000,
      perTenant: 0,
      perCustomer: 0,
      perUser: 2,
      ofPublic: 0,
    },
    authenticate: async (token) => {
      const user = users[token];
      if (!user) throw unauthenticated();
      return user;
    },
  });
  server = http.createServer();
  live.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/api/ws/plugins/`;
});

afterAll(async () => {
  await live.close();
  server.close();
  directory.close();
  await database.drop();
});

const open: WebSocket[] = [];
afterEach(() => {
  for (const socket of open.splice(0)) socket.terminate();
});

/** An open socket whose frames can be waited for one by one. */
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
type Client = Awaited<ReturnType<typeof connect>>;

/** Resolves when everything sent before is answered: nothing else came in between. */
async function expectSilence(client: Client): Promise<void> {
  client.send({ historyCmds: [{ cmdId: 999, startTs: 0, endTs: 1 }] });
  expect(await client.next()).toMatchObject({ subscriptionId: 999, errorMsg: 'Device id is empty!' });
}

const long = (key: string, value: number) => ({ key, value: { type: 'LONG' as const, value } });
const double = (key: string, value: number) => ({ key, value: { type: 'DOUBLE' as const, value } });
const string = (key: string, value: string) => ({ key, value: { type: 'STRING' as const, value } });
const publish = (id: EntityId, ts: number, ...values: ReturnType<typeof long | typeof double | typeof string>[]) =>
  telemetry.saveTimeseries({ tenantId, entityId: id, points: [{ ts, values }] });

let clock = 1_700_000_000_000;
const pumps = { type: 'deviceType', deviceType: 'pump', deviceNameFilter: '' };
const name = { type: 'ENTITY_FIELD', key: 'name' };
const byName = { key: name, direction: 'ASC' };
const query = (latestValues: object[] = [], more: object = {}, page: object = {}) => ({
  entityFilter: pumps,
  pageLink: { pageSize: 10, page: 0, sortOrder: byName, ...page },
  entityFields: [name],
  latestValues,
  ...more,
});

describe('connection', () => {
  it.each(['nobody', ''])('refuses the token "%s" with 401 and the common error body', async (token) => {
    const socket = new WebSocket(`${base}telemetry?token=${token}`);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, http.IncomingMessage];
    expect(response.statusCode).toBe(401);
    const [body] = await once(response, 'data');
    expect(JSON.parse(String(body))).toMatchObject({ status: 401, errorCode: 10 });
  });

  it.each(['/nowhere', '//[', '/%'])('refuses an upgrade at %s and goes on', async (address) => {
    const { port } = server.address() as AddressInfo;
    const connection = net.connect(port, '127.0.0.1');
    connection.write(
      `GET ${address} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    const [answer] = await once(connection, 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 40[04]/);
    connection.destroy();
    await connect();
  });

  it('closes with 1007 for another plugin', async () => {
    const socket = new WebSocket(`${base}other?token=admin`);
    expect((await once(socket, 'close'))[0]).toBe(1007);
  });

  it('closes with 1009 for a frame of more than 32 kB', async () => {
    const client = await connect();
    client.send('x'.repeat(32_769));
    expect((await once(client.socket, 'close'))[0]).toBe(1009);
  });

  it('closes with 1008 beyond the sockets a user may have', async () => {
    await connect('customer');
    await connect('customer');
    const third = new WebSocket(`${base}telemetry?token=customer`);
    expect((await once(third, 'close'))[0]).toBe(1008);
  });

  it('closes the sockets of a user whose sessions end', async () => {
    const client = await connect();
    const other = await connect('system');
    const user = users.admin as SecurityUser;
    liveBus.publish({ kind: 'userSessions', tenantId, entityId: entityId('USER', user.userId) });
    expect((await once(client.socket, 'close'))[0]).toBe(1008);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
  });

  it('pings a socket on which nothing happens', async () => {
    const client = await connect();
    await once(client.socket, 'ping');
  });
});

describe('entity data', () => {
  it('sends the page, then what changes, each as the client asked for it', async () => {
    const client = await connect();
    const temperature = { type: 'TIME_SERIES', key: 'temperature' };
    const model = { type: 'ATTRIBUTE', key: 'model' };
    await publish(device, ++clock, double('temperature', 21.5));
    client.send({
      entityDataCmds: [{ cmdId: 3, query: query([temperature, model]), latestCmd: { keys: [temperature, model] } }],
    });
    const page = await client.next();
    expect(page).toMatchObject({ cmdId: 3, cmdUpdateType: 'ENTITY_DATA', errorCode: 0, errorMsg: null, update: null });
    expect(page.allowedEntities).toBe(10_000);
    expect(page.data).toMatchObject({ totalPages: 1, totalElements: 2, hasNext: false });
    expect(page.data.data[0]).toMatchObject({
      entityId: device,
      latest: {
        TIME_SERIES: { temperature: { ts: clock, value: '21.5' } },
        ATTRIBUTE: { model: { ts: 0, value: '' } },
      },
      timeseries: {},
    });

    await publish(device, ++clock, double('temperature', 22), long('other', 1));
    expect(await client.next()).toEqual({
      cmdId: 3,
      data: null,
      update: [
        { entityId: device, latest: { TIME_SERIES: { temperature: { ts: clock, value: '22.0' } } }, timeseries: null },
      ],
      errorCode: 0,
      errorMsg: null,
      allowedEntities: 10_000,
      cmdUpdateType: 'ENTITY_DATA',
    });

    await telemetry.saveAttributes({
      tenantId,
      entityId: second,
      scope: 'SERVER_SCOPE',
      entries: [string('model', 'M')],
    });
    expect((await client.next()).update[0].latest).toEqual({
      ATTRIBUTE: { model: { ts: expect.any(Number), value: 'M' } },
    });
    await telemetry.deleteAttributes({ tenantId, entityId: second, scope: 'SERVER_SCOPE', keys: ['model'] });
    expect((await client.next()).update[0].latest).toEqual({ ATTRIBUTE: { model: { ts: 0, value: null } } });
  });

  it('does not send older values, the same value again, or keys nobody follows', async () => {
    const client = await connect();
    const keys = [{ type: 'TIME_SERIES', key: 'level' }];
    await publish(device, ++clock, long('level', 5));
    client.send({ entityDataCmds: [{ cmdId: 1, query: query(keys), latestCmd: { keys } }] });
    await client.next();
    await publish(device, clock - 1000, long('level', 4));
    await publish(device, clock, long('level', 5));
    await publish(device, clock + 1, long('unfollowed', 1));
    await expectSilence(client);
    await publish(device, clock, long('level', 6));
    expect((await client.next()).update[0].latest.TIME_SERIES.level.value).toBe('6');
  });

  it('sends a new page for a new query of the same command, and follows that one', async () => {
    const client = await connect();
    const keys = [{ type: 'TIME_SERIES', key: 'level' }];
    for (const [page, entity] of [
      [0, device],
      [1, second],
    ] as const) {
      client.send({
        entityDataCmds: [{ cmdId: 1, query: query(keys, {}, { pageSize: 1, page }), latestCmd: { keys } }],
      });
      const answer = await client.next();
      expect(answer.data.data.map((row: Frame) => row.entityId)).toEqual([entity]);
      expect(answer.data).toMatchObject({ totalPages: 2, totalElements: 2, hasNext: page === 0 });
    }
    await publish(device, ++clock, long('level', 7));
    await expectSilence(client);
    await publish(second, ++clock, long('level', 8));
    expect((await client.next()).update[0].entityId).toEqual(second);
  });

  it('follows in a second command of the page that was sent, with what changed meanwhile', async () => {
    const client = await connect();
    const keys = [{ type: 'TIME_SERIES', key: 'flow' }];
    client.send({ entityDataCmds: [{ cmdId: 1, query: query(keys) }] });
    await client.next();
    await publish(device, ++clock, long('flow', 1));
    client.send({ entityDataCmds: [{ cmdId: 1, latestCmd: { keys } }] });
    expect((await client.next()).update).toEqual([
      { entityId: device, latest: { TIME_SERIES: { flow: { ts: clock, value: '1' } } }, timeseries: null },
    ]);
    await publish(device, ++clock, long('flow', 2));
    expect((await client.next()).update[0].latest.TIME_SERIES.flow.value).toBe('2');
    client.send({ entityDataUnsubscribeCmds: [{ cmdId: 1 }] });
    await expectSilence(client);
    await publish(device, ++clock, long('flow', 3));
    await expectSilence(client);
  });

  it('fills time series and then sends every point', async () => {
    const client = await connect();
    const start = clock + 1;
    for (const value of [1, 2, 3]) await publish(device, ++clock, double('speed', value));
    const read = { keys: ['speed', 'none'], startTs: start, timeWindow: 60_000, interval: 1000, limit: 2, agg: 'NONE' };
    client.send({ entityDataCmds: [{ cmdId: 2, query: query() }] });
    await client.next();
    client.send({ entityDataCmds: [{ cmdId: 2, tsCmd: read }] });
    const answer = await client.next();
    expect(answer.data).toBeNull();
    expect(answer.update).toHaveLength(2);
    expect(answer.update[0]).toMatchObject({
      entityId: device,
      latest: { ENTITY_FIELD: { name: { value: 'Pump 1' } } },
      timeseries: {
        speed: [
          { ts: clock, value: '3.0' },
          { ts: clock - 1, value: '2.0' },
        ],
        none: [],
      },
    });
    const points = [
      { ts: clock + 1, values: [double('speed', 4)] },
      { ts: clock + 2, values: [double('speed', 5)] },
    ];
    await telemetry.saveTimeseries({ tenantId, entityId: device, points });
    expect((await client.next()).update).toEqual([
      {
        entityId: device,
        latest: null,
        timeseries: {
          speed: [
            { ts: clock + 2, value: '5.0' },
            { ts: clock + 1, value: '4.0' },
          ],
        },
      },
    ]);
    await publish(device, clock - 50_000, double('speed', 9));
    expect((await client.next()).update[0].timeseries.speed).toEqual([{ ts: clock - 50_000, value: '9.0' }]);
    clock += 2;
  });

  it('answers history in one command, and reads the point before it when asked', async () => {
    const client = await connect();
    const start = clock + 1;
    for (const value of [1, 2, 3]) await publish(second, ++clock, long('step', value));
    const history = { keys: ['step'], startTs: start + 1, endTs: start + 10, interval: 0, limit: 10, agg: 'NONE' };
    const single = query([], { entityFilter: { type: 'singleEntity', singleEntity: second } });
    client.send({
      entityDataCmds: [{ cmdId: 4, query: single, historyCmd: { ...history, fetchLatestPreviousPoint: true } }],
    });
    const answer = await client.next();
    expect(answer.data.data[0].timeseries.step.map((point: Frame) => point.value)).toEqual(['3', '2', '1']);
    client.send({ entityDataCmds: [{ cmdId: 4, historyCmd: { ...history, agg: 'COUNT', interval: 5000 } }] });
    expect((await client.next()).update[0].timeseries.step).toEqual([{ ts: start + 1 + 2500, value: '2' }]);
  });

  it('notices new and changed entities of a dynamic query', async () => {
    const client = await connect();
    const added = entityId('DEVICE', newEntityId().id);
    const keys = [{ type: 'TIME_SERIES', key: 'level' }];
    client.send({ entityDataCmds: [{ cmdId: 1, query: query([], {}, { dynamic: true }), latestCmd: { keys } }] });
    expect((await client.next()).data.totalElements).toBe(2);
    await insertDevice(added, 'Pump 0', { tenantId, customerId: NULL_UUID });
    const changed = await client.next();
    expect(changed.data.data.map((row: Frame) => row.entityId.id)).toEqual([added.id, device.id, second.id]);
    await publish(added, ++clock, long('level', 1));
    expect((await client.next()).update[0].entityId).toEqual(added);
    await database.pool.query('DELETE FROM device WHERE id = $1', [added.id]);
    expect((await client.next()).data.totalElements).toBe(2);
  });

  it('resolves dynamic values of filters and runs the query again when they change', async () => {
    const client = await connect();
    const tenant = entityId('TENANT', tenantId);
    const set = (value: string) =>
      telemetry.saveAttributes({
        tenantId,
        entityId: tenant,
        scope: 'SERVER_SCOPE',
        entries: [string('wanted', value)],
      });
    await set('Pump 1');
    const dynamicValue = { sourceType: 'CURRENT_TENANT', sourceAttribute: 'wanted' };
    const predicate = { type: 'STRING', operation: 'EQUAL', value: { defaultValue: 'nothing', dynamicValue } };
    client.send({ entityDataCmds: [{ cmdId: 1, query: query([], { keyFilters: [{ key: name, predicate }] }) }] });
    expect((await client.next()).data.data.map((row: Frame) => row.entityId)).toEqual([device]);
    await set('Pump 2');
    expect((await client.next()).data.data.map((row: Frame) => row.entityId)).toEqual([second]);
  });

  it('stops when the entity is deleted or taken from the customer', async () => {
    const client = await connect('customer');
    const keys = [{ type: 'TIME_SERIES', key: 'level' }];
    client.send({ entityDataCmds: [{ cmdId: 1, query: query(keys), latestCmd: { keys } }] });
    expect((await client.next()).data.totalElements).toBe(1);
    await database.pool.query('UPDATE device SET customer_id = $1 WHERE id = $2', [NULL_UUID, device.id]);
    liveBus.publish({ kind: 'entity', action: 'updated', tenantId, entityId: device });
    await expect.poll(async () => (await directory.find(device))?.customerId).toBe(NULL_UUID);
    await expectSilence(client);
    await publish(device, ++clock, long('level', 100));
    await expectSilence(client);
    await database.pool.query('UPDATE device SET customer_id = $1 WHERE id = $2', [customerId, device.id]);
    liveBus.publish({ kind: 'entity', action: 'updated', tenantId, entityId: device });

    const again = await connect('customer');
    again.send({ tsSubCmds: [{ cmdId: 1, entityType: 'DEVICE', entityId: device.id, keys: 'level' }] });
    await again.next();
    liveBus.publish({ kind: 'entity', action: 'deleted', tenantId, entityId: device });
    await publish(device, ++clock, long('level', 101));
    await expectSilence(again);
  });

  it('loses nothing when changes come faster than the socket may send', async () => {
    const client = await connect();
    const read = { keys: ['burst'], startTs: clock + 1, timeWindow: 60_000, interval: 1000, limit: 100, agg: 'NONE' };
    client.send({ entityDataCmds: [{ cmdId: 1, query: query(), tsCmd: read }] });
    await client.next();
    const values = Array.from({ length: 200 }, (_, index) => index);
    for (const value of values) {
      await publish(device, ++clock, long('burst', value));
      await new Promise((next) => setImmediate(next));
    }
    const seen: number[] = [];
    while (seen.length < values.length) {
      const { update } = await client.next();
      for (const { timeseries } of update) for (const { value } of timeseries.burst) seen.push(Number(value));
    }
    expect(seen).toEqual(values);
  });
});

describe('counts and alarms', () => {
  it('counts at once and again when the number changes', async () => {
    const client = await connect();
    const countQuery = { entityFilter: pumps, keyFilters: [] };
    client.send({ entityCountCmds: [{ cmdId: 4, query: countQuery }] });
    expect(await client.next()).toEqual({
      cmdId: 4,
      errorCode: 0,
      errorMsg: null,
      count: 2,
      cmdUpdateType: 'COUNT_DATA',
    });
    const added = entityId('DEVICE', newEntityId().id);
    await insertDevice(added, 'Pump 9', { tenantId, customerId: NULL_UUID });
    expect((await client.next()).count).toBe(3);
    client.send({ entityCountUnsubscribeCmds: [{ cmdId: 4 }] });
    await database.pool.query('DELETE FROM device WHERE id = $1', [added.id]);
    await expectSilence(client);
  });

  it('answers alarm queries with an empty page', async () => {
    const client = await connect();
    const alarms = {
      entityFilter: pumps,
      pageLink: { pageSize: 10, page: 0, timeWindow: 86_400_000 },
      alarmFields: [],
    };
    client.send({ alarmDataCmds: [{ cmdId: 5, query: alarms }] });
    expect(await client.next()).toEqual({
      cmdId: 5,
      errorCode: 0,
      errorMsg: null,
      data: { data: [], totalPages: 0, totalElements: 0, hasNext: false },
      update: null,
      allowedEntities: 10_000,
      totalEntities: 2,
      cmdUpdateType: 'ALARM_DATA',
    });
  });
});

describe('attributes and series of single entities', () => {
  const of = (id: EntityId) => ({ entityType: id.entityType, entityId: id.id });

  it('answers at once, also when there is nothing', async () => {
    const client = await connect();
    client.send({ attrSubCmds: [{ cmdId: 1, ...of(second), scope: 'CLIENT_SCOPE' }] });
    expect(await client.next()).toEqual({
      subscriptionId: 1,
      errorCode: 0,
      errorMsg: null,
      data: {},
      latestValues: {},
    });
  });

  it('sends attributes of the scope and their changes and deletion', async () => {
    const client = await connect();
    const save = (scope: 'SERVER_SCOPE' | 'SHARED_SCOPE', value: string) =>
      telemetry.saveAttributes({ tenantId, entityId: second, scope, entries: [string('colour', value)] });
    await save('SERVER_SCOPE', 'red');
    client.send({ attrSubCmds: [{ cmdId: 1, ...of(second), scope: 'SERVER_SCOPE' }] });
    expect((await client.next()).data).toEqual({ colour: [[expect.any(Number), 'red']] });
    await save('SHARED_SCOPE', 'green');
    await save('SERVER_SCOPE', 'blue');
    const update = await client.next();
    expect(update).toMatchObject({ subscriptionId: 1, data: { colour: [[expect.any(Number), 'blue']] } });
    expect(update.latestValues.colour).toBe(update.data.colour[0][0]);
    await telemetry.deleteAttributes({ tenantId, entityId: second, scope: 'SERVER_SCOPE', keys: ['colour'] });
    expect((await client.next()).data).toEqual({ colour: [[0, null]] });
    client.send({ attrSubCmds: [{ cmdId: 1, ...of(second), scope: 'SERVER_SCOPE', unsubscribe: true }] });
    await save('SERVER_SCOPE', 'white');
    await expectSilence(client);
  });

  it('sends latest values of all keys and every new point', async () => {
    const client = await connect();
    await publish(second, ++clock, double('pressure', 1), string('state', 'on'));
    client.send({ tsSubCmds: [{ cmdId: 2, ...of(second), scope: 'LATEST_TELEMETRY' }] });
    const answer = await client.next();
    expect(answer.data).toMatchObject({ pressure: [[clock, '1.0']], state: [[clock, 'on']] });
    expect(answer.latestValues.pressure).toBe(clock);
    await publish(second, ++clock, double('pressure', 2));
    expect(await client.next()).toEqual({
      subscriptionId: 2,
      errorCode: 0,
      errorMsg: null,
      data: { pressure: [[clock, '2.0']] },
      latestValues: { pressure: clock },
    });
  });

  it('shows asked keys without a value as null, and windows newest first', async () => {
    const client = await connect();
    client.send({ tsSubCmds: [{ cmdId: 1, ...of(second), keys: 'nothing' }] });
    expect((await client.next()).data).toEqual({ nothing: [[expect.any(Number), null]] });
    const start = clock + 1;
    for (const value of [1, 2]) await publish(second, ++clock, long('row', value));
    const command = { cmdId: 2, ...of(second), keys: 'row', startTs: start, timeWindow: 1000, agg: 'NONE' };
    client.send({ tsSubCmds: [command] });
    const answer = await client.next();
    expect(answer.data).toEqual({
      row: [
        [start + 1, '2'],
        [start, '1'],
      ],
    });
    expect(answer.latestValues).toEqual({ row: start });
    client.send({ historyCmds: [{ cmdId: 3, ...of(second), keys: 'row,none', startTs: start, endTs: start + 1 }] });
    expect(await client.next()).toMatchObject({ subscriptionId: 3, data: { row: [[start, '1']] } });
  });

  it('keeps ids of both protocol versions apart and ends all at once', async () => {
    const client = await connect();
    const keys = [{ type: 'TIME_SERIES', key: 'apart' }];
    client.send({
      tsSubCmds: [{ cmdId: 1, ...of(second), keys: 'apart' }],
      entityDataCmds: [{ cmdId: 1, query: query(keys), latestCmd: { keys } }],
    });
    await client.next();
    await client.next();
    await publish(second, ++clock, long('apart', 1));
    const both = [await client.next(), await client.next()];
    expect(both.map((frame) => frame.subscriptionId ?? frame.cmdUpdateType).sort()).toEqual([1, 'ENTITY_DATA']);
    client.send({ tsSubCmds: [{ cmdId: 1, unsubscribe: true }] });
    await expectSilence(client);
    await publish(second, ++clock, long('apart', 2));
    await expectSilence(client);
  });

  it.each([
    ['an entity of another tenant', { ...of(foreign) }, 1, 'Failed to fetch data!'],
    ['an entity that does not exist', { entityType: 'DEVICE', entityId: newEntityId().id }, 1, 'Failed to fetch data!'],
    ['no entity', {}, 2, 'Device id is empty!'],
    ['a bad id', { entityType: 'DEVICE', entityId: 'x' }, 2, expect.stringContaining('x')],
    ['a bad kind', { entityType: 'NOTHING', entityId: second.id }, 2, expect.stringContaining('NOTHING')],
  ])('refuses %s', async (_what, entity, errorCode, errorMsg) => {
    const client = await connect();
    client.send({ tsSubCmds: [{ cmdId: 7, ...entity }] });
    expect(await client.next()).toEqual({ subscriptionId: 7, errorCode, errorMsg, data: null, latestValues: {} });
    await publish(foreign, ++clock, long('secret', 1));
    await expectSilence(client);
  });

  it('refuses attributes that the user may not read', async () => {
    const client = await connect('customer');
    client.send({ attrSubCmds: [{ cmdId: 7, ...of(second) }] });
    expect(await client.next()).toMatchObject({
      subscriptionId: 7,
      errorCode: 1,
      errorMsg: 'Failed to fetch attributes!',
    });
  });
});

describe('bad input', () => {
  const deep = `{"entityDataCmds":${'['.repeat(5000)}${']'.repeat(5000)}}`;
  it.each([
    ['no JSON', 'hello'],
    ['half a frame', '{"tsSubCmds":[{'],
    ['an array', '[]'],
    ['deep JSON', deep],
    ['a list that is none', '{"tsSubCmds":5}'],
  ])('answers %s and stays open', async (_what, text) => {
    const client = await connect();
    client.send(text);
    expect(await client.next()).toEqual({
      subscriptionId: 0,
      errorCode: 2,
      errorMsg: 'Failed to parse websocket command!',
      data: null,
      latestValues: {},
    });
    await expectSilence(client);
  });

  it.each([
    ['no query', { cmdId: 1 }],
    ['a negative id', { cmdId: -1, query: query() }, 'Cmd id is negative value!'],
    ['a page size of 0', { cmdId: 1, query: query([], {}, { pageSize: 0 }) }, /page size/],
    ['a negative page', { cmdId: 1, query: query([], {}, { page: -1 }) }, /page '-1'/],
    ['no filter', { cmdId: 1, query: { ...query(), entityFilter: null } }, /entity filter/],
    ['an unknown filter', { cmdId: 1, query: { ...query(), entityFilter: { type: 'star' } } }, /'star'/],
    [
      'a filter that is not there yet',
      { cmdId: 1, query: { ...query(), entityFilter: { type: 'relationsQuery' } } },
      /relationsQuery/,
    ],
    [
      'a bad id',
      {
        cmdId: 1,
        query: { ...query(), entityFilter: { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: 'x' } } },
      },
      /UUID/,
    ],
    ['no keys', { cmdId: 1, query: query(), latestCmd: { keys: null } }, /keys/],
    [
      'too many buckets',
      { cmdId: 1, query: query(), historyCmd: { keys: ['a'], startTs: 0, endTs: 9e12, interval: 1000, agg: 'AVG' } },
      /intervals/,
    ],
    ['a key type of clients', { cmdId: 1, query: query([{ type: 'COUNT', key: 'x' }]) }, /COUNT/],
  ])(
    'answers %s with an update of the command',
    async (_what, command, message: RegExp | string = 'Query is empty!') => {
      const client = await connect();
      client.send({ entityDataCmds: [command], unknownCmds: [{}] });
      const answer = await client.next();
      expect(answer).toMatchObject({
        cmdId: command.cmdId,
        errorCode: 2,
        data: null,
        update: null,
        cmdUpdateType: 'ENTITY_DATA',
      });
      expect(answer.errorMsg).toMatch(message);
      await expectSilence(client);
    },
  );

  it('refuses entity queries of system administrators', async () => {
    const client = await connect('system');
    client.send({ entityDataCmds: [{ cmdId: 1, query: query() }] });
    expect(await client.next()).toMatchObject({ cmdId: 1, errorCode: 3, cmdUpdateType: 'ENTITY_DATA' });
  });
});
