import type { Browser, BrowserContext, Page, WebSocketRoute } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Api, signInByApi, TENANT } from '../harness/api.ts';
import { accessibilityViolations, launchBrowser, newContext, signIn } from '../harness/browser.ts';
import { createDevice, type TestDevice } from '../harness/objects.ts';

const METER = '0b6f9a54-5f2e-4d30-8a27-000000000021';
const NONE = '0b6f9a54-5f2e-4d30-8a27-000000000022';
const STATE = '0b6f9a54-5f2e-4d30-8a27-000000000023';
const HOUR = 3_600_000;
const server = inject('server');
let browser: Browser;
let api: Api;
let context: BrowserContext;
let page: Page;
let meter: TestDevice;
let dashboardId: string;
/** Keys whose commands the server is made to fail, with the error code of its answer. */
const failing = new Map<string, number>();
/** Nothing is answered while set. */
let isSilent = false;

const CHART = { bundleAlias: 'charts', typeAlias: 'basic_timeseries', type: 'timeseries' };
const CARD = { bundleAlias: 'cards', typeAlias: 'simple_card', type: 'latest' };

function widget(title: string, names: typeof CHART, entityAliasId: string, key: object) {
  const dataKey = { type: 'timeseries', color: '#2196f3', settings: {}, ...key };
  return {
    id: title,
    isSystemType: true,
    ...names,
    title,
    sizeX: 8,
    sizeY: 6,
    row: 0,
    col: 0,
    config: {
      title,
      showTitle: true,
      settings: {},
      datasources: [{ type: 'entity', entityAliasId, dataKeys: [dataKey] }],
    },
  };
}

interface Command {
  cmdId: number;
  query?: { latestValues?: { key: string }[] };
}

/** Stands between the page and the server: refuses the commands for failing keys, and says nothing while silent. */
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

beforeAll(async () => {
  browser = await launchBrowser();
  api = await signInByApi(server.http, TENANT.email, TENANT.password);
  meter = await createDevice(api, 'Meter of states');
  const old = Date.now() - 50 * HOUR;
  const values = Array.from({ length: 6 }, (_, index) => ({ ts: old - index * 60_000, values: { level: 20 + index } }));
  await api.post(`/api/plugins/telemetry/DEVICE/${meter.id}/timeseries/ANY`, values);
  const now = [{ ts: Date.now(), values: { broken: 1, closed: 2, power: 3 } }];
  await api.post(`/api/plugins/telemetry/DEVICE/${meter.id}/timeseries/ANY`, now);
  const widgets = {
    quiet: widget('Quiet', CHART, METER, { name: 'level', label: 'Level' }),
    never: widget('Never', CHART, METER, { name: 'missing', label: 'Missing' }),
    empty: widget('Empty', CARD, NONE, { name: 'level', label: 'Level' }),
    unset: widget('Unset', CARD, STATE, { name: 'level', label: 'Level' }),
    broken: widget('Broken', CARD, METER, { name: 'broken', label: 'Broken' }),
    closed: widget('Closed', CARD, METER, { name: 'closed', label: 'Closed' }),
    wrong: widget('Wrong', CARD, METER, {
      name: 'power',
      label: 'Power',
      usePostProcessing: true,
      postFuncBody: 'return value.a.b;',
    }),
  };
  const layout = Object.fromEntries(
    Object.keys(widgets).map((id, index) => [
      id,
      { sizeX: 6, sizeY: 5, row: 5 * Math.floor(index / 4), col: 6 * (index % 4) },
    ]),
  );
  const single = { type: 'singleEntity', singleEntity: { entityType: 'DEVICE', id: meter.id }, resolveMultiple: false };
  const none = { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'There is none ', resolveMultiple: true };
  const dashboard = await api.post<{ id: { id: string } }>('/api/dashboard', {
    title: 'States',
    configuration: {
      timewindow: { realtime: { timewindowMs: HOUR, interval: 60_000 }, aggregation: { type: 'AVG', limit: 200 } },
      widgets,
      states: { default: { name: 'States', root: true, layouts: { main: { widgets: layout, gridSettings: {} } } } },
      entityAliases: {
        [METER]: { id: METER, alias: 'Meter', filter: single },
        [NONE]: { id: NONE, alias: 'Pumps', filter: none },
        [STATE]: { id: STATE, alias: 'Opened', filter: { type: 'stateEntity', resolveMultiple: false } },
      },
      filters: {},
    },
  });
  dashboardId = dashboard.id.id;
  context = await newContext(browser, server.http);
  page = await context.newPage();
  await page.routeWebSocket(/\/api\/ws\//, interfere);
  await signIn(page, TENANT.email, TENANT.password);
  failing.set('broken', 1).set('closed', 3);
  isSilent = true;
  await page.goto(`/dashboards/${dashboardId}`);
});
afterAll(() => browser?.close());

describe('a widget without a drawing', () => {
  it('is there in its shape while it is loaded', async () => {
    await part('Quiet').getByRole('status', { name: 'Loading' }).waitFor();
    await part('Broken').getByRole('status', { name: 'Loading' }).waitFor();
    const before = await part('Quiet').boundingBox();
    isSilent = false;
    await page.reload();
    await part('Quiet').getByText('No data in this time').waitFor();
    expect(await part('Quiet').boundingBox()).toEqual(before);
  });

  it('names the alias that has no entity', async () => {
    await part('Empty').getByText('“Pumps” matches nothing that you can see.').waitFor();
    await part('Empty').getByRole('button', { name: 'Check again' }).waitFor();
    await part('Unset')
      .getByText(/^“Opened” is the entity that this view is opened with/)
      .waitFor();
  });

  it('says that no value has ever arrived', async () => {
    await part('Never')
      .getByText(/^No value of Missing has arrived so far\./)
      .waitFor();
  });

  it('says what may not be seen, and what fails in its settings', async () => {
    await part('Closed').getByText('You are not allowed to see this').waitFor();
    await part('Closed').getByText('Made to fail').waitFor();
    await part('Wrong').getByText('A function of this widget failed').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('recovers by itself when the server answers again', async () => {
    await part('Broken').getByText('The server cannot answer').waitFor();
    failing.delete('broken');
    await part('Broken').getByText('1', { exact: true }).waitFor();
    expect(await part('Broken').getByText('The server cannot answer').count()).toBe(0);
  });

  it('leads to the time of the last value, and Back leads back', async () => {
    await part('Quiet').getByText('2d ago').waitFor();
    await part('Quiet').getByRole('button', { name: 'Show that time' }).click();
    await part('Quiet').getByRole('img', { name: 'Chart over time of Level' }).waitFor();
    await page.goBack();
    await part('Quiet').getByText('No data in this time').waitFor();
  });
});
