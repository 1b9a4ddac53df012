import { beforeAll, describe, expect, inject, it } from 'vitest';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { mosquittoPublish } from '../harness/mosquitto.ts';
import { createDashboard, createDevice, describeWidget, singleDevice, type TestDevice } from '../harness/objects.ts';

const ALIAS = '4b0f7a6e-2f6d-4f2a-9d43-000000000001';

/** What each preset calls a value of 42, by the alias of its type. */
const DIGITAL: Readonly<Record<string, string>> = {
  gauge_justgage: '42',
  digital_thermometer: '42.0 °C',
  digital_speedometer: '42 MPH',
  neon_gauge_justgage: '42',
  lcd_gauge: '42 MPH',
  lcd_bar_gauge: '42 %',
  simple_neon_gauge_justgage: '42',
  vertical_bar_justgage: '42',
  simple_gauge_justgage: '42',
  digital_bar: '42 MPH',
  mini_gauge_justgage: '42',
  horizontal_bar_justgage: '42',
  digital_vertical_bar: '42.0 °C',
};
const ANALOGUE: Readonly<Record<string, string>> = {
  analogue_compass: '42',
  temperature_gauge_canvas_gauges: '42.0 °C',
  temperature_radial_gauge_canvas_gauges: '42.0 °C',
  speed_gauge_canvas_gauges: '42 MPH',
  radial_gauge_canvas_gauges: '42',
};
const NAMES = { ...DIGITAL, ...ANALOGUE };

interface WidgetTypeOfSystem {
  alias: string;
  descriptor: { defaultConfig: string };
}

const server = inject('server');
let device: TestDevice;

/** Every preset as the system ships it, with a key of the device in place of its simulated one. */
async function presets(key: { name: string; [member: string]: unknown }) {
  const found = await Promise.all(
    ['digital_gauges', 'analogue_gauges'].map(async (bundleAlias) => {
      const path = `/api/widgetTypes?isSystem=true&bundleAlias=${bundleAlias}`;
      const types = await api.get<WidgetTypeOfSystem[]>(path);
      return types.map((type) => ({ ...type, bundleAlias }));
    }),
  );
  const widgets = found.flat().map(({ alias, bundleAlias, descriptor }) => {
    const { datasources: _, ...config } = JSON.parse(descriptor.defaultConfig) as { datasources?: unknown };
    const kind = { bundleAlias, typeAlias: alias, type: 'latest' } as const;
    const keys = [{ label: alias, color: '#388e3c', ...key }];
    return [alias, describeWidget(kind, alias, ALIAS, keys, { ...config, title: alias, showTitle: true })] as const;
  });
  return Object.fromEntries(widgets);
}

async function openGauges(title: string, key: { name: string; [member: string]: unknown }) {
  const aliases = [{ id: ALIAS, alias: 'Device', filter: singleDevice(device.id) }];
  await page.goto(`/dashboards/${await createDashboard(api, title, await presets(key), aliases)}`);
}

async function eachGauge(check: (alias: string, value: string) => Promise<unknown>) {
  for (const [alias, value] of Object.entries(NAMES)) {
    await page.getByRole('region', { name: alias, exact: true }).scrollIntoViewIfNeeded();
    await check(alias, value);
  }
}

setUpConsole();
beforeAll(async () => {
  device = await createDevice(api, 'Device with gauges');
  await mosquittoPublish(server.mqttPort, device.accessToken, 'v1/devices/me/telemetry', { level: 42 });
});

describe('the eighteen gauges of the system', () => {
  it('draw a value under its name with its unit, and its changes', async () => {
    await openGauges('Gauges', { name: 'level' });
    await eachGauge((alias, value) => page.getByRole('img', { name: `${alias}: ${value}`, exact: true }).waitFor());
    expect(await accessibilityViolations(page)).toEqual([]);
    await mosquittoPublish(server.mqttPort, device.accessToken, 'v1/devices/me/telemetry', { level: 57 });
    await eachGauge((alias, value) =>
      page.getByRole('img', { name: `${alias}: ${value.replace('42', '57')}`, exact: true }).waitFor(),
    );
    await mosquittoPublish(server.mqttPort, device.accessToken, 'v1/devices/me/telemetry', { level: 42 });
    expect(pageErrors).toEqual([]);
  });

  it('say that there is no value, and why one cannot be shown', async () => {
    await openGauges('Gauges without data', { name: 'neverSent' });
    await eachGauge((alias) => page.getByRole('img', { name: `${alias}: No data`, exact: true }).waitFor());
    expect(await accessibilityViolations(page)).toEqual([]);
    await openGauges('Gauges that fail', {
      name: 'level',
      usePostProcessing: true,
      postFuncBody: 'throw new Error("broken");',
    });
    await eachGauge((alias) =>
      page.getByRole('region', { name: alias, exact: true }).getByText('A function of this widget failed').waitFor(),
    );
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
