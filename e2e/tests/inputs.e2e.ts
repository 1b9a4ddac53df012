import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, holdRequests } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import {
  createDashboard,
  createDevice,
  createUser,
  describeWidget,
  singleDevice,
  type TestDevice,
} from '../harness/objects.ts';

const DEVICE = '0b6f9a54-5f2e-4d30-8a27-000000000041';
const DATE = Date.UTC(2026, 2, 4, 5, 6);
/** A picture of one point. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
let device: TestDevice;

const part = (title: string) => page.getByRole('region', { name: title });
const save = (title: string) => part(title).getByRole('button', { name: 'Save', exact: true }).click();

function describeInput(typeAlias: string, title: string, keys: readonly object[], settings: object = {}) {
  const kind = { bundleAlias: 'input_widgets', typeAlias, type: 'latest' } as const;
  const dataKeys = keys as { name: string }[];
  return describeWidget(kind, title, DEVICE, dataKeys, { settings: { widgetTitle: title, ...settings } });
}

const attribute = (name: string, settings: object = {}) => ({ name, type: 'attribute', settings });

/** The value of an attribute as it is stored. */
async function stored(scope: 'SERVER_SCOPE' | 'SHARED_SCOPE', key: string): Promise<unknown> {
  const path = `/api/plugins/telemetry/DEVICE/${device.id}/values/attributes/${scope}?keys=${key}`;
  const [found] = await api.get<{ value: unknown }[]>(path);
  return found?.value;
}

async function latest(key: string): Promise<unknown> {
  const path = `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?keys=${key}&useStrictDataTypes=true`;
  return (await api.get<Record<string, { value: unknown }[]>>(path))[key]?.[0]?.value;
}

const write = (scope: string, values: object) =>
  api.post(`/api/plugins/telemetry/DEVICE/${device.id}/attributes/${scope}`, values);

async function openDashboard(title: string, widgets: Parameters<typeof createDashboard>[2]) {
  const alias = { id: DEVICE, alias: 'Room', filter: singleDevice(device.id) };
  const dashboardId = await createDashboard(api, title, widgets, [alias]);
  await page.goto(`/dashboards/${dashboardId}`);
  return dashboardId;
}

setUpConsole({ sharePage: true });
beforeAll(async () => {
  device = await createDevice(api, 'Room with inputs');
  await write('SERVER_SCOPE', { level: 5, note: 'old' });
});

