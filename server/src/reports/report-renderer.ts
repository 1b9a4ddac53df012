import { readFile } from 'node:fs/promises';
import type { ReportInput } from '@signalbox/contract/report';
import type { TokenPair } from '@signalbox/contract/token';
import type { BrowserContext, Page, Route } from 'playwright-core';
import type { GuardedFetch } from '../outbound/guarded-fetch.ts';

/** ms for a whole report. */
const TIME_LIMIT = 120_000;
/** Longest file that goes into a mail, bytes. */
const MAX_FILE = 15 * 1024 * 1024;
/** Pictures and tiles of other servers in a report. */
const MAX_OUTSIDE = 400;
/** Where nothing listens: what the browser asks of others goes there. */
const NOWHERE = 'http://127.0.0.1:9';
const VIEWPORT = { width: 1440, height: 900 };

export interface RendererParts {
  /** Path of the browser. */
  browser: string;
  /** Whether it runs without its sandbox, as it must for root. */
  isRoot: boolean;
  /** Where the console is. */
  origin: () => string;
  /** Gets pictures and map tiles of other servers. */
  fetch: GuardedFetch;
}

export interface ReportDrawing {
  dashboardId: string;
  content: ReportInput;
  tokens: TokenPair;
}

export interface DrawnReport {
  file: Buffer;
  contentType: string;
  fileName: string;
}

/** What the console keeps of a person who has signed in. */
function sessionOf({ token, refreshToken }: TokenPair, now: number) {
  const kept = (name: string, jwt: string) => {
    const claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<string, number>;
    const lifetime = ((claims.exp ?? 0) - (claims.iat ?? 0)) * 1000;
    return [
      { name, value: jwt },
      { name: `${name}_expiration`, value: String(now + lifetime) },
    ];
  };
  return [...kept('jwt_token', token), ...kept('refresh_token', refreshToken)];
}

/** Answers what a page asks of other servers with what a guarded call gets, which follows nothing. */
function answerOutside(fetch: GuardedFetch) {
  let count = 0;
  return async (route: Route): Promise<void> => {
    const request = route.request();
    try {
      if (request.method() !== 'GET' || ++count > MAX_OUTSIDE) return await route.abort();
      const reply = await fetch(request.url());
      await route.fulfill({
        status: reply.status,
        contentType: reply.headers.get('content-type') ?? 'application/octet-stream',
        headers: { 'access-control-allow-origin': '*' },
        body: Buffer.from(await reply.arrayBuffer()),
      });
    } catch {
      // The page may be closed already.
      await route.abort().catch(() => undefined);
    }
  };
}

/** Waits for the file that the page writes, or for what it says instead. */
async function fileOf(page: Page): Promise<Buffer> {
  const failed = page.locator('html[data-report-error]');
  const download = await Promise.race([
    page.waitForEvent('download', { timeout: TIME_LIMIT }),
    failed.waitFor({ state: 'attached', timeout: TIME_LIMIT }).then(async () => {
      throw new Error((await failed.getAttribute('data-report-error')) ?? '');
    }),
  ]);
  const file = await readFile(await download.path());
  if (file.length > MAX_FILE) throw new Error(`The report is larger than ${MAX_FILE / 1024 / 1024} MB.`);
  return file;
}

/**
 * Draws a dashboard as its owner would save it in a browser. That browser lives for one report, and reaches this server
 * alone; other servers are asked by a guarded call.
 * @throws Error saying why there is none
 */
export async function drawReport(
  { browser: executablePath, isRoot, origin, fetch }: RendererParts,
  { dashboardId, content, tokens }: ReportDrawing,
  signal: AbortSignal,
): Promise<DrawnReport> {
  const { chromium } = await import('playwright-core');
  const own = new URL(origin());
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: !isRoot,
    timeout: 30_000,
    // Of this machine it reaches our port and no other.
    proxy: { server: NOWHERE, bypass: `<-loopback>,${own.host}` },
    args: [
      '--disable-gpu',
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--disable-background-networking',
    ],
  });
  const end = () => void browser.close().catch(() => undefined);
  signal.addEventListener('abort', end);
  try {
    signal.throwIfAborted();
    const localStorage = sessionOf(tokens, Date.now());
    const context: BrowserContext = await browser.newContext({
      viewport: VIEWPORT,
      colorScheme: 'light',
      timezoneId: content.schedule.timeZone,
      storageState: { cookies: [], origins: [{ origin: own.origin, localStorage }] },
      serviceWorkers: 'block',
    });
    await context.route((url) => url.protocol.startsWith('http') && url.origin !== own.origin, answerOutside(fetch));
    const { format, paper, orientation } = content;
    const wanted = JSON.stringify({ format, paper, orientation });
    // Widgets in frames are not asked for a report.
    await context.addInitScript(`if (window === window.top) window.signalboxReport = ${wanted};`);
    const page = await context.newPage();
    const waiting = fileOf(page);
    waiting.catch(() => undefined);
    await page.goto(`${own.origin}/dashboards/${dashboardId}${addressOf(content.view)}`, { timeout: TIME_LIMIT });
    const file = await waiting;
    const extension = format.toLowerCase();
    return {
      file,
      contentType: format === 'PDF' ? 'application/pdf' : 'image/png',
      fileName: `${content.name.replace(/[^\p{L}\p{N} ._-]+/gu, '_')}.${extension}`,
    };
  } finally {
    signal.removeEventListener('abort', end);
    await browser.close().catch(() => undefined);
  }
}

/** The parameters of a dashboard's address. */
function addressOf(view: string): string {
  const parameters = new URLSearchParams(view).toString();
  return parameters ? `?${parameters}` : '';
}
