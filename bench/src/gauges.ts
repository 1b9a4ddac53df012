import type { CDPSession, Page } from 'playwright-core';
import { TENANT } from '../../e2e/harness/api.ts';
import { launchBrowser, newContext, signIn } from '../../e2e/harness/browser.ts';
import type { BenchContext } from './lib/context.ts';
import { type BenchDevice, createDevices } from './lib/devices.ts';
import { type Figure, format, percentile } from './lib/figures.ts';
import { frameTimes, longTasks } from './lib/frames.ts';
import { MEASURED_KEYS, publishMeasurements } from './lib/measurements.ts';

const GAUGES = 50;
const DEVICES = 10;
/** How long the dashboard is observed, and how long it gets to settle, ms. */
const WATCH_MS = 20_000;
const SETTLE_MS = 5_000;
/** A picture of the screen that came later than this has left out another one, ms. */
const LATE = 25;

const TYPES = [
  ['digital_gauges', 'gauge_justgage'],
  ['digital_gauges', 'simple_neon_gauge_justgage'],
  ['digital_gauges', 'lcd_bar_gauge'],
  ['digital_gauges', 'digital_thermometer'],
  ['analogue_gauges', 'speed_gauge_canvas_gauges'],
  ['analogue_gauges', 'temperature_gauge_canvas_gauges'],
  ['analogue_gauges', 'radial_gauge_canvas_gauges'],
] as const;

function dashboardOf(devices: readonly BenchDevice[]): object {
  const widgets: Record<string, object> = {};
  const layout: Record<string, object> = {};
  for (let index = 0; index < GAUGES; index++) {
    const id = `gauge ${index}`;
    const key = MEASURED_KEYS[index % MEASURED_KEYS.length] as string;
    const [bundleAlias, typeAlias] = TYPES[index % TYPES.length] as (typeof TYPES)[number];
    const datasource = {
      ...{ type: 'entity', entityType: 'DEVICE', entityId: devices[index % DEVICES]?.id },
      dataKeys: [{ name: key, type: 'timeseries', label: key, color: '#2f5bea', settings: {} }],
    };
    const place = { sizeX: 2, sizeY: 2, row: Math.floor(index / 10) * 2, col: (index % 10) * 2 };
    const config = { title: key, showTitle: false, settings: {}, datasources: [datasource] };
    widgets[id] = { id, isSystemType: true, bundleAlias, typeAlias, type: 'latest', ...place, config };
    layout[id] = place;
  }
  const main = { widgets: layout, gridSettings: { columns: 20 } };
  return { widgets, states: { default: { name: 'Gauges', root: true, layouts: { main } } } };
}

/** Widgets of a dashboard that is opened, as many as fit on the screen in a row. */
const CARDS = 200;
const CARDS_IN_A_ROW = 20;

function cardsOf(devices: readonly BenchDevice[]): object {
  const cards = Array.from({ length: CARDS }, (_, index) => {
    const key = MEASURED_KEYS[index % MEASURED_KEYS.length] as string;
    const datasource = {
      ...{ type: 'entity', entityType: 'DEVICE', entityId: devices[index % DEVICES]?.id },
      dataKeys: [{ name: key, type: 'timeseries', label: key, color: '#2f5bea', settings: {} }],
    };
    const place = { sizeX: 1, sizeY: 1, row: Math.floor(index / CARDS_IN_A_ROW), col: index % CARDS_IN_A_ROW };
    const config = { title: key, showTitle: false, settings: {}, datasources: [datasource] };
    const type = { isSystemType: true, bundleAlias: 'cards', typeAlias: 'simple_card', type: 'latest' };
    return { id: `card ${index}`, ...type, ...place, config, place };
  });
  const main = {
    widgets: Object.fromEntries(cards.map(({ id, place }) => [id, place])),
    gridSettings: { columns: CARDS_IN_A_ROW, margin: 2 },
  };
  const widgets = Object.fromEntries(cards.map(({ place: _, ...card }) => [card.id, card]));
  return { widgets, states: { default: { name: 'Cards', root: true, layouts: { main } } } };
}

