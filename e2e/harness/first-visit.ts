import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Browser, CDPSession } from 'playwright-core';
import { newContext } from './browser.ts';
import { ROOT } from './server.ts';

/** kB that a first visit with an empty cache may fetch, without the virtual machine for scripts of widgets. */
export const VISIT_BUDGETS = { login: 200, list: 280, dashboard: 490 } as const;

/** Tasks of the page that block it for longer than this count as long, in ms of processor time. */
const LONG_TASK_MS = 50;
/** A page is quiet when nothing has been fetched for this long. */
const QUIET_MS = 2000;
/** The virtual machine for scripts of widgets: dashboards without scripts do not load it. */
const SANDBOX = /\/static\/(emscripten-module|quickjs)-/;
const DIST = path.join(ROOT, 'console', 'dist');

const brotli = promisify(brotliCompress);

/** What a visit fetched. */
export interface Fetched {
  /** Path and query of its address. */
  path: string;
  /** As transferred: the headers and the body. */
  bytes: number;
  headerBytes: number;
  isScript: boolean;
  /** Belongs to the virtual machine for scripts of widgets. */
  isSandbox: boolean;
}

export interface Visit {
  fetched: Fetched[];
  /** Processor time of each task of the page that took more than 50 ms of it, in ms. */
  longTasks: number[];
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  /** Processor time, µs. */
  tdur?: number;
  args: { name?: string; data?: { url?: string } };
}

/**
 * Collects what is fetched; `quiet` resolves when nothing has been under way for a while, and the page has asked for
 * `awaited`, which a busy machine may take long to reach.
 */
async function followFetches(network: CDPSession, baseUrl: string, awaited = '') {
  const pending = new Map<string, Fetched | undefined>();
  const fetched: Fetched[] = [];
  let timer: NodeJS.Timeout | undefined;
  let resolveQuiet = () => {};
  const quiet = new Promise<void>((resolve) => {
    resolveQuiet = resolve;
  });
  const look = () => {
    clearTimeout(timer);
    const isComplete = awaited === '' || fetched.some(({ path: place }) => place.startsWith(awaited));
    if (pending.size === 0 && isComplete) timer = setTimeout(resolveQuiet, QUIET_MS);
  };
  await network.send('Network.enable');
  network.on('Network.requestWillBeSent', ({ requestId, request }) => {
    // Nothing is fetched for it.
    if (request.url.startsWith('data:')) return;
    pending.set(requestId, undefined);
    look();
  });
  network.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (!pending.has(requestId)) return;
    const place = response.url.replace(baseUrl, '');
    pending.set(requestId, {
      path: place,
      bytes: 0,
      headerBytes: response.encodedDataLength,
      isScript: type === 'Script',
      isSandbox: SANDBOX.test(place),
    });
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = pending.get(requestId);
    if (one) fetched.push({ ...one, bytes: encodedDataLength });
    pending.delete(requestId);
    look();
  });
  network.on('Network.loadingFailed', ({ requestId }) => {
    pending.delete(requestId);
    look();
  });
  return { fetched, quiet };
}

/**
 * Records the tasks of pages that are loaded meanwhile from below `baseUrl`, or of all pages without one.
 * @returns a function that ends it with the processor time of those that were long, in ms
 */
export async function followTasks(browser: Browser, baseUrl?: string): Promise<() => Promise<number[]>> {
  const session = await browser.newBrowserCDPSession();
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline'] },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    // The browser has pages of its own, in other processes.
    const processes = new Set(
      events
        .filter(({ name, args }) => name === 'CommitLoad' && args.data?.url?.startsWith(baseUrl ?? ''))
        .map(({ pid }) => pid),
    );
    const threads = new Set(
      events
        .filter(
          ({ name, args, pid }) =>
            name === 'thread_name' && args.name === 'CrRendererMain' && (!baseUrl || processes.has(pid)),
        )
        .map(({ pid, tid }) => `${pid} ${tid}`),
    );
    return events
      .filter(({ name, pid, tid }) => /\bRunTask$/.test(name) && threads.has(`${pid} ${tid}`))
      .map(({ tdur = 0 }) => tdur / 1000)
      .filter((ms) => ms > LONG_TASK_MS);
  };
}

/**
 * Opens a page like a first-time visitor.
 * @param storage the local storage of somebody who is signed in
 * @param awaited the beginning of an address that the page asks for in any case
 */
export async function firstVisit(
  browser: Browser,
  baseUrl: string,
  place: string,
  storage?: Readonly<Record<string, string>>,
  awaited?: string,
): Promise<Visit> {
  const context = await newContext(browser, baseUrl);
  const page = await context.newPage();
  if (storage) {
    await page.addInitScript((entries) => {
      for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
    }, storage);
  }
  const { fetched, quiet } = await followFetches(await context.newCDPSession(page), baseUrl, awaited);
  const longTasks = await followTasks(browser, baseUrl);
  await page.goto(place);
  await quiet;
  const visit = { fetched: [...fetched], longTasks: await longTasks() };
  await context.close();
  return visit;
}

/** Files of the console that visits have fetched → bytes of each when it is compressed best, which takes long. */
const compressedBytes = new Map<string, Promise<number>>();

async function compress(file: string): Promise<number> {
  if (existsSync(`${file}.br`)) return (await readFile(`${file}.br`)).length;
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  return (await brotli(await readFile(file), { params: quality })).length;
}

/**
 * Bytes of what was fetched, with the files of the console as they are sent once they are all compressed: the server
 * compresses a file less well that is asked for before.
 */
export async function settledBytes(fetched: readonly Fetched[]): Promise<number> {
  let sum = 0;
  for (const { path: place, bytes, headerBytes } of fetched) {
    if (!/^\/static\/.+\.(js|css|wasm)$/.test(place)) {
      sum += bytes;
      continue;
    }
    const file = path.join(DIST, place);
    const known = compressedBytes.get(file) ?? compress(file);
    compressedBytes.set(file, known);
    sum += headerBytes + (await known);
  }
  return sum;
}
