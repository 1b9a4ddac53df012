import { once } from 'node:events';
import type { Dashboard } from '@signalbox/contract/dashboard';
import type { Device } from '@signalbox/contract/device';
import type { EntityData, EntityKeyType } from '@signalbox/contract/entity-query';
import type { EntityId, EntityType } from '@signalbox/contract/id';
import type { PageData } from '@signalbox/contract/page';
import type { TokenPair } from '@signalbox/contract/token';
import type { User } from '@signalbox/contract/user';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createPerson, createTestTenant, type TestTenant } from '../../test/people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { createRelationStore } from '../entities/relation/relation-store.ts';

const VALUE_TYPES = ['TIME_SERIES', 'ATTRIBUTE', 'CLIENT_ATTRIBUTE', 'SHARED_ATTRIBUTE', 'SERVER_ATTRIBUTE'] as const;
type ValueType = (typeof VALUE_TYPES)[number];
/** `hidden` is shared with no one, `forCustomers` with customer users, `forVisitors` with visitors. */
const KEYS = ['hidden', 'forCustomers', 'forVisitors'] as const;
const CALLERS = ['admin', 'customerUser', 'otherCustomerUser', 'visitor', 'foreignAdmin'] as const;
/** name → kind */
const KINDS = {
  tenant: 'TENANT',
  foreignTenant: 'TENANT',
  customer: 'CUSTOMER',
  otherCustomer: 'CUSTOMER',
  publicCustomer: 'CUSTOMER',
  customerUser: 'USER',
  colleague: 'USER',
  otherCustomerUser: 'USER',
  admin: 'USER',
  ownDevice: 'DEVICE',
  otherDevice: 'DEVICE',
  nobodysDevice: 'DEVICE',
  publicDevice: 'DEVICE',
  ownDashboard: 'DASHBOARD',
  nobodysDashboard: 'DASHBOARD',
} as const satisfies Record<string, EntityType>;
type EntityName = keyof typeof KINDS;
const NAMES = Object.keys(KINDS) as EntityName[];
/** Dashboards have no values of their own. */
const NAMES_WITH_VALUES = NAMES.filter((name) => KINDS[name] !== 'DASHBOARD');

let platform: TestPlatform;
let acme: TestTenant;
let callers: Record<(typeof CALLERS)[number], Caller>;
let entities: Record<EntityName, EntityId>;

const secretOf = (name: EntityName, key: string): string => `${key} of ${name}`;

beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  const foreign = await createTestTenant(platform, 'foreign');
  const { admin, customer, otherCustomer } = acme;
  const device = (name: string, owner = {}) => admin.post<Device>('/api/device', { name, ...owner });
  const ofEverybody = await device('Public');
  const publicDevice = await admin.post<Device>(`/api/customer/public/device/${ofEverybody.id.id}`);
  const publicId = publicDevice.customerId.id;
  const visit = await platform.as('').post<TokenPair>('/api/auth/login/public', { publicId });
  const colleague = await createPerson(platform, admin, {
    email: 'colleague@acme.example',
    authority: 'CUSTOMER_USER',
    customerId: customer.id,
  });
  const dashboard = (title: string) => admin.post<Dashboard>('/api/dashboard', { title, configuration: {} });
  const ownDashboard = await dashboard('Own');
  await admin.post(`/api/customer/${customer.id.id}/dashboard/${ownDashboard.id.id}`);
  callers = {
    admin,
    customerUser: acme.customerUser,
    otherCustomerUser: acme.otherCustomerUser,
    visitor: platform.as(visit.token),
    foreignAdmin: foreign.admin,
  };
  entities = {
    tenant: acme.tenant.id,
    foreignTenant: foreign.tenant.id,
    customer: customer.id,
    otherCustomer: otherCustomer.id,
    publicCustomer: publicDevice.customerId,
    customerUser: acme.customerUser.user.id,
    colleague: colleague.user.id,
    otherCustomerUser: acme.otherCustomerUser.user.id,
    admin: admin.user.id,
    ownDevice: (await device('Own', { customerId: customer.id })).id,
    otherDevice: (await device('Other', { customerId: otherCustomer.id })).id,
    nobodysDevice: (await device('Nobody')).id,
    publicDevice: publicDevice.id,
    ownDashboard: ownDashboard.id,
    nobodysDashboard: (await dashboard('Nobody')).id,
  };
  const post = (name: EntityName, place: string) =>
    (name === 'foreignTenant' ? foreign.admin : admin).post(
      `/api/plugins/telemetry/${KINDS[name]}/${entities[name].id}/${place}`,
      Object.fromEntries(KEYS.map((key) => [key, secretOf(name, key)])),
    );
  for (const name of NAMES_WITH_VALUES) await post(name, 'timeseries/ANY');
  const { pool } = platform.database;
  // Only devices can get client and shared attributes by calls; written before the entities are read.
  await pool.query(
    `INSERT INTO attribute (entity_id, scope, key_id, last_update_ts, string_value)
     SELECT entity.id, scope, key.id, 1, key.name || ' of ' || entity.name
     FROM unnest($1::uuid[], $2::text[]) AS entity (id, name), generate_series(1, 2) AS scope, telemetry_key AS key
     WHERE key.name = ANY($3)`,
    [NAMES_WITH_VALUES.map((name) => entities[name].id), NAMES_WITH_VALUES, KEYS],
  );
  for (const name of NAMES_WITH_VALUES) await post(name, 'SERVER_SCOPE');
  const relations = createRelationStore(pool);
  const relate = (from: EntityName, to: EntityName) =>
    relations.save({
      from: entities[from],
      to: entities[to],
      type: 'Contains',
      typeGroup: 'COMMON',
      additionalInfo: null,
    });
  for (const to of NAMES) for (const root of ROOTS) if (root !== to) await relate(root, to);
  // A path between entities of customers that leads through entities they cannot see, and into another tenant.
  for (const [from, to] of WAY) await relate(from, to);
  await admin.post('/api/tenant/sharedKeys', { customerUsers: ['forCustomers'], visitors: ['forVisitors'] });
});
afterAll(() => platform?.stop());

const WAY: [EntityName, EntityName][] = [
  ['ownDevice', 'nobodysDashboard'],
  ['nobodysDashboard', 'otherDevice'],
  ['otherDevice', 'foreignTenant'],
  ['foreignTenant', 'publicDevice'],
  ['publicDevice', 'ownDashboard'],
];
const ROOTS: EntityName[] = ['tenant', 'customer', 'otherCustomer', 'publicCustomer', 'nobodysDevice'];

/** Lists every filter that can find an entity of the kind. */
function filtersOf(name: EntityName): object[] {
  const entityType = KINDS[name];
  const entity = entities[name];
  const related = (type: string) =>
    ROOTS.map((root) => ({ type, rootEntity: entities[root], direction: 'FROM', maxLevel: 1 }));
  return [
    { type: 'singleEntity', singleEntity: entity },
    { type: 'entityList', entityType, entityList: [entity.id] },
    { type: 'entityName', entityType, entityNameFilter: '' },
    { type: 'entityType', entityType },
    ...related('relationsQuery'),
    ...(entityType === 'DEVICE'
      ? [{ type: 'deviceType', deviceType: 'default' }, ...related('deviceSearchQuery')]
      : []),
  ];
}

const queryOf = (entityFilter: object, more: object = {}) => ({
  entityFilter,
  pageLink: { page: 0, pageSize: 100 },
  entityFields: [{ type: 'ENTITY_FIELD', key: 'name' }],
  latestValues: [],
  keyFilters: [],
  ...more,
});

const equals = (key: { type: string; key: string }, defaultValue: string) => ({
  key,
  valueType: 'STRING',
  predicate: { type: 'STRING', operation: 'EQUAL', ignoreCase: false, value: { defaultValue } },
});

