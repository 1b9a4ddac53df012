import type { CDPSession, Page } from 'playwright-core';
import { TENANT } from '../../e2e/harness/api.ts';
import { launchBrowser, newContext, signIn } from '../../e2e/harness/browser.ts';
import type { BenchContext } from './lib/context.ts';
import { type BenchDevice, createDevices } from './lib/devices.ts';
import { type Figure, format, percentile } from './lib/figures.ts';
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

/** Times between the pictures of the screen, ms, while `work` goes on. */
async function frameTimes(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { frameTimes: times });
    let last = performance.now();
    const next = (now: number) => {
      times.push(now - last);
      last = now;
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await work();
  return page.evaluate(() => (window as unknown as { frameTimes: number[] }).frameTimes);
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
    over = true;
    await published;
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
    ];
  } finally {
    await browser.close();
    await api.delete(`/api/dashboard/${dashboard.id.id}`);
  }
}
