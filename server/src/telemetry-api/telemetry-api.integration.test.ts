import { type EntityId, entityId, NULL_UUID } from '@signalbox/contract/id';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createNaiveTelemetry } from '../../test/naive-telemetry.ts';
import { ALL_VALUES } from '../access/value-rights.ts';
import type { ActionRecord } from '../audit/action-log.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import { createEntityDirectory, type StoredEntityDirectory } from '../entities/entity-directory-store.ts';
import { unauthenticated } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import { createHttpServer } from '../http/server.ts';
import { newEntityId } from '../storage/ids.ts';
import type { TelemetryService } from '../telemetry/telemetry-service.ts';
import { createTelemetryApiService } from './telemetry-api-service.ts';
import { telemetryRoutes } from './telemetry-routes.ts';

let database: TestDatabase;
let directory: StoredEntityDirectory;
let http: FastifyInstance;
/** What was recorded of the last calls. */
let actions: ActionRecord[] = [];
/** Arguments of the last calls to the telemetry service. */
let deletes: unknown[] = [];
let ttls: unknown[] = [];

const tenantId = newEntityId().id;
const customerId = newEntityId().id;
const profileId = newEntityId().id;
const device = entityId('DEVICE', newEntityId().id);
const foreign = entityId('DEVICE', newEntityId().id);
const person = { email: 'x', firstName: null, lastName: null, isPublic: false };
const users: Record<string, SecurityUser> = {
  tenant: { ...person, userId: newEntityId().id, authority: 'TENANT_ADMIN', tenantId, customerId: NULL_UUID },
  customer: { ...person, userId: newEntityId().id, authority: 'CUSTOMER_USER', tenantId, customerId },
  system: { ...person, userId: newEntityId().id, authority: 'SYS_ADMIN', tenantId: NULL_UUID, customerId: NULL_UUID },
};

beforeAll(async () => {
  database = await createTestDatabase();
  const log = pino({ level: 'silent' });
  const liveBus = createEmbeddedLiveBus(log);
  directory = createEntityDirectory(database.pool, liveBus);
  const naive = createNaiveTelemetry(database.pool, liveBus);
  await database.pool.query(
    `INSERT INTO tenant_profile (id, created_time, name, is_default, isolated_tb_core, isolated_tb_rule_engine, profile_data)
     VALUES ($1, 1, 'Standard', false, false, false, '{}')`,
    [profileId],
  );
  await database.pool.query(
    `INSERT INTO tenant (id, created_time, tenant_profile_id, title, region) VALUES ($1, 1, $2, 'Us', 'Global')`,
    [tenantId, profileId],
  );
  await database.pool.query(
    `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
     VALUES ($1, 1, $2, 'default', true, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}')`,
    [profileId, tenantId],
  );
  await database.pool.query(`INSERT INTO customer (id, created_time, tenant_id, title) VALUES ($1, 1, $2, 'Them')`, [
    customerId,
    tenantId,
  ]);
  for (const [id, owner] of [
    [device, tenantId],
    [foreign, newEntityId().id],
  ] as const) {
    await database.pool.query(
      `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, device_data)
       VALUES ($1, 1, $2, $3, $4, 'Pump', 'pump', '{}')`,
      [id.id, owner, customerId, profileId],
    );
  }
  const telemetry = {
    ...naive,
    async saveTimeseries(write: Parameters<TelemetryService['saveTimeseries']>[0]) {
      ttls.push(write.ttlSeconds);
      await naive.saveTimeseries(write);
    },
    async deleteTimeseries(request: object) {
      deletes.push(request);
    },
  } as unknown as TelemetryService;
  const api = createTelemetryApiService({
    valueRightsOf: async () => ALL_VALUES,
    directory,
    attributes: naive.attributes,
    series: naive.series,
    history: naive.history,
    service: telemetry,
    keyLimits: { admitSeries: () => undefined, admitAttributes: () => undefined },
    actionLog: { record: async (action) => void actions.push(action) },
    castStrings: true,
    maxAhead: 86_400_000,
  });
  http = createHttpServer({
    logger: log as FastifyBaseLogger,
    authenticate: async (token) => {
      const user = users[token];
      if (!user) throw unauthenticated();
      return user;
    },
    routes: telemetryRoutes(api),
  } as Parameters<typeof createHttpServer>[0]);
  await http.ready();
});

afterAll(async () => {
  await http.close();
  directory.close();
  await database.drop();
});

beforeEach(() => {
  actions = [];
  deletes = [];
  ttls = [];
});

