import { setTimeout } from 'node:timers/promises';
import type { BrowserContext, CDPSession } from 'playwright-core';
import { TENANT } from '../../e2e/harness/api.ts';
import { launchBrowser, newContext, signIn } from '../../e2e/harness/browser.ts';
import type { BenchContext } from './lib/context.ts';
import { type BenchDevice, createDevices } from './lib/devices.ts';
import { delaysOf, forgetSeen, ROUND, seenSince, watchDrawings, withValuesOfCharts } from './lib/drawn-updates.ts';
import { type Figure, format, percentile } from './lib/figures.ts';
import { publishMeasurements } from './lib/measurements.ts';
import {
  allKinds,
  BARS,
  type BoardWidget,
  boardOf,
  CARD,
  DEVICES,
  LINE,
  PLACE,
  POINTS,
  STACKED,
  watchedOf,
} from './lib/updated-board.ts';

const WIDGETS = 50;
const IN_A_ROW = 10;
/** How long a dashboard gets to settle, and how long it is observed, ms. */
const SETTLE_MS = 5_000;
const WATCH_MS = 12_000;
/** ms of values that there are before anything is observed: charts show a minute. */
const FILLED_MS = 60_000;
/** ms between two changes of alarms. */
const ALARM_GAP_MS = 100;
/** Updates are to be drawn within this, ms. */
const WANTED = 100;

/** On which all of 50 small widgets are at once, and on which all of larger ones are. */
const SCREENS = { small: { width: 1440, height: 900 }, large: { width: 1920, height: 1700 } };

interface Case {
  what: string;
  board: readonly BoardWidget[];
  screen?: keyof typeof SCREENS;
}

const times = (count: number, widget: BoardWidget): BoardWidget[] => Array.from({ length: count }, () => widget);

const casesOf = (tiles: string): readonly Case[] => [
  { what: `${WIDGETS} numbers`, board: times(WIDGETS, CARD) },
  { what: `${WIDGETS} charts of a minute`, board: times(WIDGETS, LINE) },
  {
    what: `${WIDGETS} charts: 10 stacked, 10 bars, 10 with points, 20 lines`,
    board: [STACKED, BARS, POINTS, LINE, LINE].flatMap((widget) => times(WIDGETS / 5, widget)),
  },
  { what: `${WIDGETS} widgets of all kinds`, board: allKinds(tiles), screen: 'large' },
  { what: `${IN_A_ROW} charts of a minute`, board: times(IN_A_ROW, LINE) },
];

/** Of each kind of widgets, where there are some, how long 95 of 100 updates took, and the slowest; ms. */
function byKind(board: readonly BoardWidget[], ofWidgets: ReadonlyMap<string, number[]>): string {
  const kinds = Map.groupBy([...board.keys()], (index) => (board[index] as BoardWidget).kind);
  if (kinds.size < 2) return '';
  const texts = [...kinds].flatMap(([kind, indexes]) => {
    const delays = indexes.flatMap((index) => ofWidgets.get(`widget ${index}`) ?? []);
    // Some are there for what they cost, and show no number.
    return delays.length > 0 ? [`${kind} ${format(percentile(delays, 0.95))} / ${format(percentile(delays, 1))}`] : [];
  });
  return `; p95 / longest by kind: ${texts.join(', ')}`;
}

/** Gives devices what boards need beside their measurements: places, and alarms that become others until `isOver`. */
async function keepAlarms(
  { api }: BenchContext,
  devices: readonly BenchDevice[],
  isOver: () => boolean,
): Promise<void> {
  for (const [at, { id }] of devices.entries()) {
    const place = { [PLACE[0]]: 52 + at / 100, [PLACE[1]]: 13 + at / 100 };
    await api.post(`/api/plugins/telemetry/DEVICE/${id}/attributes/SERVER_SCOPE`, place);
  }
  const severities = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING'];
  for (let time = 0; !isOver(); time++) {
    const originator = { entityType: 'DEVICE', id: devices[time % devices.length]?.id };
    const severity = severities[Math.floor(time / devices.length) % severities.length];
    await api.post('/api/alarm', { type: 'Bench', originator, severity, status: 'ACTIVE_UNACK' });
    await setTimeout(ALARM_GAP_MS);
  }
}

