import { createHash } from 'node:crypto';
import type { Route } from '@signalbox/contract/route';
import { definitionOf } from '@signalbox/contract/route-definition';
import { ALL_ROUTES } from '@signalbox/contract/routes';
import { storedStateText } from '@signalbox/contract/stored-state';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPerson, createTestTenant, type Person, type TestTenant } from '../../test/people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
let colleague: Person;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  colleague = await createPerson(platform, platform.system, {
    email: 'colleague@acme.example',
    authority: 'TENANT_ADMIN',
    tenantId: acme.tenant.id,
  });
});
afterAll(() => platform?.stop());

type Stored = Record<string, unknown>;

const stateOf = (stored: object) => createHash('sha256').update(storedStateText(stored)).digest('hex');

/** Something that two people edit. */
interface Edited {
  save: string;
  /** Reads it as consoles do. */
  read: string;
  change: (stored: Stored, words: string) => Stored;
  as?: () => Caller;
}

const named = (stored: Stored, words: string) => ({ ...stored, name: words });
const titled = (stored: Stored, words: string) => ({ ...stored, title: words });
const described = (stored: Stored, words: string) => ({ ...stored, additionalInfo: { description: words } });
const system = () => platform.system;

/** Every kind with something of it, by the path that saves it. */
async function editedThings(): Promise<Edited[]> {
  const { admin } = acme;
  const made = async (save: string, body: object, as: Caller = admin) =>
    (await as.post<{ id: { id: string } }>(save, body)).id.id;
  const profile = { type: 'DEFAULT', transportType: 'DEFAULT', profileData: {} };
  const device = await made('/api/device', { name: 'D', type: 'default' });
  const target = { entityType: 'DEVICE', id: device };
  const keys = { timeseries: [], attributes: { cs: [], sh: [], ss: [] } };
  const view = { name: 'V', type: 'view', entityId: target, keys };
  const asset = await made('/api/asset', { name: 'A', type: 'hall' });
  const edge = await made('/api/edge', {
    ...{ name: 'E', type: 'default', edgeLicenseKey: 'none', cloudEndpoint: 'https://cloud.example' },
    ...{ routingKey: 'routing', secret: 'secret' },
  });
  const dashboard = await made('/api/dashboard', { title: 'B' });
  await platform.system.post('/api/admin/settings', { key: 'ours', jsonValue: { words: 'first' } });
  const { alias: bundleAlias } = await admin.post<{ alias: string }>('/api/widgetsBundle', { title: 'W' });
  const widgetType = await made('/api/widgetType', { bundleAlias, name: 'W', descriptor: { type: 'latest' } });
  const homeDashboardInfo = '/api/tenant/dashboard/home/info';
  return [
    {
      save: '/api/deviceProfile',
      read: `/api/deviceProfile/${await made('/api/deviceProfile', { ...profile, name: 'P' })}`,
      change: named,
    },
    {
      save: '/api/tenantProfile',
      read: `/api/tenantProfile/${await made('/api/tenantProfile', { name: 'T', profileData: { configuration: { type: 'DEFAULT' } } }, platform.system)}`,
      change: named,
      as: system,
    },
    { save: '/api/tenant', read: `/api/tenant/info/${acme.tenant.id.id}`, change: described, as: system },
    { save: '/api/customer', read: `/api/customer/${acme.customer.id.id}`, change: titled },
    {
      save: '/api/user',
      read: `/api/user/${acme.customerUser.user.id.id}`,
      change: (stored, lastName) => ({ ...stored, lastName }),
    },
    { save: '/api/asset', read: `/api/asset/info/${asset}`, change: named },
    { save: '/api/device', read: `/api/device/info/${device}?activity=true`, change: described },
    {
      save: '/api/device/credentials',
      read: `/api/device/${device}/credentials`,
      change: (stored, credentialsId) => ({ ...stored, credentialsId }),
    },
    { save: '/api/entityView', read: `/api/entityView/info/${await made('/api/entityView', view)}`, change: named },
    { save: '/api/edge', read: `/api/edge/info/${edge}`, change: named },
    { save: '/api/dashboard', read: `/api/dashboard/${dashboard}`, change: titled },
    { save: '/api/widgetType', read: `/api/widgetType/${widgetType}`, change: named },
    { save: '/api/ruleChain', read: `/api/ruleChain/${await made('/api/ruleChain', { name: 'C' })}`, change: named },
    {
      save: homeDashboardInfo,
      read: homeDashboardInfo,
      change: (stored, words) => ({
        ...stored,
        dashboardId: { entityType: 'DASHBOARD', id: dashboard },
        hideDashboardToolbar: words !== 'mine',
      }),
    },
    {
      save: '/api/tenant/sharedKeys',
      read: '/api/tenant/sharedKeys',
      change: (stored, words) => ({ ...stored, visitors: [words] }),
    },
    {
      save: '/api/admin/settings',
      read: '/api/admin/settings/ours',
      change: (stored, words) => ({ ...stored, jsonValue: { words } }),
      as: system,
    },
    {
      save: '/api/admin/securitySettings',
      read: '/api/admin/securitySettings',
      change: (stored, words) => ({ ...stored, maxFailedLoginAttempts: words.length }),
      as: system,
    },
    {
      save: '/api/oauth2/config',
      read: '/api/oauth2/config',
      change: (stored, words) => ({ ...stored, enabled: words !== 'mine' }),
      as: system,
    },
  ];
}

