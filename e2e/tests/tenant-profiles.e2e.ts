import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, SYSADMIN, signInByApi } from '../harness/api.ts';
import { accessibilityViolations, DESKTOP, expectNoSidewaysScroll, openFromMenu, PHONE } from '../harness/browser.ts';
import { openPage, page, setUpConsole } from '../harness/console.ts';
import { startPreparedServer } from '../harness/prepared-server.ts';
import type { TestServer } from '../harness/server.ts';
import { visit } from '../harness/visit.ts';

interface Profile {
  id: { id: string };
  name: string;
  default: boolean;
  profileData: { configuration: Record<string, unknown> };
}

/** Of its own: which profile is the default concerns the whole installation. */
let server: TestServer;
let system: Api;
beforeAll(async () => {
  server = await startPreparedServer();
  system = await signInByApi(server.http, SYSADMIN.email, SYSADMIN.password);
});
afterAll(() => server?.stop());
setUpConsole({ server: () => server, user: SYSADMIN, sharePage: true });

async function stored(name: string): Promise<Profile | undefined> {
  const found = await system.get<{ data: Profile[] }>('/api/tenantProfiles?pageSize=50&page=0');
  return found.data.find((profile) => profile.name === name);
}
const configurationOf = async (name: string) => (await stored(name))?.profileData.configuration;
const panel = () => page.getByRole('complementary');

describe('a tenant profile', () => {
  it('is added with limits and rates', async () => {
    await page.goto('/home');
    await openFromMenu(page, 'Tenant profiles');
    await page.getByText('Default tenant profile').first().waitFor();
    await page.getByRole('button', { name: 'Add tenant profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a tenant profile' });
    await dialog.getByLabel(/^Name( \*)?$/).fill('Starter');
    await dialog.getByLabel('Devices', { exact: true }).fill('25');
    await dialog.getByLabel('Messages of devices').fill('100000');
    await dialog.getByLabel('Warn when this much is used').fill('90');
    await dialog.getByRole('button', { name: 'Add a limit (One device: messages with values)' }).click();
    // The new limit has the focus.
    await page.keyboard.type('10');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Each limit is a count and a number of seconds').first().waitFor();
    await dialog.getByLabel('Seconds of limit 1 (One device: messages with values)').fill('1');
    await dialog.getByRole('button', { name: 'Add a limit (One device: messages with values)' }).click();
    await page.keyboard.type('300');
    await page.keyboard.press('Tab');
    await page.keyboard.type('60');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Starter added').waitFor();
    await expect
      .poll(() => configurationOf('Starter'))
      .toMatchObject({
        maxDevices: 25,
        maxAssets: 0,
        maxTransportMessages: 100_000,
        warnThreshold: 0.9,
        transportDeviceTelemetryMsgRateLimit: '10:1,300:60',
        transportTenantMsgRateLimit: null,
      });
    await expect.poll(() => configurationOf('Starter')).not.toHaveProperty('maxWsSessionsPerTenant');
  });

  it('is read with what is unlimited told apart, and changed in place', async () => {
    const profile = await stored('Starter');
    await visit(page, `/tenantProfiles/${profile?.id.id}`);
    const facts = panel();
    await facts.getByText('10 in 1 s, 300 in 60 s').waitFor();
    await facts.getByText('100,000 a month').waitFor();
    await facts.getByText('Unlimited').first().waitFor();
    await facts.getByText('As the installation is set up').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('e');
    await facts.getByLabel('Devices', { exact: true }).fill('-1');
    await facts.getByRole('button', { name: 'Save' }).click();
    await facts.getByText('A whole number from 0, or empty').first().waitFor();
    await facts.getByLabel('Devices', { exact: true }).fill('');
    await facts.getByRole('button', { name: 'Remove limit 1 (One device: messages with values)' }).click();
    await facts.getByLabel('Live connections of a tenant').fill('40');
    await facts.getByRole('button', { name: 'Save' }).click();
    await facts.getByText('300 in 60 s').waitFor();
    await expect
      .poll(() => configurationOf('Starter'))
      .toMatchObject({
        maxDevices: 0,
        maxTransportMessages: 100_000,
        transportDeviceTelemetryMsgRateLimit: '300:60',
        maxWsSessionsPerTenant: 40,
      });
  });

  it('goes out as a file, and comes in as another profile', async () => {
    await visit(page, '/tenantProfiles');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Actions for Starter' }).click();
    await page.getByRole('menuitem', { name: 'Export as a file' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('starter.json');
    const content = await readFile(await file.path(), 'utf8');
    await page.getByRole('button', { name: 'Import tenant profile' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a tenant profile' });
    const choose = (text: string) =>
      dialog
        .locator('input[type=file]')
        .setInputFiles({ name: 'profile.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await choose('{"title":"A dashboard"}');
    await dialog.getByText('not an exported tenant profile').waitFor();
    await choose(content.replace('"Starter"', '"Starter copy"'));
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Starter copy');
    await dialog.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('Starter copy imported').waitFor();
    await expect.poll(() => configurationOf('Starter copy')).toEqual(await configurationOf('Starter'));
  });

  it('becomes the default, which cannot be deleted', async () => {
    await visit(page, '/tenantProfiles');
    const actions = page.getByRole('button', { name: 'Actions for Starter', exact: true });
    await actions.click();
    await page.getByRole('menuitem', { name: 'Make default' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make default' }).click();
    await page.getByText('Starter is the default profile').waitFor();
    await expect.poll(async () => (await stored('Starter'))?.default).toBe(true);
    await actions.click();
    await page.getByRole('menu').waitFor();
    await expect.poll(() => page.getByRole('menuitem', { name: 'Make default' }).count()).toBe(0);
    await expect.poll(() => page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });

  it('is found by the palette, and read on a phone without scrolling sideways', async () => {
    await visit(page, '/home');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.keyboard.press('Control+K');
    await page.getByRole('combobox').fill('Starter');
    await page.getByRole('option', { name: /Starter(?! copy)/ }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/tenantProfiles/'));
    for (const viewport of [DESKTOP, PHONE]) {
      await page.setViewportSize(viewport);
      await page.getByText('300 in 60 s').first().waitFor();
      await expectNoSidewaysScroll(page);
    }
    await page.setViewportSize(DESKTOP);
  });

  it('is for system administrators only', async () => {
    const other = await openPage();
    await other.goto('/tenantProfiles');
    await other.getByRole('dialog').waitFor();
    await expect.poll(() => other.getByText('Starter').count()).toBe(0);
  });
});