/** A task that takes longer than eyes overlook, as the browser reports it: ms since the page was opened, and its length. */
interface LongTask {
  startTime: number;
  duration: number;
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
  const { board } = one;
  const configuration = boardOf(board, devices, 2 * IN_A_ROW);
  const dashboard = await api.post<{ id: { id: string } }>('/api/dashboard', {
    title: `bench ${one.what}`,
    configuration,
  });
  const page = await own.newPage();
  try {
    await page.setViewportSize(SCREENS[one.screen ?? 'small']);
    const watched = watchedOf(board, devices);
    await watchDrawings(page, watched);
    await page.addInitScript(() => {
      const longTasks: LongTask[] = [];
      Object.assign(window, { longTasks });
      new PerformanceObserver((list) => {
        for (const { startTime, duration } of list.getEntries()) longTasks.push({ startTime, duration });
      }).observe({ entryTypes: ['longtask'] });
    });
    await page.goto(`/dashboard/${dashboard.id.id}`);
    await page
      .locator('[data-widget]')
      .nth(board.length - 1)
      .waitFor();
    await page.waitForTimeout(SETTLE_MS);
    const session = await own.newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await forgetSeen(page);
    const from = await page.evaluate(() => performance.now());
    const [workBefore, began] = [await taskTime(session), performance.now()];
    await page.waitForTimeout(WATCH_MS);
    const elapsed = performance.now() - began;
    const share = ((await taskTime(session)) - workBefore) / elapsed;
    // What follows is the reading of what was seen.
    const until = await page.evaluate(() => performance.now());
    const raw = await seenSince(page);
    const tasks = await page.evaluate(() => (window as unknown as { longTasks: LongTask[] }).longTasks);
    const long = tasks
      .filter(({ startTime }) => startTime >= from && startTime < until)
      .map(({ duration }) => duration);
    const seen = withValuesOfCharts(raw);
    const ofWidgets = delaysOf(seen, watched);
    const delays = [...ofWidgets.values()].flat();
    const [middle, slow, slower, slowest] = [0.5, 0.95, 0.99, 1].map((part) => percentile(delays, part)) as [
      ...[number, number, number, number],
    ];
    const inTime = delays.filter((delay) => delay <= WANTED).length / delays.length;
    const perSecond = (count: number) => (count * 1000) / elapsed;
    return [
      {
        what: `${one.what}, ${format(perSecond(delays.length))} updates a second: drawn after, p50 / p95 / p99 / longest`,
        measured: `${format(middle)} / ${format(slow)} / ${format(slower)} / ${format(slowest)} ms`,
        budget: `≤ ${WANTED} ms`,
        reference: '–',
        note: `from the arrival at the page's socket; ${format(inTime * 100, 1)} % within ${WANTED} ms, ${format(perSecond(seen.drawings.length) / board.length, 1)} drawings a second each${byKind(board, ofWidgets)}`,
        values: { middle, slow, slower, slowest, inTime, updates: delays.length, drawings: seen.drawings.length },
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

/**
 * Measures how long updates take from the socket of a page to the screen, and what that costs the page.
 * @param only dashboards whose name matches
 */
export async function measureUpdates(context: BenchContext, only: RegExp): Promise<Figure[]> {
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
    const alarms = keepAlarms(context, devices, () => over);
    await setTimeout(FILLED_MS);
    const figures: Figure[] = [];
    const cases = casesOf(`${context.server.http}/favicon.svg?{z}/{x}/{y}`);
    for (const one of cases.filter(({ what }) => only.test(what)))
      figures.push(...(await measureCase(context, own, devices, one)));
    over = true;
    await Promise.all([published, alarms]);
    return figures;
  } finally {
    over = true;
    await browser.close();
  }
}
