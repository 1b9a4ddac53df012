import { exec } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, inject, it } from 'vitest';
import { TENANT } from '../harness/api.ts';
import { DESKTOP, PHONE, signIn } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { mosquittoPublish } from '../harness/mosquitto.ts';
import { createCardDashboard, type TestDevice } from '../harness/objects.ts';

const TELEMETRY = 'v1/devices/me/telemetry';
const server = inject('server');

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
])('the main path on %s', (size, viewport) => {
  setUpConsole({ sharePage: true, user: null, viewport });
  let device: TestDevice;
  const name = `Main path on ${size}`;

  it('signs in', async () => {
    await signIn(page, TENANT.email, TENANT.password);
    await page.getByRole('heading', { name: /^Welcome/ }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^Signalbox \| /);
  });

  it('adds a device in the console', async () => {
    await page.goto('/devices');
    await page.getByRole('button', { name: 'Add device' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('textbox', { name: 'Label' }).fill('From the browser');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    const saved = await api.get<{ id: { id: string }; label: string }>(
      `/api/tenant/devices?deviceName=${encodeURIComponent(name)}`,
    );
    expect(saved.label).toBe('From the browser');
    const credentials = await api.get<{ credentialsId: string }>(`/api/device/${saved.id.id}/credentials`);
    device = { id: saved.id.id, name, accessToken: credentials.credentialsId };
  });

  it('finds it by name and keeps the search in the address', async () => {
    await page.goto('/devices');
    const search = page.getByRole('searchbox').or(page.getByPlaceholder('Name or label')).first();
    await search.fill(name);
    await page.getByRole('link', { name }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toContain('Main');
    await page.reload();
    await page.getByRole('link', { name }).click();
    await page.getByRole('heading', { name, level: 2 }).waitFor();
  });

  it('shows a value in Latest telemetry as soon as the device has sent it', async () => {
    await page.goto(`/devices/${device.id}?tab=telemetry`);
    await page.getByRole('tab', { name: 'Latest telemetry', selected: true }).waitFor();
    await page.evaluate(() => {
      (window as unknown as { notReloaded: boolean }).notReloaded = true;
    });
    await mosquittoPublish(server.mqttPort, device.accessToken, TELEMETRY, { temperature: 23.6 });
    await page
      .getByRole('row', { name: /temperature/ })
      .getByText('23.6')
      .waitFor();
    await mosquittoPublish(server.mqttPort, device.accessToken, TELEMETRY, { temperature: 24.1 });
    await page
      .getByRole('row', { name: /temperature/ })
      .getByText('24.1')
      .waitFor();
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { notReloaded?: boolean }).notReloaded))
      .toBe(true);
  });

  it('shows the value on a dashboard without a reload', async () => {
    const dashboardId = await createCardDashboard(api, name, device, 'temperature');
    await page.goto(`/dashboards/${dashboardId}`);
    await page.getByText('24.1').first().waitFor();
    await mosquittoPublish(server.mqttPort, device.accessToken, TELEMETRY, { temperature: 19.9 });
    await page.getByText('19.9').first().waitFor();
  });

  it('turns the connectivity line green with the first message of a new device', async () => {
    const profile = await api.post<{ id: object }>('/api/deviceProfile', {
      ...{ name: `${name}, own topics`, type: 'DEFAULT', transportType: 'MQTT', provisionType: 'DISABLED' },
      profileData: {
        configuration: { type: 'DEFAULT' },
        transportConfiguration: { type: 'MQTT', deviceTelemetryTopic: 'plant/+/t', deviceAttributesTopic: 'plant/+/a' },
        provisionConfiguration: { type: 'DISABLED' },
        alarms: null,
      },
    });
    const fresh = await api.post<{ id: { id: string } }>('/api/device', {
      name: `${name}, silent`,
      deviceProfileId: profile.id,
    });
    const { credentialsId } = await api.get<{ credentialsId: string }>(`/api/device/${fresh.id.id}/credentials`);
    await page.goto(`/devices/${fresh.id.id}`);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Check connectivity' }).click();
    const panel = page.getByRole('tabpanel', { name: 'Check connectivity' });
    const command = panel.getByLabel('MQTT, with Mosquitto', { exact: true });
    let text = '';
    await expect
      .poll(async () => {
        text = (await command.textContent()) ?? '';
        return text;
      })
      .toContain(`-u ${credentialsId} \\\n  -t plant/device/t`);
    await promisify(exec)(text);
    await panel
      .getByText(/first message|arrived|connected/i)
      .first()
      .waitFor();
  });
});