async function find(caller: Caller, query: object): Promise<EntityData[]> {
  const page = await caller.post<PageData<EntityData>>('/api/entitiesQuery/find', query);
  return page.data;
}

/** Reads the value directly; undefined when refused. */
async function readDirectly(
  caller: Caller,
  name: EntityName,
  type: ValueType,
  key: string,
): Promise<string | undefined> {
  const base = `/api/plugins/telemetry/${KINDS[name]}/${entities[name].id}/values`;
  if (type === 'TIME_SERIES') {
    const reply = await caller.call<Record<string, { value: string | null }[]>>(
      'GET',
      `${base}/timeseries?keys=${key}`,
    );
    return reply.status === 200 ? (reply.body[key]?.[0]?.value ?? undefined) : undefined;
  }
  const scope = type === 'ATTRIBUTE' ? 'SERVER_SCOPE' : type.replace('_ATTRIBUTE', '_SCOPE');
  const reply = await caller.call<{ value: string }[]>('GET', `${base}/attributes/${scope}?keys=${key}`);
  return reply.status === 200 ? reply.body[0]?.value : undefined;
}

/** Whether the caller may read the entity itself, individually or in a list. */
async function mayReadDirectly(caller: Caller, name: EntityName): Promise<boolean> {
  const { id } = entities[name];
  const path = KINDS[name] === 'DASHBOARD' ? `dashboard/info/${id}` : `${KINDS[name].toLowerCase()}/${id}`;
  if ((await caller.call('GET', `/api/${path}`)).status === 200) return true;
  if (KINDS[name] !== 'USER') return false;
  const { data } = await caller.get<PageData<User>>('/api/users?pageSize=100&page=0');
  return data.some((user) => user.id.id === id);
}

const rowOf = (rows: EntityData[], name: EntityName): EntityData | undefined =>
  rows.find(({ entityId }) => entityId.id === entities[name].id);

const latestOf = (row: EntityData, type: EntityKeyType, key: string): string | undefined =>
  row.latest[type]?.[key]?.value ?? undefined;

