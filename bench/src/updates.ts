import type { BrowserContext, CDPSession } from 'playwright-core';
import { TENANT } from '../../e2e/harness/api.ts';
import { launchBrowser, newContext, signIn } from '../../e2e/harness/browser.ts';
import type { BenchContext } from './lib/context.ts';
import { type BenchDevice, createDevices } from './lib/devices.ts';
import { delaysOf, LINE_COLOR, ROUND, seenFor, watchDrawings, withValuesOfLines } from './lib/drawn-updates.ts';
import { type Figure, format, percentile } from './lib/figures.ts';
import { MEASURED_KEYS, publishMeasurements } from './lib/measurements.ts';

const WIDGETS = 50;
const IN_A_ROW = 10;
const DEVICES = 10;
/** How long a dashboard gets to settle, and how long it is observed, ms. */
const SETTLE_MS = 5_000;
const WATCH_MS = 12_000;
/** Updates are to be drawn within this, ms. */
const WANTED = 100;

interface Case {
  what: string;
  widget: (label: string) => object;
  count: number;
  /** The values are the ends of lines. */
  isLine: boolean;
}

const card = (title: string) => ({
  ...{ bundleAlias: 'cards', typeAlias: 'simple_card', type: 'latest' },
  config: { title, showTitle: false, settings: {} },
});
const chart = (title: string) => ({
  ...{ bundleAlias: 'charts', typeAlias: 'basic_timeseries', type: 'timeseries' },
  config: { title, showTitle: false, showLegend: false, settings: { yaxis: { min: 0, max: ROUND - 1 } } },
});

const CASES: readonly Case[] = [
  { what: `${WIDGETS} numbers`, widget: card, count: WIDGETS, isLine: false },
  { what: `${WIDGETS} charts of a minute`, widget: chart, count: WIDGETS, isLine: true },
  { what: `${IN_A_ROW} charts of a minute`, widget: chart, count: IN_A_ROW, isLine: true },
];

/** Each device and key has a widget of its own. */
function keyOf(index: number, devices: readonly BenchDevice[]): { id: string; key: string } {
  const { id } = devices[index % DEVICES] as BenchDevice;
  return { id, key: MEASURED_KEYS[Math.floor(index / DEVICES)] as string };
}

function dashboardOf({ widget, count }: Case, devices: readonly BenchDevice[]): object {
  const widgets: Record<string, object> = {};
  const layout: Record<string, object> = {};
  for (let index = 0; index < count; index++) {
    const { id: entityId, key } = keyOf(index, devices);
    const dataKeys = [{ name: key, type: 'timeseries', label: key, color: LINE_COLOR, settings: {} }];
    const place = { sizeX: 2, sizeY: 2, row: 2 * Math.floor(index / IN_A_ROW), col: 2 * (index % IN_A_ROW) };
    const { config, ...type } = widget(key) as { config: object };
    const datasources = [{ type: 'entity', entityType: 'DEVICE', entityId, dataKeys }];
    const id = `widget ${index}`;
    widgets[id] = { id, isSystemType: true, ...type, ...place, config: { ...config, datasources } };
    layout[id] = place;
  }
  const main = { widgets: layout, gridSettings: { columns: 2 * IN_A_ROW } };
  return {
    widgets,
    states: { default: { name: 'Updates', root: true, layouts: { main } } },
    timewindow: {
      selectedTab: 0,
      realtime: { realtimeType: 0, interval: 1000, timewindowMs: 60_000 },
      aggregation: { type: 'NONE', limit: 2000 },
    },
  };
}

/** Processor time of all tasks of the page since it was opened, ms. */
async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

async function measureCase(
  { api }: BenchContext,
  own: BrowserContext,
  devices: readonly BenchDevice[],
  one: Case,
): Promise<Figure[]> {
  const configuration = dashboardOf(one, devices);
  const dashboard = await api.post<{ id: { id: string } }>('/api/dashboard', {
    title: `bench ${one.what}`,
    configuration,
  });
  const page = await own.newPage();
  try {
    await page.setViewportSize({ width: 1440, height: 900 });
    await watchDrawings(page);
    await page.addInitScript(() => {
      const longTasks: number[] = [];
      Object.assign(window, { longTasks });
      new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
        entryTypes: ['longtask'],
      });
    });
    await page.goto(`/dashboard/${dashboard.id.id}`);
    await page
      .locator('[data-widget]')
      .nth(one.count - 1)
      .waitFor();
    await page.waitForTimeout(SETTLE_MS);
    const session = await own.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const tasks = () => page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
    const [longBefore, workBefore, began] = [(await tasks()).length, await taskTime(session), performance.now()];
    const raw = await seenFor(page, WATCH_MS);
    const elapsed = performance.now() - began;
    const share = ((await taskTime(session)) - workBefore) / elapsed;
    const long = (await tasks()).slice(longBefore);
    const seen = one.isLine ? withValuesOfLines(raw) : raw;
    const delays = delaysOf(
      seen,
      new Map(Array.from({ length: one.count }, (_, at) => [`widget ${at}`, keyOf(at, devices)])),
    );
    const [middle, slow, slowest] = [percentile(delays, 0.5), percentile(delays, 0.95), percentile(delays, 1)];
    const inTime = delays.filter((delay) => delay <= WANTED).length / delays.length;
    const perSecond = (count: number) => (count * 1000) / elapsed;
    return [
      {
        what: `${one.what}, ${format(perSecond(delays.length))} updates a second: drawn after, p50 / p95 / longest`,
        measured: `${format(middle)} / ${format(slow)} / ${format(slowest)} ms`,
        budget: `≤ ${WANTED} ms`,
        reference: '–',
        note: `from the arrival at the page's socket; ${format(inTime * 100, 1)} % within ${WANTED} ms, ${format(perSecond(seen.drawings.length) / one.count, 1)} drawings a second each`,
        values: { middle, slow, slowest, inTime, updates: delays.length, drawings: seen.drawings.length },
      },
      {
        what: '… share of the main thread; tasks above 50 ms',
        measured: `${format(share * 100)} %; ${long.length}`,
        budget: '< 50 %; 0',
        reference: '–',
        note: `the longest ${format(Math.max(0, ...long))} ms; with what it takes to watch`,
        values: { share, long: long.length, longest: Math.max(0, ...long) },
      },
    ];
  } finally {
    await page.close();
    await api.delete(`/api/dashboard/${dashboard.id.id}`);
  }
}

/** Measures how long updates take from the socket of a page to the screen, and what that costs the page. */
export async function measureUpdates(context: BenchContext): Promise<Figure[]> {
  const devices = await createDevices(context, 'updates', DEVICES);
  const browser = await launchBrowser();
  let over = false;
  try {
    const own = await newContext(browser, context.server.http);
    const first = await own.newPage();
    await signIn(first, TENANT.email, TENANT.password);
    await first.close();
    const published = publishMeasurements(
      context.server.http,
      devices,
      () => over,
      (message) => message % ROUND,
    );
    const figures: Figure[] = [];
    for (const one of CASES) figures.push(...(await measureCase(context, own, devices, one)));
    over = true;
    await published;
    return figures;
  } finally {
    over = true;
    await browser.close();
  }
}
