import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { Api } from './api.ts';
import {
  createDashboard,
  createDevice,
  describeWidget,
  singleDevice,
  type TestDevice,
  type WidgetKind,
} from './objects.ts';

/** A widget type as somebody would import it, and the configuration of a widget of it. */
interface Fixture {
  name: string;
  descriptor: { type: WidgetKind['type']; [member: string]: unknown };
  config: { [member: string]: unknown };
}

const FIXTURES = path.resolve(import.meta.dirname, '../fixtures');
const ALIAS = '0b6f9a54-5f2e-4d30-8a27-0000000000f1';
/** The entity of the state; the device until another is chosen. */
const STATE_ALIAS = '0b6f9a54-5f2e-4d30-8a27-0000000000f2';
const LAST_HOUR = {
  realtime: { timewindowMs: 3_600_000, interval: 60_000 },
  aggregation: { type: 'AVG', limit: 1000 },
};

function placed(name: string, kind: WidgetKind & { isSystemType: boolean }, config: Fixture['config']) {
  if (kind.type === 'static')
    return { ...kind, title: name, config: { title: name, showTitle: true, settings: {}, ...config } };
  const keys = [{ name: 'level' }, { name: 'flow' }].slice(0, name === 'data-table' ? 2 : 1);
  const described = describeWidget(kind, name, ALIAS, keys, config);
  const targets = kind.type === 'rpc' ? { targetDeviceAliasIds: [ALIAS] } : {};
  return { ...described, config: { ...described.config, ...targets } };
}

/** Creates a bundle of the types in a folder of fixtures, a device, and a dashboard with a widget of each type. */
export async function createOwnWidgets(
  api: Api,
  folder: string,
): Promise<{ dashboardId: string; device: TestDevice; typeIds: ReadonlyMap<string, string> }> {
  const bundleAlias = folder.replaceAll('-', '_');
  const device = await createDevice(api, `Tank of ${folder}`);
  await api.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { level: 42.5, flow: 7 });
  await createDevice(api, `Second tank of ${folder}`);
  await api.post('/api/widgetsBundle', { title: folder, alias: bundleAlias });
  const widgets: Record<string, ReturnType<typeof placed>> = {};
  const typeIds = new Map<string, string>();
  for (const file of readdirSync(path.join(FIXTURES, folder))) {
    const { name, descriptor, config } = JSON.parse(readFileSync(path.join(FIXTURES, folder, file), 'utf8')) as Fixture;
    const { alias, id } = await api.post<{ alias: string; id: { id: string } }>('/api/widgetType', {
      bundleAlias,
      name,
      descriptor,
    });
    const title = path.basename(file, '.json');
    typeIds.set(title, id.id);
    widgets[title] = placed(
      title,
      { bundleAlias, typeAlias: alias, type: descriptor.type, isSystemType: false },
      config,
    );
  }
  const places = Object.keys(widgets).map((id, index) => [
    id,
    { sizeX: 6, sizeY: 5, row: 5 * Math.floor(index / 4), col: 6 * (index % 4) },
  ]);
  const main = { widgets: Object.fromEntries(places), gridSettings: {} };
  const empty = { widgets: {}, gridSettings: {} };
  const dashboardId = await createDashboard(
    api,
    folder,
    widgets,
    [
      { id: ALIAS, alias: 'Plant', filter: singleDevice(device.id) },
      {
        id: STATE_ALIAS,
        alias: 'Chosen tank',
        filter: {
          type: 'stateEntity',
          stateEntityParamName: null,
          defaultStateEntity: { entityType: 'DEVICE', id: device.id },
        },
      },
    ],
    {
      timewindow: LAST_HOUR,
      states: {
        default: { name: folder, root: true, layouts: { main } },
        second: { name: 'Second state', root: false, layouts: { main: empty } },
      },
    },
  );
  return { dashboardId, device, typeIds };
}

/** A widget in its place; what is not near the screen is not drawn. */
export async function shownWidget(page: Page, title: string): Promise<Locator> {
  const widget = page.getByRole('region', { name: title, exact: true });
  await widget.scrollIntoViewIfNeeded();
  return widget;
}

/** The inside of a widget with code of its own. */
export async function widgetFrame(page: Page, title: string): Promise<FrameLocator> {
  return (await shownWidget(page, title)).frameLocator('iframe');
}
