import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createDashboard, createDevice, describeWidget, singleDevice, type WidgetKind } from '../harness/objects.ts';

const DEVICE = '0b6f9a54-5f2e-4d30-8a27-000000000051';
const KEYS = [
  { name: 'north', label: 'North', color: '#2f5bea' },
  { name: 'east', label: 'East', color: '#1b7f4b' },
  { name: 'south', label: 'South', color: '#b54708' },
];
const part = (title: string) => page.getByRole('region', { name: title, exact: true });
const kind = (bundleAlias: string, typeAlias: string, type: WidgetKind['type']): WidgetKind => ({
  bundleAlias,
  typeAlias,
  type,
});

setUpConsole({ sharePage: true });

beforeAll(async () => {
  const device = await createDevice(api, 'Weather vane');
  await api.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { north: 4, east: 12, south: 7.5 });
  const still = (typeAlias: string, title: string, settings: object) => ({
    ...kind('navigation_widgets', typeAlias, 'static'),
    title,
    config: { title, showTitle: true, settings },
  });
  const dashboardId = await createDashboard(
    api,
    'More widgets',
    {
      polar: describeWidget(kind('charts', 'polar_area_chart_js', 'latest'), 'Polar', DEVICE, KEYS),
      radar: describeWidget(kind('charts', 'radar_chart_js', 'latest'), 'Radar', DEVICE, KEYS),
      code: describeWidget(kind('cards', 'qr_code', 'latest'), 'Code', DEVICE, [], {
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a pattern of settings
        settings: { qrCodeTextPattern: 'device:${entityName}' },
      }),
      places: still('navigation_cards', 'Places', { filterType: 'include', filter: ['/devices', '/assets'] }),
      place: still('navigation_card', 'Place', {
        name: '{i18n:asset.assets}',
        icon: 'mdi:water-pump',
        path: '/assets',
      }),
      wrong: still('navigation_card', 'Wrong', { name: 'Out', path: '//elsewhere.example' }),
    },
    [{ id: DEVICE, alias: 'Vane', filter: singleDevice(device.id) }],
  );
  await page.goto(`/dashboards/${dashboardId}`);
});

describe('further widgets', () => {
  it('draw latest values around a centre, and hide those that are not wanted', async () => {
    const polar = part('Polar').getByRole('img', { name: 'Chart over time of North: 4, East: 12, South: 7.5' });
    await polar.waitFor();
    await expect.poll(() => polar.locator('path').count()).toBe(3);
    await part('Polar').getByRole('button', { name: 'East' }).click();
    await expect.poll(() => polar.locator('path').count()).toBe(2);
    const radar = part('Radar').getByRole('img');
    await expect
      .poll(() => radar.locator('circle title').allTextContents())
      .toEqual(['North: 4', 'East: 12', 'South: 7.5']);
  });

  it('draw a text as a code', async () => {
    await part('Code').getByRole('img', { name: 'QR code of device:Weather vane' }).waitFor();
  });

  it('lead to pages of the console', async () => {
    await expect.poll(() => part('Places').getByRole('link').allTextContents()).toEqual(['Assets', 'Devices']);
    // Of a family whose icons come in groups, when they are needed.
    await part('Place').locator('svg[viewBox="0 0 24 24"] path[d^="M19,14.5C19,14.5"]').waitFor();
    await part('Wrong').getByText('The settings name no page of the console').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await part('Place').getByRole('link', { name: 'Assets' }).click();
    await page.waitForURL('/assets');
  });
});
