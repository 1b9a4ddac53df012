import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { beforeAll, describe, it } from 'vitest';
import type { Api } from '../harness/api.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import {
  createDashboard,
  createDevice,
  describeWidget,
  singleDevice,
  type TestDevice,
  type WidgetKind,
} from '../harness/objects.ts';

interface Fixture {
  name: string;
  descriptor: { type: WidgetKind['type']; [member: string]: unknown };
  config: { [member: string]: unknown };
}

const FOLDER = path.resolve(import.meta.dirname, '../fixtures/own-widgets');
const ALIAS = '0b6f9a54-5f2e-4d30-8a27-0000000000f1';
const BUNDLE = 'plant_widgets';

/** File name → type, as somebody would import it. */
const fixtures = new Map(
  readdirSync(FOLDER).map((file): [string, Fixture] => [
    path.basename(file, '.json'),
    JSON.parse(readFileSync(path.join(FOLDER, file), 'utf8')) as Fixture,
  ]),
);

let device: TestDevice;
let dashboardId: string;
/** File name → alias of its type. */
const aliases = new Map<string, string>();

async function createType(of: Api, name: string, descriptor: object): Promise<string> {
  const { alias } = await of.post<{ alias: string }>('/api/widgetType', { bundleAlias: BUNDLE, name, descriptor });
  return alias;
}

function placed(name: string, alias: string, { descriptor, config }: Fixture) {
  const kind = { bundleAlias: BUNDLE, typeAlias: alias, type: descriptor.type, isSystemType: false };
  if (kind.type === 'static')
    return { ...kind, title: name, config: { title: name, showTitle: true, settings: {}, ...config } };
  const described = describeWidget(
    kind,
    name,
    ALIAS,
    [{ name: 'level' }, { name: 'flow' }].slice(0, name === 'data-table' ? 2 : 1),
    config,
  );
  return kind.type === 'rpc'
    ? { ...described, config: { ...described.config, targetDeviceAliasIds: [ALIAS] } }
    : described;
}

setUpConsole({ sharePage: true });
beforeAll(async () => {
  device = await createDevice(api, 'Own widgets tank');
  await api.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { level: 42.5, flow: 7 });
  await api.post('/api/widgetsBundle', { title: 'Plant widgets', alias: BUNDLE });
  for (const [file, { name, descriptor }] of fixtures) aliases.set(file, await createType(api, name, descriptor));
  const widgets = Object.fromEntries(
    [...fixtures].map(([file, fixture]) => [file, placed(file, aliases.get(file) ?? '', fixture)]),
  );
  dashboardId = await createDashboard(
    api,
    'Own widgets',
    widgets,
    [{ id: ALIAS, alias: 'Plant', filter: singleDevice(device.id) }],
    {
      states: {
        default: { name: 'Own widgets', root: true, layouts: { main: layoutOf(Object.keys(widgets)) } },
        second: { name: 'Second state', root: false, layouts: { main: { widgets: {}, gridSettings: {} } } },
      },
    },
  );
});

function layoutOf(ids: readonly string[]) {
  const place = (index: number) => ({ sizeX: 6, sizeY: 5, row: 5 * Math.floor(index / 4), col: 6 * (index % 4) });
  return { widgets: Object.fromEntries(ids.map((id, index) => [id, place(index)])), gridSettings: {} };
}

const region = (name: string, on: Page = page): Locator => on.getByRole('region', { name, exact: true });
const inside = (name: string): FrameLocator => region(name).frameLocator('iframe');

/** Scrolls to a widget: what is not near the screen is not drawn. */
async function shown(name: string): Promise<FrameLocator> {
  await region(name).scrollIntoViewIfNeeded();
  return inside(name);
}

describe('widgets of one’s own', () => {
  it('are drawn with data, templates, libraries and services', async () => {
    await page.goto(`/dashboards/${dashboardId}`);
    const expected: Record<string, string> = {
      'value-card': '42.5 °C',
      'canvas-gauge': 'gauge at 42.5',
      'svg-tank': '42.5 %',
      'data-table': '2 rows',
      'hand-chart': '1 points in a minute',
      'own-subscription': 'Level is 42.5',
      'element-clicks': 'open-room',
      'state-opener': 'Here: default',
      'time-window': '1 minutes shown',
      clock: '1970-01-01 00:00 1970',
      'with-resources': 'Hello world',
      parameters: '1 source, settings say blue',
      'switch-case': 'Card Of Things',
      'later-values': 'six times seven is 42',
      'device-reader': 'Its type is default',
      resizer: 'has room, desktop',
    };
    for (const [name, text] of Object.entries(expected)) {
      await (await shown(name)).getByText(text, { exact: true }).waitFor();
    }
  });
});
