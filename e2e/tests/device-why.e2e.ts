import mqtt from 'mqtt';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { accessibilityViolations, PHONE } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createDevice } from '../harness/objects.ts';

const server = inject('server');
const clients: mqtt.MqttClient[] = [];

setUpConsole();
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});

async function connect(username: string): Promise<mqtt.MqttClient> {
  const client = await mqtt.connectAsync(server.mqtt, { username, reconnectPeriod: 0 });
  clients.push(client);
  return client;
}

describe('a device', () => {
  it('shows its connection apart from its reports, in the list and in its details', async () => {
    const device = await createDevice(api, 'Wired gauge');
    await createDevice(api, 'Wired nothing');
    const client = await connect(device.accessToken);
    await client.publishAsync('v1/devices/me/telemetry', '{"pressure":3}', { qos: 1 });
    await page.goto('/devices?search=Wired');
    const row = page.getByRole('row', { name: /Wired gauge/ });
    await row.getByText('Active').waitFor();
    await row.getByText('Connected').waitFor();
    await expect
      .poll(() =>
        page
          .getByRole('row', { name: /Wired nothing/ })
          .getByText('Connected')
          .count(),
      )
      .toBe(0);
    await page.getByRole('link', { name: 'Wired gauge' }).click();
    const details = page.getByRole('complementary');
    await details.getByText('Connected', { exact: true }).waitFor();
    await client.endAsync();
    // It still counts as reporting: its last message is not old.
    await details.getByText('Not connected', { exact: true }).waitFor();
    await details.getByText('Active', { exact: true }).waitFor();
    await row.getByText('Connected').waitFor({ state: 'detached' });
    await details.getByRole('button', { name: 'Why?' }).click();
    const why = page.getByRole('dialog', { name: 'Why the device has this state' });
    await why.getByText('Not connected').waitFor();
    await why.getByText('Last disconnected').waitFor();
    await why.getByText('10 minutes without activity (set for the whole installation)').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('says that its credentials are refused', async () => {
    const device = await createDevice(api, 'Locked out');
    const client = await connect(device.accessToken);
    await client.endAsync();
    const credentials = await api.get<object>(`/api/device/${device.id}/credentials`);
    await api.post('/api/device/credentials', { ...credentials, credentialsId: 'another token of it' });
    // It is inactive at once, when its connection has been written down.
    const attributes = `/api/plugins/telemetry/DEVICE/${device.id}`;
    const known = async () => {
      const values = await api.get<{ key: string }[]>(`${attributes}/values/attributes/SERVER_SCOPE`);
      return values.map(({ key }) => key);
    };
    await expect.poll(known).toEqual(expect.arrayContaining(['active', 'lastActivityTime', 'lastDisconnectTime']));
    await api.post(`${attributes}/attributes/SERVER_SCOPE`, { active: false });
    await expect(connect(device.accessToken)).rejects.toThrow();
    const { tenantId } = await api.get<{ tenantId: { id: string } }>('/api/auth/user');
    const events = `/api/events/DEVICE/${device.id}/ERROR?tenantId=${tenantId.id}&pageSize=10&page=0`;
    await expect.poll(async () => (await api.get<{ data: unknown[] }>(events)).data).toHaveLength(1);
    const phone = await openPage({ viewport: PHONE });
    await phone.goto(`/devices/${device.id}`);
    await phone.getByRole('button', { name: 'Why?' }).click();
    await phone.getByRole('heading', { name: 'Its credentials are refused' }).waitFor();
    await phone.getByText('The device showed credentials that it does not have any more').waitFor();
    expect(await accessibilityViolations(phone)).toEqual([]);
  });
});
