import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type AnsweringDevice, startAnsweringDevice } from '../harness/answering-device.ts';
import { accessibilityViolations, restingBox } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createDashboard, createDevice, describeControl, singleDevice, type TestDevice } from '../harness/objects.ts';

const DEVICE = '0b6f9a54-5f2e-4d30-8a27-000000000031';
const NOBODY = '0b6f9a54-5f2e-4d30-8a27-000000000032';
const server = inject('server');
let device: TestDevice;
let answering: AnsweringDevice;
/** How the device stands. */
const state = { isOn: true, level: 30, isThere: false };
/** Output of the shell that has not been asked for yet. */
let output: object[] = [];

function answer(method: string, params: unknown): unknown {
  switch (method) {
    case 'getState':
      return { on: state.isOn };
    case 'getLevel':
      return state.level;
    case 'checkStatus':
      return state.isThere;
    case 'echo':
      return { heard: params };
    case 'getTermInfo':
      return { platform: 'linux', release: '6.1', cwd: '/root' };
    case 'sendCommand':
      output = [{ stdout: 'one\n' }, { stderr: 'two\n' }];
      return { ok: true };
    case 'getCommandStatus':
      return output.length > 0
        ? { data: output.splice(0, 1), done: false }
        : { data: [{ stdout: 'three\n' }], done: true, cwd: '/tmp' };
    default:
      return undefined;
  }
}

const part = (title: string) => page.getByRole('region', { name: title });
const callsOf = (method: string) => answering.calls.filter(([name]) => name === method).map(([, params]) => params);

setUpConsole({ sharePage: true });

beforeAll(async () => {
  device = await createDevice(api, 'Pump with controls');
  answering = await startAnsweringDevice(server.mqtt, device.accessToken, answer);
  const rpc = { requestTimeout: 5000 };
  const widgets = {
    slide: describeControl('switch_control', 'Slide', DEVICE, {
      ...rpc,
      title: 'Pump',
      retrieveValueMethod: 'rpc',
      getValueMethod: 'getState',
      setValueMethod: 'setState',
      parseValueFunction: 'return data.on;',
      convertValueFunction: 'return { on: value };',
    }),
    round: describeControl('round_switch', 'Round', DEVICE, {
      ...rpc,
      title: 'Valve',
      retrieveValueMethod: 'timeseries',
      valueKey: 'valve',
      setValueMethod: 'setValve',
    }),
    knob: describeControl('knob_control', 'Knob', DEVICE, {
      ...rpc,
      title: 'Level',
      minValue: 0,
      maxValue: 100,
      getValueMethod: 'getLevel',
      setValueMethod: 'setLevel',
    }),
    led: describeControl('led_indicator', 'Led', DEVICE, {
      ...rpc,
      title: 'Running',
      ledColor: 'green',
      performCheckStatus: false,
      retrieveValueMethod: 'attribute',
      valueAttribute: 'running',
    }),
    button: describeControl('rpcbutton', 'Button', DEVICE, {
      title: 'Restart it',
      buttonText: 'Restart',
      methodName: 'restart',
      methodParams: '{"after": 5}',
    }),
    silent: describeControl('rpcbutton', 'Silent', DEVICE, {
      buttonText: 'Ask',
      methodName: 'silent',
      oneWayElseTwoWay: false,
      showError: true,
    }),
    update: describeControl('update_attributes', 'Update', DEVICE, {
      buttonText: 'Open',
      entityAttributeType: 'SHARED_SCOPE',
      entityParameters: '{"mode": "open"}',
    }),
    terminal: describeControl('rpc_debug_terminal', 'Terminal', DEVICE, rpc),
    shell: describeControl('rpc_remote_shell', 'Shell', DEVICE, rpc),
    nobody: describeControl('rpcbutton', 'Nobody', NOBODY, { buttonText: 'Nobody' }),
  };
  const none = { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'There is none ', resolveMultiple: true };
  const aliases = [
    { id: DEVICE, alias: 'Pump', filter: singleDevice(device.id) },
    { id: NOBODY, alias: 'Pumps', filter: none },
  ];
  const dashboardId = await createDashboard(api, 'Controls', widgets, aliases);
  await page.goto(`/dashboards/${dashboardId}`);
});
afterAll(() => answering.close());

