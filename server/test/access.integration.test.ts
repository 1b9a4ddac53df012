import { isDeepStrictEqual } from 'node:util';
import type { Device } from '@signalbox/contract/device';
import type { Route } from '@signalbox/contract/route';
import { ALL_ROUTES } from '@signalbox/contract/routes';
import type { TokenPair } from '@signalbox/contract/token';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPermitted } from '../src/access/permissions.ts';
import type { SecurityUser } from '../src/http/security-user.ts';
import { objectMaker, RESOURCES } from './access-objects.ts';
import {
  ACCESS_TABLE,
  type AccessRow,
  CALLERS,
  type Caller,
  type ObjectKind,
  type TestObjects,
} from './access-table.ts';
import { newPerson, newTenant, PASSWORD, type TestTenant } from './people.ts';
import { type Caller as ApiCaller, type Reply, startTestPlatform, type TestPlatform } from './platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
let maker: ReturnType<typeof objectMaker>;
let callers: Record<Caller, ApiCaller>;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await newTenant(platform, 'acme');
  const foreign = await newTenant(platform, 'foreign');
  // Callers of their own: those of the table sign out on the way.
  maker = objectMaker(platform, {
    ...acme,
    admin: await newPerson(platform, acme.admin, { email: 'maker@acme.example', authority: 'TENANT_ADMIN' }),
    system: await newPerson(platform, platform.system, { email: 'maker@system.example', authority: 'SYS_ADMIN' }),
  });
  callers = {
    anonymous: platform.as(''),
    systemAdministrator: platform.system,
    tenantAdministrator: acme.admin,
    customerUser: acme.customerUser,
    otherCustomerUser: acme.otherCustomerUser,
    publicVisitor: await newVisitor(),
    foreignAdministrator: foreign.admin,
  };
});
afterAll(() => platform?.stop());

/** Whoever follows the link to something public of acme. */
async function newVisitor(): Promise<ApiCaller> {
  const device = await acme.admin.post<Device>('/api/device', { name: 'Public' });
  const { customerId } = await acme.admin.post<Device>(`/api/customer/public/device/${device.id.id}`);
  const pair = await platform.as('').post<TokenPair>('/api/auth/login/public', { publicId: customerId.id });
  return platform.as(pair.token);
}

/** What a caller must see: the status of a refusal, or that it was let in. */
type Expected = 401 | 403 | 'refused' | 'let in';

function expected(caller: Caller, route: Route, row: AccessRow, objects: TestObjects): Expected {
  if (route.access === 'anyone') return 'let in';
  if (caller === 'anonymous') return 401;
  const user = securityUser(callers[caller]);
  if (route.access !== 'signedIn' && !route.access.includes(user.authority)) return 403;
  if (row.alsoLetIn?.callers.includes(caller)) return 'let in';
  if (row.alsoDenied?.includes(caller)) return 'refused';
  if (row.creates) return isPermitted(user, RESOURCES[row.creates], 'CREATE') ? 'let in' : 'refused';
  if (!row.on || !row.op) return 'let in';
  const owned = maker.owned(row.on, objects[row.on]);
  return isPermitted(user, RESOURCES[row.on], row.op, owned) ? 'let in' : 'refused';
}

function securityUser({ token }: ApiCaller): SecurityUser {
  const claims = decodeJwt<{
    userId: string;
    scopes: [SecurityUser['authority']];
    tenantId: string;
    customerId: string;
    isPublic: boolean;
  }>(token);
  const { userId, tenantId, customerId, isPublic } = claims;
  const [authority] = claims.scopes;
  return { userId, tenantId, customerId, authority, email: '', firstName: null, lastName: null, isPublic };
}

const PARAMETER_KINDS: Record<string, ObjectKind> = {
  entityId: 'device',
  tenantId: 'tenant',
  tenantProfileId: 'tenantProfile',
  customerId: 'customer',
  userId: 'user',
  deviceId: 'device',
  deviceProfileId: 'deviceProfile',
  dashboardId: 'dashboard',
  ruleChainId: 'ruleChain',
  ruleNodeId: 'ruleNode',
  rpcId: 'rpc',
};

function addressOf(route: Route, row: AccessRow, objects: TestObjects): string {
  const path = route.path.replace(/:(\w+)/g, (_match, name: string) => {
    const given = row.params?.[name];
    if (given !== undefined) return encodeURIComponent(given);
    const kind = PARAMETER_KINDS[name];
    if (!kind) throw new Error(`The access table does not say what to put for :${name} of ${route.path}`);
    return objects[kind].id.id;
  });
  const query = typeof row.query === 'function' ? row.query(objects) : (row.query ?? '');
  const page = route.query && 'pageSize' in route.query ? 'pageSize=100&page=0' : '';
  return `${path}?${[query, page].filter(Boolean).join('&')}`;
}

/** The kinds of object a call refers to. */
function kindsOf(route: Route, row: AccessRow): ObjectKind[] {
  const kinds = [...route.path.matchAll(/:(\w+)/g)]
    .filter(([, name]) => row.params?.[name as string] === undefined)
    .map(([, name]) => PARAMETER_KINDS[name as string])
    .filter((kind) => kind !== undefined);
  if (row.on) kinds.push(row.on);
  // Queries and bodies are functions of the objects: they tell by using them.
  const used = new Proxy({} as TestObjects, {
    get: (_target, kind: ObjectKind) => {
      kinds.push(kind);
      return { id: { id: '', entityType: '' } };
    },
  });
  if (typeof row.query === 'function') row.query(used);
  row.body?.(used, '');
  return kinds;
}

