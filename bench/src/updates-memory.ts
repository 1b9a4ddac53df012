import { readFile } from 'node:fs/promises';
import type { CDPSession } from 'playwright-core';
import { TENANT } from '../../e2e/harness/api.ts';
import { launchBrowser, newContext, signIn } from '../../e2e/harness/browser.ts';
import type { BenchContext } from './lib/context.ts';
import { createDevices } from './lib/devices.ts';
import { type Figure, format } from './lib/figures.ts';
import { publishMeasurements } from './lib/measurements.ts';
import { BARS, boardOf, CARD, DEVICES, LINE, POINTS, STACKED, TABLE, TIME_TABLE } from './lib/updated-board.ts';
import { residentMegabytes } from './lib/usage.ts';

const MINUTE = 60_000;
/** ms until a dashboard has values of a whole minute, which is what its charts show. */
const FILLED = 70_000;
const COLUMNS = 20;

/** All on the screen at once: what is not near it is not drawn. */
const SCREEN = { width: 1920, height: 1350 };
const small = { sizeX: 1, sizeY: 1 };
const BOARD = [
  ...[STACKED, BARS, POINTS, LINE, LINE].flatMap((chart) => Array(10).fill({ ...chart, sizeY: 1 })),
  ...Array(50).fill({ ...CARD, ...small }),
  ...[TABLE, TIME_TABLE],
] as (typeof LINE)[];

/** What is held after a while, in the order of `HELD`. */
type Held = readonly number[];

const HELD = [
  { what: 'heap of the page after collecting garbage', unit: 'MB', digits: 1 },
  { what: 'nodes of documents of the page', unit: '', digits: 0 },
  { what: 'listeners of the page', unit: '', digits: 0 },
  { what: 'resident memory of the server', unit: 'MB', digits: 0 },
  { what: 'bytes that wait in the sockets of the server', unit: '', digits: 0 },
] as const;

/** Bytes that the system holds for sockets at a port of this machine, on their way in or out; 0 where it does not say. */
async function waitingBytes(port: number): Promise<number> {
  const text = await readFile('/proc/net/tcp', 'utf8').catch(() => '');
  const place = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  let bytes = 0;
  for (const line of text.split('\n')) {
    const [, local, , , queues] = line.trim().split(/\s+/);
    if (!local?.endsWith(place)) continue;
    for (const queue of queues?.split(':') ?? []) bytes += Number.parseInt(queue, 16);
  }
  return bytes;
}

async function held({ server }: BenchContext, session: CDPSession): Promise<Held> {
  for (let time = 0; time < 2; time++) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  const waiting = await waitingBytes(Number(new URL(server.http).port));
  return [
    ...[usedSize / 2 ** 20, metric('Nodes'), metric('JSEventListeners')],
    ...[await residentMegabytes(server.pid), waiting],
  ];
}

/** By how much something grows from one measurement to the next: the slope of the line that is nearest to all. */
function growth(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [above, below] = values.reduce(
    ([one, other], value, at) => [one + (at - middle) * (value - mean), other + (at - middle) ** 2],
    [0, 0],
  );
  return below === 0 ? 0 : above / below;
}

/** Measures what a page and its server hold while a dashboard is updated for minutes. */
export async function measureUpdatesMemory(context: BenchContext, minutes: number): Promise<Figure[]> {
  const { api, server } = context;
  const devices = await createDevices(context, 'memory', DEVICES);
  const configuration = boardOf(BOARD, devices, COLUMNS);
  const dashboard = await api.post<{ id: { id: string } }>('/api/dashboard', { title: 'bench memory', configuration });
  const browser = await launchBrowser();
  let over = false;
  try {
    const own = await newContext(browser, server.http, { viewport: SCREEN });
    const page = await own.newPage();
    await signIn(page, TENANT.email, TENANT.password);
    const published = publishMeasurements(server.http, devices, () => over);
    await page.goto(`/dashboard/${dashboard.id.id}`);
    await page
      .locator('[data-widget]')
      .nth(BOARD.length - 1)
      .waitFor();
    await page.waitForTimeout(FILLED);
    const session = await own.newCDPSession(page);
    for (const domain of ['HeapProfiler.enable', 'Performance.enable', 'Runtime.enable'] as const)
      await session.send(domain);
    const all: Held[] = [await held(context, session)];
    for (let minute = 1; minute <= minutes; minute++) {
      await page.waitForTimeout(MINUTE);
      all.push(await held(context, session));
      console.error(
        `        minute ${minute}: ${all
          .at(-1)
          ?.map((value) => format(value, 1))
          .join(', ')}`,
      );
    }
    over = true;
    const messages = await published;
    return HELD.map(({ what, unit, digits }, at) => {
      const values = all.map((one) => one[at] as number);
      const [first, last] = [values[0] as number, values.at(-1) as number];
      const perMinute = growth(values);
      return {
        what: `${what}, ${BOARD.length} widgets for ${minutes} minutes: first / last, most`,
        measured: `${format(first, digits)} / ${format(last, digits)}, ${format(Math.max(...values), digits)} ${unit}`,
        budget: 'grows by nothing',
        reference: '–',
        note: `${format(perMinute, 2)} a minute; ${format(messages)} messages with ${format(messages * 5)} values`,
        values: { first, last, most: Math.max(...values), perMinute, messages },
      };
    });
  } finally {
    over = true;
    await browser.close();
    await api.delete(`/api/dashboard/${dashboard.id.id}`);
  }
}