describe('controls', () => {
  it('switch a device, after they asked it how it stands', async () => {
    const slide = part('Slide').getByRole('switch', { name: 'Pump' });
    await expect.poll(() => slide.getAttribute('aria-checked')).toBe('true');
    await slide.click();
    await expect.poll(() => callsOf('setState')).toEqual([{ on: false }]);
    await expect.poll(() => slide.getAttribute('aria-checked')).toBe('false');
    await slide.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => callsOf('setState')).toEqual([{ on: false }, { on: true }]);
  });

  it('show what the device reports', async () => {
    const round = part('Round').getByRole('switch', { name: 'Valve' });
    await expect.poll(() => round.getAttribute('aria-checked')).toBe('false');
    await answering.publish('v1/devices/me/telemetry', { valve: true });
    await expect.poll(() => round.getAttribute('aria-checked')).toBe('true');
    await round.click();
    await expect.poll(() => callsOf('setValve')).toEqual([false]);
    await part('Led').getByRole('img', { name: 'Running Off' }).waitFor();
    await answering.publish('v1/devices/me/attributes', { running: true });
    await part('Led').getByRole('img', { name: 'Running On' }).waitFor();
  });

  it('are turned by keys and by pointer, and tell the device where they came to rest', async () => {
    const knob = part('Knob').getByRole('slider', { name: 'Level' });
    await expect.poll(() => knob.getAttribute('aria-valuenow')).toBe('30');
    await knob.focus();
    for (const key of ['ArrowUp', 'ArrowUp', 'PageUp']) await page.keyboard.press(key);
    await expect.poll(() => callsOf('setLevel')).toEqual([42]);
    const { x, y, width, height } = await restingBox(knob);
    await page.mouse.move(x + width * 0.2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height * 0.1, { steps: 5 });
    await page.mouse.up();
    await expect.poll(() => callsOf('setLevel')).toEqual([42, 50]);
  });

  it('call a method and write attributes with a button', async () => {
    await part('Button').getByRole('button', { name: 'Restart', exact: true }).click();
    await expect.poll(() => callsOf('restart')).toEqual([{ after: 5 }]);
    await part('Update').getByRole('button', { name: 'Open', exact: true }).click();
    await expect
      .poll(() => api.get(`/api/plugins/telemetry/DEVICE/${device.id}/values/attributes/SHARED_SCOPE?keys=mode`))
      .toEqual([expect.objectContaining({ key: 'mode', value: 'open' })]);
  });

  it('say what went wrong, and what there is nobody for', async () => {
    await part('Silent').getByRole('button', { name: 'Ask' }).click();
    await part('Silent').getByRole('alert').getByText('The device did not answer in time').waitFor();
    await part('Silent').getByRole('button', { name: 'Close the message' }).click();
    await part('Silent').getByRole('alert').waitFor({ state: 'detached' });
    await part('Nobody').getByText('“Pumps” matches nothing you can see.').waitFor();
  });

  it('take commands in a terminal', async () => {
    const input = part('Terminal').getByRole('textbox', { name: 'RPC terminal' });
    await input.fill('echo {"a": 1}');
    await input.press('Enter');
    await part('Terminal').getByText('"heard": {').waitFor();
    await input.fill('echo just text');
    await input.press('Enter');
    await part('Terminal').getByText('"heard": "just text"').waitFor();
    await expect.poll(() => callsOf('echo')).toEqual([{ a: 1 }, 'just text']);
    await input.press('ArrowUp');
    await input.press('ArrowUp');
    await expect.poll(() => input.inputValue()).toBe('echo {"a": 1}');
  });

  it('run commands in a shell until they end', async () => {
    const shell = part('Shell');
    await shell.getByText('/root$').waitFor();
    const input = shell.getByRole('textbox', { name: 'Remote shell' });
    await input.fill('ls');
    await input.press('Enter');
    for (const text of ['one', 'two', 'three']) await shell.getByText(text, { exact: true }).waitFor();
    await shell.getByText('/tmp$', { exact: true }).waitFor();
    await expect.poll(() => callsOf('sendCommand')).toEqual([{ command: 'ls', cwd: '/root' }]);
  });

  it('are accessible', async () => {
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
