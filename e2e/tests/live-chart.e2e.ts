import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { api, openPage, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { createDashboard, createDevice, describeWidget, singleDevice } from '../harness/objects.ts';

setUpConsole();

const ALIAS = '77c1d2a3-41f2-4a77-9d55-0a1b2c3d4e02';
const DAY = 86_400_000;
/** Days of the year that have a value before the chart is opened, and the last day that gets one. */
const BEFORE = 150;
const LAST = 160;

/** A year, so that what it shows does not move meanwhile. */
const timewindow = {
  selectedTab: 0,
  realtime: { realtimeType: 1, interval: DAY, quickInterval: 'CURRENT_YEAR' },
  aggregation: { type: 'NONE', limit: 1000 },
};
const START = Date.UTC(new Date().getUTCFullYear(), 0, 1);
/** Days between two values that are drawn with points. */
const SELDOM = 20;
const valuesOf = (day: number) => ({ Load: Math.round(50 + 40 * Math.sin(day / 4)), Power: (day * 7) % 90 });

const TITLES = ['Lines', 'States', 'Stacked', 'Bars', 'Points'];

const canvasOf = (on: Page, title: string) => on.getByRole('region', { name: title }).locator('canvas').first();

/** A canvas that keeps each picture that it shows, as the address of a file. */
interface KeepingCanvas extends HTMLCanvasElement {
  pictures?: string[];
}

/** Red, green, blue and how much of them of all dots of a picture. */
const dotsOf = (on: Page, picture: string): Promise<Buffer> =>
  on
    .evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      const { width, height } = image;
      const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
      context?.drawImage(image, 0, 0);
      let text = '';
      for (const part of context?.getImageData(0, 0, width, height).data ?? []) text += String.fromCharCode(part);
      return btoa(text);
    }, picture)
    .then((text) => Buffer.from(text, 'base64'));

/** What a chart shows. */
const pictureOf = async (on: Page, title: string): Promise<Buffer> =>
  dotsOf(on, await canvasOf(on, title).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL()));

/** Of 255, what eyes do not tell apart: the edge of what is repainted goes through smoothed lines. */
const MOST = 24;

/** In how many places two pictures differ on white. */
function differences(one: Buffer, other: Buffer): number {
  if (one.length !== other.length) return one.length;
  const onWhite = (picture: Buffer, at: number) => {
    const alpha = (picture[at - (at % 4) + 3] ?? 0) / 255;
    return (picture[at] ?? 0) * alpha + 255 * (1 - alpha);
  };
  return one.filter((_, at) => at % 4 !== 3 && Math.abs(onWhite(one, at) - onWhite(other, at)) > MOST).length;
}

const keepPictures = (on: Page, title: string) =>
  canvasOf(on, title).evaluate((canvas: KeepingCanvas) => {
    const pictures: string[] = [];
    canvas.pictures = pictures;
    let before = canvas.toDataURL();
    const look = () => {
      const now = canvas.toDataURL();
      if (now !== before) pictures.push(now);
      before = now;
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });

const keptPictures = (on: Page, title: string) =>
  canvasOf(on, title).evaluate((canvas: KeepingCanvas) => canvas.pictures ?? []);

/** Waits until the legends name the values of a day. */
async function waitForDay(on: Page, day: number) {
  const wanted = Object.values(valuesOf(day)).map((value) => String(value));
  for (const title of TITLES) {
    const legend = on.getByRole('region', { name: title }).getByRole('list', { name: 'Legend' });
    const named = async () => (await legend.getByTitle('Latest value').allTextContents()).slice(0, wanted.length);
    await expect.poll(named, { message: title }).toEqual(wanted);
  }
}

it('a chart that grows with each value looks like one that is opened with all of them', async () => {
  const device = await createDevice(api, 'Growing meter');
  const send = (from: number, to: number) =>
    api.post(
      `/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`,
      Array.from({ length: to - from }, (_, index) => ({
        ts: START + (from + index) * DAY,
        values: { ...valuesOf(from + index), ...((from + index) % SELDOM === 0 ? { Level: (from + index) / 2 } : {}) },
      })),
    );
  await send(0, BEFORE);
  const line = { bundleAlias: 'charts', typeAlias: 'basic_timeseries', type: 'timeseries' } as const;
  const states = { ...line, typeAlias: 'state_chart' } as const;
  const settings = { fillLines: true, thresholds: [{ thresholdValueSource: 'predefinedValue', thresholdValue: 30 }] };
  const keys = [{ name: 'Load', settings }, { name: 'Power' }];
  const bars = { ...line, typeAlias: 'timeseries_bars_flot' } as const;
  const stack = { settings: { stack: true, defaultBarWidth: 2 * DAY } };
  const points = [{ name: 'Load' }, { name: 'Power' }, { name: 'Level', settings: { showPoints: true } }];
  const charts = [
    describeWidget(line, 'Lines', ALIAS, keys),
    describeWidget(states, 'States', ALIAS, keys),
    describeWidget(line, 'Stacked', ALIAS, keys, stack),
    describeWidget(bars, 'Bars', ALIAS, [{ name: 'Load' }, { name: 'Power' }], stack),
    describeWidget(line, 'Points', ALIAS, points),
  ];
  const dashboard = await createDashboard(
    api,
    'Growing charts',
    Object.fromEntries(charts.map((chart) => [crypto.randomUUID(), chart])),
    [{ id: ALIAS, alias: 'Meter', filter: singleDevice(device.id) }],
    { timewindow },
  );
  await page.goto(`/dashboards/${dashboard}`);
  for (let day = BEFORE; day < LAST; day++) {
    await waitForDay(page, day - 1);
    await send(day, day + 1);
  }
  const other = await openPage();
  await other.goto(`/dashboards/${dashboard}`);
  const expectSamePictures = async () => {
    for (const title of TITLES)
      await expect
        .poll(async () => differences(await pictureOf(page, title), await pictureOf(other, title)), { message: title })
        .toBe(0);
  };
  for (const on of [page, other]) await waitForDay(on, LAST - 1);
  await expectSamePictures();

  // Each picture on the way is that of the last value already: what is drawn of it alone is what is drawn of all.
  const before = await Promise.all(TITLES.map((title) => pictureOf(page, title)));
  for (const title of TITLES) await keepPictures(page, title);
  await send(LAST, LAST + 1);
  await waitForDay(page, LAST);
  await other.reload();
  await waitForDay(other, LAST);
  await expectSamePictures();
  for (const [at, title] of TITLES.entries()) {
    const final = await pictureOf(page, title);
    expect(differences(final, before[at] as Buffer), title).toBeGreaterThan(0);
    const kept = await Promise.all((await keptPictures(page, title)).map((picture) => dotsOf(page, picture)));
    expect(kept.length, title).toBeGreaterThan(0);
    expect(
      kept.map((picture) => differences(picture, final)),
      title,
    ).toEqual(kept.map(() => 0));
  }
  expect(pageErrors).toEqual([]);
});
