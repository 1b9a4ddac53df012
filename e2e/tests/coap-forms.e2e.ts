import { describe, expect, it } from 'vitest';
import { accessibilityViolations, DESKTOP, PHONE } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';

const stamp = Date.now();
const PROFILE = `Well sensors ${stamp}`;
const DEVICE = `Well ${stamp}`;
setUpConsole({ sharePage: true });

interface Stored {
  id: { id: string };
  name: string;
  profileData: { transportConfiguration: unknown };
  deviceData: { transportConfiguration: unknown };
}

async function choose(within: ReturnType<typeof page.locator>, label: string, option: string) {
  await within.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

async function profile(): Promise<Stored | undefined> {
  const found = await api.get<{ data: Stored[] }>(
    `/api/deviceProfiles?pageSize=5&page=0&textSearch=${encodeURIComponent(PROFILE)}`,
  );
  return found.data[0];
}

const device = () => api.get<Stored>(`/api/tenant/devices?deviceName=${encodeURIComponent(DEVICE)}`);

describe('a profile for CoAP', () => {
  it('is added with what its devices send and how they sleep', async () => {
    await page.goto('/deviceProfiles');
    await page.getByRole('button', { name: 'Add device profile' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a device profile' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(PROFILE);
    await dialog.getByRole('button', { name: 'Next: Transport' }).click();
    await choose(dialog, 'Transport', 'CoAP');
    await choose(dialog, 'Payload', 'Protobuf');
    await dialog.getByRole('textbox', { name: 'Schema of telemetry' }).waitFor();
    await choose(dialog, 'Reachable', 'For a while after a message of its own (PSM)');
    await dialog.getByRole('textbox', { name: 'Awake after a message' }).fill('100');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Enter a whole number from 1280 to 86400000').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('textbox', { name: 'Awake after a message' }).fill('20000');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(`${PROFILE} added`).waitFor();
    await expect
      .poll(async () => (await profile())?.profileData.transportConfiguration)
      .toMatchObject({
        type: 'COAP',
        coapDeviceTypeConfiguration: {
          coapDeviceType: 'DEFAULT',
          transportPayloadTypeConfiguration: {
            transportPayloadType: 'PROTOBUF',
            deviceTelemetryProtoSchema: expect.stringContaining('message Telemetry'),
          },
        },
        clientSettings: { powerMode: 'PSM', psmActivityTimer: 20_000, edrxCycle: null },
      });
  });

  it('is for sensors of Efento instead', async () => {
    await page.goto(`/deviceProfiles/${(await profile())?.id.id}?tab=transport`);
    const panel = page.getByRole('complementary');
    await choose(panel, 'Devices', 'Sensors of Efento NB-IoT');
    await panel.getByRole('combobox', { name: 'Payload' }).waitFor({ state: 'detached' });
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await profile())?.profileData.transportConfiguration)
      .toMatchObject({
        coapDeviceTypeConfiguration: { coapDeviceType: 'EFENTO' },
        clientSettings: { powerMode: 'PSM', psmActivityTimer: 20_000 },
      });
  });
});

describe('a device of CoAP', () => {
  it('is added as its profile says, and sleeps otherwise when it is told so on a phone', async () => {
    await page.setViewportSize(DESKTOP);
    await page.goto('/devices');
    await page.getByRole('button', { name: 'Add device' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a device' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(DEVICE);
    await dialog.getByRole('combobox', { name: 'Profile' }).fill(PROFILE);
    await page.getByRole('option', { name: PROFILE }).click();
    await dialog.getByRole('button', { name: 'Next: Transport' }).click();
    await dialog.getByRole('combobox', { name: 'Reachable' }).getByText('As its profile says').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(`${DEVICE} added`).waitFor();
    const { id, deviceData } = await device();
    expect(deviceData.transportConfiguration).toMatchObject({ type: 'COAP', powerMode: null });
    await page.setViewportSize(PHONE);
    await page.goto(`/devices/${id.id}`);
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: 'Edit', exact: true }).click();
    await panel.getByRole('combobox', { name: 'Reachable' }).waitFor();
    await choose(panel, 'Reachable', 'Now and then (eDRX)');
    await panel.getByRole('textbox', { name: 'Cycle of listening' }).fill('60000');
    expect(await accessibilityViolations(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(async () => (await device()).deviceData.transportConfiguration)
      .toEqual({
        type: 'COAP',
        powerMode: 'E_DRX',
        psmActivityTimer: null,
        edrxCycle: 60_000,
        pagingTransmissionWindow: 10_000,
      });
    await page.setViewportSize(DESKTOP);
  });
});
