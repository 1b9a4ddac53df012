import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Api, signInByApi, TENANT } from '../harness/api.ts';
import { launchBrowser, newContext, signIn } from '../harness/browser.ts';
import { createDevice, type TestDevice } from '../harness/objects.ts';

const server = inject('server');
let browser: Browser;
let page: Page;
let api: Api;
let device: TestDevice;

beforeAll(async () => {
  browser = await launchBrowser();
  api = await signInByApi(server.http, TENANT.email, TENANT.password);
  device = await createDevice(api, 'Pump with a certificate');
  page = await (await newContext(browser, server.http)).newPage();
  await signIn(page, TENANT.email, TENANT.password);
});
afterAll(() => browser?.close());

describe('the certificate of a device', () => {
  it('is refused unless it is one, and shows what it contains', async () => {
    await page.goto(`/devices/${device.id}`);
    await page.getByRole('button', { name: 'Manage credentials' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Type of credentials' }).click();
    await page.getByRole('option', { name: 'X.509' }).click();
    const field = dialog.getByRole('textbox', { name: 'Certificate' });
    await field.fill('garbage');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This is not an X.509 certificate').waitFor();

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
