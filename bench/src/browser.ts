import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { TENANT } from '../../e2e/harness/api.ts';
import { launchBrowser, newContext, signIn } from '../../e2e/harness/browser.ts';
import { type Fetched, firstVisit, VISIT_BUDGETS } from '../../e2e/harness/first-visit.ts';
import { ROOT } from '../../e2e/harness/server.ts';
import type { BenchContext } from './lib/context.ts';
import { type BenchDevice, createDevices } from './lib/devices.ts';
import { type Figure, format, percentile } from './lib/figures.ts';
import { MEASURED_KEYS as KEYS, publishMeasurements } from './lib/measurements.ts';

const WIDGETS = 50;
const DEVICES = 10;
/** How long the dashboard is observed. */
const WATCH_MS = 15_000;
/** How long a page gets to settle. */
const SETTLE_MS = 3000;
/** How long compressing the console may take, ms. */
const COMPRESSION_MS = 60_000;
/** First visits to each page; their median is reported. */
const VISITS = 5;
/** What 3.3.2 fetches in a first visit, in kB: scripts, and everything. */
const REFERENCES = {
  login: { script: 986, all: 1.36 * 1024 },
  list: { script: 1612, all: 4.5 * 1024 },
  dashboard: { script: 1962, all: 4.8 * 1024 },
} as const;

interface Visits {
  /** kB transferred with an empty cache, without the virtual machine for scripts of widgets. */
  kilobytes: number;
  /** kB of that for scripts. */
  script: number;
  /** kB of the virtual machine for scripts of widgets; 0 where none has any. */
  sandbox: number;
  /** Processor time of tasks of more than 50 ms together, in ms. */
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

const kilobytesOf = (fetched: readonly Fetched[]) => fetched.reduce((sum, { bytes }) => sum + bytes, 0) / 1024;

async function firstVisits(...requested: Parameters<typeof firstVisit>): Promise<Visits> {
  const visits: Visits[] = [];
  for (let index = 0; index < VISITS; index++) {
    const { fetched, longTasks } = await firstVisit(...requested);
    const counted = fetched.filter(({ isSandbox }) => !isSandbox);
    const files = new Map<string, number>();
    for (const one of counted) {
      const name = /\/static\/(.+)-[\w-]{8}\.\w+$/.exec(one.path)?.[1];
      if (name) files.set(name, one.bytes / 1024);
    }
    visits.push({
      kilobytes: kilobytesOf(counted),
      script: kilobytesOf(counted.filter(({ isScript }) => isScript)),
      sandbox: kilobytesOf(fetched.filter(({ isSandbox }) => isSandbox)),
      longTasks: longTasks.reduce((sum, task) => sum + task, 0),
      files,
    });
  }
  const middle = (of: (visit: Visits) => number) => median(visits.map(of));
  return {
    kilobytes: middle((visit) => visit.kilobytes),
    script: middle((visit) => visit.script),
    sandbox: middle((visit) => visit.sandbox),
    longTasks: middle((visit) => visit.longTasks),
    files: (visits.at(-1) as Visits).files,
  };
}

/** Waits until the files of the console are compressed as well as they will be, which goes on beside the server. */
async function waitForCompression(): Promise<void> {
  const mark = path.join(ROOT, 'console', 'dist', '.compressed');
  for (let waited = 0; !existsSync(mark) && waited < COMPRESSION_MS; waited += 500) await setTimeout(500);
}

/** Names the largest files of a visit, which are worth optimizing first. */
function nameLargestFiles({ files }: Visits): string {
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

/** Measures first visits with an empty cache, and a dashboard under many updates. */
export async function measureBrowser(context: BenchContext): Promise<Figure[]> {
  const { api, server } = context;
  const devices = await createDevices(context, 'browser', DEVICES);
  const configuration = widgetsOf(devices);
  const dashboard = await api.post<{ id: { id: string } }>('/api/dashboard', { title: 'bench browser', configuration });
  const demo = await api.get<{ data: { id: { id: string } }[] }>(
    '/api/tenant/dashboards?pageSize=1&page=0&textSearch=Greenhouses',
  );
  await waitForCompression();
  const browser = await launchBrowser();
  try {
    const own = await newContext(browser, server.http);
    const page = await own.newPage();
    await watchLongTasks(page);
    await signIn(page, TENANT.email, TENANT.password);
    const session = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
    const visits = {
      login: await firstVisits(browser, server.http, '/login'),
      list: await firstVisits(browser, server.http, '/devices', session),
      dashboard: await firstVisits(browser, server.http, `/dashboards/${(demo.data[0] ?? dashboard).id.id}`, session),
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
        const reference = REFERENCES[name as keyof typeof REFERENCES];
        const sandbox = visit.sandbox > 0 ? `; beside it ${format(visit.sandbox)} kB for scripts of widgets` : '';
        return [
          {
            what: `first visit, empty cache: ${name}`,
            measured: `${format(visit.kilobytes, 1)} kB, ${format(visit.script, 1)} of it scripts`,
            budget: `≤ ${VISIT_BUDGETS[name as keyof typeof VISIT_BUDGETS]} kB`,
            reference: `${format(reference.all)} kB, ${format(reference.script)} of it scripts`,
            note: `brotli, as transferred; largest: ${nameLargestFiles(visit)} kB${sandbox}`,
            values: { kilobytes: visit.kilobytes, script: visit.script, sandbox: visit.sandbox },
          },
          {
            what: `first visit, empty cache: ${name}, tasks over 50 ms together`,
            measured: `${format(visit.longTasks)} ms`,
            budget: '< 100 ms',
            reference: '600–1,200 ms',
            note: `processor time, middle of ${VISITS} visits`,
            values: { longTasks: visit.longTasks },
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
