import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWebServer, type WebServer } from '../../server/test/web-server.ts';
import { accessibilityViolations, restingBox } from '../harness/browser.ts';
import { api, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { createDashboard, createDevice, describeWidget, singleDevice } from '../harness/objects.ts';

const PUMP = '0b6f9a54-5f2e-4d30-8a27-000000000071';
const CAR = '0b6f9a54-5f2e-4d30-8a27-000000000072';
const TILE = '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>';
let tiles: WebServer;
let pump: string;
let car: string;
let widgets: Record<'placing' | 'trip', ReturnType<typeof describeWidget>>;

const part = (title: string) => page.getByRole('region', { name: title, exact: true });
const pin = () => part('Placing').getByRole('button', { name: 'Edit pump' });

async function placeOfPump(): Promise<Record<string, number>> {
  const attributes = await api.get<{ key: string; value: number }[]>(
    `/api/plugins/telemetry/DEVICE/${pump}/values/attributes/SERVER_SCOPE?keys=latitude,longitude`,
  );
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value]));
}

setUpConsole({ sharePage: true });

beforeAll(async () => {
  tiles = await startWebServer((_, reply) => {
    reply.writeHead(200, { 'content-type': 'image/svg+xml' }).end(TILE);
  });
  const own = {
    useCustomProvider: true,
    customProviderTileUrl: `${tiles.http}/{z}/{x}/{y}.png`,
  };
  pump = (await createDevice(api, 'Edit pump')).id;
  car = (await createDevice(api, 'Edit car')).id;
  const start = Date.now() - 600_000;
  for (const [second, latitude] of [52, 52.01, 52.02, 52.03].entries()) {
    const values = { latitude, longitude: 13 + second / 100, speed: second * 10 };
    await api.post(`/api/plugins/telemetry/DEVICE/${car}/timeseries/ANY`, { ts: start + second * 1000, values });
  }
  // A yard around the first places, from the second one on.
  const yard = JSON.stringify([
    [51.99, 12.99],
    [51.99, 13.02],
    [52.02, 13.02],
  ]);
  const zone = { ts: start + 1000, values: { yard } };
  await api.post(`/api/plugins/telemetry/DEVICE/${car}/timeseries/ANY`, zone);
  const place = [
    { name: 'latitude', type: 'attribute' },
    { name: 'longitude', type: 'attribute' },
    { name: 'coordinates', type: 'attribute' },
  ];
  const moving = [{ name: 'latitude' }, { name: 'longitude' }, { name: 'speed' }, { name: 'yard' }];
  const placing = {
    bundleAlias: 'input_widgets',
    typeAlias: 'markers_placement_openstreetmap',
    type: 'latest',
  } as const;
  const trip = { bundleAlias: 'maps_v2', typeAlias: 'test', type: 'timeseries' } as const;
  const timewindow = { realtime: { timewindowMs: 3_600_000 }, aggregation: { type: 'NONE', limit: 500 } };
  widgets = {
    placing: describeWidget(placing, 'Placing', PUMP, place, {
      settings: { ...own, showPolygon: true },
    }),
    trip: describeWidget(trip, 'Trip', CAR, moving, {
      settings: {
        ...own,
        ...{ showTooltip: true, autocloseTooltip: true, showLabel: true, label: `\${entityName}` },
        tooltipPattern: `\${speed} km/h`,
        usePolylineDecorator: true,
        showPoints: true,
        ...{ showPolygon: true, polygonKeyName: 'yard', showPolygonTooltip: true },
        polygonTooltipPattern: `Yard at \${speed} km/h`,
      },
      ...{ useDashboardTimewindow: false, timewindow },
    }),
  };
  const dashboardId = await createDashboard(api, 'Edited maps', widgets, [
    { id: PUMP, alias: 'Pump', filter: singleDevice(pump) },
    { id: CAR, alias: 'Car', filter: singleDevice(car) },
  ]);
  await page.goto(`/dashboards/${dashboardId}`);
});
afterAll(() => tiles?.close());

describe('maps to place things on', () => {
  it('put what has no place in the middle of the map', async () => {
    await part('Placing').getByRole('button', { name: 'Place…' }).click();
    await page.getByRole('menuitem', { name: 'Place Edit pump' }).click();
    await pin().waitFor();
    await expect.poll(async () => Object.keys(await placeOfPump()).sort()).toEqual(['latitude', 'longitude']);
  });

  it('move a marker by keys, and back by Undo', async () => {
    const before = await placeOfPump();
    const style = await pin().getAttribute('style');
    await pin().focus();
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await page.getByText('Moved Edit pump').waitFor();
    await expect.poll(async () => ((await placeOfPump()).longitude ?? 0) > (before.longitude ?? 0)).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(placeOfPump).toEqual(before);
    // What comes from the server moves it back; until then it may move under the pointer.
    await expect.poll(() => pin().getAttribute('style')).toBe(style);
  });

  it('take a marker off', async () => {
    await pin().press('Enter');
    // By a key: values of before may still be on their way, and move the tooltip from under the pointer.
    await part('Placing').getByRole('button', { name: 'Take off the map' }).press('Enter');
    await expect.poll(placeOfPump).toEqual({});
    await pin().waitFor({ state: 'detached' });
  });

  it('draw an area, and move its points', async () => {
    const area = async () => {
      const path = `/api/plugins/telemetry/DEVICE/${pump}/values/attributes/SERVER_SCOPE?keys=coordinates`;
      const [attribute] = await api.get<{ value: number[][] }[]>(path);
      return attribute?.value;
    };
    await part('Placing').getByRole('button', { name: 'Place…' }).click();
    await page.getByRole('menuitem', { name: 'Draw the area of Edit pump' }).click();
    await expect.poll(async () => (await area())?.length).toBe(4);
    const before = await area();
    await part('Placing').getByRole('button', { name: 'Point 1 of the area of Edit pump' }).focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await expect.poll(async () => ((await area())?.[0]?.[1] ?? 0) < (before?.[0]?.[1] ?? 0)).toBe(true);
  });
});

