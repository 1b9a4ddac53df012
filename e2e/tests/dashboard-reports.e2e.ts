import type { DashboardReports } from '@signalbox/contract/report';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ReceivedMail, startMailServer, type TestMailServer, textOf } from '../../server/test/mail-server.ts';
import { startWebServer, type WebServer } from '../../server/test/web-server.ts';
import { SYSADMIN, signInByApi, TENANT } from '../harness/api.ts';
import { accessibilityViolations, DESKTOP, PHONE, restingBox } from '../harness/browser.ts';
import { api, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { createDashboard, createDevice, describeWidget, singleDevice } from '../harness/objects.ts';
import { startPreparedServer } from '../harness/prepared-server.ts';
import type { TestServer } from '../harness/server.ts';

const ALIAS = '77c1d2a3-41f2-4a77-9d55-0a1b2c3d4e09';
/** Of their own: mail is set up for the whole installation. */
let server: TestServer;
let mailServer: TestMailServer;
/** In the network of the server, which tenants must not reach. */
let inside: WebServer;
const requested: string[] = [];
let dashboard: string;

beforeAll(async () => {
  inside = await startWebServer((request, reply) => {
    requested.push(request.url ?? '');
    reply.end();
  });
  mailServer = await startMailServer();
  server = await startPreparedServer({
    SIGNALBOX_REPORT_BROWSER: process.env.SIGNALBOX_CHROMIUM ?? '/usr/bin/chromium',
  });
  const system = await signInByApi(server.http, SYSADMIN.email, SYSADMIN.password);
  const stored = await system.get<object>('/api/admin/settings/mail');
  await system.post('/api/admin/settings', {
    ...stored,
    jsonValue: {
      mailFrom: 'Plant <plant@example.com>',
      smtpProtocol: 'smtp',
      smtpHost: '127.0.0.1',
      smtpPort: String(mailServer.port),
      timeout: '10000',
      enableTls: false,
      username: '',
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await mailServer?.close();
  await inside?.close();
});
setUpConsole({
  server: () => server,
  sharePage: true,
  // Whoever asks for it now is the server.
  prepare: (opened) => opened.route('**/secret.png', (route) => route.fulfill({ contentType: 'image/png', body: '' })),
});

beforeAll(async () => {
  const device = await createDevice(api, 'Reported boiler');
  const now = Date.now();
  const points = Array.from({ length: 60 }, (_, at) => ({
    ts: now - at * 10_000,
    values: { temperature: 20 + 5 * Math.sin(at / 6) },
  }));
  await api.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, points);
  const keys = [{ name: 'temperature', label: 'Temperature', units: '°C' }];
  const chart = { bundleAlias: 'charts', typeAlias: 'basic_timeseries', type: 'timeseries' } as const;
  const card = { bundleAlias: 'cards', typeAlias: 'html_card', type: 'static' } as const;
  const html = `<b>Boiler house</b><img alt="" src="${inside.http}/secret.png">`;
  const widgets = {
    [crypto.randomUUID()]: describeWidget(chart, 'Curve', ALIAS, keys),
    [crypto.randomUUID()]: describeWidget(card, 'Words', ALIAS, [], { settings: { cardHtml: html, cardCss: '' } }),
  };
  dashboard = await createDashboard(
    api,
    'Boiler house',
    widgets,
    [{ id: ALIAS, alias: 'Boiler', filter: singleDevice(device.id) }],
    { timewindow: { realtime: { timewindowMs: 600_000 }, aggregation: { type: 'NONE' } } },
  );
  await page.goto(`/dashboards/${dashboard}`);
});

const list = () => page.getByRole('dialog', { name: 'Reports by mail of “Boiler house”' });
const form = () => page.getByRole('dialog', { name: /^(New report|Report)$/ });
const row = (name: string) => list().getByRole('listitem', { name });

async function openList() {
  await page.getByRole('button', { name: 'Picture and PDF' }).click();
  await page.getByRole('menuitem', { name: 'Reports by mail…' }).click();
  await list().waitFor();
}

/** The file in a mail, and what it is called. */
function attached({ source }: ReceivedMail): { name: string; content: Buffer } {
  const [, name = '', body = ''] =
    /filename="?([^"\r\n]+)"?[\s\S]*?\r?\n\r?\n([A-Za-z0-9+/=\r\n]+)/.exec(
      source.slice(source.indexOf('attachment')),
    ) ?? [];
  return { name, content: Buffer.from(body, 'base64') };
}

