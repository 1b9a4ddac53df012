import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Api, signInByApi, TENANT } from '../harness/api.ts';
import { accessibilityViolations, DESKTOP, launchBrowser, newContext, PHONE, signIn } from '../harness/browser.ts';

const server = inject('server');
let browser: Browser;
let api: Api;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
  api = await signInByApi(server.http, TENANT.email, TENANT.password);
  const context = await newContext(browser, server.http, { viewport: DESKTOP });
  page = await context.newPage();
  await signIn(page, TENANT.email, TENANT.password);
});
afterAll(async () => {
  await api?.post('/api/tenant/sharedKeys', { customerUsers: [], visitors: [] });
  await browser?.close();
});

describe('the values that a tenant shares', () => {
  const section = () => page.getByRole('region', { name: 'Shared values of your organisation' });

  it('are named by its administrator in the profile', async () => {
    await page.goto('/profile');
    await section().getByLabel('Keys for customer users').fill('outdoorTemperature\n\n price \nprice');
    await section().getByLabel('Keys for public visitors').fill('outdoorTemperature');
    await section().getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Saved$/).waitFor();
    expect(await api.get('/api/tenant/sharedKeys')).toEqual({
      customerUsers: ['outdoorTemperature', 'price'],
      visitors: ['outdoorTemperature'],
    });
  });

  it('are shown as they are stored, on a phone too', async () => {
    await page.reload();
    expect(await section().getByLabel('Keys for public visitors').inputValue()).toBe('outdoorTemperature');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await section().getByLabel('Keys for customer users').scrollIntoViewIfNeeded();
    expect(await section().getByLabel('Keys for customer users').inputValue()).toBe('outdoorTemperature\nprice');
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
