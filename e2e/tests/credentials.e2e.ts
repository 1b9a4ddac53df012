import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createDevice, type TestDevice } from '../harness/objects.ts';

let device: TestDevice;

setUpConsole({ sharePage: true });
beforeAll(async () => {
  device = await createDevice(api, 'Pump with a certificate');
});

describe('a device certificate', () => {
  it('must be valid, and is shown with its contents', async () => {
    await page.goto(`/devices/${device.id}`);
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Manage credentials' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Type of credentials' }).click();
    await page.getByRole('option', { name: 'X.509' }).click();
    const field = dialog.getByRole('textbox', { name: 'Certificate' });
    await field.fill('garbage');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This is not an X.509 certificate').waitFor();
    await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);

    await field.fill(await readFile(new URL('../fixtures/device-certificate.pem', import.meta.url), 'utf8'));
    const facts = dialog.getByLabel('What the certificate says');
    await facts.getByText('CN=pump-1, O=Acme Pumps AS, C=NO').waitFor();
    await facts.getByText('Nov 22, 2026').waitFor();
    await facts.getByText('EC:B8:AE:97').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Credentials saved').waitFor();
    const saved = await api.get<{ credentialsType: string }>(`/api/device/${device.id}/credentials`);
    expect(saved.credentialsType).toBe('X509_CERTIFICATE');
  });
});

describe('credentials with several errors', () => {
  it('list them next to the buttons, each with a link to its field', async () => {
    await page.setViewportSize({ width: 1280, height: 520 });
    await page.goto('/devices');
    await page.getByRole('button', { name: 'Add device' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Next: Credentials' }).click();
    // A step that is not fine is not left forwards.
    await dialog.getByText('Required', { exact: true }).waitFor();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Name and token are missing');
    await dialog.getByRole('button', { name: 'Next: Credentials' }).click();
    await dialog.getByLabel('The device already has credentials').check();
    await dialog.getByRole('button', { name: 'Back' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const list = dialog.getByRole('group', { name: '2 fields need other values' });
    await list.waitFor();
    const name = dialog.getByRole('textbox', { name: 'Name' });
    await expect.poll(() => name.evaluate((input) => input === document.activeElement)).toBe(true);
    await list.getByRole('button', { name: 'Access token: Required' }).click();
    const token = dialog.getByRole('textbox', { name: 'Access token' });
    await expect.poll(() => token.evaluate((input) => input === document.activeElement)).toBe(true);
  });
});
