import type { Customer } from '@signalbox/contract/customer';
import type { Dashboard, DashboardInfo } from '@signalbox/contract/dashboard';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { PageData } from '@signalbox/contract/page';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  other = await createTestTenant(platform, 'other');
});
afterAll(() => platform?.stop());

const save = (body: object) => acme.admin.post<Dashboard>('/api/dashboard', body);
const titles = (page: PageData<DashboardInfo>) => page.data.map(({ title }) => title);

describe('dashboards', () => {
  it('come back exactly as they were sent', async () => {
    const configuration = {
      widgets: { 'b-2': { config: { fn: 'return "<b>" + x;' }, z: [1.5, null, 1e21] }, 'a-1': {} },
      zebra: 1,
      apple: { '10': 'ten', nested: { deep: [[[]]] } },
      text: 'Grüße 👋 <script>',
    };
    const saved = await save({ title: 'Overview', configuration, image: 'data:image/png;base64,AA' });
    expect(Object.keys(saved)).toEqual(
      'id createdTime tenantId title image assignedCustomers mobileHide mobileOrder configuration name'.split(' '),
    );
    const read = await acme.admin.get<Dashboard>(`/api/dashboard/${saved.id.id}`);
    expect(JSON.stringify(read.configuration)).toBe(JSON.stringify(configuration));
    expect(read).toEqual(saved);
    const { configuration: _configuration, ...info } = saved;
    expect(await acme.admin.get(`/api/dashboard/info/${saved.id.id}`)).toEqual(info);
    expect(await platform.system.get(`/api/dashboard/info/${saved.id.id}`)).toEqual(info);
    const ofTenant = `/api/tenant/${acme.tenant.id.id}/dashboards?pageSize=10&page=0`;
    expect(await platform.system.get(ofTenant)).toMatchObject({ data: [info] });
  });

  it('may be several megabytes large', async () => {
    const configuration = { text: 'x'.repeat(3_000_000) };
    const saved = await save({ title: 'Large', configuration });
    expect((await acme.admin.get<Dashboard>(`/api/dashboard/${saved.id.id}`)).configuration).toEqual(configuration);
    expect((await acme.admin.call('POST', '/api/dashboard', { title: 'x', image: 'x'.repeat(1_000_001) })).status).toBe(
      400,
    );
  });

  it('are assigned by calls of their own, not by what a client stores', async () => {
    const dashboard = await save({
      title: 'Assigned',
      assignedCustomers: [{ customerId: acme.customer.id, title: 'x' }],
    });
    expect(dashboard.assignedCustomers).toBeNull();
    const path = `/api/dashboard/${dashboard.id.id}`;
    expect((await acme.customerUser.call('GET', path)).status).toBe(403);
    const of = (id: string) => `/api/customer/${id}/dashboard/${dashboard.id.id}`;
    const assigned = await acme.admin.post<Dashboard>(of(acme.customer.id.id));
    expect(assigned.assignedCustomers).toEqual([{ customerId: acme.customer.id, title: 'Customer A', public: false }]);
    await acme.admin.post(of(acme.customer.id.id));
    expect(await acme.customerUser.get(path)).toEqual(assigned);
    expect((await acme.customerUser.call('POST', '/api/dashboard', assigned)).status).toBe(403);
    const list = `/api/customer/${acme.customer.id.id}/dashboards?pageSize=10&page=0&sortProperty=title`;
    expect(titles(await acme.customerUser.get(list))).toEqual(['Assigned']);

    expect(await save({ ...assigned, assignedCustomers: [], title: 'Renamed' })).toMatchObject({
      title: 'Renamed',
      assignedCustomers: [{ title: 'Customer A' }],
    });
    const exactly = await acme.admin.post<Dashboard>(`${path}/customers`, [acme.otherCustomer.id.id]);
    expect(exactly.assignedCustomers?.map(({ title }) => title)).toEqual(['Customer B']);
    await acme.admin.post(`${path}/customers/add`, [acme.customer.id.id]);
    const less = await acme.admin.post<Dashboard>(`${path}/customers/remove`, [acme.otherCustomer.id.id]);
    expect(less.assignedCustomers?.map(({ title }) => title)).toEqual(['Customer A']);
    const open = await acme.admin.post<Dashboard>(of('public'));
    expect(open.assignedCustomers?.at(-1)).toMatchObject({ title: 'Public', public: true });
    await acme.admin.delete(of('public'));
    const none = await acme.admin.post<Dashboard>(`${path}/customers`);
    expect(none.assignedCustomers).toEqual([]);
    expect(titles(await acme.customerUser.get(list))).toEqual([]);
    expect(await acme.admin.call('POST', of(other.customer.id.id))).toMatchObject({
      status: 400,
      body: { message: "Can't assign dashboard to customer from different tenant!" },
    });
    const nobody = of(other.tenant.id.id);
    for (const [method, word] of [
      ['POST', 'assign dashboard to'],
      ['DELETE', 'unassign dashboard from'],
    ] as const) {
      expect(await acme.admin.call(method, nobody)).toMatchObject({
        status: 400,
        body: { message: `Can't ${word} non-existent customer!` },
      });
    }
  });

  it('stay while a device profile refers to them', async () => {
    const dashboard = await save({ title: 'Referred to' });
    const profile = await acme.admin.post<DeviceProfile>('/api/deviceProfile', {
      name: 'With a dashboard',
      type: 'DEFAULT',
      transportType: 'DEFAULT',
      defaultDashboardId: dashboard.id,
      profileData: {},
    });
    expect(await acme.admin.call('DELETE', `/api/dashboard/${dashboard.id.id}`)).toMatchObject({
      status: 400,
      body: { message: 'The dashboard referenced by the device profiles cannot be deleted!', errorCode: 31 },
    });
    await acme.admin.delete(`/api/deviceProfile/${profile.id.id}`);
    await acme.admin.delete(`/api/dashboard/${dashboard.id.id}`);
  });

  it('are never left with a customer that is deleted while they are assigned', async () => {
    const { id } = await acme.admin.post<Dashboard>('/api/dashboard', { title: 'Torn' });
    for (let round = 0; round < 5; round++) {
      const customer = await acme.admin.post<Customer>('/api/customer', { title: `Leaving ${round}` });
      const assign = () => acme.admin.call('POST', `/api/customer/${customer.id.id}/dashboard/${id.id}`);
      await Promise.all([assign(), acme.admin.call('DELETE', `/api/customer/${customer.id.id}`), assign(), assign()]);
    }
    const torn = await acme.admin.get<Dashboard>(`/api/dashboard/${id.id}`);
    expect(torn.assignedCustomers ?? []).toEqual([]);
  });

  it('hide and sort for phones', async () => {
    const team = await createTestTenant(platform, 'team');
    for (const [title, more] of Object.entries({
      A: { mobileOrder: 2 },
      B: { mobileHide: true },
      C: { mobileOrder: 1 },
    })) {
      await team.admin.post('/api/dashboard', { title, ...more });
    }
    const list = '/api/tenant/dashboards?pageSize=10&page=0&sortProperty=title&sortOrder=ASC';
    expect(titles(await team.admin.get(list))).toEqual(['A', 'B', 'C']);
    expect(titles(await team.admin.get(`${list}&mobile=true`))).toEqual(['C', 'A']);
    const hidden = '/api/tenant/dashboards?pageSize=1&page=0&sortProperty=mobileHide&sortOrder=DESC';
    expect(titles(await team.admin.get(hidden))).toEqual(['B']);
    expect(await team.admin.call('POST', '/api/dashboard', { title: 'D', mobileOrder: 2 ** 31 })).toMatchObject({
      status: 400,
      body: { message: "Validation error: 'mobileOrder' must be at most 2147483647" },
    });
  });

  it('are not taken without a title, nor seen or changed by other tenants', async () => {
    expect(await acme.admin.call('POST', '/api/dashboard', {})).toMatchObject({
      status: 400,
      body: { message: 'Dashboard title should be specified!' },
    });
    const dashboard = await save({ title: 'Ours' });
    expect((await other.admin.call('GET', `/api/dashboard/${dashboard.id.id}`)).status).toBe(404);
    expect((await other.admin.call('POST', '/api/dashboard', dashboard)).status).toBe(404);
    expect((await other.admin.call('DELETE', `/api/dashboard/${dashboard.id.id}`)).status).toBe(404);
    await acme.admin.delete(`/api/dashboard/${dashboard.id.id}`);
    expect((await acme.admin.call('GET', `/api/dashboard/${dashboard.id.id}`)).status).toBe(404);
  });
});