describe.each(CALLERS)('queries of %s', (who) => {
  it.each(NAMES)('show of %s only what can be read directly', async (name) => {
    const caller = callers[who];
    const isReadable = await mayReadDirectly(caller, name);
    for (const filter of filtersOf(name)) {
      const place = JSON.stringify(filter);
      const row = rowOf(await find(caller, queryOf(filter)), name);
      const isOwnTenant = name === 'tenant' && who !== 'foreignAdmin';
      if (row && !isOwnTenant) expect(isReadable, place).toBe(true);
      if (row && !isReadable) expect(latestOf(row, 'ENTITY_FIELD', 'name'), place).toBe('');
      if (isReadable && (filter as { type: string }).type === 'singleEntity') expect(row, place).toBeDefined();
    }
  });

  it.each(NAMES_WITH_VALUES)(
    'show, filter, sort and search by values of %s only if they can be read directly',
    async (name) => {
      const caller = callers[who];
      for (const [at, type] of VALUE_TYPES.entries()) {
        const direct = new Map<string, string | undefined>();
        for (const key of KEYS) direct.set(key, await readDirectly(caller, name, type, key));
        // The first filter meets every type of value, each other one of them, another one for each entity.
        const turn = NAMES.indexOf(name) + at;
        const filters = filtersOf(name).filter((_, index) => index === 0 || (index + turn) % VALUE_TYPES.length === 0);
        for (const filter of filters) {
          const latestValues = KEYS.map((key) => ({ type, key }));
          const row = rowOf(await find(caller, queryOf(filter, { latestValues })), name);
          for (const key of KEYS) {
            const place = `${type} ${key} ${JSON.stringify(filter)}`;
            const value = direct.get(key);
            const isSeen = row !== undefined && value !== undefined;
            if (row) {
              expect(latestOf(row, type, key), place).toBe(value ?? '');
              const refused = row.notPermitted?.some((other) => other.type === type && other.key === key) ?? false;
              expect(refused, place).toBe(value === undefined);
            }
            const wanted = { type, key };
            const secret = secretOf(name, key);
            const filtered = queryOf(filter, { keyFilters: [equals(wanted, secret)] });
            expect(rowOf(await find(caller, filtered), name) !== undefined, `filter ${place}`).toBe(isSeen);
            expect(await caller.post('/api/entitiesQuery/count', filtered), `count ${place}`).toBe(isSeen ? 1 : 0);
            const searched = queryOf(filter, {
              latestValues: [wanted],
              pageLink: { page: 0, pageSize: 100, textSearch: secret },
            });
            expect(rowOf(await find(caller, searched), name) !== undefined, `search ${place}`).toBe(isSeen);
          }
        }
      }
    },
  );

  it('sort values without permission as if they were missing', async () => {
    const caller = callers[who];
    for (const type of VALUE_TYPES) {
      for (const key of KEYS) {
        const direct = new Map<string, string | undefined>();
        for (const name of NAMES_WITH_VALUES) {
          direct.set(entities[name].id, await readDirectly(caller, name, type, key));
        }
        for (const root of ROOTS) {
          const filter = { type: 'relationsQuery', rootEntity: entities[root], direction: 'FROM', maxLevel: 1 };
          const sortOrder = { key: { type, key }, direction: 'ASC' };
          const rows = await find(caller, queryOf(filter, { pageLink: { page: 0, pageSize: 100, sortOrder } }));
          const ids = rows.map(({ entityId }) => entityId.id);
          const [seen, refused] = [ids.filter((id) => direct.get(id)), ids.filter((id) => !direct.get(id))];
          expect(ids, `${type} ${key} from ${root}`).toEqual([...refused.toSorted(), ...seen]);
        }
      }
    }
  });

  it('follow relations to what can be read directly, through any entities', async () => {
    const caller = callers[who];
    const isReadable = new Map<string, boolean>();
    for (const name of NAMES) isReadable.set(entities[name].id, await mayReadDirectly(caller, name));
    // Everyone finds their own tenant, but not its values.
    if (who !== 'foreignAdmin') isReadable.set(entities.tenant.id, true);
    for (const rootEntity of Object.values(entities)) {
      for (const direction of ['FROM', 'TO']) {
        for (const fetchLastLevelOnly of [false, true]) {
          const filter = { type: 'relationsQuery', rootEntity, direction, maxLevel: 0, fetchLastLevelOnly };
          const place = JSON.stringify(filter);
          const rows = await find(caller, queryOf(filter));
          if (!isReadable.get(rootEntity.id)) expect(rows, place).toEqual([]);
          for (const { entityId } of rows) expect(isReadable.get(entityId.id), `${place} ${entityId.id}`).toBe(true);
          expect(await caller.post('/api/entitiesQuery/count', queryOf(filter)), place).toBe(rows.length);
        }
      }
    }
  });

  it.each(NAMES_WITH_VALUES)('name the keys of %s that can be listed directly', async (name) => {
    const caller = callers[who];
    const base = `/api/plugins/telemetry/${KINDS[name]}/${entities[name].id}/keys`;
    const listed = async (path: string): Promise<string[]> => {
      const reply = await caller.call<string[]>('GET', `${base}/${path}`);
      return reply.status === 200 ? [...new Set(reply.body)].sort() : [];
    };
    const direct = { timeseries: await listed('timeseries'), attribute: await listed('attributes') };
    for (const filter of filtersOf(name).slice(0, 2)) {
      const keys = await caller.post('/api/entitiesQuery/find/keys?timeseries=true&attributes=true', queryOf(filter));
      expect(keys).toMatchObject(direct);
    }
  });
});

