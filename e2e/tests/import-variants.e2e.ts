import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { api, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { exportByButton, importThroughDialog, jsonFile } from '../harness/dashboard-files.ts';
import { createDevice } from '../harness/objects.ts';
import { dashboardOf } from '../harness/variants/dashboards.ts';
import { type Variant, variantsOf } from '../harness/variants/widgets.ts';
import { createWorld, drawnWidgets, keepInside, unfinishedWidgets, type World } from '../harness/variants/world.ts';

/** Widgets of a dashboard. */
const PACK = 48;
/** Whether every value of every setting is drawn, and not only some of them. */
const isComplete = process.env.ALL_WIDGET_VARIANTS !== undefined;
/** A complete run takes long: it may be of some bundles only. */
const bundles = /^[a-z]/.test(process.env.ALL_WIDGET_VARIANTS ?? '')
  ? process.env.ALL_WIDGET_VARIANTS?.split(',')
  : undefined;
const server = inject('server');
let world: World | undefined;

setUpConsole({
  sharePage: true,
  viewport: { width: 1440, height: 1800 },
  prepare: (opened) => keepInside(opened, new URL(server.http).origin),
});
beforeAll(async () => {
  world = await createWorld(api, server.mqtt, ' of variants');
});
afterAll(() => world?.device.close());

/** The variants of all types, failing ones or the others, in dashboards. */
function packs(failing: boolean, perType: number): Variant[][] {
  const { types, shown } = world as World;
  const all = types
    .filter(({ bundleAlias }) => bundles?.includes(bundleAlias) ?? true)
    .flatMap((type) =>
      variantsOf(type, shown, isComplete ? 12 : 0)
        .filter((variant) => (variant.failing !== undefined) === failing)
        .slice(0, isComplete ? undefined : perType),
    );
  return Array.from({ length: Math.ceil(all.length / PACK) }, (_, at) => all.slice(at * PACK, (at + 1) * PACK));
}

/** Imports a dashboard of these, and waits until everything is drawn. */
async function openPack(title: string, pack: readonly Variant[]) {
  const { shown } = world as World;
  const file = dashboardOf(title, pack, shown.device.id, shown.alias);
  await importThroughDialog(page, jsonFile('variants', file));
  await expect.poll(() => unfinishedWidgets(page, pack), { timeout: 60_000 }).toEqual([]);
  return file;
}

const nameOf = ({ type }: Variant) => `${type.bundleAlias}/${type.alias}`;
/** A map says which key or address of a provider its settings lack. */
const isOfProvider = (note: string) => note.startsWith('There is no map');
const isBlank = ({ config }: Variant) => config.settings.cardHtml === '';

describe('widgets with every value of their settings', { timeout: isComplete ? 1_800_000 : 180_000 }, () => {
  it('are imported, drawn without a placeholder, and exported as they were', async () => {
    expect(world?.types).toHaveLength(94);
    for (const [at, pack] of packs(false, 1).entries()) {
      const file = await openPack(`Variants ${at + 1}`, pack);
      const missing = async () =>
        (await drawnWidgets(page)).flatMap(({ note, isEmpty }, index) => {
          const variant = pack[index] as Variant;
          return (note && !isOfProvider(note)) || (isEmpty && !isBlank(variant))
            ? [`${nameOf(variant)}: ${note} ${JSON.stringify(variant.config)}`]
            : [];
        });
      await expect.poll(missing).toEqual([]);
      expect(await exportByButton(page)).toEqual(file);
    }
    expect(pageErrors).toEqual([]);
  });

  it('fail alone where a function of theirs fails', async () => {
    for (const [at, pack] of packs(true, 1).entries()) {
      const file = await openPack(`Failing variants ${at + 1}`, pack);
      expect(await exportByButton(page)).toEqual(file);
    }
    // A widget that could not be drawn says why, also in the console.
    expect(pageErrors.splice(0).filter((error) => !/\(line \d+\)/.test(error))).toEqual([]);
  });
});

describe('a dashboard of the first format', () => {
  it('shows what it showed, and is exported as it was', async () => {
    const device = await createDevice(api, 'Device of an old dashboard');
    await api.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, { level: 73.5 });
    const key = { name: 'level', type: 'timeseries', label: 'Level', color: '#2196f3', settings: {} };
    const config = (title: string) => ({
      title,
      showTitle: true,
      settings: {},
      datasources: [{ type: 'device', deviceAliasId: '1', dataKeys: [key] }],
    });
    const place = { isSystemType: true, sizeX: 6, sizeY: 4, row: 0 };
    const file = {
      title: 'From long ago',
      name: 'From long ago',
      configuration: {
        widgets: [
          {
            ...place,
            col: 0,
            type: 'latest',
            bundleAlias: 'cards',
            typeAlias: 'simple_card',
            config: config('Old card'),
          },
          {
            ...place,
            col: 6,
            type: 'timeseries',
            bundleAlias: 'charts',
            typeAlias: 'timeseries',
            config: config('Old chart'),
          },
        ],
        deviceAliases: { 1: { alias: 'Tank', deviceId: device.id } },
        gridSettings: {
          showTitle: true,
          titleColor: '#123456',
          showDevicesSelect: false,
          columns: 12,
          margins: [5, 5],
        },
        timewindow: {
          realtime: { interval: 60_000, timewindowMs: 3_600_000 },
          aggregation: { type: 'NONE', limit: 200 },
        },
      },
    };
    await importThroughDialog(page, jsonFile('old', file));
    await page.getByRole('region', { name: 'Old card' }).getByText('73.5').waitFor();
    await page.getByRole('img', { name: 'Chart over time of Level' }).waitFor();
    await page.getByText('From long ago').nth(1).waitFor();
    expect(await exportByButton(page)).toEqual(file);
  });
});
