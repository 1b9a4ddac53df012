import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebServer, type WebServer } from '../../server/test/web-server.ts';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { createDashboard, createDevice, describeWidget, singleDevice, type WidgetKind } from '../harness/objects.ts';

const TRUCK = '0b6f9a54-5f2e-4d30-8a27-000000000061';
const ALL = '0b6f9a54-5f2e-4d30-8a27-000000000062';
const FLOOR = `data:image/svg+xml;base64,${Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="#dde"/></svg>',
).toString('base64')}`;
const LATITUDE = { name: 'latitude' };
const LONGITUDE = { name: 'longitude' };
const PLACE = [LATITUDE, LONGITUDE, { name: 'speed' }];

const TILE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="255" height="255" fill="#d8e2dc"/></svg>';
const requested: string[] = [];
let tiles: WebServer;
let truck: string;

const part = (title: string) => page.getByRole('region', { name: title, exact: true });
const marker = (title: string, name: string | RegExp) => part(title).getByRole('button', { name });
const kind = (typeAlias: string, type: WidgetKind['type'] = 'latest'): WidgetKind => ({
  bundleAlias: 'maps_v2',
  typeAlias,
  type,
});
const send = (id: string, values: object) => api.post(`/api/plugins/telemetry/DEVICE/${id}/timeseries/ANY`, values);

setUpConsole({ sharePage: true });

beforeAll(async () => {
  tiles = await startWebServer((request, reply) => {
    requested.push(request.url ?? '');
    reply.writeHead(200, { 'content-type': 'image/svg+xml' }).end(TILE);
  });
  const own = {
    provider: 'openstreet-map',
    useCustomProvider: true,
    customProviderTileUrl: `${tiles.http}/{z}/{x}/{y}.png`,
  };
  truck = (await createDevice(api, 'Map truck')).id;
  const van = (await createDevice(api, 'Map van')).id;
  const now = Date.now();
  for (const [minutes, latitude] of [
    [3, 52.5],
    [2, 52.51],
    [1, 52.52],
  ] as const) {
    await send(truck, { ts: now - minutes * 60_000, values: { latitude, longitude: 13.4 + minutes / 50, speed: 40 } });
  }
  await send(van, { latitude: 52.48, longitude: 13.3, speed: 0 });
  await send(truck, { xPos: 0.25, yPos: 0.5 });
  const shown = { ...own, showLabel: true, showTooltip: true, autocloseTooltip: true, label: `\${entityName}` };
  const clicked = { setEntityId: true, stateEntityParamName: '', openRightLayout: false };
  const goes = { ...clicked, type: 'openDashboardState', targetDashboardStateId: 'default' };
  const timewindow = { realtime: { timewindowMs: 3_600_000 }, aggregation: { type: 'NONE', limit: 500 } };
  const widgets = {
    street: describeWidget(kind('openstreetmap'), 'Street', ALL, PLACE, {
      settings: {
        ...shown,
        useColorFunction: true,
        colorFunction: 'return data.speed > 0 ? "#00ff00" : "#ff0000";',
        tooltipPattern: `<b>\${entityName}</b> at \${speed:1} <script>document.title = "ran"</script><link-act name='go'>Go</link-act>`,
      },
      actions: { tooltipAction: [{ id: 'a', name: 'go', ...goes }] },
    }),
    groups: describeWidget(kind('openstreetmap'), 'Groups', ALL, PLACE, {
      settings: { ...shown, useClusterMarkers: true, chunkedLoading: true, fitMapBounds: false, defaultZoomLevel: 4 },
    }),
    picture: describeWidget(kind('image_map'), 'Picture', TRUCK, [{ name: 'xPos' }, { name: 'yPos' }], {
      settings: { provider: 'image-map', mapImageUrl: FLOOR, showLabel: true },
    }),
    route: describeWidget(kind('route_map_openstreetmap', 'timeseries'), 'Route', TRUCK, PLACE, {
      settings: { ...shown, strokeWeight: 4 },
      ...{ useDashboardTimewindow: false, timewindow },
    }),
    firstRoute: describeWidget(kind('route_map_openstreetmap', 'timeseries'), 'First route', ALL, PLACE, {
      settings: { ...shown, mapPageSize: 1 },
      ...{ useDashboardTimewindow: false, timewindow },
    }),
    both: describeWidget(kind('openstreetmap'), 'Both', TRUCK, PLACE, {
      settings: shown,
      datasources: [truck, van].map((entityId) => ({
        ...{ type: 'entity', entityType: 'DEVICE', entityId },
        dataKeys: PLACE.map((key) => ({ type: 'timeseries', label: key.name, color: '#2196f3', settings: {}, ...key })),
      })),
    }),
    google: describeWidget(kind('google_maps'), 'Google', TRUCK, PLACE, { settings: { provider: 'google-map' } }),
    here: describeWidget(kind('here_map'), 'Here', TRUCK, PLACE, { settings: { provider: 'here' } }),
    tencent: describeWidget(kind('tencent_maps'), 'Tencent', TRUCK, PLACE, { settings: { tmApiKey: 'key' } }),
    wrong: describeWidget(kind('openstreetmap'), 'Wrong', TRUCK, PLACE, {
      settings: { useCustomProvider: true, customProviderTileUrl: 'javascript:alert({x}{y}{z})' },
    }),
  };
  const dashboardId = await createDashboard(api, 'Maps', widgets, [
    { id: TRUCK, alias: 'Truck', filter: singleDevice(truck) },
    {
      id: ALL,
      alias: 'All',
      filter: { type: 'entityList', entityType: 'DEVICE', entityList: [truck, van], resolveMultiple: true },
    },
  ]);
  await page.goto(`/dashboards/${dashboardId}`);
});
afterAll(() => tiles?.close());

