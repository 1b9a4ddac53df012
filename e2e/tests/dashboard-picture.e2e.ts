import { readFile } from 'node:fs/promises';
import type { Dashboard } from '@signalbox/contract/dashboard';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, PHONE, showIn } from '../harness/browser.ts';
import { api, openPage, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { createDashboard, createDevice, describeWidget, singleDevice } from '../harness/objects.ts';

setUpConsole();

const ALIAS = '77c1d2a3-41f2-4a77-9d55-0a1b2c3d4e02';
/** The colour of a widget whose type somebody wrote. */
const MEADOW = [10, 200, 30];
let dashboard: string;

beforeAll(async () => {
  const device = await createDevice(api, 'Photographed boiler');
  const now = Date.now();
  const points = Array.from({ length: 60 }, (_, at) => ({
    ts: now - at * 10_000,
    values: { temperature: 20 + 5 * Math.sin(at / 6), pressure: 3 + (at % 7) / 10 },
  }));
  await api.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, points);
  const chart = { bundleAlias: 'charts', typeAlias: 'basic_timeseries', type: 'timeseries' } as const;
  const card = { bundleAlias: 'cards', typeAlias: 'simple_card', type: 'latest' } as const;
  const gauge = { bundleAlias: 'digital_gauges', typeAlias: 'gauge_justgage', type: 'latest' } as const;
  const table = { bundleAlias: 'cards', typeAlias: 'timeseries_table', type: 'timeseries' } as const;
  const kinds = [chart, card, gauge, table];
  const widgets = Array.from({ length: 16 }, (_, at) => {
    const kind = kinds[at % kinds.length] as (typeof kinds)[number];
    const keys = [
      { name: at % 2 ? 'pressure' : 'temperature', label: at % 2 ? 'Pressure' : 'Temperature', units: '°C' },
    ];
    return [crypto.randomUUID(), describeWidget(kind, `Part ${at + 1}`, ALIAS, keys)] as const;
  });
  const { alias: bundleAlias } = await api.post<{ alias: string }>('/api/widgetsBundle', { title: 'Photographed' });
  const { alias: typeAlias } = await api.post<{ alias: string }>('/api/widgetType', {
    ...{ bundleAlias, name: 'Meadow' },
    descriptor: {
      ...{ type: 'static', sizeX: 8, sizeY: 6, resources: [], controllerScript: 'self.onInit = function () {};' },
      ...{ templateHtml: '<div class="meadow"><canvas></canvas></div>', defaultConfig: '{}' },
      templateCss: `.meadow { height: 200px; background: rgb(${MEADOW}); }`,
      ...{ settingsSchema: '{}', dataKeySettingsSchema: '{}' },
    },
  });
  const own = { bundleAlias, typeAlias, type: 'static', isSystemType: false, title: 'Meadow' } as const;
  dashboard = await createDashboard(
    api,
    'Photographed: boiler / Österreich',
    { ...Object.fromEntries(widgets), own: { ...own, config: { title: 'Meadow', showTitle: true, settings: {} } } },
    [{ id: ALIAS, alias: 'Boiler', filter: singleDevice(device.id) }],
    { timewindow: { realtime: { timewindowMs: 600_000 }, aggregation: { type: 'NONE' } } },
  );
});

async function openDashboard(on: Page) {
  await on.goto(`/dashboards/${dashboard}`);
  await on.getByRole('region', { name: 'Part 1', exact: true }).locator('canvas').first().waitFor();
}

const menu = async (on: Page, entry: string) => {
  await on.getByRole('button', { name: 'Picture and PDF' }).click();
  await on.getByRole('menuitem', { name: entry }).click();
};

