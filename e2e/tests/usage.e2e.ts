import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, SYSADMIN, signInByApi } from '../harness/api.ts';
import { accessibilityViolations, DESKTOP, expectNoSidewaysScroll, openFromMenu, PHONE } from '../harness/browser.ts';
import { openPage, page, setUpConsole } from '../harness/console.ts';
import { createDevice, createUser, type TestDevice } from '../harness/objects.ts';
import { startPreparedServer } from '../harness/prepared-server.ts';
import type { TestServer } from '../harness/server.ts';
import { visit } from '../harness/visit.ts';

const ADMINISTRATOR = { email: 'usage@example.com', password: 'uses a lot' };

/** Of its own: counts come quickly, and nobody else changes the limits. */
let server: TestServer;
let system: Api;
let profile: { id: object; name: string };
let device: TestDevice;

beforeAll(async () => {
  server = await startPreparedServer({ SIGNALBOX_USAGE_REPORT_PERIOD: '200' });
  system = await signInByApi(server.http, SYSADMIN.email, SYSADMIN.password);
  profile = await setLimits({ maxTransportMessages: 10, maxEmails: 500 });
  const tenant = await system.post<{ id: object }>('/api/tenant', { title: 'Users', tenantProfileId: profile.id });
  await createUser(
    system,
    { email: ADMINISTRATOR.email, authority: 'TENANT_ADMIN', tenantId: tenant.id },
    'uses a lot',
  );
  device = await createDevice(await signInByApi(server.http, ADMINISTRATOR.email, ADMINISTRATOR.password), 'Meter 1');
});
afterAll(() => server?.stop());
setUpConsole({ server: () => server, user: ADMINISTRATOR, sharePage: true });

function setLimits(configuration: object) {
  return system.post<{ id: object; name: string }>('/api/tenantProfile', {
    ...profile,
    name: 'Metered',
    profileData: { configuration },
  });
}

async function send(messages: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let message = 0; message < messages; message++) {
    const reply = await fetch(`${server.http}/api/v1/${device.accessToken}/telemetry`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ level: message, pressure: 1 }),
    });
    statuses.push(reply.status);
  }
  return statuses;
}

const feature = (name: string) => page.getByRole('region', { name, exact: true });
const messages = () => feature('Messages of devices');

describe('the page of API usage', () => {
  it('is in the menu, on the home page and in the palette', async () => {
    await page.goto('/home');
    await page.getByRole('navigation', { name: 'Places' }).getByRole('link', { name: 'API usage' }).waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').fill('api us');
    await page.getByRole('option', { name: 'API usage', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await openFromMenu(page, 'API usage');
    await page.getByRole('heading', { level: 1, name: 'API usage' }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/usage');
  });

  it('shows every feature before anything was counted', async () => {
    const features = ['Messages of devices', 'Storage of telemetry', 'Rule engine', 'JavaScript', 'E-mails'];
    for (const name of [...features, 'Text messages', 'Alarms']) await feature(name).getByText('Available').waitFor();
    await messages().getByText('Nothing in this period').first().waitFor();
    // No scale where there is nothing to measure.
    await expect.poll(() => messages().getByRole('figure').getByText('4', { exact: true }).count()).toBe(0);
    await expect.poll(() => messages().textContent()).toMatch(/Messages0\/ 10Data points0no limit/);
  });

  it('counts while it is looked at, and warns', async () => {
    expect(await send(8)).toEqual(Array(8).fill(200));
    await messages().getByText('Limit nearly reached').waitFor();
    await messages().getByRole('meter', { name: 'Messages' }).waitFor();
    await expect.poll(() => messages().textContent()).toMatch(/Messages8\/ 10Data points16no limit/);
    // The bar of this hour, in words.
    await messages().getByRole('figure', { name: 'Messages per hour: 8 in all, at most 8' }).waitFor();
    await feature('Storage of telemetry').getByText('16', { exact: true }).first().waitFor();
  });

  it('says that messages are refused, and when they are no longer', async () => {
    expect(await send(3)).toEqual([200, 200, 500]);
    await messages().getByText('Stopped').waitFor();
    await messages().getByText('messages of your devices are refused').waitFor();
    await setLimits({ maxTransportMessages: 1_000, maxEmails: 500 });
    await messages().getByText('Available').waitFor();
    await expect.poll(() => messages().textContent()).toMatch(/Messages10\/ 1,000/);
  });

  it('shows days and months, in the address', async () => {
    await page.getByRole('button', { name: 'Last 12 months' }).click();
    await messages().getByRole('figure', { name: 'Messages per month: 10 in all, at most 10' }).waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('period')).toBe('year');
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await messages().getByRole('figure', { name: 'Messages per day: 10 in all, at most 10' }).waitFor();
    await page.reload();
    await messages().getByRole('figure', { name: 'Messages per day: 10 in all, at most 10' }).waitFor();
  });

  it('has the details of one feature, with all periods', async () => {
    await messages().getByRole('link', { name: 'Messages of devices' }).click();
    for (const [period, step] of [
      ['Last 24 hours', 'hour'],
      ['Last 7 days', 'day'],
      ['Last 12 months', 'month'],
    ] as const) {
      const part = messages().getByRole('region', { name: period });
      await part.getByRole('figure', { name: `Data points per ${step}: 20 in all, at most 20` }).waitFor();
    }
    await expect.poll(() => feature('Rule engine').count()).toBe(0);
    await page.getByRole('link', { name: 'All usage' }).click();
    await feature('Rule engine').waitFor();
  });

  it('goes on from what was counted after the server was killed', { timeout: 120_000 }, async () => {
    await server.kill('SIGKILL');
    await server.restart();
    expect(await send(1)).toEqual([200]);
    await page.goto('/usage');
    await expect.poll(() => messages().textContent()).toMatch(/Messages11\/ 1,000Data points22no limit/);
    // The limit was not forgotten either.
    await setLimits({ maxTransportMessages: 12, maxEmails: 500 });
    await expect.poll(() => messages().textContent()).toMatch(/Messages11\/ 12/);
    expect(await send(2)).toEqual([200, 500]);
    await setLimits({ maxTransportMessages: 1_000, maxEmails: 500 });
    await messages().getByText('Available').waitFor();
  });

  it('has no violations and does not scroll sideways, on a desktop and on a phone', { timeout: 120_000 }, async () => {
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      for (const place of ['/usage', '/usage?feature=TRANSPORT']) {
        await visit(page, place);
        await messages().getByRole('figure').first().waitFor();
        expect(await accessibilityViolations(page), place).toEqual([]);
        await expectNoSidewaysScroll(page, place);
      }
    }
    await page.setViewportSize(DESKTOP);
  });

  it('is for administrators of tenants only', async () => {
    const other = await openPage({ user: SYSADMIN });
    await other.goto('/usage');
    await other.getByRole('dialog').waitFor();
    await expect.poll(() => other.getByRole('region', { name: 'Messages of devices' }).count()).toBe(0);
  });
});
