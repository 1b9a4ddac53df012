import type { Customer } from '@signalbox/contract/customer';
import type { Device } from '@signalbox/contract/device';
import type { Edge } from '@signalbox/contract/edge';
import { isUnderWay, type Job, type JobFailure, type JobInput } from '@signalbox/contract/job';
import type { PageData } from '@signalbox/contract/page';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createPerson, createTestTenant, type TestTenant } from '../../test/people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
});
afterAll(() => platform?.stop());

async function run(input: JobInput, caller: Caller = acme.admin): Promise<Job> {
  const { id } = await caller.post<Job>('/api/jobs', input);
  return vi.waitFor(
    async () => {
      const job = await caller.get<Job>(`/api/jobs/${id}`);
      expect(isUnderWay(job)).toBe(false);
      return job;
    },
    { timeout: 30_000, interval: 30 },
  );
}

const failuresOf = async ({ id }: Job) =>
  (await acme.admin.get<PageData<JobFailure>>(`/api/jobs/${id}/failures?pageSize=100&page=0`)).data;

const idsOf = (entities: readonly { id: { id: string } }[]) => entities.map(({ id }) => id.id);

describe('a job on all that a list finds', () => {
  it('deletes rule chains of one type, but not the root, and profiles of tenants and devices, but not the default', async () => {
    for (const [name, type] of [
      ['Old one', 'CORE'],
      ['Old two', 'CORE'],
      ['Old edge', 'EDGE'],
    ]) {
      await acme.admin.post('/api/ruleChain', { name, type });
    }
    const chains = { entityType: 'RULE_CHAIN', action: 'DELETE' } as const;
    const old = await run({ ...chains, list: { type: 'CORE', textSearch: 'Old' } });
    expect(old).toMatchObject({ state: 'DONE', total: 2, done: 2, failed: 0 });
    const all = await run({ ...chains, list: { type: 'CORE' } });
    expect(all).toMatchObject({ state: 'DONE', total: 0, done: 0, failed: 0 });
    const left = await acme.admin.get<PageData<{ id: { id: string }; root: boolean }>>(
      '/api/ruleChains?pageSize=10&page=0&type=CORE',
    );
    expect(left.data.map(({ root }) => root)).toEqual([true]);
    expect(await run({ ...chains, ids: idsOf(left.data) })).toMatchObject({ total: 1, failed: 1 });
    const edges = await acme.admin.get<PageData<{ name: string }>>('/api/ruleChains?pageSize=10&page=0&type=EDGE');
    expect(edges.data.map(({ name }) => name)).toContain('Old edge');

    const sysadmin = platform.system;
    await sysadmin.post('/api/tenantProfile', {
      name: 'Short-lived plan',
      profileData: { configuration: { type: 'DEFAULT' } },
    });
    const plans = { entityType: 'TENANT_PROFILE', action: 'DELETE', list: {} } as const;
    const gone = await run({ ...plans, list: { textSearch: 'Short-lived' } }, sysadmin);
    expect(gone).toMatchObject({ state: 'DONE', total: 1, done: 1 });
    expect(await run({ ...plans, list: { textSearch: 'default' } }, sysadmin)).toMatchObject({ total: 0, failed: 0 });
    expect((await acme.admin.call('POST', '/api/jobs', plans)).status).toBe(403);

    for (const name of ['Short-lived meters', 'Short-lived pumps']) {
      const profileData = { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } };
      await acme.admin.post('/api/deviceProfile', { name, type: 'DEFAULT', transportType: 'DEFAULT', profileData });
    }
    const profiles = { entityType: 'DEVICE_PROFILE', action: 'DELETE' } as const;
    const short = await run({ ...profiles, list: { textSearch: 'Short-lived' } });
    expect(short).toMatchObject({ state: 'DONE', total: 2, done: 2, failed: 0 });
    const rest = await run({ ...profiles, list: { textSearch: 'default' } });
    expect(rest).toMatchObject({ state: 'DONE', total: 0, failed: 0 });
    const standard = await acme.admin.get<{ id: { id: string } }>('/api/deviceProfileInfo/default');
    expect(await run({ ...profiles, ids: [standard.id.id] })).toMatchObject({ total: 1, failed: 1 });
  });

  it('leaves out of what a list finds its owner, the customer of what is public and bundles of the system', async () => {
    const device = await acme.admin.post<Device>('/api/device', { name: 'public device', type: 'default' });
    await acme.admin.post(`/api/customer/public/device/${device.id.id}`);
    await acme.admin.post('/api/customer', { title: 'Republic' });
    const customers = { entityType: 'CUSTOMER', action: 'DELETE' } as const;
    const found = await run({ ...customers, list: { textSearch: 'public' } });
    expect(found).toMatchObject({ state: 'DONE', total: 1, done: 1, failed: 0 });
    const { data } = await acme.admin.get<PageData<Customer>>('/api/customers?pageSize=10&page=0&textSearch=public');
    expect(data.map(({ title }) => title)).toEqual(['Public']);
    const byId = await run({ ...customers, ids: idsOf(data) });
    expect(await failuresOf(byId)).toMatchObject([{ name: 'Public', reason: 'It owns what is public.' }]);

    await createPerson(platform, acme.admin, { email: 'second-admin@acme.example', authority: 'TENANT_ADMIN' });
    const users = { entityType: 'USER', action: 'DELETE' } as const;
    const others = await run({ ...users, list: { textSearch: 'admin@acme' } });
    expect(others).toMatchObject({ state: 'DONE', total: 1, done: 1, failed: 0 });
    const self = await acme.admin.get<{ id: { id: string } }>('/api/auth/user');
    expect(await failuresOf(await run({ ...users, ids: [self.id.id] }))).toMatchObject([
      { name: 'admin@acme.example', reason: 'Nobody deletes their own account here.' },
    ]);

    const bundles = await run({ entityType: 'WIDGETS_BUNDLE', action: 'DELETE', list: {} });
    expect(bundles).toMatchObject({ state: 'DONE', total: 0, failed: 0 });
  });

  it('takes all rule chains from an edge but the root of it', async () => {
    const edge = await acme.admin.post<Edge>('/api/edge', {
      ...{ name: 'Site', type: 'site', edgeLicenseKey: 'license', cloudEndpoint: 'https://signalbox.example' },
      ...{ routingKey: 'left-out', secret: 'secret' },
    });
    const edgeId = edge.id.id;
    const further = await acme.admin.post<{ id: { id: string } }>('/api/ruleChain', { name: 'Further', type: 'EDGE' });
    await acme.admin.post(`/api/edge/${edgeId}/ruleChain/${further.id.id}`);
    const chains = { entityType: 'RULE_CHAIN', action: 'UNASSIGN_FROM_EDGE', targetId: edgeId } as const;
    expect(await run({ ...chains, list: { edgeId } })).toMatchObject({ state: 'DONE', total: 1, done: 1, failed: 0 });
    const path = `/api/edge/${edgeId}/ruleChains?pageSize=10&page=0`;
    const left = await acme.admin.get<PageData<{ id: { id: string } }>>(path);
    expect(idsOf(left.data)).toEqual([edge.rootRuleChainId?.id]);
    expect(await run({ ...chains, ids: idsOf(left.data) })).toMatchObject({ total: 1, failed: 1 });
  });
});