describe('home dashboard', () => {
  it('is that of the user, the customer or the tenant, if one may be seen', async () => {
    const empty = await acme.admin.call('GET', '/api/dashboard/home');
    expect(empty).toMatchObject({ status: 200, body: undefined });
    expect((await platform.system.call('GET', '/api/dashboard/home')).status).toBe(200);
    expect(await acme.admin.get('/api/tenant/dashboard/home/info')).toEqual({
      dashboardId: null,
      hideDashboardToolbar: true,
    });
    const dashboard = await save({ title: 'Home' });
    const choice = { dashboardId: dashboard.id, hideDashboardToolbar: false };
    await acme.admin.post('/api/tenant/dashboard/home/info', choice);
    expect(await acme.admin.get('/api/tenant/dashboard/home/info')).toEqual(choice);
    expect(await acme.admin.get('/api/dashboard/home/info')).toEqual(choice);
    expect(await acme.admin.get('/api/dashboard/home')).toEqual({ ...dashboard, hideDashboardToolbar: false });
    expect((await acme.customerUser.call('GET', '/api/dashboard/home')).body).toBeUndefined();
    const foreign = await other.admin.post<Dashboard>('/api/dashboard', { title: 'Foreign' });
    const reply = await acme.admin.call('POST', '/api/tenant/dashboard/home/info', { dashboardId: foreign.id });
    expect(reply).toMatchObject({
      status: 404,
      body: { message: `Dashboard with id [${foreign.id.id}] is not found`, errorCode: 32 },
    });
    await acme.admin.post('/api/tenant/dashboard/home/info', { dashboardId: null });
    expect((await acme.admin.call('GET', '/api/dashboard/home')).body).toBeUndefined();
  });
});