/** Sends commands on a socket and collects the answers by command id. */
async function connect(caller: Caller) {
  const socket = new WebSocket(`ws://127.0.0.1:${platform.httpPort()}/api/ws/plugins/telemetry?token=${caller.token}`);
  const frames: Record<string, unknown>[] = [];
  const wake: (() => void)[] = [];
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)));
    for (const resume of wake.splice(0)) resume();
  });
  await once(socket, 'open');
  return {
    send: (commands: object) => socket.send(JSON.stringify(commands)),
    /** Returns the first matching frame that was not returned before. */
    async next<T>(fits: (frame: Record<string, unknown>) => boolean): Promise<T> {
      for (;;) {
        const at = frames.findIndex(fits);
        if (at >= 0) return frames.splice(at, 1)[0] as T;
        await new Promise<void>((resume) => wake.push(resume));
      }
    },
    close: () => socket.close(),
  };
}

describe.each(CALLERS)('sockets of %s', (who) => {
  it('send only the values that can be read directly', async () => {
    const caller = callers[who];
    const socket = await connect(caller);
    for (const [index, name] of NAMES_WITH_VALUES.entries()) {
      const ofKind = VALUE_TYPES.flatMap((type) => KEYS.map((key) => ({ type, key })));
      const query = queryOf({ type: 'singleEntity', singleEntity: entities[name] });
      const window = { startTs: 0, endTs: Date.now() + 1000, interval: 0, limit: 10, agg: 'NONE' };
      const history = { cmdId: 1000 + index, query, historyCmd: { keys: KEYS, ...window } };
      socket.send({ entityDataCmds: [{ cmdId: index, query, latestCmd: { keys: ofKind } }, history] });
      const of = { entityType: KINDS[name], entityId: entities[name].id, scope: 'LATEST_TELEMETRY' };
      socket.send({ tsSubCmds: KEYS.map((keys, at) => ({ cmdId: 2000 + 10 * index + at, keys, ...of })) });
      const page = await socket.next<{ data: PageData<EntityData> }>(({ cmdId }) => cmdId === index);
      const row = page.data.data[0];
      const past = await socket.next<{ data: PageData<EntityData> }>(({ cmdId }) => cmdId === 1000 + index);
      for (const [at, key] of KEYS.entries()) {
        for (const type of VALUE_TYPES) {
          const direct = await readDirectly(caller, name, type, key);
          if (row) expect(latestOf(row, type, key), `${name} ${type} ${key}`).toBe(direct ?? '');
          else expect(direct, `${name} ${type} ${key}`).toBeUndefined();
        }
        const direct = await readDirectly(caller, name, 'TIME_SERIES', key);
        const pastRow = past.data.data[0];
        expect(pastRow?.timeseries[key]?.[0]?.value, `history of ${name} ${key}`).toBe(direct);
        const refused = pastRow?.notPermitted?.some((other) => other.key === key) ?? false;
        if (pastRow) expect(refused).toBe(direct === undefined);
        const single = await socket.next<{ errorCode: number; data: Record<string, [number, string][]> | null }>(
          ({ subscriptionId }) => subscriptionId === 2000 + 10 * index + at,
        );
        expect(single.data?.[key]?.[0]?.[1], `subscription of ${name} ${key}`).toBe(direct);
      }
    }
    socket.close();
  });
});