describe('what two people edit', () => {
  it('is not overwritten by the one who saves later, whatever it is', async () => {
    const things = await editedThings();
    const guarded = Object.values<Route>(ALL_ROUTES).filter((route) => definitionOf(route).replaces !== undefined);
    expect(things.map(({ save }) => save).sort()).toEqual(guarded.map(({ path }) => path).sort());
    for (const { save, read, change, as = () => colleague } of things) {
      const before = await as().get<Stored>(read);
      const saveOver = (words: string, state: string) =>
        as().call('POST', `${save}?basedOn=${state}`, change(before, words));
      const state = stateOf(before);
      expect(await saveOver('theirs', state), save).toMatchObject({ status: 200 });
      const theirs = await as().get<Stored>(read);
      expect(await saveOver('mine', state), save).toMatchObject({
        status: 409,
        body: { errorCode: 31, savedBy: expect.stringContaining('@'), savedTime: expect.any(Number) },
      });
      expect(await as().get<Stored>(read), save).toEqual(theirs);
      expect(await saveOver('mine', stateOf(theirs)), save).toMatchObject({ status: 200 });
    }
  });

  it('is saved by one of those who save at once, and by clients that name no state as ever', async () => {
    const { admin } = acme;
    const asset = await admin.post<Stored & { id: { id: string } }>('/api/asset', { name: 'Contested', type: 'hall' });
    const state = stateOf(asset);
    const saves = await Promise.all(
      ['one', 'two', 'three'].map((name) => admin.call('POST', `/api/asset?basedOn=${state}`, { ...asset, name })),
    );
    expect(saves.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await admin.call('POST', '/api/asset', { ...asset, name: 'plain' })).toMatchObject({ status: 200 });
    expect(await admin.call('POST', '/api/asset?basedOn=nonsense', asset)).toMatchObject({ status: 400 });
  });

  it('names who saved to those who may know: the history tells it where nobody remembers', async () => {
    const { admin, customer, customerUser } = acme;
    const device = await admin.post<Stored>('/api/device', { name: 'Lent', type: 'default', customerId: customer.id });
    const state = stateOf(device);
    const refused = async (as: Caller) => (await as.call('POST', `/api/device?basedOn=${state}`, device)).body;
    await colleague.post('/api/device', { ...device, label: 'theirs' });
    expect(await refused(admin)).toMatchObject({ savedBy: 'colleague@acme.example' });
    const toCustomer = await refused(customerUser);
    expect(toCustomer).toMatchObject({ savedTime: expect.any(Number) });
    expect(toCustomer).not.toHaveProperty('savedBy');
    // A job or an import saves past the calls of people.
    const { id } = device.id as { id: string };
    await admin.post(`/api/customer/public/device/${id}`, {});
    expect(await refused(admin)).toMatchObject({ savedBy: expect.stringContaining('@acme.example') });
  });
});
