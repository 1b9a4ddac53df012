import mqtt, { type MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createDashboard, createDevice, describeWidget, singleDevice, type TestDevice } from '../harness/objects.ts';

setUpConsole({ sharePage: true });

const part = (title: string) => page.getByRole('region', { name: title });

function describeStatic(bundleAlias: string, typeAlias: string, title: string, settings: object) {
  return { bundleAlias, typeAlias, type: 'static' as const, title, config: { title, showTitle: true, settings } };
}

/** The period that the address says, as days and hours on the clock of the browser. */
async function period(): Promise<string[] | undefined> {
  const text = new URL(page.url()).searchParams.get('timeWindow');
  if (!text) return undefined;
  const { history } = JSON.parse(text) as { history: { fixedTimewindow: object } };
  return page.evaluate(
    (times) => times.map((time) => new Date(time).toLocaleString('sv-SE').slice(0, 16)),
    Object.values(history.fixedTimewindow) as number[],
  );
}

const from = async () => (await period())?.[0];

describe('a navigator of dates', () => {
  let dashboardId: string;
  const button = (name: string | RegExp) => part('Dates').getByRole('button', { name });
  const calendar = () => page.getByRole('dialog', { name: 'Period' });

  beforeAll(async () => {
    const settings = { initialInterval: 'month', stepSize: 'month', showTemplate: true };
    const widgets = { dates: describeStatic('date', 'date_range_navigator', 'Dates', settings) };
    dashboardId = await createDashboard(api, 'Dates of a gateway', widgets, []);
    await page.goto(`/dashboards/${dashboardId}`);
  });

  it('sets the time of the dashboard, and moves it by steps of the calendar', async () => {
    await button(/^Period/).waitFor();
    await expect.poll(period).toBeDefined();
    await expect.poll(async () => (await period())?.[1]).toMatch(/ 23:59$/);
    await button(/^Period/).click();
    await calendar().getByRole('menuitem', { name: 'Last year' }).click();
    await calendar().getByRole('button', { name: 'Apply' }).click();
    const year = new Date().getFullYear();
    await expect.poll(period).toEqual([`${year - 1}-01-01 00:00`, `${year - 1}-12-31 23:59`]);
    await part('Dates').getByRole('combobox', { name: 'Length' }).click();
    await page.getByRole('option', { name: 'Month', exact: true }).click();
    await expect.poll(from).toBe(`${year - 1}-12-01 00:00`);
    await button('One step forward: Month').click();
    await expect.poll(period).toEqual([`${year}-01-01 00:00`, `${year}-01-31 23:59`]);
    await button('One step forward: Month').click();
    await expect.poll(from).toBe(`${year}-02-01 00:00`);
    await button('One step back: Month').click();
    await expect.poll(period).toEqual([`${year}-01-01 00:00`, `${year}-01-31 23:59`]);
  });

  it('takes days from a calendar by the keyboard', async () => {
    const year = new Date().getFullYear();
    await button(`Period: Jan 1, ${year} – Jan 31, ${year}`).focus();
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focused).toBe(`Saturday, January 31, ${year}`.replace(/^\w+/, weekday(year, 0, 31)));
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('PageDown');
    await expect.poll(focused).toContain('February 28');
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toContain('February 21');
    await page.keyboard.press('Enter');
    await calendar().getByText('Choose the last day').waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toContain('February 22');
    await page.keyboard.press('Enter');
    await calendar().getByText('Choose the first day').waitFor();
    await calendar().getByRole('button', { name: 'Apply' }).click();
    await expect.poll(period).toEqual([`${year}-02-21 00:00`, `${year}-02-22 23:59`]);
  });

  it('shows the same period again when the tab comes back', async () => {
    const before = await period();
    await page.reload();
    await button(/^Period/).waitFor();
    await expect.poll(period).toEqual(before);
    await page.goto(`/dashboards/${dashboardId}`);
    await expect.poll(period).toEqual(before);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

function weekday(year: number, month: number, day: number): string {
  return new Intl.DateTimeFormat('en-US', { weekday: 'long' }).format(new Date(year, month, day));
}

describe('the form of a gateway', () => {
  const GATEWAY = '0b6f9a54-5f2e-4d30-8a27-000000000061';
  const LATEST = { bundleAlias: 'gateway_widgets', type: 'latest' } as const;
  let gateway: TestDevice;
  const form = () => part('Gateways');
  const field = (name: string) => form().getByRole('textbox', { name, exact: true });
  const attribute = async (scope: string, key: string) => {
    const path = `/api/plugins/telemetry/DEVICE/${gateway.id}/values/attributes/${scope}?keys=${key}`;
    const [found] = await api.get<{ value: string }[]>(path);
    return found?.value;
  };
  const decoded = (text: string | undefined) => JSON.parse(Buffer.from(text ?? 'e30=', 'base64').toString());
  /** The gateway at work, and the shared attributes that it has been sent. */
  let client: MqttClient | undefined;
  const received: Record<string, string> = {};
  const publish = (topic: string, body: object) =>
    client?.publishAsync(`v1/devices/me/${topic}`, JSON.stringify(body), { qos: 1 });
  const send = (configuration: object) =>
    publish('attributes', { current_configuration: Buffer.from(JSON.stringify(configuration)).toString('base64') });

  beforeAll(async () => {
    const type = `Gateway ${Date.now()}`;
    // Those of other profiles can be set up too.
    const body = { name: `${type} one`, type: 'default', additionalInfo: { gateway: true } };
    const { id } = await api.post<{ id: { id: string } }>('/api/device', body);
    const credentials = await api.get<{ credentialsId: string }>(`/api/device/${id.id}/credentials`);
    gateway = { id: id.id, name: body.name, accessToken: credentials.credentialsId };
    client = await mqtt.connectAsync(inject('server').mqtt, { username: gateway.accessToken });
    client.on('message', (_topic, message) => Object.assign(received, JSON.parse(message.toString())));
    await client.subscribeAsync('v1/devices/me/attributes', { qos: 1 });
    await publish('telemetry', { mqttEventsSent: 5, uptime: 9 });
    const settings = { gatewayType: type, widgetTitle: 'Gateways', successfulSave: 'Done', archiveFileName: 'pumps' };
    const widgets = {
      form: describeStatic('gateway_widgets', 'gateway_configuration', 'Gateways', settings),
      single: describeWidget({ ...LATEST, typeAlias: 'config_form_latest' }, 'Single', GATEWAY, [], {
        settings: { gatewayTitle: 'Looked at', readOnly: true },
      }),
      events: describeWidget({ ...LATEST, typeAlias: 'attributes_card' }, 'Events', GATEWAY, [], {
        settings: { eventsTitle: 'What it reported', eventsReg: ['eventssent'] },
      }),
    };
    const alias = { id: GATEWAY, alias: 'Gateway', filter: singleDevice(gateway.id) };
    const dashboardId = await createDashboard(api, 'Forms of gateways', widgets, [alias]);
    await page.goto(`/dashboards/${dashboardId}`);
    await form().getByRole('combobox', { name: 'Gateway' }).fill(gateway.name);
    await page.getByRole('option', { name: gateway.name, exact: true }).click();
    await field('Host').waitFor();
  });
  afterAll(() => client?.endAsync(true));

  it('says which field is wrong, and saves what is right', async () => {
    await form().getByText(gateway.accessToken).waitFor();
    await field('Host').fill('');
    await form().getByRole('button', { name: 'Save' }).click();
    await form().getByText('Host: enter a name or an address').first().waitFor();
    await field('Host').fill('iot.example');
    await form().getByRole('button', { name: 'Add a connector' }).click();
    await field('Name').fill('Pumps');
    await form().getByRole('combobox', { name: 'Type', exact: true }).click();
    await page.getByRole('option', { name: 'Modbus' }).click();
    await form().getByRole('textbox', { name: 'Configuration of Pumps as JSON' }).fill('{"server": {"port": 502}}');
    await field('Name').focus();
    expect(await accessibilityViolations(page)).toEqual([]);
    await form().getByRole('button', { name: 'Save' }).click();
    await form().getByText('Done', { exact: true }).waitFor();
    const saved = decoded(await attribute('SHARED_SCOPE', 'configuration'));
    expect(saved.thingsboard.thingsboard).toMatchObject({
      host: 'iot.example',
      security: { accessToken: gateway.accessToken },
    });
    expect(saved.modbus).toEqual([{ name: 'Pumps', config: { server: { port: 502 } } }]);
    await expect.poll(() => attribute('SHARED_SCOPE', 'RemoteLoggingLevel')).toBe('DEBUG');
    // The gateway is sent both, and the form waits until it reports what it has taken over.
    await expect.poll(() => received.RemoteLoggingLevel).toBe('DEBUG');
    await expect.poll(() => decoded(received.configuration)).toEqual(saved);
    await expect.poll(async () => decoded(await attribute('SERVER_SCOPE', 'configuration_drafts'))).toEqual({});
  });

  it('keeps what is typed when the gateway sends its configuration', async () => {
    await field('Host').fill('mine.example');
    await send({ thingsboard: { thingsboard: { host: 'sent.example', port: 1999 } } });
    await form()
      .getByText(/^What is stored has become another/)
      .waitFor();
    await expect.poll(() => field('Host').inputValue()).toBe('mine.example');
    await form().getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => field('Host').inputValue()).toBe('sent.example');
    await expect.poll(() => field('Port').inputValue()).toBe('1999');
  });

  it('is downloaded as an archive', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      form().getByRole('button', { name: 'Download as files' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('pumps.zip');
  });

  it('of one device can be for looking only, beside what it has reported', async () => {
    const host = part('Looked at').getByRole('textbox', { name: 'Host', exact: true });
    await expect.poll(() => host.inputValue()).toBe('sent.example');
    await expect.poll(() => host.isDisabled()).toBe(true);
    await part('What it reported').getByRole('cell', { name: 'mqttEventsSent' }).waitFor();
    await publish('telemetry', { mqttEventsSent: 6, uptime: 10 });
    await part('What it reported').getByRole('cell', { name: '6', exact: true }).waitFor();
    await expect.poll(() => part('What it reported').getByRole('cell', { name: 'uptime' }).count()).toBe(0);
  });

  it('does not wait for a gateway that keeps its configuration elsewhere, as those of version 3.4 do', async () => {
    await field('Host').fill('elsewhere.example');
    await form().getByRole('button', { name: 'Save' }).click();
    const waiting = part('Looked at').getByText('The gateway has not taken over yet what was saved');
    await waiting.waitFor();
    await publish('attributes', { general_configuration: { host: 'its.own', port: 1883 } });
    await publish('attributes', { Version: '3.4' });
    for (const title of ['Looked at', 'Gateways']) {
      await part(title).getByText('This gateway (version 3.4) keeps its configuration in attributes').waitFor();
    }
    await waiting.waitFor({ state: 'hidden' });
  });

  it('makes a gateway, unless a device has its name', async () => {
    const name = `Other ${Date.now()}`;
    await createDevice(api, name);
    const picker = form().getByRole('combobox', { name: 'Gateway' });
    const make = async (text: string) => {
      await picker.fill(text);
      await page.getByRole('option', { name: `Create the gateway “${text}”` }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    };
    await make(name);
    await form().getByText(`There is another device named “${name}”`).waitFor();
    await make(`${name} new`);
    await field('Host').waitFor();
  });
});
