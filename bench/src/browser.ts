import type { Browser, Page } from 'playwright-core';
import { TENANT } from '../../e2e/harness/api.ts';
import { launchBrowser, newContext, signIn } from '../../e2e/harness/browser.ts';
import type { BenchContext } from './lib/context.ts';
import { type BenchDevice, createDevices } from './lib/devices.ts';
import { type Figure, format, percentile } from './lib/figures.ts';

const WIDGETS = 50;
const DEVICES = 10;
const KEYS = ['temperature', 'humidity', 'pressure', 'power', 'level'] as const;
/** Messages per device and second, each with a value for every key. */
const MESSAGES_PER_SECOND = 20;
/** How long the dashboard is observed. */
const WATCH_MS = 15_000;
/** How long a page gets to settle. */
const SETTLE_MS = 3000;
/** First visits to each page; their median is reported. */
const VISITS = 5;
/** kB of scripts that a first visit may fetch; for 3.3.2, what it fetches of scripts and in total. */
const FETCH_BUDGETS = {
  login: { script: 220, reference: { script: 986, all: 1.36 * 1024 } },
  list: { script: 350, reference: { script: 1612, all: 4.5 * 1024 } },
  dashboard: { script: 560, reference: { script: 1962, all: 4.8 * 1024 } },
} as const;

interface Visit {
  /** kB transferred with an empty cache. */
  kilobytes: number;
  /** kB of that for scripts. */
  script: number;
  /** Total duration of tasks that blocked the page for more than 50 ms, in ms. */
  longTasks: number;
  /** File of the console, without the hash in its name → kB. */
  files: Map<string, number>;
}

/** Returns the median of several measurements. */
function median(samples: number[]): number {
  return percentile(samples, 0.5);
}

/** Collects tasks that block the page for more than 50 ms, from the start of each document. */
async function watchLongTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { longTasks: seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push(Math.round(entry.duration));
    }).observe({ entryTypes: ['longtask'] });
  });
}

function longTasks(page: Page): Promise<number[]> {
  return page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks);
}

/** Opens a page like a first-time visitor; `session` is the local storage of a signed-in user. */
async function firstVisit(browser: Browser, context: BenchContext, path: string, session?: object): Promise<Visit> {
  const own = await newContext(browser, context.server.http);
  const page = await own.newPage();
  await watchLongTasks(page);
  if (session) {
    await page.addInitScript((state) => {
      for (const [name, value] of Object.entries(state)) localStorage.setItem(name, String(value));
    }, session);
  }
  const network = await own.newCDPSession(page);
  await network.send('Network.enable');
  const scripts = new Set<string>();
  const names = new Map<string, string>();
  const files = new Map<string, number>();
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script') scripts.add(requestId);
    const name = /\/static\/(.+)-[\w-]{8}\.\w+$/.exec(response.url)?.[1];
    if (name) names.set(requestId, name);
  });
  let bytes = 0;
  let script = 0;
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength;
    if (scripts.has(requestId)) script += encodedDataLength;
    const name = names.get(requestId);
    if (name) files.set(name, encodedDataLength / 1024);
  });
  await page.goto(path, { waitUntil: 'networkidle' }).catch(() => undefined);
  await page.waitForTimeout(SETTLE_MS);
  const visit = {
    kilobytes: bytes / 1024,
    script: script / 1024,
    longTasks: (await longTasks(page)).reduce((sum, task) => sum + task, 0),
    files,
  };
  await own.close();
  return visit;
}

async function firstVisits(...requested: Parameters<typeof firstVisit>): Promise<Visit> {
  const visits: Visit[] = [];
  for (let visit = 0; visit < VISITS; visit++) visits.push(await firstVisit(...requested));
  return {
    kilobytes: median(visits.map((visit) => visit.kilobytes)),
    script: median(visits.map((visit) => visit.script)),
    longTasks: median(visits.map((visit) => visit.longTasks)),
    files: (visits.at(-1) as Visit).files,
  };
}

/** Names the largest files of a visit, which are worth optimizing first. */
function nameLargestFiles({ files }: Visit): string {
  return [...files]
    .sort(([, one], [, other]) => other - one)
    .slice(0, 4)
    .map(([name, kilobytes]) => `${name} ${format(kilobytes)}`)
    .join(', ');
}

