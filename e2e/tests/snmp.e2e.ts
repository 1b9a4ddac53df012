import { describe, expect, it } from 'vitest';
import { accessibilityViolations, PHONE } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';

const stamp = Date.now();
const PROFILE = `Switches ${stamp}`;
const DEVICE = `Switch ${stamp}`;
const UPTIME = '.1.3.6.1.2.1.1.3.0';
setUpConsole({ sharePage: true });

interface Stored {
  id: { id: string };
  name: string;
  profileData: { transportConfiguration: unknown };
}

async function choose(within: ReturnType<typeof page.locator>, label: string, option: string) {
  await within.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

describe('a profile for SNMP', () => {
  it('is added with its objects, each of which is checked', async () => {
    await page.goto('/deviceProfiles');
    await page.getByRole('button', { name: 'Add device profile' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a device profile' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(PROFILE);
    await dialog.getByRole('button', { name: 'Next: Transport' }).click();
    await choose(dialog, 'Transport', 'SNMP');
    await dialog.getByRole('button', { name: 'Add an object: Objects of telemetry' }).click();
    await dialog.getByRole('textbox', { name: 'Key of line 1 (Objects of telemetry)' }).fill('uptime');
    const object = dialog.getByRole('textbox', { name: 'Object of line 1 (Objects of telemetry)' });
    await object.fill('1.03');
    await dialog.getByRole('textbox', { name: 'Ask for telemetry every' }).fill('10000');
    await dialog.getByText('Line 1 needs an object such as').waitFor();
    await object.fill(UPTIME);
    await dialog.getByRole('button', { name: 'Add an object: Objects of calls' }).click();
    await dialog.getByRole('textbox', { name: 'Key of line 1 (Objects of calls)' }).fill('contact');
    await dialog.getByRole('textbox', { name: 'Object of line 1 (Objects of calls)' }).fill(UPTIME);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('The object of line 1 is used twice').first().waitFor();
    await dialog.getByRole('textbox', { name: 'Object of line 1 (Objects of calls)' }).fill('1.3.6.1.2.1.1.4.0');
    await choose(dialog, 'Type of line 1 (Objects of calls)', 'Text');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(`${PROFILE} added`).waitFor();
    const { data } = await api.get<{ data: Stored[] }>(
      `/api/deviceProfiles?pageSize=5&page=0&textSearch=${encodeURIComponent(PROFILE)}`,
    );
    expect(data[0]?.profileData.transportConfiguration).toEqual({
      type: 'SNMP',
      timeoutMs: 500,
      retries: 0,
      communicationConfigs: [
        {
          spec: 'TELEMETRY_QUERYING',
          mappings: [{ oid: UPTIME, key: 'uptime', dataType: 'LONG' }],
          queryingFrequencyMs: 10_000,
        },
        {
          spec: 'TO_DEVICE_RPC_REQUEST',
          mappings: [{ oid: '1.3.6.1.2.1.1.4.0', key: 'contact', dataType: 'STRING' }],
        },
      ],
    });
  });
});

describe('a profile of another client', () => {
  it('keeps two intervals for telemetry, each of which can be changed', async () => {
    const [often, seldom] = [
      { spec: 'TELEMETRY_QUERYING', queryingFrequencyMs: 5_000, ofAnotherClient: 1 },
      { spec: 'TELEMETRY_QUERYING', queryingFrequencyMs: 3_600_000 },
    ];
    const mappings = (oid: string, key: string) => [{ oid, key, dataType: 'STRING' }];
    const name = `Routers ${stamp}`;
    const body = (first: object, second: object, retries: number) => ({
      ...{ type: 'SNMP', timeoutMs: 500, retries },
      communicationConfigs: [
        { ...first, mappings: mappings('1.3.6.1.2.1.1.3.0', 'uptime') },
        { ...second, mappings: mappings('1.3.6.1.2.1.1.5.0', 'name') },
      ],
    });
    const { id } = await api.post<Stored>('/api/deviceProfile', {
      name,
      ...{ type: 'DEFAULT', transportType: 'SNMP', provisionType: 'DISABLED' },
      profileData: {
        configuration: { type: 'DEFAULT' },
        transportConfiguration: body(often, seldom, 0),
        provisionConfiguration: { type: 'DISABLED', provisionDeviceSecret: null },
        alarms: null,
      },
    });
    const stored = async () =>
      (await api.get<Stored>(`/api/deviceProfile/${id.id}`)).profileData.transportConfiguration;
    await page.goto(`/deviceProfiles/${id.id}?tab=transport`);
    const panel = page.getByRole('complementary');
    const repetitions = panel.getByRole('textbox', { name: 'Repetitions' });
    await repetitions.fill('11');
    await repetitions.blur();
    await panel.getByText('Enter a whole number from 0 to 10').waitFor();
    await repetitions.fill('3');
    const every = panel.getByRole('textbox', { name: 'Ask for line 2 every (Objects of telemetry)' });
    await expect.poll(() => every.inputValue()).toBe('3600000');
    expect(await accessibilityViolations(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect.poll(stored).toEqual(body(often, seldom, 3));
    await page
      .getByText(/Saved$/)
      .first()
      .waitFor();
    await every.fill('60000');
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect.poll(stored).toEqual(body(often, { ...seldom, queryingFrequencyMs: 60_000 }, 3));
  });
});

describe('a device of SNMP', () => {
  it('is added with its place, and says why it cannot be asked there', async () => {
    await page.goto('/devices');
    await page.getByRole('button', { name: 'Add device' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a device' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(DEVICE);
    await dialog.getByRole('combobox', { name: 'Profile' }).fill(PROFILE);
    await page.getByRole('option', { name: PROFILE }).click();
    await dialog.getByRole('button', { name: 'Next: Transport' }).click();
    await dialog.getByRole('textbox', { name: 'Host' }).fill('127.0.0.1');
    await dialog.getByRole('textbox', { name: 'Port' }).fill('0');
    await dialog.getByRole('textbox', { name: 'Community' }).fill('secret');
    await dialog.getByText('Enter a number from 1 to').waitFor();
    await dialog.getByRole('textbox', { name: 'Port' }).fill('1161');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(`${DEVICE} added`).waitFor();
    const device = await api.get<Stored>(`/api/tenant/devices?deviceName=${encodeURIComponent(DEVICE)}`);
    const { tenantId } = await api.get<{ tenantId: { id: string } }>('/api/auth/user');
    const reasons = async () => {
      const { data } = await api.get<{ data: { body: { error: string } }[] }>(
        `/api/events/DEVICE/${device.id.id}/ERROR?tenantId=${tenantId.id}&pageSize=5&page=0`,
      );
      return data.map(({ body }) => body.error);
    };
    await expect.poll(reasons).toEqual([expect.stringContaining('is in a network that must not be called')]);
  });

  it('is browsed for the objects of its profile', async () => {
    const { data } = await api.get<{ data: Stored[] }>(
      `/api/deviceProfiles?pageSize=5&page=0&textSearch=${encodeURIComponent(PROFILE)}`,
    );
    await page.goto(`/deviceProfiles/${data[0]?.id.id}?tab=transport`);
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: 'Browse a device… Objects of telemetry' }).click();
    const dialog = page.getByRole('dialog', { name: 'Objects of a device' });
    await dialog.getByRole('button', { name: 'Browse', exact: true }).click();
    await dialog.getByText('Required').first().waitFor();
    await dialog.getByRole('combobox', { name: 'Device' }).fill(DEVICE);
    await page.getByRole('option', { name: DEVICE }).click();
    await dialog.getByRole('button', { name: 'Browse', exact: true }).click();
    await dialog.getByText('The device could not be browsed').waitFor();
    // No device may be asked on this machine; that one is asked is shown by `walk.integration.test.ts`.
    const objects = [
      { oid: '1.3.6.1.2.1.1.3.0', name: 'sysUpTime.0', type: 'TimeTicks', value: '4711' },
      { oid: '1.3.6.1.2.1.1.5.0', name: 'sysName.0', type: 'OctetString', value: 'switch' },
      { oid: '1.3.6.1.2.1.2.2.1.10.2', name: 'ifInOctets.2', type: 'Counter32', value: '123' },
    ];
    const address = /\/snmp\/walk/;
    await page.route(address, (route) =>
      route.fulfill({ json: { objects, next: null, asked: '10.0.0.5:161, SNMP 2c' } }),
    );
    await dialog.getByRole('textbox', { name: 'Base' }).fill('1.3.6.1.2.1');
    await dialog.getByRole('button', { name: 'Browse', exact: true }).click();
    await dialog.getByText('3 objects, asked at 10.0.0.5:161, SNMP 2c').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    for (const { name, oid } of objects.slice(0, 2))
      await dialog.getByRole('checkbox', { name: `${name} ${oid}` }).check();
    await dialog.getByRole('checkbox', { name: /ifInOctets/ }).focus();
    await page.keyboard.press('Space');
    await dialog.getByRole('button', { name: 'Add 3 objects' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.unroute(address);
    // What is mapped already is not added again.
    const keyOf = (line: number) =>
      panel.getByRole('textbox', { name: `Key of line ${line} (Objects of telemetry)` }).inputValue();
    await expect.poll(() => keyOf(3)).toBe('ifInOctets_2');
    await expect.poll(() => keyOf(1)).toBe('uptime');
    await expect.poll(() => keyOf(2)).toBe('sysName');
    await panel.getByRole('button', { name: 'Cancel' }).click();
  });

  it('is changed to version 3 on a phone', async () => {
    const { id } = await api.get<Stored>(`/api/tenant/devices?deviceName=${encodeURIComponent(DEVICE)}`);
    await page.setViewportSize(PHONE);
    await page.goto(`/devices/${id.id}`);
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: 'Edit', exact: true }).click();
    await panel.getByRole('textbox', { name: 'Host' }).waitFor();
    await choose(panel, 'Version', 'SNMP 3');
    await panel.getByRole('textbox', { name: 'User name' }).fill('reader');
    await choose(panel, 'Encryption', 'AES-256');
    await panel.getByLabel('Passphrase of authentication').fill('authenticate');
    await panel.getByLabel('Passphrase of encryption').fill('in private');
    expect(await accessibilityViolations(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Save' }).click();
    const stored = async () => {
      const device = await api.get<{ deviceData: { transportConfiguration: unknown } }>(`/api/device/${id.id}`);
      return device.deviceData.transportConfiguration;
    };
    await expect.poll(stored).toMatchObject({
      protocolVersion: 'V3',
      username: 'reader',
      authenticationProtocol: 'SHA_512',
      authenticationPassphrase: 'authenticate',
      privacyProtocol: 'AES_256',
      privacyPassphrase: 'in private',
      contextName: '',
      engineId: '',
    });
  });
});
