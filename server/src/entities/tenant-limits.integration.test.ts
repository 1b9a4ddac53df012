import type { PageData } from '@signalbox/contract/page';
import type { TenantProfile } from '@signalbox/contract/tenant-profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newEdgeKeys } from '../../test/access/access-objects.ts';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { ENTITY_KINDS } from './entity-kinds.ts';

let platform: TestPlatform;
let tenant: TestTenant;
let profile: TenantProfile;
beforeAll(async () => {
  platform = await startTestPlatform();
  tenant = await createTestTenant(platform, 'limited');
  profile = await platform.system.post('/api/tenantProfile', { name: 'limited', profileData: { configuration: {} } });
  await platform.system.post('/api/tenant', { ...tenant.tenant, tenantProfileId: profile.id });
});
afterAll(() => platform?.stop());

const setLimits = (configuration: object) =>
  platform.system.post('/api/tenantProfile', { ...profile, profileData: { configuration } });

interface LimitedKind {
  /** Member of the profile. */
  member: string;
  /** As the refusal names several of them. */
  noun: string;
  path: string;
  /** The `at`-th new one. */
  body: (at: number) => object;
}
const KINDS: readonly LimitedKind[] = [
  { member: 'maxDevices', noun: 'devices', path: '/api/device', body: (at) => ({ name: `d${at}`, type: 'default' }) },
  { member: 'maxAssets', noun: 'assets', path: '/api/asset', body: (at) => ({ name: `a${at}`, type: 'default' }) },
  { member: 'maxCustomers', noun: 'customers', path: '/api/customer', body: (at) => ({ title: `c${at}` }) },
  {
    member: 'maxUsers',
    noun: 'users',
    path: '/api/user?sendActivationMail=false',
    body: (at) => ({
      email: `u${at}@limited.example`,
      authority: 'CUSTOMER_USER',
      customerId: tenant.customer.id,
    }),
  },
  {
    member: 'maxDashboards',
    noun: 'dashboards',
    path: '/api/dashboard',
    body: (at) => ({ title: `b${at}`, configuration: {} }),
  },
  { member: 'maxRuleChains', noun: 'rule chains', path: '/api/ruleChain', body: (at) => ({ name: `r${at}` }) },
];

describe('the number of entities of a tenant', () => {
  it('is tested for every kind that a profile limits', () => {
    const limited = ENTITY_KINDS.flatMap(({ limit }) => (limit ? [limit.member] : []));
    expect([...new Set(limited)].sort()).toEqual(KINDS.map(({ member }) => member).sort());
  });

  it.each(KINDS)('is limited by $member, whatever is created at once', async ({ member, noun, path, body }) => {
    const kind = ENTITY_KINDS.find(({ limit }) => limit?.member === member);
    const { rows } = await platform.database.pool.query<{ total: string | null }>(kind?.limit?.count ?? '', [
      tenant.tenant.id.id,
    ]);
    const limit = Number(rows[0]?.total ?? 0) + 2;
    await setLimits({ [member]: limit });
    const replies = await Promise.all(Array.from({ length: 50 }, (_, at) => tenant.admin.call('POST', path, body(at))));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, ...Array(48).fill(400)]);
    const refusal = replies.find(({ status }) => status === 400);
    expect(refusal?.body).toMatchObject({ errorCode: 31, message: `Can't create more then ${limit} ${noun}!` });
    // Others are not limited, and those that are there can still be changed.
    await tenant.admin.post('/api/edge', { name: `edge ${member}`, type: 'site', ...newEdgeKeys() });
    const saved = replies.find(({ status }) => status === 200)?.body as object;
    if (member !== 'maxUsers') expect((await tenant.admin.call('POST', path, saved)).status).toBe(200);
    await setLimits({});
    expect((await tenant.admin.call('POST', path, body(100))).status).toBe(200);
  });

  it.each(KINDS.slice(0, 2))('holds for imports beside single calls, of $noun too', async ({ member, path, body }) => {
    const entities = async () => {
      const list = `/api/tenant/${path.slice(5)}s?pageSize=1&page=0`;
      return (await tenant.admin.get<PageData<object>>(list)).totalElements;
    };
    const limit = (await entities()) + 10;
    await setLimits({ [member]: limit });
    const columns = [{ type: 'NAME' }, { type: 'TYPE' }];
    const file = Array.from({ length: 40 }, (_, at) => `imported ${at},default`).join('\n');
    const [imported, ...single] = await Promise.all([
      tenant.admin.post<{ created: number; errors: number }>(`${path}/bulk_import`, {
        file,
        mapping: { columns, delimiter: ',', header: false, update: true },
      }),
      ...Array.from({ length: 50 }, (_, at) => tenant.admin.call('POST', path, body(200 + at))),
    ]);
    const created = single.filter(({ status }) => status === 200).length;
    expect(imported.created + created).toBe(10);
    expect(imported.errors + single.length - created).toBe(80);
    expect(await entities()).toBe(limit);
    await setLimits({});
  });

  it('says nothing of other tenants', async () => {
    await setLimits({ maxCustomers: 1 });
    const other = await createTestTenant(platform, 'unlimited');
    const { data } = await other.admin.get<PageData<object>>('/api/customers?pageSize=10&page=0');
    expect(data.length).toBeGreaterThan(1);
  });
});
