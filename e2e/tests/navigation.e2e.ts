import { describe, expect, inject, it } from 'vitest';
import { TENANT } from '../harness/api.ts';
import { openFromMenu, signIn } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createDevice } from '../harness/objects.ts';

const server = inject('server');

setUpConsole({ user: null });

describe('navigation', () => {
  /** Goes from home to the devices and opens the dialog for a new one. */
  async function openAddDialog() {
    await signIn(page, TENANT.email, TENANT.password);
    await openFromMenu(page, 'Devices');
    await page.getByRole('button', { name: 'Add device' }).click();
    await page.getByRole('dialog', { name: 'Add a device' }).waitFor();
  }

  it('closes the dialog of the previous page', async () => {
    await openAddDialog();
    await page.goBack();
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('asks before discarding input', async () => {
    await openAddDialog();
    const name = page.getByRole('dialog').getByRole('textbox', { name: /^Name/ });
    await name.fill('Not saved');
    await page.goBack();
    await page.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor({ state: 'detached' });
    await expect.poll(() => name.inputValue()).toBe('Not saved');
    await page.goBack();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('asks before discarding changes in any dialog, also over a form', async () => {
    const device = await createDevice(api, `Guarded ${Date.now()}`);
    await signIn(page, TENANT.email, TENANT.password);
    await page.goto(`/devices/${device.id}?tab=attributes&tab.scope=SERVER_SCOPE`);
    await page.getByRole('tab', { name: 'Details' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    const actions = page.getByRole('button', { name: 'Actions', exact: true });

    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Roof');
    await actions.click();
    await page.getByRole('menuitem', { name: 'Manage credentials' }).click();
    const credentials = page.getByRole('dialog', { name: /^Credentials of/ });
    const token = credentials.getByRole('textbox', { name: 'Access token' });
    // The form below has changes, the dialog does not yet.
    await token.waitFor();
    await page.goBack();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await token.fill('another-token');
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => token.inputValue()).toBe('another-token');
    await page.goBack();
    await question.getByRole('button', { name: 'Leave' }).click();
    await credentials.waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Attributes', selected: true }).waitFor();

    await page.getByRole('combobox', { name: 'Scope' }).click();
    await page.getByRole('option', { name: 'Shared attributes' }).click();
    await page.getByRole('button', { name: 'Add attribute' }).first().click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Key' }).fill('limit');
    await page.goBack();
    await question.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });

    await openFromMenu(page, 'Dashboards');
    await page.getByPlaceholder('Search dashboards').fill('Greenhouses');
    await page.getByRole('button', { name: 'Actions for Greenhouses' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Glasshouses');
    await page.goBack();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await expect
      .poll(() => page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).inputValue())
      .toBe('Glasshouses');
  });

  it('enters a tab once, when the next click comes before it is drawn', async () => {
    const device = await createDevice(api, `Hurried ${Date.now()}`);
    await signIn(page, TENANT.email, TENANT.password);
    await page.goto(`/devices/${device.id}?tab=attributes`);
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
    const entries = await page.evaluate(() => history.length);
    await page.evaluate(async () => {
      document.querySelector<HTMLElement>('#tab-details')?.click();
      // The address changes in a microtask; what it shows is drawn in a later task.
      for (let turn = 0; turn < 1000 && location.search !== ''; turn++) await null;
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Edit')?.click();
    });
    await page.getByRole('textbox', { name: 'Label' }).waitFor();
    await expect.poll(() => page.evaluate(() => history.length)).toBe(entries + 1);
    await page.goBack();
    await page.getByRole('tab', { name: 'Attributes', selected: true }).waitFor();
  });

  it('asks before a chosen file, or who a dashboard is shared with, is lost', async () => {
    const title = `Sharers ${Date.now()}`;
    await api.post('/api/customer', { title });
    await signIn(page, TENANT.email, TENANT.password);
    await openFromMenu(page, 'Dashboards');
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });

    await page.getByRole('button', { name: 'Import dashboard' }).click();
    const dialog = page.getByRole('dialog').first();
    const text = JSON.stringify({ title: 'Chosen', configuration: { widgets: {} } });
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'chosen.json', mimeType: 'application/json', buffer: Buffer.from(text) });
    await dialog.getByText('chosen.json').waitFor();
    await page.keyboard.press('Escape');
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await dialog.getByText('chosen.json').waitFor();
    await page.goBack();
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await dialog.waitFor({ state: 'detached' });

    await page.getByPlaceholder('Search dashboards').fill('Greenhouses');
    await page.getByRole('button', { name: 'Actions for Greenhouses' }).click();
    await page.getByRole('menuitem', { name: 'Who sees it' }).click();
    await dialog.getByRole('combobox').fill(title);
    await page.getByRole('option', { name: title }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Leave' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByText('Greenhouses', { exact: true }).count()).toBeGreaterThan(0);
  });

  it('closes menus and the palette', async () => {
    await signIn(page, TENANT.email, TENANT.password);
    await openFromMenu(page, 'Devices');
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

  it('explains links that were used, are incomplete or are unknown', async () => {
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

    // A signed-in user is told what to do.
    const another = await api.post<{ id: { id: string } }>('/api/user?sendActivationMail=false', {
      email: `other-link-${Date.now()}@signalbox.local`,
      authority: 'TENANT_ADMIN',
    });
    await page.goto(await api.text(`/api/user/${another.id.id}/activationLink`));
    await page.getByRole('heading', { name: 'You are signed in already' }).waitFor();
    await page.getByRole('button', { name: 'Sign out and use the link' }).click();
    await page.getByLabel('New password again').waitFor();

    // A link that was not copied completely.
    await page.goto('/api/noauth/activate');
    await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
    await page.goto('/api/noauth/resetPassword');
    await page.getByRole('heading', { name: 'This link is incomplete' }).waitFor();
    expect((await fetch(`${server.http}/api/noauth/activate`, { redirect: 'manual' })).status).toBe(400);

    await page.goto(link);
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.getByText('If you have already chosen a password').waitFor();
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.waitForURL((url) => url.pathname === '/login');

    await page.goto('/api/noauth/resetPassword?resetToken=unknown');
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.getByRole('link', { name: 'Reset your password' }).waitFor();
    // Other clients get what 3.3.2 answers.
    expect((await fetch(link, { redirect: 'manual' })).status).toBe(409);
  });
});