describe('reports of a dashboard', { timeout: 120_000 }, () => {
  it('say what is missing, at its field', async () => {
    await openList();
    await list().getByText('No reports yet').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await list().getByRole('button', { name: 'Add a report' }).click();
    await form().getByLabel('Name').fill('');
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await form().getByLabel(day).uncheck();
    await form().getByRole('button', { name: 'Add', exact: true }).click();
    await form().getByText('Give it a name.').first().waitFor();
    await form().getByText('Add at least one recipient.').first().waitFor();
    await form().getByText('Choose at least one day.').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('are set up for a time, in the zone that is chosen', async () => {
    await form().getByLabel('Name').fill('Boiler, daily');
    const recipients = form().getByRole('combobox', { name: 'Recipients' });
    await recipients.fill('ann@example.com,bob@example.com,');
    await form().getByText('bob@example.com').waitFor();
    await form().getByRole('combobox', { name: 'How often' }).click();
    await page.getByRole('option', { name: 'Every day' }).click();
    await form().getByLabel('At', { exact: true }).fill('06:30');
    await form().getByRole('button', { name: 'Add', exact: true }).click();
    await row('Boiler, daily').getByText('Every day at 06:30').waitFor();
    await row('Boiler, daily').getByText('To ann@example.com and bob@example.com').waitFor();
    await row('Boiler, daily').getByText('Not sent yet').waitFor();
    const { reports } = await api.get<DashboardReports>(`/api/dashboard/${dashboard}/reports`);
    expect(reports).toMatchObject([
      {
        format: 'PDF',
        schedule: { period: 'DAY', minute: 390, timeZone: 'UTC' },
        userName: TENANT.email,
        isEnabled: true,
      },
    ]);
    expect(new Date(reports[0]?.nextTime ?? 0).toISOString()).toMatch(/T06:30:00.000Z$/);
  });

  it('are drawn on the server and sent as a document', async () => {
    await row('Boiler, daily').getByRole('button', { name: 'Send now: Boiler, daily' }).click();
    await row('Boiler, daily')
      .getByText(/^Sent ·/)
      .waitFor({ timeout: 90_000 });
    const [mail] = mailServer.received;
    expect(mail?.to).toEqual(['ann@example.com', 'bob@example.com']);
    expect(mail?.source).toMatch(/Subject: Boiler, daily/);
    expect(textOf(mail as ReceivedMail)).toContain(`/dashboards/${dashboard}`);
    const { name, content } = attached(mail as ReceivedMail);
    expect(name).toBe('Boiler_ daily.pdf');
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    // A page of nothing has some thousand bytes.
    expect(content.length).toBeGreaterThan(20_000);
  });

  it('reach nothing in the network of the server', () => {
    expect(requested).toEqual([]);
  });

  it('are sent as a picture', async () => {
    await row('Boiler, daily').getByRole('button', { name: 'Edit Boiler, daily' }).click();
    await form().getByRole('combobox', { name: 'Kind of file' }).click();
    await page.getByRole('option', { name: 'Picture (.png)' }).click();
    await form().getByLabel('Send it at these times').uncheck();
    await form().getByRole('button', { name: 'Save' }).click();
    await row('Boiler, daily').getByText('Paused').waitFor();
    await row('Boiler, daily').getByRole('button', { name: 'Send now: Boiler, daily' }).click();
    await expect.poll(() => mailServer.received.length, { timeout: 90_000 }).toBe(2);
    const { content } = attached(mailServer.received[1] as ReceivedMail);
    expect(content.subarray(1, 4).toString()).toBe('PNG');
    expect(content.readUInt32BE(16)).toBeGreaterThan(1000);
  });

  it('say why one was not sent', async () => {
    await mailServer.close();
    await row('Boiler, daily').getByRole('button', { name: 'Send now: Boiler, daily' }).click();
    await row('Boiler, daily')
      .getByText(/^Not sent ·.*127\.0\.0\.1/)
      .waitFor({ timeout: 90_000 });
  });

  it('fit a phone', async () => {
    await page.setViewportSize(PHONE);
    const box = await restingBox(row('Boiler, daily'));
    expect(box.x >= 0 && box.x + box.width <= PHONE.width).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setViewportSize(DESKTOP);
  });

  it('are in a list of all, where they are paused, go on and lead to their dashboard', async () => {
    await page.goto('/dashboards');
    await page.getByRole('link', { name: 'Boiler house', exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder(/^Search or run/).fill('Reports by mail');
    await page
      .getByRole('option', { name: /Reports by mail/ })
      .first()
      .click();
    await page.waitForURL('**/dashboards/reports');
    const all = page.getByRole('row', { name: /Boiler, daily/ });
    await all.getByText(/^Not sent/).waitFor();
    await all.getByRole('link', { name: 'Boiler, daily' }).click();
    const panel = page.getByRole('complementary');
    await panel.getByText('bob@example.com').waitFor();
    await panel.getByText(/127\.0\.0\.1/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const act = async (name: string) => {
      await panel.getByRole('button', { name: 'Actions', exact: true }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await act('Resume');
    await panel.getByText(/6:30:00 AM/).waitFor();
    await act('Pause');
    await panel.getByText('Paused', { exact: true }).waitFor();
    await page.setViewportSize(PHONE);
    await panel.getByRole('button', { name: 'Close' }).click();
    await all.waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setViewportSize(DESKTOP);
    await all.getByRole('link', { name: 'Boiler, daily' }).click();
    await panel.getByRole('link', { name: 'Boiler house' }).click();
    await openList();
  });

  it('are deleted after a question', async () => {
    await row('Boiler, daily').getByRole('button', { name: 'Delete Boiler, daily' }).click();
    await page
      .getByRole('dialog', { name: /Delete the report/ })
      .getByRole('button', { name: 'Delete' })
      .click();
    await list().getByText('No reports yet').waitFor();
    expect(pageErrors).toEqual([]);
  });
});