describe('simple forms', () => {
  beforeAll(async () => {
    await openDashboard('Inputs', {
      integer: describeInput('update_server_integer_attribute', 'Integer', [attribute('level')], {
        maxValue: 10,
        labelValue: 'Level',
      }),
      double: describeInput('update_double_timeseries', 'Double', [{ name: 'setPoint' }]),
      string: describeInput('update_shared_string_attribute', 'String', [attribute('place')], {
        requiredErrorMessage: 'Where is it?',
      }),
      boolean: describeInput('update_boolean_timeseries', 'Boolean', [{ name: 'open' }], {
        trueValue: 'Open',
        falseValue: 'Shut',
      }),
      image: describeInput('update_server_image_attribute', 'Image', [attribute('picture')], {
        displayClearButton: true,
      }),
      date: describeInput('update_shared_date_attribute', 'Date', [attribute('service')], {
        inputFieldsAlignment: 'row',
      }),
      location: describeInput('update_location_timeseries', 'Location', [{ name: 'latitude' }, { name: 'longitude' }], {
        inputFieldsAlignment: 'row',
      }),
      wrong: describeInput('update_integer_timeseries', 'Wrong', [attribute('level')]),
      keyless: describeInput('update_server_string_attribute', 'Keyless', []),
      half: describeInput('update_server_location_attribute', 'Half', [attribute('latitude')]),
    });
  });

  it('save what is entered, and say so', async () => {
    const level = part('Integer').getByRole('textbox', { name: 'Level' });
    await expect.poll(() => level.inputValue()).toBe('5');
    await level.fill('7');
    await level.press('Enter');
    await part('Integer').getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => stored('SERVER_SCOPE', 'level')).toBe(7);

    await part('Double').getByRole('textbox', { name: 'setPoint' }).fill('21.5');
    await save('Double');
    await expect.poll(() => latest('setPoint')).toBe(21.5);

    await part('String').getByRole('textbox', { name: 'place' }).fill('Cellar');
    await save('String');
    await expect.poll(() => stored('SHARED_SCOPE', 'place')).toBe('Cellar');

    await part('Boolean').getByRole('switch', { name: 'open: Shut' }).waitFor();
    await part('Boolean').getByRole('switch').click();
    await part('Boolean').getByRole('switch', { name: 'open: Open' }).waitFor();
    await save('Boolean');
    await expect.poll(() => latest('open')).toBe(true);

    await part('Date').getByLabel('service, date').fill('2026-03-04');
    await part('Date').getByLabel('service, time').fill('05:06');
    await save('Date');
    await expect.poll(() => stored('SHARED_SCOPE', 'service')).toBe(DATE);
  });

  it('save pictures, and take them away', async () => {
    const file = { name: 'point.png', mimeType: 'image/png', buffer: PICTURE };
    await part('Image').locator('input[type=file]').setInputFiles(file);
    await part('Image').getByRole('img', { name: 'picture' }).waitFor();
    // Taken away again before it is saved: nothing is stored yet, and yet it is something to save.
    const release = await holdRequests(page, '**/api/plugins/telemetry/**');
    await save('Image');
    await part('Image').getByRole('button', { name: 'Remove the picture' }).click();
    release();
    await expect
      .poll(() => stored('SERVER_SCOPE', 'picture'))
      .toBe(`data:image/png;base64,${PICTURE.toString('base64')}`);
    await save('Image');
    await expect.poll(() => stored('SERVER_SCOPE', 'picture')).toBe('');
  });

  it('save the place of this browser', async () => {
    await page.context().grantPermissions(['geolocation']);
    await page.context().setGeolocation({ latitude: 52.5, longitude: 13.25 });
    await part('Location').getByRole('button', { name: 'Use the place of this device' }).click();
    await expect.poll(() => part('Location').getByLabel('Latitude').inputValue()).toBe('52.5');
    await save('Location');
    await expect.poll(() => latest('latitude')).toBe(52.5);
    await expect.poll(() => latest('longitude')).toBe(13.25);
    await part('Location').getByLabel('Latitude').fill('91');
    await part('Location').getByRole('alert').getByText('The largest value is 90').waitFor();
    await part('Location').getByLabel('Latitude').press('Escape');
    await expect.poll(() => part('Location').getByLabel('Latitude').inputValue()).toBe('52.5');
  });

  it('refuse what the settings do not allow, beside the field', async () => {
    const level = part('Integer').getByRole('textbox', { name: 'Level' });
    await level.fill('11');
    await part('Integer').getByRole('alert').getByText('The largest value is 10').waitFor();
    await level.press('Enter');
    await part('String').getByRole('textbox', { name: 'place' }).fill('');
    await part('String').getByRole('alert').getByText('Where is it?').waitFor();
    await part('String').getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => part('String').getByRole('textbox', { name: 'place' }).inputValue()).toBe('Cellar');
    await expect.poll(() => stored('SERVER_SCOPE', 'level')).toBe(7);
    await level.press('Escape');
    await expect.poll(() => level.inputValue()).toBe('7');
  });

  it('keep what is typed when the value changes, and say that it did', async () => {
    const level = part('Integer').getByRole('textbox', { name: 'Level' });
    await level.fill('8');
    await write('SERVER_SCOPE', { level: 3 });
    await part('Integer').getByText('It has become 3 meanwhile').waitFor();
    await expect.poll(() => level.inputValue()).toBe('8');
    await level.press('Escape');
    await expect.poll(() => level.inputValue()).toBe('3');
    await write('SERVER_SCOPE', { level: 4 });
    await expect.poll(() => level.inputValue()).toBe('4');
  });

  it('say why there is no form', async () => {
    await part('Wrong').getByText('This form saves a time series, but “level” is not one').waitFor();
    await part('Keyless').getByText('This form has no key that it could save').waitFor();
    await part('Half').getByText('This form needs the keys latitude, longitude in its data').waitFor();
  });

  it('are accessible', async () => {
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

describe('other forms', () => {
  beforeAll(async () => {
    await write('SERVER_SCOPE', { configuration: { interval: 60 }, count: 3, isOn: false, mode: 'a', secret: 'kept' });
    await write('SERVER_SCOPE', { first: 'a', second: 2 });
    // A camera that shows one colour.
    await page.addInitScript(() => {
      const canvas = document.createElement('canvas');
      Object.assign(canvas, { width: 320, height: 240 });
      const draw = () => canvas.getContext('2d')?.fillRect(0, 0, 320, 240);
      setInterval(draw, 50);
      const state = { isDenied: true };
      Object.assign(window, { camera: state });
      navigator.mediaDevices.getUserMedia = async () => {
        if (state.isDenied) throw new DOMException('No', 'NotAllowedError');
        return canvas.captureStream(20);
      };
    });
    await openDashboard('Other inputs', {
      json: describeInput('update_json_attribute', 'Json', [attribute('configuration')]),
      jsonOverTime: describeInput('update_json_attribute', 'Json over time', [{ name: 'schedule' }], {
        widgetMode: 'TIME_SERIES',
      }),
      all: describeInput(
        'update_multiple_attributes',
        'All values',
        [
          attribute('first', { dataKeyType: 'server' }),
          attribute('second', { dataKeyType: 'server', dataKeyValueType: 'integer' }),
        ],
        { updateAllValues: true },
      ),
      camera: describeInput('web_camera_input', 'Camera', [attribute('photo')], {
        ...{ imageFormat: 'image/jpeg', maxWidth: 100, maxHeight: 100 },
      }),
      several: describeInput(
        'update_multiple_attributes',
        'Several',
        [
          attribute('count', { dataKeyValueType: 'integer', maxValue: 9, maxValueErrorMessage: 'Nine at most' }),
          attribute('isOn', { dataKeyValueType: 'booleanSwitch' }),
          attribute('place', { dataKeyType: 'shared', disabledOnDataKey: 'isOn' }),
          attribute('mode', {
            dataKeyValueType: 'select',
            selectOptions: [
              { value: 'null', label: 'None' },
              { value: 'a', label: 'Automatic' },
            ],
          }),
          attribute('secret', { dataKeyHidden: true }),
        ],
        { fieldsAlignment: 'column', saveButtonLabel: 'Apply' },
      ),
      atOnce: describeInput(
        'update_multiple_attributes',
        'At once',
        [
          { name: 'start', settings: { dataKeyType: 'timeseries', dataKeyValueType: 'time' } },
          { name: 'ready', settings: { dataKeyType: 'timeseries', dataKeyValueType: 'booleanCheckbox' } },
        ],
        { showActionButtons: false },
      ),
    });
  });

  it('save JSON', async () => {
    const editor = part('Json').getByRole('textbox', { name: 'configuration' });
    await part('Json').getByText('"interval"').waitFor();
    await editor.fill('{"interval": ');
    await part('Json').getByRole('alert').getByText('This is not JSON').waitFor();
    await editor.fill('{"interval": 30}');
    await editor.press('Control+Enter');
    await part('Json').getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => stored('SERVER_SCOPE', 'configuration')).toEqual({ interval: 30 });
  });

  it('save JSON as a value over time', async () => {
    const editor = part('Json over time').getByRole('textbox', { name: 'schedule' });
    await editor.fill('{"on": [6, 22]}');
    await editor.press('Control+Enter');
    await part('Json over time').getByText('Saved', { exact: true }).waitFor();
    const path = `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?keys=schedule&useStrictDataTypes=true`;
    await expect
      .poll(async () => (await api.get<{ schedule?: { value: unknown }[] }>(path)).schedule?.[0]?.value)
      .toEqual({ on: [6, 22] });
    await page.reload();
    await part('Json over time').getByText('"on"').waitFor();
  });

  it('save values that did not change where all are asked for', async () => {
    const path = `/api/plugins/telemetry/DEVICE/${device.id}/values/attributes/SERVER_SCOPE?keys=first,second`;
    const times = async () => (await api.get<{ lastUpdateTs: number }[]>(path)).map((one) => one.lastUpdateTs);
    const before = Math.max(...(await times()));
    const first = part('All values').getByRole('textbox', { name: 'first' });
    await expect.poll(() => first.inputValue()).toBe('a');
    await first.fill('b');
    await save('All values');
    await expect.poll(async () => Math.min(...(await times()))).toBeGreaterThan(before);
    expect(await stored('SERVER_SCOPE', 'second')).toBe(2);
  });

  it('take a picture, or say why there is none', async () => {
    await part('Camera').getByRole('button', { name: 'Turn the camera on' }).click();
    await part('Camera').getByRole('alert').getByText('This browser does not let the page use the camera').waitFor();
    await page.evaluate(() => Object.assign((window as unknown as { camera: object }).camera, { isDenied: false }));
    await part('Camera').getByRole('button', { name: 'Turn the camera on' }).click();
    const video = part('Camera').locator('video');
    await expect.poll(() => video.evaluate((element) => (element as HTMLVideoElement).videoWidth)).toBe(320);
    await part('Camera').getByRole('button', { name: 'Take a picture' }).click();
    await part('Camera').getByRole('button', { name: 'Take another' }).waitFor();
    await save('Camera');
    await part('Camera').getByRole('img', { name: 'Picture that was saved last' }).waitFor();
    await expect.poll(() => stored('SERVER_SCOPE', 'photo')).toMatch(/^data:image\/jpeg;base64,/);
    const picture = part('Camera').getByRole('img', { name: 'Picture that was saved last' });
    const size = () =>
      picture.evaluate((element) => {
        const { naturalWidth, naturalHeight } = element as HTMLImageElement;
        return [naturalWidth, naturalHeight];
      });
    await expect.poll(size).toEqual([100, 75]);
  });

  it('save several values, each where it belongs', async () => {
    const several = part('Several');
    await expect.poll(() => several.getByRole('textbox', { name: 'place' }).isDisabled()).toBe(true);
    await several.getByRole('switch', { name: 'isOn' }).click();
    await several.getByRole('textbox', { name: 'place' }).fill('Roof');
    await several.getByRole('textbox', { name: 'count' }).fill('10');
    await several.getByRole('alert').getByText('Nine at most').waitFor();
    await several.getByRole('textbox', { name: 'count' }).fill('8');
    await several.getByRole('textbox', { name: 'count' }).press('ArrowUp');
    await several.getByRole('combobox', { name: 'mode' }).click();
    await page.getByRole('option', { name: 'None' }).click();
    await several.getByRole('button', { name: 'Apply' }).click();
    await several.getByText('Saved', { exact: true }).waitFor();
    await expect.poll(() => stored('SHARED_SCOPE', 'place')).toBe('Roof');
    await expect.poll(() => stored('SERVER_SCOPE', 'count')).toBe(9);
    await expect.poll(() => stored('SERVER_SCOPE', 'isOn')).toBe(true);
    await expect.poll(() => stored('SERVER_SCOPE', 'mode')).toBeUndefined();
    await expect.poll(() => stored('SERVER_SCOPE', 'secret')).toBe('kept');
  });

  it('save at once where they have no buttons', async () => {
    await part('At once').getByLabel('start').fill('01:30');
    await part('At once').getByRole('checkbox', { name: 'ready' }).click();
    await expect.poll(() => latest('start')).toBe(5_400_000);
    await expect.poll(() => latest('ready')).toBe(true);
  });

  it('are accessible', async () => {
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

describe('claiming', () => {
  it('makes a device that of the customer, or says why not', async () => {
    const email = 'claims@inputs.example';
    const customer = await api.post<{ id: { id: string } }>('/api/customer', { title: 'Claims devices' });
    await createUser(api, { email, authority: 'CUSTOMER_USER', customerId: customer.id }, 'claims-1');
    const bought = await createDevice(api, 'Bought device');
    await api.post(`/api/v1/${bought.accessToken}/claim`, { secretKey: 'abc', durationMs: 600_000 });
    const kind = { bundleAlias: 'input_widgets', typeAlias: 'device_claiming_widget', type: 'static' } as const;
    const settings = { deviceSecret: true, labelClaimButon: 'Claim it', deviceNotFound: 'Nobody knows it' };
    const widgets = { claim: describeWidget(kind, 'Claiming', DEVICE, [], { settings }) };
    const dashboardId = await createDashboard(api, 'Claiming', widgets, []);
    await api.post(`/api/customer/${customer.id.id}/dashboard/${dashboardId}`, {});
    const theirs = await openPage({ user: { email, password: 'claims-1' } });
    await theirs.goto(`/dashboards/${dashboardId}`);
    await theirs.getByRole('button', { name: 'Claim it' }).click();
    await theirs.getByRole('alert').getByText('The secret key is needed').waitFor();
    await theirs.getByRole('textbox', { name: 'Secret key' }).fill('abc');
    await theirs.getByRole('textbox', { name: 'Device name' }).fill('No such device');
    await theirs.getByRole('textbox', { name: 'Device name' }).press('Enter');
    await theirs.getByRole('alert').getByText('Nobody knows it').waitFor();
    await theirs.getByRole('textbox', { name: 'Device name' }).fill(bought.name);
    await theirs.getByRole('button', { name: 'Claim it' }).click();
    await theirs.getByText('The device is yours now').waitFor();
    const { customerId } = await api.get<{ customerId: object }>(`/api/device/${bought.id}`);
    expect(customerId).toMatchObject(customer.id);
  });
});