async function call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: string | object, token = 'tenant') {
  const payload = typeof body === 'object' ? JSON.stringify(body) : body;
  const reply = await http.inject({
    method,
    url: `/api/plugins/telemetry/${path}`,
    headers: {
      'x-authorization': `Bearer ${token}`,
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: reply.statusCode, text: reply.body, body: reply.body ? JSON.parse(reply.body) : undefined };
}
const path = (id: EntityId, rest: string): string => `${id.entityType}/${id.id}/${rest}`;
const get = (rest: string, token?: string) => call('GET', path(device, rest), undefined, token);
const post = (rest: string, body: string | object, token?: string) => call('POST', path(device, rest), body, token);

describe('attributes', () => {
  it('are stored with their types and read back with them', async () => {
    const body = '{"a":"007","b":25.0,"c":9007199254740993,"d":true,"e":{"x":[1]},"f":null,"g":3}';
    expect(await post('SERVER_SCOPE', body)).toMatchObject({ status: 200, text: '' });
    const { body: found, text } = await get('values/attributes/SERVER_SCOPE');
    expect(found.map((entry: { key: string }) => entry.key)).toEqual(['a', 'b', 'c', 'd', 'e', 'g']);
    expect(found[0]).toEqual({ lastUpdateTs: expect.any(Number), key: 'a', value: '007' });
    expect(found[4].value).toEqual({ x: [1] });
    expect(text).toContain('9007199254740993');
    expect(actions.filter(({ type }) => type === 'ATTRIBUTES_UPDATED')).toMatchObject([
      {
        entityId: device,
        entityName: 'Pump',
        data: { entityId: device.id, scope: 'SERVER_SCOPE', attributes: { a: '007', b: '25.0', d: 'true' } },
        message: { type: 'ATTRIBUTES_UPDATED', metadata: { scope: 'SERVER_SCOPE' } },
      },
    ]);
    expect(JSON.stringify(actions[0]?.message?.data)).toContain('"b":25.0,"c":9007199254740993');
  });

  it('are listed by scope and over all scopes', async () => {
    await post('attributes/SHARED_SCOPE', { a: 1 });
    await call('POST', `${device.id}/SHARED_SCOPE`, { z: 1 });
    expect((await get('keys/attributes/SHARED_SCOPE')).body).toEqual(['a', 'z']);
    expect((await get('keys/attributes')).body).toEqual(['a', 'z', 'a', 'b', 'c', 'd', 'e', 'g']);
    const keys = (await get('values/attributes?keys=a,nothing')).body.map((entry: { value: unknown }) => entry.value);
    expect(keys).toEqual([1, '007']);
  });

  it('are deleted by key', async () => {
    expect(await call('DELETE', path(device, 'SHARED_SCOPE?keys=a'))).toMatchObject({ status: 200, text: '' });
    expect(await call('DELETE', `${device.id}/SHARED_SCOPE?keys=z`)).toMatchObject({ status: 200 });
    expect((await get('keys/attributes/SHARED_SCOPE')).body).toEqual([]);
    expect(actions[0]).toMatchObject({
      type: 'ATTRIBUTES_DELETED',
      data: { attributes: ['a'], scope: 'SHARED_SCOPE' },
    });
  });

  it('are read and deleted by keys with commas, which stand by themselves', async () => {
    await post('SHARED_SCOPE', { 'a,b': 1, a: 2, b: 3, 'c,d': 4, e: 5 });
    const read = async (query: string) =>
      (await get(`values/attributes/SHARED_SCOPE?${query}`)).body.map(({ key }: { key: string }) => key).sort();
    expect(await read('key=a,b')).toEqual(['a,b']);
    expect(await read('keys=a,e&key=c,d&key=a,b&key=a')).toEqual(['a', 'a,b', 'c,d', 'e']);
    expect((await get('values/attributes?key=a,b')).body).toMatchObject([{ key: 'a,b', value: 1 }]);
    expect(await call('DELETE', path(device, 'SHARED_SCOPE?key=a,b'))).toMatchObject({ status: 200 });
    expect((await get('keys/attributes/SHARED_SCOPE')).body).toEqual(['a', 'b', 'c,d', 'e']);
    expect(await call('DELETE', `${device.id}/SHARED_SCOPE?keys=a,b&key=c,d&key=e`)).toMatchObject({ status: 200 });
    expect((await get('keys/attributes/SHARED_SCOPE')).body).toEqual([]);
    expect((await call('DELETE', path(device, 'SHARED_SCOPE?key='))).status).toBe(400);
    expect((await get('values/attributes?key=%00')).status).toBe(400);
  });
});

describe('time series', () => {
  const now = () => Date.now();

  it('accepts every form and returns latest values as text or typed', async () => {
    const before = now();
    await post('timeseries/ANY', { t: '1.5', s: 'x' });
    await post('timeseries/LATEST_TELEMETRY/60', '{"ts":1000,"values":{"n":1e3,"d":25.0}}');
    await post('timeseries/ANY', [{ ts: 2000, values: { n: 7 } }, { o: { a: 1 } }]);
    expect(ttls).toEqual([0, 60, 0]);
    const { body } = await get('values/timeseries?keys=t,s,n,d,o,missing');
    expect(body.t[0].value).toBe('1.5');
    expect(body.t[0].ts).toBeGreaterThanOrEqual(before);
    expect(body).toMatchObject({
      n: [{ ts: 2000, value: '7' }],
      d: [{ ts: 1000, value: '25.0' }],
      o: [{ value: '{"a":1}' }],
    });
    expect(body.missing).toEqual([{ ts: expect.any(Number), value: null }]);
    const typed = (await get('values/timeseries?keys=t,n,o&useStrictDataTypes=true')).body;
    expect(typed).toMatchObject({ t: [{ value: 1.5 }], n: [{ value: 7 }], o: [{ value: { a: 1 } }] });
    expect((await get('keys/timeseries')).body).toEqual(['d', 'n', 'o', 's', 't']);
    expect(Object.keys((await get('values/timeseries')).body)).toEqual(['d', 'n', 'o', 's', 't']);
  });

  it('tells the audit log and the rules, grouped by time', async () => {
    await post('timeseries/ANY', '[{"ts":5,"values":{"g":1.0}},{"ts":6,"values":{"g":2}},{"ts":5,"values":{"h":3}}]');
    expect(actions[0]).toMatchObject({
      type: 'TIMESERIES_UPDATED',
      data: {
        entityId: device.id,
        timeseries: [
          { ts: 5, values: { g: '1.0', h: '3' } },
          { ts: 6, values: { g: '2' } },
        ],
      },
    });
    expect(JSON.stringify(actions[0]?.message?.data)).toBe(
      '{"timeseries":[{"ts":5,"values":{"g":1.0,"h":3}},{"ts":6,"values":{"g":2}}]}',
    );
  });

  it('reads history: newest first, limited, or in buckets', async () => {
    await post(
      'timeseries/ANY',
      [10, 20, 30, 40].map((ts) => ({ ts, values: { hist: ts } })),
    );
    const range = 'values/timeseries?keys=hist,none&startTs=10&endTs=40';
    expect((await get(`${range}&limit=2`)).body).toEqual({
      hist: [
        { ts: 30, value: '30' },
        { ts: 20, value: '20' },
      ],
    });
    expect((await get(`${range}&orderBy=ASC&limit=1`)).body).toEqual({ hist: [{ ts: 10, value: '10' }] });
    expect((await get(`${range}&agg=COUNT&interval=20`)).body).toEqual({
      hist: [
        { ts: 20, value: '2' },
        { ts: 40, value: '1' },
      ],
    });
    expect((await get(`${range}&agg=COUNT&interval=0&limit=1`)).body.hist[0].value).toBe('30');
    expect((await get('values/timeseries?keys=none&startTs=0&endTs=9')).body).toEqual({});
    // Clients with templates send omitted parameters empty; the order is case-insensitive.
    const blank = `${range}&interval=&limit=&agg=&orderBy=asc&useStrictDataTypes=`;
    expect((await get(blank)).body.hist.map(({ value }: { value: unknown }) => value)).toEqual(['10', '20', '30']);
    expect((await get('values/timeseries?keys=hist&startTs=&endTs=')).body).toEqual({
      hist: [{ ts: 40, value: '40' }],
    });
  });

  it('reads history by the calendar of a zone', async () => {
    const at = (text: string) => Date.parse(text);
    // The day on which the clocks of Kyiv go back has 25 hours.
    const day = at('2025-10-25T21:00:00Z');
    await post(
      'timeseries/ANY',
      Array.from({ length: 50 }, (_, hour) => ({ ts: day + hour * 3_600_000, values: { hourly: 1 } })),
    );
    const range = `values/timeseries?keys=hourly&startTs=${day}&endTs=${day + 50 * 3_600_000}&agg=COUNT&orderBy=ASC`;
    expect((await get(`${range}&intervalType=DAY&timeZone=Europe/Kyiv`)).body.hourly).toEqual([
      { ts: day + 12.5 * 3_600_000, value: '25' },
      { ts: day + 37 * 3_600_000, value: '24' },
      { ts: day + 49.5 * 3_600_000, value: '1' },
    ]);
    expect((await get(`${range}&intervalType=MONTH`)).body.hourly).toMatchObject([{ value: '50' }]);
    expect((await get(`${range}&intervalType=MILLISECONDS&interval=180000000`)).body.hourly).toMatchObject([
      { ts: day + 25 * 3_600_000, value: '50' },
    ]);
  });

  it('reads and deletes keys with commas, which stand by themselves', async () => {
    await post('timeseries/ANY', [{ ts: 1_000, values: { 't,u': 1, t: 2 } }]);
    expect((await get('values/timeseries?key=t,u')).body).toEqual({ 't,u': [{ ts: 1_000, value: '1' }] });
    expect((await get('values/timeseries?key=t,u&keys=t&startTs=0&endTs=2000')).body).toEqual({
      t: [{ ts: 1_000, value: '2' }],
      't,u': [{ ts: 1_000, value: '1' }],
    });
    await call('DELETE', path(device, 'timeseries/delete?key=t,u&deleteAllDataForKeys=true'));
    expect(deletes).toMatchObject([{ keys: ['t,u'] }]);
  });

  it('deletes ranges, or everything regardless of time', async () => {
    const before = now();
    expect((await call('DELETE', path(device, 'timeseries/delete?keys=a,b&deleteAllDataForKeys=true'))).status).toBe(
      200,
    );
    await call('DELETE', path(device, 'timeseries/delete?keys=a&startTs=5&endTs=9&rewriteLatestIfDeleted=true'));
    expect(deletes).toMatchObject([
      { keys: ['a', 'b'], startTs: Number.MIN_SAFE_INTEGER, endTs: Number.MAX_SAFE_INTEGER, rewriteLatest: false },
      { keys: ['a'], startTs: 5, endTs: 9, rewriteLatest: true },
    ]);
    const recorded = actions[0]?.data as { startTs: number; endTs: number };
    expect(recorded.startTs).toBe(0);
    expect(recorded.endTs).toBeGreaterThanOrEqual(before);
    expect(actions[1]).toMatchObject({ type: 'TIMESERIES_DELETED', data: { timeseries: ['a'], startTs: 5, endTs: 9 } });
  });
});

describe('permissions', () => {
  const tenant = entityId('TENANT', tenantId);
  const customer = entityId('CUSTOMER', customerId);
  it.each([
    ['a tenant administrator reads a device', 'tenant', 'GET', device, 'values/attributes', 200],
    ['a tenant administrator writes attributes of its tenant', 'tenant', 'POST', tenant, 'SERVER_SCOPE', 200],
    ['a customer user writes to its device', 'customer', 'POST', device, 'timeseries/ANY', 200],
    ['a customer user reads its customer', 'customer', 'GET', customer, 'values/attributes', 200],
    ['a customer user does not write to its customer', 'customer', 'POST', customer, 'SERVER_SCOPE', 403],
    ['a customer user does not read its tenant', 'customer', 'GET', tenant, 'values/attributes', 403],
    ['a system administrator does not read devices', 'system', 'GET', device, 'values/timeseries', 403],
    ['a system administrator reads tenants', 'system', 'GET', tenant, 'values/attributes/SERVER_SCOPE', 200],
    ['a foreign device does not exist', 'tenant', 'GET', foreign, 'values/timeseries', 404],
    ['nor for writing', 'tenant', 'POST', foreign, 'timeseries/ANY', 404],
    ['nor for deleting', 'tenant', 'DELETE', foreign, 'SERVER_SCOPE?keys=a', 404],
    ['nobody without a token', 'nobody', 'GET', device, 'values/attributes', 401],
  ] as const)('%s', async (_what, token, method, entity, rest, status) => {
    const reply = await call(method, path(entity, rest), method === 'POST' ? { a: 1 } : undefined, token);
    expect(reply.status).toBe(status);
    if (status !== 200)
      expect(reply.body).toMatchObject({ status, message: expect.any(String), errorCode: expect.any(Number) });
  });
});

describe('bad input', () => {
  const deep = `{"a":${'['.repeat(300)}${']'.repeat(300)}}`;
  it.each([
    ['an array of attributes', 'POST', 'SERVER_SCOPE', '[1]', 'Request is not a JSON object'],
    ['no attributes', 'POST', 'SERVER_SCOPE', '{"a":null}', 'No attributes data found in request body!'],
    ['a blank key', 'POST', 'SERVER_SCOPE', '{" ":1}', 'Key cannot be empty or contains only spaces'],
    ['a blank key of a point', 'POST', 'timeseries/ANY', '{"":1}', 'Key cannot be empty or contains only spaces'],
    ['a long key', 'POST', 'SERVER_SCOPE', `{"${'k'.repeat(256)}":1}`, '255'],
    ['a NUL', 'POST', 'SERVER_SCOPE', '{"a":"\\u0000"}', 'U+0000'],
    ['a scope that clients own', 'POST', 'CLIENT_SCOPE', '{"a":1}', 'Invalid scope: CLIENT_SCOPE'],
    ['an unknown scope', 'DELETE', 'NO_SCOPE?keys=a', undefined, 'Invalid attribute scope: NO_SCOPE'],
    ['half an object', 'POST', 'SERVER_SCOPE', '{"a":', 'Invalid JSON'],
    ['no body', 'POST', 'SERVER_SCOPE', undefined, 'Request is not a JSON object'],
    [
      'telemetry that is text',
      'POST',
      'timeseries/ANY',
      '"x"',
      'Unable to parse timeseries payload: Invalid JSON body!',
    ],
    [
      'malformed telemetry',
      'POST',
      'timeseries/ANY',
      '{"a":1',
      'Unable to parse timeseries payload. Invalid JSON body: ',
    ],
    ['a null value', 'POST', 'timeseries/ANY', '{"a":null}', 'null'],
    ['no telemetry', 'POST', 'timeseries/ANY', '{}', 'No timeseries data found in request body!'],
    ['deep JSON', 'POST', 'timeseries/ANY', deep, 'deeper'],
    ['a ttl that is not a number', 'POST', 'timeseries/ANY/soon', '{"a":1}', 'ttl'],
    ['a negative ttl', 'POST', 'timeseries/ANY/-5', '{"a":1}', 'ttl'],
    [
      'too many buckets',
      'GET',
      'values/timeseries?keys=a&startTs=0&endTs=9000000&agg=AVG&interval=1000',
      undefined,
      'Number of intervals is to high - 9000',
    ],
    [
      'an unknown aggregation',
      'GET',
      'values/timeseries?keys=a&startTs=0&endTs=9&agg=MEDIAN&interval=1000',
      undefined,
      'MEDIAN',
    ],
    ['a negative limit', 'GET', 'values/timeseries?keys=a&startTs=0&endTs=9&limit=-1', undefined, 'limit'],
    ['a time that is not a number', 'GET', 'values/timeseries?keys=a&startTs=now&endTs=9', undefined, 'startTs'],
    [
      'an unknown zone',
      'GET',
      'values/timeseries?keys=a&startTs=0&endTs=9&agg=AVG&interval=86400000&timezone=Mars',
      undefined,
      'Mars',
    ],
    [
      'an unknown zone of a calendar',
      'GET',
      'values/timeseries?keys=a&startTs=0&endTs=9&agg=AVG&intervalType=DAY&timeZone=Mars',
      undefined,
      "Incorrect timeZone 'Mars'",
    ],
    [
      'an unknown kind of interval',
      'GET',
      'values/timeseries?keys=a&startTs=0&endTs=9&agg=AVG&intervalType=DECADE',
      undefined,
      "Unsupported intervalType 'DECADE'!",
    ],
    ['no keys to delete', 'DELETE', 'SERVER_SCOPE', undefined, "'keys' is not present"],
    [
      'a deletion without a range',
      'DELETE',
      'timeseries/delete?keys=a',
      undefined,
      'When deleteAllDataForKeys is false',
    ],
  ] as const)('refuses %s', async (_what, method, rest, body, message) => {
    const reply = await call(method, path(device, rest), body);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ errorCode: 31 });
    expect(reply.body.message).toContain(message);
    expect(actions).toEqual([]);
  });

  it.each([
    ['NOTHING/784f394c-42b6-435a-983c-b7beff2784f9/values/attributes', 400],
    ['DEVICE/not-an-id/values/attributes', 400],
    [`DASHBOARD/${device.id}/values/attributes`, 400],
    [`DEVICE/${newEntityId().id}/values/attributes`, 404],
  ])('answers %s with %i', async (rest, status) => {
    expect((await call('GET', rest)).status).toBe(status);
  });

  it('refuses telemetry of entity views', async () => {
    const reply = await call('POST', `ENTITY_VIEW/${device.id}/timeseries/ANY`, { a: 1 });
    expect(reply).toMatchObject({ status: 400, body: { message: expect.stringContaining('Read only') } });
  });
});