async function saved(on: Page) {
  const dialog = on.getByRole('dialog');
  const [file] = await Promise.all([
    on.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Save', exact: true }).click(),
  ]);
  await dialog.waitFor({ state: 'hidden' });
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** How many px of a PNG file have a colour. */
const countOf = (png: Buffer, colour: readonly number[]) =>
  page.evaluate(
    async ([data, red, green, blue]) => {
      const image = Object.assign(new Image(), { src: `data:image/png;base64,${data}` });
      await image.decode();
      const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
      context?.drawImage(image, 0, 0);
      const px = context?.getImageData(0, 0, image.width, image.height).data ?? [];
      let count = 0;
      for (let at = 0; at < px.length; at += 4) {
        if (px[at] === red && px[at + 1] === green && px[at + 2] === blue) count++;
      }
      return count;
    },
    [png.toString('base64'), ...colour] as const,
  );

/** The colour of a dot of a PNG file, as styles have it. */
const colourAt = (png: Buffer, x: number, y: number) =>
  page.evaluate(
    async ([data, left, top]) => {
      const image = Object.assign(new Image(), { src: `data:image/png;base64,${data}` });
      await image.decode();
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context?.drawImage(image, -left, -top);
      return `rgb(${[...(context?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3).join(', ')})`;
    },
    [png.toString('base64'), Math.round(x), Math.round(y)] as const,
  );

/**
 * How sharp a part of a PNG file is, whatever it shows: what is lost of it at half its size, for each that is lost at a
 * quarter. Of a chart drawn for its px that is 0.56, of one that was enlarged to twice its size 0.41.
 */
const sharpnessOf = (png: Buffer, { x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
  page.evaluate(
    async ([data, left, top, wide, high]) => {
      const image = Object.assign(new Image(), { src: `data:image/png;base64,${data}` });
      await image.decode();
      const part = await createImageBitmap(image, left, top, wide, high);
      const dotsOf = (source: ImageBitmap) => {
        const context = new OffscreenCanvas(wide, high).getContext('2d') as OffscreenCanvasRenderingContext2D;
        context.drawImage(source, 0, 0, wide, high);
        return context.getImageData(0, 0, wide, high).data;
      };
      const whole = dotsOf(part);
      const lostAt = async (size: number) => {
        const [resizeWidth, resizeHeight] = [Math.round(wide * size), Math.round(high * size)];
        const lessened = dotsOf(await createImageBitmap(part, { resizeWidth, resizeHeight }));
        return whole.reduce((sum, value, at) => sum + Math.abs(value - (lessened[at] ?? 0)), 0);
      };
      return (await lostAt(1 / 2)) / (await lostAt(1 / 4));
    },
    [
      png.toString('base64'),
      2 * Math.round(x),
      2 * Math.round(y),
      2 * Math.round(width),
      2 * Math.round(height),
    ] as const,
  );

/** Width and height of a PNG file. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

describe('a dashboard', () => {
  it('is saved as a picture, with what is scrolled away, and as a PDF of several pages', async () => {
    await openDashboard(page);
    await menu(page, 'Save as a picture or PDF');
    await page.getByRole('dialog', { name: 'Save as a picture or PDF' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    // What is drawn is compared with the page.
    await showIn(page, 'light');
    const picture = await saved(page);
    expect(picture.name).toBe('Photographed boiler Österreich.png');
    // Higher than the screen, twice as sharp.
    expect(sizeOf(picture.content).height).toBeGreaterThan(2 * 850);
    // A picture of one colour would be a few hundred bytes.
    expect(picture.content.length).toBeGreaterThan(100_000);
    // Of a table that scrolls, all columns are there: what is drawn at the end of its head.
    const head = await page
      .locator('[data-dashboard-grid] thead')
      .first()
      .evaluate((element) => {
        const around = element.closest('[data-dashboard-grid]')?.getBoundingClientRect() ?? new DOMRect();
        const { right, top, height } = element.getBoundingClientRect();
        const end = element.querySelector('th:last-child') ?? element;
        const ground = [end, element].map((part) => getComputedStyle(part).backgroundColor);
        return { x: right - around.left - 4, y: top - around.top + height / 2, ground };
      });
    const drawn = await colourAt(picture.content, 2 * head.x, 2 * head.y);
    expect(head.ground).toContain(drawn);
    // What is drawn on a canvas is as sharp as the texts beside it.
    const chart = await page
      .locator('[data-dashboard-grid] canvas')
      .first()
      .evaluate((element) => {
        const around = element.closest('[data-dashboard-grid]')?.getBoundingClientRect() ?? new DOMRect();
        const { x, y, width, height } = element.getBoundingClientRect();
        return { x: x - around.x, y: y - around.y, width, height };
      });
    expect(await sharpnessOf(picture.content, chart)).toBeGreaterThan(0.5);
    // What is beside the widgets is the same on both sides, without room for what scrolls.
    const width = await page
      .locator('[data-dashboard-grid]')
      .first()
      .evaluate((grid) => grid.clientWidth);
    expect(sizeOf(picture.content).width).toBe(2 * width);
    // What a frame shows is painted by itself.
    expect(await countOf(picture.content, MEADOW)).toBeGreaterThan(100_000);

    await menu(page, 'Save as a picture or PDF');
    await page.getByRole('combobox', { name: 'Kind of file' }).click();
    await page.getByRole('option', { name: /pdf/ }).click();
    const document = (await saved(page)).content.toString('latin1');
    expect(document.startsWith('%PDF-')).toBe(true);
    expect(document.match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(1);
    expect(pageErrors).toEqual([]);
  });

  it('has a picture of its own: of the screen, cut, and shown by the list', async () => {
    await openDashboard(page);
    await menu(page, 'Picture of the dashboard');
    const dialog = page.getByRole('dialog', { name: 'Picture of the dashboard' });
    await dialog.getByText('No picture yet').waitFor();
    await dialog.getByRole('button', { name: 'Photograph what is on the screen' }).click();
    await dialog.getByRole('img', { name: 'The picture as it will be saved' }).waitFor();
    await dialog.getByRole('textbox', { name: 'Top' }).fill('60');
    await dialog.getByRole('textbox', { name: 'Bottom' }).fill('50');
    await dialog.getByText('Nothing would be left of the picture.').waitFor();
    await dialog.getByRole('textbox', { name: 'Bottom' }).fill('10');
    await dialog.getByText('Nothing would be left of the picture.').waitFor({ state: 'hidden' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { image } = await api.get<Dashboard>(`/api/dashboard/${dashboard}`);
    expect(image).toMatch(/^data:image\/(webp|jpeg);base64,/);
    expect(image?.length).toBeLessThan(200_000);
    await page.goto('/dashboards?search=photographed%3A');
    await page
      .getByRole('row', { name: /Photographed: boiler/ })
      .locator('img')
      .waitFor();
  });

  it('is saved on a phone', async () => {
    const phone = await openPage({ viewport: PHONE });
    await openDashboard(phone);
    await menu(phone, 'Save as a picture or PDF');
    const dialog = phone.getByRole('dialog', { name: 'Save as a picture or PDF' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).waitFor();
    const { width, height } = sizeOf((await saved(phone)).content);
    expect(height).toBeGreaterThan(2 * width);
  });
});
