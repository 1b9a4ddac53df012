import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { signInByApi, TENANT } from '../harness/api.ts';
import { launchBrowser, newContext, signIn } from '../harness/browser.ts';

const server = inject('server');
let browser: Browser;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser?.close());
beforeEach(async () => {
  context = await newContext(browser, server.http);
  page = await context.newPage();
});
afterEach(() => context.close());

describe('going from page to page', () => {
  /** From home to the devices, with the dialog for a new one open. */
  async function openAddDialog() {
    await signIn(page, TENANT.email, TENANT.password);
    await page.getByRole('link', { name: 'Devices', exact: true }).click();
    await page.getByRole('button', { name: 'Add device' }).click();
    await page.getByRole('dialog', { name: 'Add a device' }).waitFor();
  }

  it('closes the dialog of the page that is left', async () => {
    await openAddDialog();
    await page.goBack();
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('asks first when something was typed', async () => {
    await openAddDialog();
    const name = page.getByRole('dialog').getByRole('textbox', { name: /^Name/ });
    await name.fill('Not saved');
    await page.goBack();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor({ state: 'detached' });
    expect(await name.inputValue()).toBe('Not saved');
    await page.goBack();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('closes menus and the palette', async () => {
    await signIn(page, TENANT.email, TENANT.password);
    await page.getByRole('link', { name: 'Devices', exact: true }).click();
    await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'User menu' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    await page.getByRole('menu').waitFor({ state: 'detached' });

    await page.goForward();
    await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor();
    await page.keyboard.press('Control+K');
    await page.getByPlaceholder('Search or run…').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    await page.getByPlaceholder('Search or run…').waitFor({ state: 'detached' });
  });

  it('leads on from a link that was used', async () => {
    const api = await signInByApi(server.http, TENANT.email, TENANT.password);
    const user = await api.post<{ id: { id: string } }>('/api/user?sendActivationMail=false', {
      email: `link-${Date.now()}@signalbox.local`,
      authority: 'TENANT_ADMIN',
    });
    const link = await api.text(`/api/user/${user.id.id}/activationLink`);
    await page.goto(link);
    await page.getByLabel('New password', { exact: true }).fill('long-enough');
    await page.getByLabel('New password again').fill('long-enough');
    await page.getByRole('button', { name: 'Choose a password' }).click();
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();

    await page.evaluate(() => localStorage.clear());
    await page.goto(link);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.getByText('If you have already chosen a password').waitFor();
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.waitForURL((url) => url.pathname === '/login');

    await page.goto('/api/noauth/resetPassword?resetToken=unknown');
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.getByRole('link', { name: 'Reset your password' }).waitFor();
    // Other clients see what they always saw.
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(409);
  });
});