function widgetsOf(devices: readonly BenchDevice[]): object {
  const widgets: Record<string, object> = {};
  const layout: Record<string, object> = {};
  for (let index = 0; index < WIDGETS; index++) {
    const id = `widget ${index}`;
    const key = KEYS[index % KEYS.length] as string;
    const [bundleAlias, typeAlias, type] = (
      [
        ['cards', 'simple_card', 'latest'],
        ['charts', 'basic_timeseries', 'timeseries'],
        ['digital_gauges', 'gauge_justgage', 'latest'],
      ] as const
    )[index % 3] as [string, string, string];
    const datasource = {
      type: 'entity',
      entityType: 'DEVICE',
      entityId: devices[index % DEVICES]?.id,
      dataKeys: [{ name: key, type: 'timeseries', label: key, color: '#2f5bea', settings: {} }],
    };
    const config = { title: key, showTitle: true, settings: {}, datasources: [datasource] };
    widgets[id] = { id, isSystemType: true, bundleAlias, typeAlias, type, sizeX: 4, sizeY: 3, row: 0, col: 0, config };
    layout[id] = { sizeX: 4, sizeY: 3, row: Math.floor(index / 6) * 3, col: (index % 6) * 4 };
  }
  return {
    widgets,
    states: { default: { name: 'Many', root: true, layouts: { main: { widgets: layout, gridSettings: {} } } } },
    timewindow: {
      selectedTab: 0,
      realtime: { realtimeType: 0, interval: 1000, timewindowMs: 60_000 },
      aggregation: { type: 'NONE', limit: 2000 },
    },
  };
}

/** Publishes from every device at its pace until `isOver`. Returns the number of acknowledged messages. */
async function publishMeasurements(
  address: string,
  devices: readonly BenchDevice[],
  isOver: () => boolean,
): Promise<number> {
  let acknowledged = 0;
  const period = 1000 / MESSAGES_PER_SECOND;
  await Promise.all(
    devices.map(async ({ token }) => {
      while (!isOver()) {
        const from = performance.now();
        const values = Object.fromEntries(KEYS.map((key) => [key, Math.round(Math.random() * 1000) / 10]));
        const reply = await fetch(`${address}/api/v1/${token}/telemetry`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(values),
        });
        if (reply.ok) acknowledged++;
        const left = period - (performance.now() - from);
        if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
      }
    }),
  );
  return acknowledged;
}

/** Measures first visits with an empty cache, and a dashboard under many updates. */
export async function measureBrowser(context: BenchContext): Promise<Figure[]> {
  const { api, server } = context;
  const devices = await createDevices(context, 'browser', DEVICES);
  const configuration = widgetsOf(devices);
  const dashboard = await api.post<{ id: { id: string } }>('/api/dashboard', { title: 'bench browser', configuration });
  const demo = await api.get<{ data: { id: { id: string } }[] }>(
    '/api/tenant/dashboards?pageSize=1&page=0&textSearch=Greenhouses',
  );
  const browser = await launchBrowser();
  try {
    const own = await newContext(browser, server.http);
    const page = await own.newPage();
    await watchLongTasks(page);
    await signIn(page, TENANT.email, TENANT.password);
    const session = await page.evaluate(() => ({ ...localStorage }));
    const visits = {
      login: await firstVisits(browser, context, '/login'),
      list: await firstVisits(browser, context, '/devices', session),
      dashboard: await firstVisits(browser, context, `/dashboards/${(demo.data[0] ?? dashboard).id.id}`, session),
    };
    let over = false;
    const measured = publishMeasurements(server.http, devices, () => over);
    await page.goto(`/dashboard/${dashboard.id.id}`);
    await page.waitForTimeout(SETTLE_MS);
    const before = (await longTasks(page)).length;
    await page.waitForTimeout(WATCH_MS);
    const long = (await longTasks(page)).slice(before);
    over = true;
    const messages = await measured;
    await own.close();
    return [
      ...Object.entries(visits).flatMap(([name, visit]): Figure[] => {
        const { script, reference } = FETCH_BUDGETS[name as keyof typeof FETCH_BUDGETS];
        return [
          {
            what: `first visit, empty cache: ${name}, script`,
            measured: `${format(visit.script)} kB`,
            budget: `≤ ${script} kB`,
            reference: `${format(reference.script)} kB`,
            note: 'brotli, as transferred',
            values: { kilobytes: visit.script },
          },
          {
            what: `first visit, empty cache: ${name}, everything`,
            measured: `${format(visit.kilobytes)} kB, long tasks ${format(visit.longTasks)} ms`,
            budget: `≤ ${format(reference.all / 10)} kB; < 200 ms`,
            reference: `${format(reference.all)} kB; 600–1,200 ms`,
            note: `middle of ${VISITS} visits; largest: ${nameLargestFiles(visit)} kB`,
            values: { kilobytes: visit.kilobytes, longTasks: visit.longTasks },
          },
        ];
      }),
      {
        what: `dashboard with ${WIDGETS} widgets under updates, long tasks after load`,
        measured: `${long.length}${long.length > 0 ? `, longest ${Math.max(...long)} ms` : ''}`,
        budget: 'none > 50 ms',
        reference: '–',
        note: `${format((messages * KEYS.length * 1000) / (WATCH_MS + SETTLE_MS))} values per second for ${WATCH_MS / 1000} s`,
        values: { longTasks: long.length, longest: Math.max(0, ...long), messages },
      },
    ];
  } finally {
    await browser.close();
    await api.delete(`/api/dashboard/${dashboard.id.id}`);
  }
}