describe('maps', () => {
  it('show where entities are, on tiles of a server of their own', async () => {
    await marker('Street', 'Map truck').waitFor();
    await marker('Street', 'Map van').waitFor();
    await expect.poll(() => requested.some((path) => /^\/\d+\/\d+\/\d+\.png$/.test(path))).toBe(true);
    const fill = (name: string) => marker('Street', name).locator('.map-pin').getAttribute('fill');
    await expect.poll(() => fill('Map truck')).toBe('#00ff00');
    await expect.poll(() => fill('Map van')).toBe('#ff0000');
  });

  it('show the entities of each of their sources, and no more of one than they are told', async () => {
    await marker('Both', 'Map truck').waitFor();
    await marker('Both', 'Map van').waitFor();
    await marker('First route', 'Map van').waitFor();
    await part('First route').getByText('1 of 2').waitFor();
    await expect.poll(() => marker('First route', 'Map truck').count()).toBe(0);
  });

  it('say more when a marker is clicked, and nothing of it runs', async () => {
    await marker('Street', 'Map truck').press('Enter');
    const tooltip = part('Street').getByRole('dialog', { name: 'Map truck' });
    await tooltip.getByText('at 40.0').waitFor();
    await expect.poll(() => tooltip.locator('script').count()).toBe(0);
    await tooltip.getByRole('button', { name: 'Go' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await tooltip.waitFor({ state: 'detached' });
  });

  it('move markers without being remade', async () => {
    const element = await marker('Street', 'Map van').elementHandle();
    await send(truck, { latitude: 52.521, longitude: 13.42, speed: 0 });
    await expect.poll(() => marker('Street', 'Map truck').locator('.map-pin').getAttribute('fill')).toBe('#ff0000');
    await expect.poll(() => element?.evaluate((node) => node.isConnected)).toBe(true);
  });

  it('group what stands close to each other, and part it on a click', async () => {
    await marker('Groups', '2 markers').press('Enter');
    await marker('Groups', 'Map truck').waitFor();
    await marker('Groups', 'Map van').waitFor();
  });

  it('show places on pictures', async () => {
    const box = async () => {
      const pin = await marker('Picture', 'Map truck').boundingBox();
      const picture = await part('Picture').locator('.leaflet-image-layer').boundingBox();
      if (!pin || !picture) return undefined;
      return [
        Math.round(((pin.x + pin.width / 2 - picture.x) / picture.width) * 100),
        Math.round(((pin.y + pin.height - picture.y) / picture.height) * 100),
      ];
    };
    await marker('Picture', 'Map truck').waitFor();
    await expect.poll(box).toEqual([25, 50]);
  });

  it('show the way that something went', async () => {
    await part('Route').getByRole('img', { name: 'Route of Map truck' }).waitFor();
    await marker('Route', 'Map truck').waitFor();
  });

  it('name the setting that is missing, and ask nobody without a key', async () => {
    await part('Google').getByText('Set “Key for Google Maps”').waitFor();
    await part('Here').getByText('Set “Credentials for HERE”').waitFor();
    await part('Tencent').getByText('Tencent draws maps with a script of its own only').waitFor();
    await part('Wrong').getByText('must begin with http:// or https://').waitFor();
    expect(pageErrors).toEqual([]);
  });
});
