import { createHash } from 'node:crypto';
import { QUEUE_ASSET_TYPE } from '@signalbox/contract/asset';
import type { Route } from '@signalbox/contract/route';
import { definitionOf } from '@signalbox/contract/route-definition';
import { ALL_ROUTES } from '@signalbox/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from './people.ts';
import { startTestPlatform, type TestPlatform } from './platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform({ queueStatisticsPeriod: 1_000 });
  acme = await createTestTenant(platform, 'badinput');
  // The server creates the asset of its statistics while the calls below are refused.
  await platform.system.post('/api/tenant', { title: 'other' });
});
afterAll(() => platform?.stop());

const UNKNOWN_ID = '0b5ad6a0-0000-11f1-8000-000000000000';

/** Bodies that are invalid for every route, and refused before anything happens. */
const BROKEN_BODIES: [name: string, payload: string | Buffer][] = [
  ['not JSON', '{"name": '],
  ['malformed UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['nested a thousand deep', `${'['.repeat(1_000)}${']'.repeat(1_000)}`],
];

/** Values that cannot be the body of an object. */
const WRONG_TYPES = ['"text"', '42', 'true', '[[]]'];

function addressOf(route: Route, parameter: string): string {
  return route.path.replace(/:\w+/g, parameter);
}

function tokenFor(route: Route): string {
  const { access } = definitionOf(route);
  if (access === 'anyone') return '';
  if (access === 'signedIn' || access.includes('TENANT_ADMIN')) return acme.admin.token;
  return access.includes('SYS_ADMIN') ? platform.system.token : acme.customerUser.token;
}

async function send(route: Route, address: string, payload?: string | Buffer) {
  const token = tokenFor(route);
  return platform.http.inject({
    method: route.method,
    url: address,
    headers: { ...(token ? { 'x-authorization': `Bearer ${token}` } : {}), 'content-type': 'application/json' },
    ...(payload === undefined ? {} : { payload }),
  });
}

function expectClearError(reply: { statusCode: number; body: string }): void {
  expect(reply.statusCode, reply.body).toBeGreaterThanOrEqual(400);
  expect(reply.statusCode, reply.body).toBeLessThan(500);
  const error = JSON.parse(reply.body) as { status: number; message: string; errorCode: number; timestamp: string };
  expect(error.status).toBe(reply.statusCode);
  expect(error.message.length).toBeGreaterThan(0);
  expect(error.errorCode).toBeGreaterThan(0);
}

/** What the server creates by itself, in tables that have other rows, too. */
const OF_THE_SERVER: Readonly<Record<string, string>> = { asset: `type = '${QUEUE_ASSET_TYPE}'` };
const othersOf = (table: string): string => `"${table}" WHERE NOT (${OF_THE_SERVER[table] ?? 'false'})`;

/** Counts the rows of every table, which refused calls must not change. Logs may grow, and what the server counts of itself. */
async function storedRows(): Promise<Record<string, number>> {
  const { pool } = platform.database;
  const tables = await pool.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
     AND relname NOT SIMILAR TO '(audit_log|event|message|series|latest|telemetry_key)%' ORDER BY relname`,
  );
  // In one statement, which is planned once as long as no table comes: there are far more than a hundred.
  const counts = tables.rows.map(({ name }) => `SELECT '${name}' AS name, count(*) AS count FROM ${othersOf(name)}`);
  const text = counts.join(' UNION ALL ');
  const name = createHash('sha256').update(text).digest('base64');
  const { rows } = await pool.query<{ name: string; count: number }>({ name, text });
  return Object.fromEntries(rows.map((row) => [row.name, row.count]));
}

/** Shows the rows of tables that do not have as many as before. */
async function expectNothingStored(before: Record<string, number>): Promise<void> {
  const after = await storedRows();
  const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
  const rows = changed.map(async (table) => {
    const result = await platform.database.pool.query(`SELECT * FROM ${othersOf(table)} LIMIT 100`);
    return `${table} has ${JSON.stringify(result.rows)}`;
  });
  expect(after, (await Promise.all(rows)).join('\n')).toEqual(before);
}

const ROUTES = Object.entries(ALL_ROUTES);
const WITH_BODY = ROUTES.filter(
  ([, route]) => definitionOf(route).body !== undefined && !route.path.startsWith('/api/auth/l'),
);
const WITH_PARAMETERS = ROUTES.filter(([, route]) => Object.keys(definitionOf(route).params ?? {}).length > 0);

describe('bad input to the REST API', () => {
  it.each(WITH_BODY)('%s refuses malformed bodies and stores nothing', async (_name, route) => {
    const before = await storedRows();
    const address = addressOf(route, UNKNOWN_ID);
    for (const [name, payload] of BROKEN_BODIES) {
      const reply = await send(route, address, payload);
      expect(reply.statusCode, `${name}: ${reply.body}`).toBeGreaterThanOrEqual(400);
      expectClearError(reply);
    }
    for (const payload of WRONG_TYPES) {
      const reply = await send(route, address, payload);
      // Where any JSON is a valid body, the call still fails because the objects of the path are unknown.
      if (reply.statusCode !== 200) expectClearError(reply);
    }
    await expectNothingStored(before);
  });

  it.each(WITH_BODY)('%s refuses a body beyond its limit', async (_name, route) => {
    const limit = definitionOf(route).bodyLimit ?? 1024 * 1024;
    const reply = await send(route, addressOf(route, UNKNOWN_ID), `{"name":"${'x'.repeat(limit)}"}`);
    expect(reply.statusCode).toBe(413);
    expectClearError(reply);
  });

  it.each(WITH_PARAMETERS)('%s refuses invalid ids and does not find unknown ones', async (_name, route) => {
    const before = await storedRows();
    const broken = await send(route, addressOf(route, 'not%20an%20id'));
    expectClearError(broken);
    const unknown = await send(route, addressOf(route, UNKNOWN_ID), definitionOf(route).body ? '{}' : undefined);
    expect(unknown.statusCode, unknown.body).toBeLessThan(500);
    await expectNothingStored(before);
  });

  it('a list or a query of as large a page as can be asked for has everything', async () => {
    const link = { pageSize: 2_147_483_647, page: 0 };
    const everything = { totalPages: 1, hasNext: false };
    const list = await acme.admin.call('GET', `/api/deviceProfiles?pageSize=${link.pageSize}&page=${link.page}`);
    expect([list.status, list.body]).toMatchObject([200, { ...everything, data: [{ name: 'default' }] }]);
    const entityFilter = { type: 'entityType', entityType: 'TENANT' };
    const found = await acme.admin.call('POST', '/api/entitiesQuery/find', { entityFilter, pageLink: link });
    expect([found.status, found.body]).toMatchObject([200, { ...everything, totalElements: 1 }]);
  });

  it.each([
    ['a page size of zero', 'pageSize=0&page=0', 'page size'],
    ['a negative page', 'pageSize=10&page=-1', 'page'],
    ['no page size', 'page=0', 'pageSize'],
    ['a page beyond 32 bits', 'pageSize=10&page=2147483648', 'page: must be at most'],
    ['a page size beyond 32 bits', 'pageSize=999999999999999&page=0', 'pageSize'],
    ['a page size that is not a number', 'pageSize=ten&page=0', 'pageSize'],
    ['an unknown sort order', 'pageSize=10&page=0&sortOrder=UP', 'sort order'],
    ['an unknown sort property', 'pageSize=10&page=0&sortProperty=nonsense', 'nonsense'],
    [
      'SQL as sort property',
      `pageSize=10&page=0&sortProperty=${encodeURIComponent('name; DROP TABLE device')}`,
      'DROP',
    ],
  ])('a list refuses %s and names it', async (_name, query, named) => {
    for (const path of ['/api/tenant/devices', '/api/tenant/deviceInfos', '/api/customers', '/api/tenant/dashboards']) {
      const reply = await acme.admin.call<{ message: string; errorCode: number }>('GET', `${path}?${query}`);
      expect(reply.status, path).toBe(400);
      expect(reply.body.errorCode).toBe(31);
      expect(reply.body.message.toLowerCase()).toContain(named.toLowerCase());
    }
  });

  it.each([
    '/api/audit/logs?pageSize=10&page=0&startTime=&endTime=&actionTypes=&textSearch=&sortProperty=&sortOrder=',
    '/api/tenant/deviceInfos?pageSize=10&page=0&type=&deviceProfileId=&active=&textSearch=&sortProperty=&sortOrder=',
    '/api/tenant/dashboards?pageSize=10&page=0&mobile=',
    '/api/deviceProfileInfos?pageSize=10&page=0&transportType=',
  ])('an empty parameter, as clients send for omitted ones, counts as absent: %s', async (path) => {
    const reply = await acme.admin.call<{ data: unknown[] }>('GET', path);
    expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200, body: { data: expect.any(Array) } });
  });

  it.each([
    ['markup in a name', { name: '<img src=x onerror=alert(1)>' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(256) }, 'name'],
    ['a number for a name', { name: 5 }, 'name'],
    ['no name', {}, 'name'],
    ['a foreign profile', { name: 'a', deviceProfileId: { entityType: 'DEVICE_PROFILE', id: UNKNOWN_ID } }, 'profile'],
    ['a foreign customer', { name: 'a', customerId: { entityType: 'CUSTOMER', id: UNKNOWN_ID } }, 'customer'],
    ['an id that is not a UUID', { name: 'a', id: { entityType: 'DEVICE', id: 'x' } }, 'UUID'],
    ['a NUL character', { name: 'a\u0000b' }, 'name'],
  ])('a device with %s is refused, naming the field', async (_name, device, named) => {
    const before = await storedRows();
    const reply = await acme.admin.call<{ message: string; errorCode: number }>('POST', '/api/device', device);
    expect(reply.status).toBe(400);
    expect(reply.body.errorCode).toBe(31);
    expect(reply.body.message.toLowerCase()).toContain(named.toLowerCase());
    await expectNothingStored(before);
  });
});