describe('the keys that a tenant shares', () => {
  const tenantPath = () => `/api/plugins/telemetry/TENANT/${acme.tenant.id.id}/values/attributes/SERVER_SCOPE`;

  it('are named where they are refused', async () => {
    const { customerUser } = callers;
    expect(await customerUser.call('GET', `${tenantPath()}?keys=forCustomers,hidden`)).toMatchObject({
      status: 403,
      body: { errorCode: 20, notPermitted: ['hidden'] },
    });
    const all = await customerUser.get<{ key: string }[]>(tenantPath());
    expect(all.map(({ key }) => key)).toEqual(['forCustomers']);
    const socket = await connect(customerUser);
    const of = { entityType: 'TENANT', entityId: acme.tenant.id.id };
    socket.send({ attrSubCmds: [{ cmdId: 1, keys: 'hidden,forCustomers', scope: 'SERVER_SCOPE', ...of }] });
    expect(await socket.next(({ subscriptionId }) => subscriptionId === 1)).toMatchObject({
      errorCode: 3,
      errorMsg: 'Not permitted: hidden',
    });
    socket.close();
  });

  it('are followed only as long as they are shared', async () => {
    const { customerUser, admin } = callers;
    const save = (value: string) =>
      admin.post(`/api/plugins/telemetry/TENANT/${acme.tenant.id.id}/timeseries/ANY`, {
        hidden: `${value} hidden`,
        forCustomers: value,
      });
    const socket = await connect(customerUser);
    const query = queryOf({ type: 'singleEntity', singleEntity: acme.tenant.id });
    const keys = ['hidden', 'forCustomers'].map((key) => ({ type: 'TIME_SERIES', key }));
    socket.send({ entityDataCmds: [{ cmdId: 1, query, latestCmd: { keys } }] });
    await socket.next(({ data }) => data !== null);
    await save('new');
    const news = await socket.next<{ update: EntityData[] }>(({ update }) => update !== null);
    expect(news.update[0]?.latest.TIME_SERIES).toMatchObject({ forCustomers: { value: 'new' } });
    expect(JSON.stringify(news)).not.toContain('hidden');
    await admin.post('/api/tenant/sharedKeys', { customerUsers: ['hidden'], visitors: [] });
    const changed = await socket.next<{ data: PageData<EntityData> }>(({ data }) => data !== null);
    expect(changed.data.data[0]).toMatchObject({
      latest: { TIME_SERIES: { forCustomers: { value: '' }, hidden: { value: 'new hidden' } } },
      notPermitted: [{ type: 'TIME_SERIES', key: 'forCustomers' }],
    });
    await save('newer');
    const later = await socket.next<{ update: EntityData[] }>(({ update }) => update !== null);
    expect(Object.keys(later.update[0]?.latest.TIME_SERIES ?? {})).toEqual(['hidden']);
    socket.close();
    await admin.post('/api/tenant/sharedKeys', { customerUsers: ['forCustomers'], visitors: ['forVisitors'] });
  });

  it('are set by administrators of the tenant, and validated', async () => {
    for (const who of ['customerUser', 'visitor'] as const) {
      expect((await callers[who].call('GET', '/api/tenant/sharedKeys')).status).toBe(403);
    }
    expect(await callers.foreignAdmin.get('/api/tenant/sharedKeys')).toEqual({ customerUsers: [], visitors: [] });
    const refused = await callers.admin.call('POST', '/api/tenant/sharedKeys', { customerUsers: [''], visitors: [] });
    expect(refused).toMatchObject({ status: 400, body: { errorCode: 31 } });
  });

  it('are not revealed by comparisons in filters', async () => {
    const socket = await connect(callers.visitor);
    const dynamic = (sourceAttribute: string) => ({
      key: { type: 'ENTITY_FIELD', key: 'name' },
      valueType: 'STRING',
      predicate: {
        type: 'STRING',
        operation: 'STARTS_WITH',
        ignoreCase: false,
        value: { defaultValue: 'nothing', dynamicValue: { sourceType: 'CURRENT_TENANT', sourceAttribute } },
      },
    });
    await callers.admin.post(`/api/plugins/telemetry/TENANT/${acme.tenant.id.id}/SERVER_SCOPE`, {
      hidden: 'Pub',
      forVisitors: 'Pub',
    });
    const filter = { type: 'entityType', entityType: 'DEVICE' };
    for (const [cmdId, key] of ['hidden', 'forVisitors'].entries()) {
      socket.send({ entityDataCmds: [{ cmdId, query: queryOf(filter, { keyFilters: [dynamic(key)] }) }] });
      const page = await socket.next<{ data: PageData<EntityData> }>((frame) => frame.cmdId === cmdId);
      expect(page.data.totalElements, key).toBe(key === 'hidden' ? 0 : 1);
    }
    socket.close();
  });
});