/** ms until a dashboard of many widgets has all its values, in a browser that has opened one before; and of them work. */
async function measureOpening(page: Page, session: CDPSession, id: string): Promise<{ elapsed: number; work: number }> {
  const began = performance.now();
  await page.goto(`/dashboard/${id}`);
  await page.waitForFunction((count) => {
    const shown = [...document.querySelectorAll('[data-widget] .num')];
    return shown.filter(({ textContent }) => /\d/.test(textContent ?? '')).length >= count;
  }, CARDS);
  const elapsed = performance.now() - began;
  // Counted from the beginning of a page.
  return { elapsed, work: ((await spent(session)).TaskDuration ?? 0) * 1000 };
}

/** Processor time of the page by what it was spent on, in s since it was opened. */
async function spent(session: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** Measures what gauges cost whose values change all the time: work, which another load of the machine leaves as it is. */
export async function measureGauges(context: BenchContext): Promise<Figure[]> {
  const { api, server } = context;
  const devices = await createDevices(context, 'gauges', DEVICES);
  const configuration = dashboardOf(devices);
  const dashboard = await api.post<{ id: { id: string } }>('/api/dashboard', { title: 'bench gauges', configuration });
  const cards = await api.post<{ id: { id: string } }>('/api/dashboard', {
    title: 'bench cards',
    configuration: cardsOf(devices),
  });
  const browser = await launchBrowser();
  try {
    const own = await newContext(browser, server.http);
    const page = await own.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, TENANT.email, TENANT.password);
    let over = false;
    let acknowledged = 0;
    const published = publishMeasurements(server.http, devices, () => over).then((count) => {
      acknowledged = count;
    });
    await page.goto(`/dashboard/${dashboard.id.id}`);
    await page
      .getByRole('img')
      .nth(GAUGES - 1)
      .waitFor();
    await page.waitForTimeout(SETTLE_MS);
    const session = await own.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const began = performance.now();
    const before = await spent(session);
    let after = before;
    const times = await frameTimes(page, async () => {
      await page.waitForTimeout(WATCH_MS);
      after = await spent(session);
    });
    const elapsed = performance.now() - began;
    const long = await longTasks(page);
    over = true;
    await published;
    const opened = [];
    for (let round = 0; round < 3; round++) opened.push(await measureOpening(page, session, cards.id.id));
    const opening = Math.min(...opened.map((one) => one.elapsed));
    const work = Math.min(...opened.map((one) => one.work));
    const used = (name: string) => ((after[name] ?? 0) - (before[name] ?? 0)) * 1000;
    const perSecond = (acknowledged * MEASURED_KEYS.length * 1000) / (elapsed + SETTLE_MS);
    const updates = (perSecond * elapsed) / 1000;
    const late = times.filter((time) => time > LATE).length;
    const what = `${GAUGES} gauges, ${format(perSecond)} values per second`;
    const share = used('TaskDuration') / elapsed;
    return [
      {
        what: `${what}: scripts per value`,
        measured: `${format((used('ScriptDuration') * 1000) / updates)} µs`,
        budget: '< 300 µs',
        reference: '–',
        note: `processor time; layout and styles ${format(((used('LayoutDuration') + used('RecalcStyleDuration')) * 1000) / updates)} µs`,
        values: { script: used('ScriptDuration'), layout: used('LayoutDuration'), updates },
      },
      {
        what: '… share of the main thread',
        measured: `${format(share * 100)} %`,
        budget: '< 50 %',
        reference: '–',
        note: 'processor time of all tasks',
        values: { share },
      },
      {
        what: '… time of a frame, middle and 95 of 100',
        measured: `${format(percentile(times, 0.5), 1)} and ${format(percentile(times, 0.95), 1)} ms`,
        budget: '16.7 ms',
        reference: '–',
        note: `${late} of ${times.length} frames late by one or more: depends on what else the machine does`,
        values: { middle: percentile(times, 0.5), slow: percentile(times, 0.95), late, frames: times.length },
      },
      {
        what: '… tasks above 50 ms',
        measured: `${long.length}`,
        budget: '0',
        reference: '–',
        note: `the longest ${format(Math.max(0, ...long))} ms; with everything that the task had to wait for`,
        values: { long: long.length, longest: Math.max(0, ...long) },
      },
      {
        what: `${CARDS} widgets on one screen open`,
        measured: `${format(opening / 1000, 1)} s`,
        budget: '< 2 s',
        reference: '–',
        note: `the whole page, until the last has its value; the best of three; ${format(work)} ms of the page's thread`,
        values: { opening, work },
      },
    ];
  } finally {
    await browser.close();
    for (const { id } of [dashboard, cards]) await api.delete(`/api/dashboard/${id.id}`);
  }
}
