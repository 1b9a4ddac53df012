import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, DESKTOP } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createDevice, type TestDevice } from '../harness/objects.ts';

let device: TestDevice;

setUpConsole({ sharePage: true });
beforeAll(async () => {
  device = await createDevice(api, 'Pump with a certificate');
});

describe('the token of a device', () => {
  it('is shown as it is stored, and one that was changed meanwhile is not overwritten without a question', async () => {
    const { id } = await createDevice(api, 'Pump with two owners');
    const stored = () => api.get<{ credentialsId: string }>(`/api/device/${id}/credentials`);
    const changeElsewhere = async (credentialsId: string) =>
      void (await api.post('/api/device/credentials', { ...(await stored()), credentialsId }));
    await page.goto(`/devices/${id}`);
    const dialog = page.getByRole('dialog', { name: 'Credentials of' });
    const token = dialog.getByRole('textbox', { name: 'Access token' });
    const open = async () => {
      await page.getByRole('button', { name: 'Actions', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Manage credentials' }).click();
    };
    await open();
    await expect.poll(() => token.inputValue()).toBe((await stored()).credentialsId);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });

    await changeElsewhere('second');
    await open();
    await token.waitFor();
    await expect.poll(() => token.inputValue()).toBe('second');
    // A save without a change stores nothing.
    await changeElsewhere('third');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await stored()).credentialsId).toBe('third');

    await open();
    await token.waitFor();
    await changeElsewhere('fourth');
    await token.fill('mine');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'Changed meanwhile' });
    await question.getByText('Access token: fourth').waitFor();
    await question.getByText('Access token: mine').waitFor();
    expect((await stored()).credentialsId).toBe('fourth');
    await question.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Credentials saved').waitFor();
    expect((await stored()).credentialsId).toBe('mine');
  });
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

describe('credentials of LwM2M', () => {
  it('have keys that are made or checked, and are edited as JSON', async () => {
    const stamp = Date.now();
    const profile = await api.post<{ id: object }>('/api/deviceProfile', {
      name: `Tanks ${stamp}`,
      type: 'DEFAULT',
      transportType: 'LWM2M',
      provisionType: 'DISABLED',
      profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'LWM2M' } },
    });
    const name = `Tank ${stamp}`;
    const { id } = await api.post<{ id: { id: string } }>('/api/device', { name, deviceProfileId: profile.id });
    await page.setViewportSize(DESKTOP);
    await page.goto(`/devices/${id.id}?tab=connectivity`);
    await page.getByText('The transport of its profile takes other credentials than Access token').waitFor();
    await page.getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Manage credentials' }).click();
    const dialog = page.getByRole('dialog', { name: `Credentials of ${name}` });
    const choose = async (label: string, option: string, at = 0) => {
      await dialog.getByRole('combobox', { name: label }).nth(at).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    // It was added with a token, as every device.
    const warning = dialog.getByText('Credentials of this type do not let the device in');
    await warning.waitFor();
    await choose('Type of credentials', 'LwM2M Credentials');
    await warning.waitFor({ state: 'detached' });
    await dialog.getByRole('textbox', { name: 'Endpoint client name' }).fill('tank-1');
    await choose('Security mode', 'Pre-shared key');
    await dialog.getByRole('textbox', { name: 'Identity', exact: true }).fill('tank-1-id');
    await dialog.getByRole('textbox', { name: 'Key', exact: true }).fill('abc');
    await choose('Security mode', 'Pre-shared key', 2);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.locator('[data-field=key]').getByRole('alert').getByText('Enter 32, 64 or 128').waitFor();
    await dialog.locator('[data-field="lwm2mServer.id"]').getByRole('alert').getByText('Required').waitFor();
    await dialog.locator('[data-field="lwm2mServer.key"]').getByRole('alert').getByText('Enter 32, 64').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Make one: Key', exact: true }).click();
    const key = dialog.getByRole('textbox', { name: 'Key', exact: true });
    await expect.poll(() => key.inputValue()).toMatch(/^[0-9a-f]{32}$/);
    const made = await key.inputValue();
    await dialog.getByRole('textbox', { name: 'Identity at the server' }).fill('tank-1-id');
    await dialog.getByRole('textbox', { name: 'Key for the server' }).fill(made);
    await dialog.getByRole('button', { name: 'Edit as JSON' }).click();
    const text = dialog.getByRole('textbox', { name: 'Credentials as JSON' });
    await expect.poll(() => text.textContent()).toContain(made);
    expect(await accessibilityViolations(page)).toEqual([]);
    const value = {
      client: { endpoint: 'tank-2', securityConfigClientMode: 'PSK', identity: 'tank-2-id', key: made },
      bootstrap: { bootstrapServer: { securityMode: 'NO_SEC' }, lwm2mServer: { securityMode: 'NO_SEC' } },
    };
    await text.fill('{');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('This is no JSON object').first().waitFor();
    await text.fill(JSON.stringify(value));
    await dialog.getByRole('button', { name: 'Back to the fields' }).click();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Endpoint client name' }).inputValue()).toBe('tank-2');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Credentials saved').waitFor();
    const saved = await api.get<{ credentialsValue: string }>(`/api/device/${id.id}/credentials`);
    expect(JSON.parse(saved.credentialsValue)).toMatchObject({ client: value.client });
    await page.goto(`/devices/${id.id}?tab=connectivity`);
    await page.getByText('LwM2M with a shared key, with OpenSSL', { exact: true }).waitFor();
    await page.getByText(`-psk_identity tank-2-id -psk ${made}`).first().waitFor();
  });
});

describe('what devices have installed', () => {
  it('stands in columns of the list once they are chosen', async () => {
    await api.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, {
      current_fw_title: 'Pump control',
      current_fw_version: '1.4.2',
      fw_state: 'DOWNLOADING',
    });
    const search = encodeURIComponent(device.name);
    await page.goto(`/devices?search=${search}&columns=name,firmware,firmwareState`);
    await page.getByText('Pump control 1.4.2').waitFor();
    await page.getByText('Downloading', { exact: true }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
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
