import type { WebSocketRoute } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Api, SYSADMIN, signInByApi } from '../harness/api.ts';
import { accessibilityViolations, restingBox } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import {
  createDashboard,
  createDevice,
  createUser,
  describeWidget,
  singleDevice,
  type TestDevice,
  type WidgetKind,
} from '../harness/objects.ts';

const METER = '0b6f9a54-5f2e-4d30-8a27-000000000021';
const NONE = '0b6f9a54-5f2e-4d30-8a27-000000000022';
const STATE = '0b6f9a54-5f2e-4d30-8a27-000000000023';
const OWNER = '0b6f9a54-5f2e-4d30-8a27-000000000024';
const HOUR = 3_600_000;
const server = inject('server');
let meter: TestDevice;
let dashboardId: string;
/** Keys whose commands are made to fail → error code of the answer. */
const failing = new Map<string, number>();
/** Suppresses all answers. */
let isSilent = false;

const CHART: WidgetKind = { bundleAlias: 'charts', typeAlias: 'basic_timeseries', type: 'timeseries' };
const CARD: WidgetKind = { bundleAlias: 'cards', typeAlias: 'simple_card', type: 'latest' };
const STATE_CHART: WidgetKind = { bundleAlias: 'charts', typeAlias: 'state_chart', type: 'timeseries' };
const ATTRIBUTES: WidgetKind = { bundleAlias: 'cards', typeAlias: 'attributes_card', type: 'latest' };

/** The data of the last hour, one point per minute. */
const LAST_HOUR = {
  timewindow: { realtime: { timewindowMs: HOUR, interval: 60_000 }, aggregation: { type: 'AVG', limit: 200 } },
};

interface Identified {
  id: { entityType: string; id: string };
}

interface Command {
  cmdId: number;
  query?: { latestValues?: { key: string }[] };
}

/** Intercepts commands to the server: refuses those for failing keys, and drops all while silent. */
function interfere(socket: WebSocketRoute) {
  const upstream = socket.connectToServer();
  socket.onMessage((text) => {
    const frame = JSON.parse(String(text)) as { entityDataCmds?: Command[] };
    if (isSilent && frame.entityDataCmds?.length) return;
    const passed = (frame.entityDataCmds ?? []).filter(({ cmdId, query }) => {
      const errorCode = failing.get(query?.latestValues?.[0]?.key ?? '');
      if (errorCode !== undefined)
        socket.send(JSON.stringify({ cmdId, errorCode, errorMsg: 'Made to fail', cmdUpdateType: 'ENTITY_DATA' }));
      return errorCode === undefined;
    });
    upstream.send(JSON.stringify({ ...frame, entityDataCmds: passed }));
  });
}

const part = (title: string) => page.getByRole('region', { name: title });