async function call(caller: Caller, route: Route, row: AccessRow, objects: TestObjects): Promise<Reply> {
  const body = row.body?.(objects, maker.unique());
  const reply = await callers[caller].call(route.method, addressOf(route, row, objects), body);
  if (row.endsSessions && caller !== 'anonymous' && caller !== 'publicVisitor') await signInAgain(caller);
  return reply;
}

async function signInAgain(caller: Caller): Promise<void> {
  const email = decodeJwt(callers[caller].token).sub as string;
  const first = platform.firstAdministrator as { username: string; password: string };
  callers[caller] = await platform.signIn(email, email === first.username ? first.password : PASSWORD);
}

/** Tables that change by themselves: logs, what sign-ins write, what runs in the background. */
const RESTLESS = ['audit_log', 'entity_version', 'message_log', 'message_offset', 'user_credentials', 'event'];

/** Table → a sum that changes when anything in it does. */
async function everything(): Promise<Record<string, string>> {
  const { pool } = platform.database;
  const tables = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'
       AND table_type = 'BASE TABLE' AND table_name <> ALL ($1) ORDER BY 1`,
    [RESTLESS],
  );
  const parts = tables.rows.map(
    ({ name }) =>
      `SELECT '${name}' AS name, md5(coalesce(string_agg(r::text, ',' ORDER BY r::text), '')) AS sum FROM "${name}" r`,
  );
  const { rows } = await pool.query<{ name: string; sum: string }>(parts.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]));
}

/**
 * The background writes too: states of the devices just made, values that were in memory. What it did comes once; what
 * a refused call changes comes with every round, since each has an object that was not tried before.
 */
const ROUNDS = 5;

/** Calls as everybody who must be refused, and checks that nothing has changed. */
async function refuseAll(route: Route, row: AccessRow): Promise<void> {
  const kinds = kindsOf(route, row);
  for (let round = 1; ; round++) {
    const objects = await maker.objects(kinds, round === 1 ? undefined : row.on);
    const before = await everything();
    for (const caller of CALLERS) {
      const outcome = expected(caller, route, row, objects);
      if (outcome === 'let in') continue;
      const reply = await call(caller, route, row, objects);
      const place = `${caller}: ${route.method} ${route.path} → ${reply.status} ${JSON.stringify(reply.body)}`;
      if (outcome === 'refused') expect([403, 404], place).toContain(reply.status);
      else expect(reply.status, place).toBe(outcome);
      expect(reply.body, place).toMatchObject({ status: reply.status, message: expect.any(String) });
    }
    const after = await everything();
    if (round === ROUNDS) expect(after, 'a refused call must change nothing').toEqual(before);
    if (isDeepStrictEqual(after, before)) return;
  }
}

function isLetIn({ status }: Reply, row: AccessRow): boolean {
  return (status >= 200 && status < 400) || (row.letIn ?? []).includes(status);
}

const rowsOf = (name: string): AccessRow[] => [ACCESS_TABLE[name] ?? []].flat();

describe('the access table', () => {
  it('has a row for every route', () => {
    const missing = Object.keys(ALL_ROUTES).filter((name) => rowsOf(name).length === 0);
    expect(missing, 'add them to server/test/access-table.ts').toEqual([]);
  });

  it('has no row for a route that is not there', () => {
    expect(Object.keys(ACCESS_TABLE).filter((name) => !(name in ALL_ROUTES))).toEqual([]);
  });
});

describe('the API', () => {
  it('answers every route of the contract', () => {
    const unanswered = Object.entries(ALL_ROUTES).filter(
      ([, { method, path }]) => !platform.http.hasRoute({ method, url: path }),
    );
    expect(unanswered.map(([name]) => name)).toEqual([]);
  });

  it('has no call that the contract does not know', () => {
    const known = new Set<unknown>(Object.values(ALL_ROUTES));
    expect(platform.routes.filter(({ route }) => !known.has(route)).map(({ route }) => route.path)).toEqual([]);
  });
});

describe.each(Object.entries(ALL_ROUTES))('%s', (name, route) => {
  it.each(rowsOf(name).map((row, index) => [index + 1, row] as const))(
    'refuses whom it should, and lets in the others (%i)',
    async (_n, row) => {
      await refuseAll(route, row);
      const kinds = kindsOf(route, row);
      const shared = await maker.objects(kinds);
      for (const caller of CALLERS) {
        if (expected(caller, route, row, shared) !== 'let in') continue;
        const changes = route.method !== 'GET';
        const objects = changes ? await maker.objects(kinds, row.on) : shared;
        // Deleting the tenant or customer that everybody belongs to is tried in tests of their own.
        if (route.method === 'DELETE' && (row.on === 'tenant' || row.on === 'customer')) continue;
        const reply = await call(caller, route, row, objects);
        const place = `${caller}: ${route.method} ${route.path} → ${reply.status} ${JSON.stringify(reply.body)}`;
        expect(isLetIn(reply, row), place).toBe(true);
        const text = JSON.stringify(reply.body ?? '');
        if (caller === 'foreignAdministrator') {
          expect(text, 'an administrator sees nothing of another tenant').not.toContain(acme.tenant.id.id);
        }
        const isOther = caller === 'otherCustomerUser' || caller === 'publicVisitor';
        if (isOther && shared.device && row.on !== 'device') {
          expect(text, 'a customer sees nothing of another').not.toContain(shared.device.id.id);
        }
      }
    },
  );
});
