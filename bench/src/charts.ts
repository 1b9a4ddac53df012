import type { CDPSession, Page } from 'playwright-core';
import { TENANT } from '../../e2e/harness/api.ts';
import { launchBrowser, newContext, signIn } from '../../e2e/harness/browser.ts';
import type { BenchContext } from './lib/context.ts';
import { createDevices } from './lib/devices.ts';
import { type Figure, format, percentile } from './lib/figures.ts';
import { frameTimes } from './lib/frames.ts';

const SERIES = 20;
const POINTS = 5000;
/** ms between two points of a series. */
const STEP = 1000;
/** Points of all series that are sent at once. */
const BATCH = 250;
/** Drawings that are measured, after some that are not. */
const DRAWINGS = 20;
const FIRST = 4;
/** Movements of the pointer while a chart is moved along its time, and ms between two of them. */
const MOVES = 300;
const MOVE_GAP = 8;
/** A picture of the screen that came later than this has left out another one, ms. */
const LATE = 25;
/** ms that a chart gets to draw and the page to rest. */
const REST = 600;

const key = (series: number) => `series${series}`;

function dashboardOf(deviceId: string, startTimeMs: number): object {
  const dataKeys = Array.from({ length: SERIES }, (_, series) => ({
    ...{ name: key(series), label: key(series), type: 'timeseries', settings: {} },
    color: `hsl(${(series * 360) / SERIES}, 70%, 45%)`,
  }));
  const timewindow = {
    selectedTab: 1,
    history: { historyType: 1, fixedTimewindow: { startTimeMs, endTimeMs: startTimeMs + POINTS * STEP } },
    aggregation: { type: 'NONE', limit: POINTS },
  };
  const place = { sizeX: 24, sizeY: 12, row: 0, col: 0 };
  const chart = {
    ...{ id: 'chart', isSystemType: true, bundleAlias: 'charts', typeAlias: 'basic_timeseries', type: 'timeseries' },
    ...place,
    config: {
      ...{ title: 'Many points', showLegend: true, settings: {}, useDashboardTimewindow: false, timewindow },
      datasources: [{ type: 'entity', entityType: 'DEVICE', entityId: deviceId, dataKeys }],
    },
  };
  const main = { widgets: { chart: place }, gridSettings: { columns: 24 } };
  return { widgets: { chart }, states: { default: { name: 'Chart', root: true, layouts: { main } } } };
}

async function fill({ api }: BenchContext, deviceId: string, startTimeMs: number): Promise<void> {
  for (let from = 0; from < POINTS; from += BATCH) {
    const points = Array.from({ length: BATCH }, (_, index) => ({
      ts: startTimeMs + (from + index) * STEP,
      values: Object.fromEntries(
        Array.from({ length: SERIES }, (_none, series) => [
          key(series),
          Math.round(1000 * Math.sin((from + index) / 300 + series) + 200 * Math.random()) / 10,
        ]),
      ),
    }));
    await api.post(`/api/plugins/telemetry/DEVICE/${deviceId}/timeseries/ANY`, points);
  }
}

/** Processor time of all tasks of the page since it was opened, ms. */
async function taskTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}

/** Work of the page, ms, for each time that the chart is drawn again: one series more or less, all others as they are. */
async function drawings(page: Page, session: CDPSession): Promise<number[]> {
  const last = page.getByRole('list', { name: 'Legend' }).getByRole('button').last();
  const times: number[] = [];
  for (let drawing = 0; drawing < FIRST + DRAWINGS; drawing++) {
    const before = await taskTime(session);
    await last.dispatchEvent('click');
    await page.waitForTimeout(REST);
    times.push((await taskTime(session)) - before);
  }
  return times.slice(FIRST);
}

/** Times between the pictures of the screen, ms, while a chart is moved along its time with Shift. */
async function panning(page: Page): Promise<number[]> {
  const box = await page.getByRole('img').first().boundingBox();
  if (!box) throw new Error('There is no chart');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.waitForTimeout(REST);
  await page.keyboard.down('Shift');
  await page.mouse.down();
  const times = await frameTimes(page, async () => {
    for (let move = 0; move < MOVES; move++) {
      await page.mouse.move(x + (box.width / 3) * Math.sin(move / 40), y);
      await page.waitForTimeout(MOVE_GAP);
    }
  });
  // It is moved by nothing at the end, so that nothing is loaded.
  await page.mouse.move(x, y);
  await page.mouse.up();
  await page.keyboard.up('Shift');
  return times;
}

/** Measures what drawing a chart of many points costs by itself: nothing is fetched, and nothing else changes. */
export async function measureCharts(context: BenchContext): Promise<Figure[]> {
  const { api, server } = context;
  const [device] = await createDevices(context, 'chart', 1);
  if (!device) throw new Error('There is no device');
  const startTimeMs = Date.now() - 2 * POINTS * STEP;
  await fill(context, device.id, startTimeMs);
  const configuration = dashboardOf(device.id, startTimeMs);
  const dashboard = await api.post<{ id: { id: string } }>('/api/dashboard', { title: 'bench chart', configuration });
  const browser = await launchBrowser();
  try {
    const own = await newContext(browser, server.http);
    const page = await own.newPage();
    await page.setViewportSize({ width: 1440, height: 900 });
    await signIn(page, TENANT.email, TENANT.password);
    await page.goto(`/dashboard/${dashboard.id.id}`);
    await page
      .getByRole('list', { name: 'Legend' })
      .getByRole('button')
      .nth(SERIES - 1)
      .waitFor();
    await page.waitForTimeout(2000);
    const session = await own.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const times = await drawings(page, session);
    const [middle, slow] = [percentile(times, 0.5), percentile(times, 0.95)];
    const frames = await panning(page);
    const late = frames.filter((time) => time > LATE).length;
    return [
      {
        what: `a chart of ${SERIES} series of ${format(POINTS)} points is drawn again, middle and 95 of 100`,
        measured: `${format(middle)} and ${format(slow)} ms`,
        budget: '< 100 ms',
        reference: '–',
        note: 'processor time of the page: the option, the drawing, the legend and what leads to them',
        values: { middle, slow },
      },
      {
        what: '… is moved along its time: time of a frame, middle and 95 of 100',
        measured: `${format(percentile(frames, 0.5), 1)} and ${format(percentile(frames, 0.95), 1)} ms`,
        budget: '16.7 ms',
        reference: '–',
        note: `${late} of ${frames.length} frames late by one or more: depends on what else the machine does`,
        values: { middle: percentile(frames, 0.5), slow: percentile(frames, 0.95), late, frames: frames.length },
      },
    ];
  } finally {
    await browser.close();
    await api.delete(`/api/dashboard/${dashboard.id.id}`);
  }
}
