import { readFile } from 'node:fs/promises';
import mqtt from 'mqtt';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { accessibilityViolations, expectNoSidewaysScroll, PHONE } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createDevice } from '../harness/objects.ts';

const server = inject('server');
const clients: mqtt.MqttClient[] = [];

setUpConsole();
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
});

describe('the protocol log of a device', () => {
  it('shows live what comes, what is refused and why, and what is sent', async () => {
    const device = await createDevice(api, 'Logged gauge');
    await page.goto(`/devices/${device.id}`);
    const details = page.getByRole('complementary');
    // One click from the details.
    await details.getByRole('button', { name: 'Protocol log' }).click();
    await details.getByText('Nothing has been exchanged yet').waitFor();
    await details.getByRole('button', { name: 'Check connectivity' }).waitFor();
    const client = await mqtt.connectAsync(server.mqtt, {
      username: device.accessToken,
      reconnectPeriod: 0,
      protocolVersion: 5,
    });
    clients.push(client);
    await client.subscribeAsync('v1/devices/me/attributes', { qos: 1 });
    await client.publishAsync('v1/devices/me/telemetry', '{"pressure":3,"password":"hush"}', { qos: 1 });
    await api.post(`/api/plugins/telemetry/DEVICE/${device.id}/SHARED_SCOPE`, { interval: 30 });
    const list = details.getByRole('list', { name: 'Protocol log' });
    const rowOf = (name: RegExp) => list.getByRole('button', { name });
    await rowOf(/From the device MQTT CONNECT.*Accepted/).waitFor();
    await rowOf(/To the device MQTT PUBLISH v1\/devices\/me\/attributes.*Acknowledged/).waitFor();
    client.publish('v1/devices/me/telemetry', '{"pressure":', { qos: 1 });
    await rowOf(/From the device MQTT PUBLISH.*Refused/).waitFor();
    // The payload below its row.
    const telemetry = rowOf(/From the device MQTT PUBLISH v1\/devices\/me\/telemetry.*Accepted/);
    await telemetry.focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => list.getByRole('group', { name: 'payload' }).textContent())
      .toBe('{\n  "pressure": 3,\n  "password": "***"\n}');
    await list.getByRole('button', { name: 'Copy payload' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // Filters, which are in the address.
    await details.getByRole('button', { name: 'Refused', exact: true }).click();
    await telemetry.waitFor({ state: 'detached' });
    await rowOf(/From the device MQTT PUBLISH.*Refused/).waitFor();
    await details.getByRole('button', { name: 'All', exact: true }).click();
    await details.getByPlaceholder('Search the log').fill('CONNECT');
    await telemetry.waitFor({ state: 'detached' });
    await details.getByPlaceholder('Search the log').fill('');
    await telemetry.waitFor();
    // As a text.
    const download = page.waitForEvent('download');
    await details.getByRole('button', { name: 'Download as text' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('Logged gauge.log');
    const text = await readFile(await file.path(), 'utf8');
    expect(text).toContain('<- MQTT CONNECT');
    expect(text).not.toContain(device.accessToken);
    // While it is paused nothing moves; then it goes on.
    await details.getByRole('button', { name: 'Pause' }).click();
    await details.getByText('Paused, 0 newer exchanges').waitFor();
    await fetch(`${server.http}/api/v1/${device.accessToken}/telemetry`, { method: 'POST', body: '{"a":1}' });
    await details.getByText('Paused, 1 newer exchange', { exact: true }).waitFor();
    await details.getByRole('button', { name: 'Continue' }).click();
    await rowOf(/HTTP POST \/api\/v1\/\*\*\*\/telemetry.*Accepted/).waitFor();
    await details.getByRole('button', { name: 'Clear the list' }).click();
    await details.getByText('Nothing has been exchanged yet').waitFor();
  });

  it('fits on a phone, and has no violations there', async () => {
    const device = await createDevice(api, 'Logged pocket gauge');
    const phone = await openPage({ viewport: PHONE });
    await phone.goto(`/devices/${device.id}?tab=protocol`);
    await phone.getByText('Nothing has been exchanged yet').waitFor();
    await fetch(`${server.http}/api/v1/${device.accessToken}/telemetry`, { method: 'POST', body: '[1]' });
    await phone.getByRole('button', { name: /HTTP POST .*Refused/ }).click();
    await phone.getByRole('group', { name: 'payload' }).waitFor();
    await expectNoSidewaysScroll(phone);
    expect(await accessibilityViolations(phone)).toEqual([]);
  });
});