setUpConsole({ sharePage: true, prepare: (page) => page.routeWebSocket(/\/api\/ws\//, interfere) });
beforeAll(async () => {
  meter = await createDevice(api, 'Meter of states');
  const old = Date.now() - 50 * HOUR;
  const values = Array.from({ length: 6 }, (_, index) => ({ ts: old - index * 60_000, values: { level: 20 + index } }));
  await api.post(`/api/plugins/telemetry/DEVICE/${meter.id}/timeseries/ANY`, values);
  const now = [{ ts: Date.now(), values: { broken: 1, closed: 2, power: 3, mode: 'auto' } }];
  await api.post(`/api/plugins/telemetry/DEVICE/${meter.id}/timeseries/ANY`, now);
  const widgets = {
    quiet: describeWidget(CHART, 'Quiet', METER, [{ name: 'level', label: 'Level' }]),
    never: describeWidget(CHART, 'Never', METER, [{ name: 'missing', label: 'Missing' }]),
    texts: describeWidget(STATE_CHART, 'Texts', METER, [{ name: 'mode', label: 'Mode' }]),
    empty: describeWidget(CARD, 'Empty', NONE, [{ name: 'level', label: 'Level' }]),
    unset: describeWidget(CARD, 'Unset', STATE, [{ name: 'level', label: 'Level' }]),
    broken: describeWidget(CARD, 'Broken', METER, [{ name: 'broken', label: 'Broken' }]),
    closed: describeWidget(CARD, 'Closed', METER, [{ name: 'closed', label: 'Closed' }]),
    wrong: describeWidget(CARD, 'Wrong', METER, [
      { name: 'power', label: 'Power', usePostProcessing: true, postFuncBody: 'return value.a.b;' },
    ]),
  };
  const none = { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'There is none ', resolveMultiple: true };
  const aliases = [
    { id: METER, alias: 'Meter', filter: singleDevice(meter.id) },
    { id: NONE, alias: 'Pumps', filter: none },
    { id: STATE, alias: 'Opened', filter: { type: 'stateEntity', resolveMultiple: false } },
  ];
  dashboardId = await createDashboard(api, 'States', widgets, aliases, LAST_HOUR);
  failing.set('broken', 1).set('closed', 3);
  isSilent = true;
  await page.goto(`/dashboards/${dashboardId}`);
});

describe('a widget without a drawing', () => {
  it('shows its outline while it is loading', async () => {
    await part('Quiet').getByRole('status', { name: 'Loading' }).waitFor();
    await part('Broken').getByRole('status', { name: 'Loading' }).waitFor();
    const before = await restingBox(part('Quiet'));
    isSilent = false;
    await page.reload();
    await part('Quiet').getByText('No data in this time').waitFor();
    expect(await restingBox(part('Quiet'))).toEqual(before);
  });

  it('says that what a chart would draw is texts', async () => {
    await part('Texts').getByText('No numbers to draw').waitFor();
    await part('Texts').getByText('Mode has texts, such as “auto”.').waitFor();
  });

  it('names the alias without an entity', async () => {
    await part('Empty').getByText('“Pumps” matches nothing you can see.').waitFor();
    await part('Empty').getByRole('button', { name: 'Check again' }).waitFor();
    await part('Unset')
      .getByText(/^“Opened” is the entity this view is opened for/)
      .waitFor();
  });

  it('says that no value has arrived yet', async () => {
    await part('Never')
      .getByText(/^No value of Missing has arrived so far\./)
      .waitFor();
  });

  it('says what is not permitted, and what fails in its settings', async () => {
    await part('Closed').getByText('You are not allowed to see this').waitFor();
    await part('Closed').getByText('Made to fail').waitFor();
    await part('Wrong').getByText('A function of this widget failed').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('recovers when the server answers again', async () => {
    await part('Broken').getByText('The server cannot answer').waitFor();
    failing.delete('broken');
    await part('Broken').getByText('1', { exact: true }).waitFor();
    await expect.poll(() => part('Broken').getByText('The server cannot answer').count()).toBe(0);
  });

  it('jumps to the time of the last value, and Back returns', async () => {
    await part('Quiet').getByText('2d ago').waitFor();
    await part('Quiet').getByRole('button', { name: 'Show that time' }).click();
    await part('Quiet').getByRole('img', { name: 'Chart over time of Level' }).waitFor();
    await page.goBack();
    await part('Quiet').getByText('No data in this time').waitFor();
  });
});

describe('a value of the tenant that its administrator has not shared', () => {
  const PASSWORD = 'long-enough';
  let admin: Api;
  let address: string;
  let publicAddress: string;

  const share = (customerUsers: string[], visitors: string[]) =>
    admin.post('/api/tenant/sharedKeys', { customerUsers, visitors });

  beforeAll(async () => {
    // A separate tenant, because shared keys apply to all dashboards of a tenant.
    const root = await signInByApi(server.http, SYSADMIN.email, SYSADMIN.password);
    const { id: tenantId } = await root.post<Identified>('/api/tenant', { title: 'Waterworks' });
    const boss = 'boss@waterworks.local';
    await createUser(root, { email: boss, authority: 'TENANT_ADMIN', tenantId }, PASSWORD);
    admin = await signInByApi(server.http, boss, PASSWORD);
    await admin.post(`/api/plugins/telemetry/TENANT/${tenantId.id}/attributes/SERVER_SCOPE`, { price: 12, reserve: 7 });
    const { id: customerId } = await admin.post<Identified>('/api/customer', { title: 'Village' });
    await createUser(admin, { email: 'reader@waterworks.local', authority: 'CUSTOMER_USER', customerId }, PASSWORD);
    const price = { name: 'price', label: 'Price', type: 'attribute' };
    const reserve = { name: 'reserve', label: 'Reserve', type: 'attribute' };
    const widgets = {
      price: describeWidget(CARD, 'Price', OWNER, [price]),
      both: describeWidget(ATTRIBUTES, 'Both', OWNER, [price, reserve]),
    };
    const tenant = { type: 'singleEntity', singleEntity: tenantId, resolveMultiple: false };
    const aliases = [{ id: OWNER, alias: 'Owner', filter: tenant }];
    const id = await createDashboard(admin, 'States', widgets, aliases, LAST_HOUR);
    await admin.post(`/api/customer/${customerId.id}/dashboard/${id}`);
    const shared = await admin.post<{ assignedCustomers: { public: boolean; customerId: { id: string } }[] }>(
      `/api/customer/public/dashboard/${id}`,
    );
    const publicId = shared.assignedCustomers.find((customer) => customer.public)?.customerId.id;
    address = `/dashboards/${id}`;
    publicAddress = `/dashboard/${id}?publicId=${publicId}`;
  });

  it.each([
    ['a customer user', false],
    ['a public visitor', true],
  ])('is refused to %s by name, and shown once it is shared', async (_who, isVisitor) => {
    await share([], []);
    const reader = await openPage({
      user: isVisitor ? null : { email: 'reader@waterworks.local', password: PASSWORD },
    });
    const region = (title: string) => reader.getByRole('region', { name: title });
    await reader.goto(isVisitor ? publicAddress : address);
    await region('Price').getByText('You are not allowed to see this').waitFor();
    // They may not see the name of the tenant either: the alias is shown instead.
    await region('Price').getByText('price of Owner: ask an administrator for access.').waitFor();
    await region('Both').getByText('price, reserve of Owner').waitFor();
    await expect.poll(() => region('Price').getByText('12').count()).toBe(0);
    expect(await accessibilityViolations(reader)).toEqual([]);

    // What is shared with the other audience is not shared with this one.
    await (isVisitor ? share(['price'], []) : share([], ['price']));
    await reader.reload();
    await region('Price').getByText('price of Owner').waitFor();

    await region('Price').getByRole('button', { name: 'Check again' }).click();
    await region('Price').getByText('price of Owner').waitFor();

    // What is shared comes by itself.
    await (isVisitor ? share([], ['price']) : share(['price'], []));
    await region('Price').getByText('12', { exact: true }).waitFor();
    await region('Both').getByText('12', { exact: true }).waitFor();
    await region('Both').getByRole('status').getByText('No access: reserve of Owner').waitFor();
    expect(await accessibilityViolations(reader)).toEqual([]);

    // While it is open: what is no longer shared goes by itself, and comes back.
    await share([], []);
    await region('Price').getByText('price of Owner: ask an administrator for access.').waitFor();
    await expect.poll(() => reader.getByText('12', { exact: true }).count()).toBe(0);
    await (isVisitor ? share([], ['price']) : share(['price'], []));
    await region('Price').getByText('12', { exact: true }).waitFor();
    await region('Both').getByText('12', { exact: true }).waitFor();
  });
});