describe('trips', () => {
  it('go by steps, and say what was at the time', async () => {
    const slider = part('Trip').getByRole('slider', { name: 'Time' });
    await part('Trip').getByRole('button', { name: 'Edit car' }).press('Enter');
    const tooltip = part('Trip').getByRole('dialog', { name: 'Edit car' });
    await tooltip.getByText('0 km/h', { exact: true }).waitFor();
    await part('Trip').getByRole('button', { name: 'A step on' }).click();
    await tooltip.getByText('10 km/h').waitFor();
    await slider.focus();
    await page.keyboard.press('End');
    await tooltip.getByText('30 km/h').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('have the areas of their time', async () => {
    const slider = part('Trip').getByRole('slider', { name: 'Time' });
    const area = part('Trip').getByRole('button', { name: 'Area of Edit car' });
    await slider.press('Home');
    await area.waitFor({ state: 'detached' });
    await slider.press('End');
    await area.press('Enter');
    await part('Trip').getByText('Yard at 30 km/h').waitFor();
    // It closes the one of the marker.
    await part('Trip').getByText('30 km/h', { exact: true }).waitFor({ state: 'detached' });
  });

  it('play to their end', async () => {
    const slider = part('Trip').getByRole('slider', { name: 'Time' });
    await slider.press('Home');
    await expect.poll(() => slider.getAttribute('aria-valuenow')).toBe('0');
    await part('Trip').getByRole('button', { name: 'Play', exact: true }).click();
    await expect.poll(() => slider.getAttribute('aria-valuenow'), { timeout: 40_000 }).toBe('3');
    await part('Trip').getByRole('button', { name: 'Play', exact: true }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  it('keep the text of what moves beside the buttons of the map', async () => {
    const text = part('Trip').locator('.map-label');
    const buttons = await restingBox(part('Trip').locator('.leaflet-control-zoom'));
    const map = await restingBox(part('Trip').getByRole('application'));
    const before = await restingBox(text);
    // To the middle of the buttons, by a place where nothing stands.
    const from = { x: map.x + map.width - 12, y: map.y + 12 };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    const [x, y] = [buttons.x + buttons.width / 2, buttons.y + buttons.height / 2];
    const by = { x: x - before.x - before.width / 2, y: y - before.y - before.height / 2 };
    await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => (await text.boundingBox())?.x).toBeGreaterThanOrEqual(buttons.x + buttons.width);
    // It is still at its marker.
    expect((await restingBox(text)).x).toBeLessThan(buttons.x + buttons.width + 12);
    expect(pageErrors).toEqual([]);
  });

  it.each([
    { where: 'below', sizeX: 12, sizeY: 4, wide: 200 },
    { where: 'beside', sizeX: 12, sizeY: 2, wide: 200 },
    { where: 'beside', sizeX: 6, sizeY: 2, wide: 100 },
  ])(
    'have a map also where there is little room, with a player of one line $where it, $sizeX columns wide',
    async ({ where, sizeX, sizeY, wide }) => {
      const main = { widgets: { trip: { sizeX, sizeY, row: 0, col: 0 } }, gridSettings: {} };
      const states = { default: { name: 'Low', root: true, layouts: { main } } };
      const { trip } = widgets;
      const aliases = [{ id: CAR, alias: 'Car', filter: singleDevice(car) }];
      await page.goto(`/dashboards/${await createDashboard(api, `Player ${where}`, { trip }, aliases, { states })}`);
      const map = await restingBox(part('Trip').getByRole('application'));
      const player = await restingBox(part('Trip').getByRole('group', { name: 'Player of the trip' }));
      expect(map.height).toBeGreaterThan(30);
      expect(map.width).toBeGreaterThan(wide);
      const [end, begin] = where === 'below' ? [map.y + map.height, player.y] : [map.x + map.width, player.x];
      expect(begin).toBeGreaterThanOrEqual(end - 1);
      expect(player.height).toBeLessThan(40);
      // Nothing of it is cut off, and there is some way for what the time is dragged on.
      const slider = part('Trip').getByRole('slider', { name: 'Time' });
      const way = await restingBox(part('Trip').locator('.MuiSlider-root'));
      expect(way.width).toBeGreaterThan(25);
      expect(way.x + way.width).toBeLessThanOrEqual(player.x + player.width);
      await slider.press('End');
      await slider.press('ArrowLeft');
      await expect.poll(() => part('Trip').getByRole('slider').getAttribute('aria-valuenow')).toBe('2');
    },
  );
});
