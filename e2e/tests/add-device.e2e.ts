import { describe, expect, it } from 'vitest';
import { accessibilityViolations, PHONE, restingBox } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createDevice } from '../harness/objects.ts';

setUpConsole();

interface Found {
  id: { id: string };
  label: string;
  customerId: { id: string };
}

const steps = (one: typeof page) => one.getByRole('dialog').getByRole('list', { name: 'Steps' });

describe('adding a device', () => {
  it('goes through details, credentials and customer, each of which can be gone back to', async () => {
    const name = `Wizard ${Date.now()}`;
    const title = `Wizards ${Date.now()}`;
    const customer = await api.post<{ id: { id: string } }>('/api/customer', { title });
    await page.goto('/devices');
    await page.getByRole('button', { name: 'Add device' }).first().click();
    const dialog = page.getByRole('dialog');
    const current = () => steps(page).locator('[aria-current="step"]').textContent();
    await expect.poll(() => current()).toContain('Details');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'Label' }).fill('Kept while one goes on');
    await dialog.getByRole('button', { name: 'Next: Credentials' }).click();
    await expect.poll(() => current()).toContain('Credentials');
    await dialog.getByLabel('The device already has credentials').check();
    await dialog.getByRole('textbox', { name: 'Access token' }).fill(`token-${Date.now()}`.slice(0, 20));
    await dialog.getByRole('button', { name: 'Next: Customer' }).click();
    await dialog.getByRole('combobox', { name: 'Customer' }).fill(title);
    await page.getByRole('option', { name: title }).click();
    await steps(page)
      .getByRole('button', { name: /Credentials/ })
      .click();
    await expect.poll(() => dialog.getByRole('textbox', { name: 'Access token' }).inputValue()).toMatch(/^token-/);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(`${name} added`).waitFor();
    const saved = await api.get<Found>(`/api/tenant/devices?deviceName=${encodeURIComponent(name)}`);
    expect([saved.label, saved.customerId.id]).toEqual(['Kept while one goes on', customer.id.id]);
    const credentials = await api.get<{ credentialsId: string }>(`/api/device/${saved.id.id}/credentials`);
    expect(credentials.credentialsId).toMatch(/^token-/);
  });

  it('creates a profile for the device, once, however often the device is refused', async () => {
    const stamp = Date.now();
    const [name, profile] = [`Wizard with profile ${stamp}`, `Wizard profile ${stamp}`];
    const taken = await createDevice(api, `Taken ${stamp}`);
    const chain = await api.post<{ id: { id: string } }>('/api/ruleChain', { name: `Wizard chain ${stamp}` });
    await page.goto('/devices');
    await page.getByRole('button', { name: 'Add device' }).first().click();
    const dialog = page.getByRole('dialog');
    const choose = async (label: string, option: string) => {
      await dialog.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(`Taken ${stamp}`);
    await dialog.getByRole('radio', { name: 'New profile' }).check();
    await dialog.getByRole('button', { name: 'Next: Transport' }).click();
    // Nothing goes on without a name.
    const profileName = dialog.getByRole('textbox', { name: 'Name of the profile' });
    await expect.poll(() => profileName.evaluate((input) => input === document.activeElement)).toBe(true);
    await profileName.fill(profile);
    await dialog.getByRole('combobox', { name: 'Rule chain' }).fill(`Wizard chain ${stamp}`);
    await page.getByRole('option', { name: `Wizard chain ${stamp}` }).click();
    await choose('Queue', 'HighPriority');
    const add = dialog.getByRole('button', { name: 'Add', exact: true });
    const height = (await restingBox(add)).y;
    await dialog.getByRole('button', { name: 'Next: Transport' }).click();
    // The buttons stay where they are, whatever a step asks for.
    await dialog.getByRole('combobox', { name: 'Transport' }).waitFor();
    expect((await restingBox(add)).y).toBeCloseTo(height, 0);
    await choose('Transport', 'MQTT with topics of its own');
    await dialog.getByRole('textbox', { name: 'Attributes topic' }).fill('v1/devices/me/telemetry');
    await dialog.getByRole('button', { name: 'Next: Alarm rules' }).click();
    await dialog.getByText('Enter another topic than that of telemetry').waitFor();
    await dialog.getByRole('textbox', { name: 'Telemetry topic' }).fill('site/+/values');
    await choose('Payload', 'Protobuf');
    await dialog.getByRole('textbox', { name: 'Schema of telemetry' }).waitFor();
    await dialog.getByRole('button', { name: 'Next: Alarm rules' }).click();
    await dialog.getByRole('button', { name: 'Add alarm rule' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Next: Provisioning' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await choose('Provisioning', 'Devices register themselves');
    const key = await dialog.getByRole('textbox', { name: 'Provision key' }).inputValue();
    expect(key).toMatch(/^[A-Za-z\d]{20}$/);
    await dialog.getByRole('button', { name: 'Next: Credentials' }).click();
    await dialog.getByRole('button', { name: 'Next: Customer' }).click();
    // The name is taken: the profile stays, and is the one of the next attempt.
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const named = dialog.getByRole('textbox', { name: 'Name', exact: true });
    await expect.poll(() => named.evaluate((input) => input === document.activeElement)).toBe(true);
    await expect.poll(() => dialog.getByRole('radio', { name: 'Existing profile' }).isChecked()).toBe(true);
    await expect.poll(() => dialog.getByRole('combobox', { name: 'Profile' }).inputValue()).toBe(profile);
    await named.fill(name);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(`${name} added`).waitFor();
    const found = await api.get<{ data: { id: { id: string } }[] }>(
      `/api/deviceProfiles?pageSize=5&page=0&textSearch=${encodeURIComponent(profile)}`,
    );
    expect(found.data).toMatchObject([
      {
        transportType: 'MQTT',
        provisionType: 'ALLOW_CREATE_NEW_DEVICES',
        provisionDeviceKey: key,
        defaultRuleChainId: chain.id,
        defaultQueueName: 'HighPriority',
        profileData: {
          transportConfiguration: {
            deviceTelemetryTopic: 'site/+/values',
            deviceAttributesTopic: 'v1/devices/me/telemetry',
            transportPayloadTypeConfiguration: { transportPayloadType: 'PROTOBUF' },
          },
        },
      },
    ]);
    const saved = await api.get<{ deviceProfileId: object }>(
      `/api/tenant/devices?deviceName=${encodeURIComponent(name)}`,
    );
    expect(saved.deviceProfileId).toEqual(found.data[0]?.id);
    // The details of the device say what it has from its profile.
    await page.getByRole('tab', { name: 'Details' }).click();
    const facts = page.getByRole('region', { name: 'Device profile' });
    await facts.getByText('site/+/values').waitFor();
    await facts.getByText(`Wizard chain ${stamp}`).waitFor();
    await facts.getByText('Devices register themselves').waitFor();
    await api.delete(`/api/device/${taken.id}`);
  });

  it('says where a new profile is refused, and leaves no device', async () => {
    const stamp = Date.now();
    await page.goto('/devices');
    await page.getByRole('button', { name: 'Add device' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(`Without profile ${stamp}`);
    await dialog.getByRole('radio', { name: 'New profile' }).check();
    const profileName = dialog.getByRole('textbox', { name: 'Name of the profile' });
    await profileName.fill('default');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('This name is taken').first().waitFor();
    await expect.poll(() => profileName.evaluate((input) => input === document.activeElement)).toBe(true);
    await expect.poll(() => dialog.getByRole('radio', { name: 'New profile' }).isChecked()).toBe(true);
    const found = await api.get<{ totalElements: number }>(
      `/api/tenant/devices?pageSize=1&page=0&textSearch=${encodeURIComponent(`Without profile ${stamp}`)}`,
    );
    expect(found.totalElements).toBe(0);
  });

  it('adds no device with credentials that its profile does not take', async () => {
    const stamp = Date.now();
    const [name, profile] = [`Unfitting ${stamp}`, `Coap only ${stamp}`];
    await api.post('/api/deviceProfile', {
      name: profile,
      type: 'DEFAULT',
      transportType: 'COAP',
      provisionType: 'DISABLED',
      profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'COAP' } },
    });
    await page.goto('/devices');
    await page.getByRole('button', { name: 'Add device' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await dialog.getByRole('button', { name: 'Next: Credentials' }).click();
    await dialog.getByLabel('The device already has credentials').check();
    await dialog.getByRole('combobox', { name: 'Type of credentials' }).click();
    await page.getByRole('option', { name: 'MQTT Basic' }).click();
    await dialog.getByRole('textbox', { name: 'Client id' }).fill(`client ${stamp}`);
    await steps(page)
      .getByRole('button', { name: /Details/ })
      .click();
    await dialog.getByRole('combobox', { name: 'Profile' }).fill(profile);
    await page.getByRole('option', { name: profile }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('MQTT Basic: the transport of the chosen profile takes no credentials').waitFor();
    const found = await api.get<{ totalElements: number }>(
      `/api/tenant/devices?pageSize=1&page=0&textSearch=${encodeURIComponent(name)}`,
    );
    expect(found.totalElements).toBe(0);
  });

  it('shows the step where something is missing when it is added from a later one', async () => {
    await page.goto('/devices');
    await page.getByRole('button', { name: 'Add device' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('x');
    await dialog.getByRole('button', { name: 'Next: Credentials' }).click();
    await dialog.getByLabel('The device already has credentials').check();
    await dialog.getByRole('button', { name: 'Next: Customer' }).click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    const token = dialog.getByRole('textbox', { name: 'Access token' });
    await expect.poll(() => token.evaluate((input) => input === document.activeElement)).toBe(true);
  });

  it('fits a phone', async () => {
    const phone = await openPage({ viewport: PHONE });
    await phone.goto('/devices');
    await phone.getByRole('button', { name: 'Add' }).first().click();
    await steps(phone).waitFor();
    const buttons = phone.getByRole('dialog').getByRole('button');
    const edges = () =>
      buttons.evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]),
      );
    await phone.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('On a phone');
    for (const next of ['Next: Credentials', 'Next: Customer', undefined]) {
      for (const [left = 0, right = 0] of await edges()) {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(390);
      }
      if (next) await phone.getByRole('dialog').getByRole('button', { name: next }).click();
    }
  });
});
