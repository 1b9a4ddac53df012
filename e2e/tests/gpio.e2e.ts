import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type AnsweringDevice, startAnsweringDevice } from '../harness/answering-device.ts';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createDashboard, createDevice, describeWidget, singleDevice, type TestDevice } from '../harness/objects.ts';

const DEVICE = '0b6f9a54-5f2e-4d30-8a27-000000000051';
const server = inject('server');
let device: TestDevice;
let answering: AnsweringDevice;
const pins: Record<string, boolean> = { 1: true, 2: false };
const gpioList = [
  { pin: 1, label: 'Pump', row: 0, col: 0, color: 'red' },
  { pin: 2, label: 'Valve', row: 0, col: 1, color: 'yellow' },
];

const part = (title: string) => page.getByRole('region', { name: title });

function answer(method: string, params: unknown): unknown {
  if (method === 'setPin') {
    const { number, state } = params as { number: number; state: boolean };
    pins[number] = state;
  }
  return method === 'silent' ? undefined : pins;
}

function describeBoard(title: string, settings: object) {
  const kind = { bundleAlias: 'gpio_widgets', typeAlias: 'basic_gpio_control', type: 'rpc' } as const;
  const all = { gpioList, requestTimeout: 5000, switchPanelBackgroundColor: '#006400', ...settings };
  return { ...kind, title, config: { title, showTitle: true, settings: all, targetDeviceAliasIds: [DEVICE] } };
}

setUpConsole({ sharePage: true });

beforeAll(async () => {
  device = await createDevice(api, 'Board');
  answering = await startAnsweringDevice(server.mqtt, device.accessToken, answer);
  const panel = { bundleAlias: 'gpio_widgets', typeAlias: 'gpio_panel', type: 'latest' } as const;
  const gpioStatusChangeRequest = { method: 'setPin', paramsBody: '{"number": "{$pin}", "state": "{$enabled}"}' };
  const widgets = {
    control: describeBoard('Control', {
      gpioStatusRequest: { method: 'getPins', paramsBody: '{"all": 1}' },
      gpioStatusChangeRequest,
      parseGpioStatusFunction: 'return body[pin] === true;',
    }),
    silent: describeBoard('Silent', { gpioStatusRequest: { method: 'silent', paramsBody: '{}' } }),
    broken: describeBoard('Broken', { gpioStatusChangeRequest: { method: 'setPin', paramsBody: '{' } }),
    panel: describeWidget(
      panel,
      'Panel',
      DEVICE,
      [
        { name: 'pump', label: '1' },
        { name: 'valve', label: '2' },
      ],
      { settings: { gpioList, ledPanelBackgroundColor: '#006400' } },
    ),
  };
  const alias = { id: DEVICE, alias: 'Board', filter: singleDevice(device.id) };
  const dashboardId = await createDashboard(api, 'Boards', widgets, [alias]);
  await page.goto(`/dashboards/${dashboardId}`);
});
afterAll(() => answering.close());

describe('boards of pins', () => {
  it('show how the pins stand, and switch them', async () => {
    const pump = part('Control').getByRole('switch', { name: 'Pump, pin 1' });
    const valve = part('Control').getByRole('switch', { name: 'Valve, pin 2' });
    await expect.poll(() => pump.getAttribute('aria-checked')).toBe('true');
    await expect.poll(() => valve.getAttribute('aria-checked')).toBe('false');
    await expect.poll(() => answering.calls).toContainEqual(['getPins', '{"all": 1}']);
    await valve.click();
    await expect.poll(() => answering.calls.at(-1)).toEqual(['setPin', { number: 2, state: true }]);
    await expect.poll(() => valve.getAttribute('aria-checked')).toBe('true');
    await pump.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => answering.calls.at(-1)).toEqual(['setPin', { number: 1, state: false }]);
    await expect.poll(() => pump.getAttribute('aria-checked')).toBe('false');
  });

  it('light the lamps of pins that are on', async () => {
    await part('Panel').getByRole('img', { name: 'Pump, pin 1 Off' }).waitFor();
    await answering.publish('v1/devices/me/telemetry', { pump: true, valve: false });
    await part('Panel').getByRole('img', { name: 'Pump, pin 1 On' }).waitFor();
    await part('Panel').getByRole('img', { name: 'Valve, pin 2 Off' }).waitFor();
  });

  it('say what went wrong', async () => {
    await part('Silent').getByRole('alert').getByText('The device did not answer in time').waitFor();
    await part('Broken').getByRole('switch', { name: 'Valve, pin 2' }).click();
    await part('Broken').getByRole('alert').getByText('The parameters that switch a pin are not JSON').waitFor();
  });

  it('are accessible', async () => {
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
