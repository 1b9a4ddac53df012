import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest';
import { type Api, apiWithToken, recentTokensOf, TENANT } from './api.ts';
import { launchBrowser, newContext, type SignedIn, signedIn } from './browser.ts';
import { whyHung } from './browser-state.ts';
import { slowDown } from './held-replies.ts';
import { followRequests } from './open-requests.ts';
import { keepProfile, type Profile } from './profile.ts';
import { withoutMenu } from './without-menu.ts';

interface Account {
  email: string;
  password: string;
}

interface PageOptions {
  /**
   * Who is signed in: the demo tenant's administrator by default, no one when null. A function is called when the hooks
   * run: for somebody whom an earlier hook creates.
   */
  user?: Account | null | (() => Account);
  /** DESKTOP by default; PHONE has touch as well. */
  viewport?: { width: number; height: number };
  /** Called with each page before it signs in. */
  prepare?: (page: Page) => unknown;
}

interface ConsoleOptions extends PageOptions {
  /** One page for all tests, which continue one another, instead of a new one for each. */
  sharePage?: boolean;
  /** A server other than the one that all files share; it has started when the hooks run. */
  server?: () => { http: string };
}

/** The page of the current test, which has opened nothing yet. Like `api`, available from the hooks that follow `setUpConsole`. */
export let page: Page;
/** The API as the demo tenant's administrator. */
export let api: Api;
/** Exceptions of pages, and errors in their consoles. */
export const pageErrors: string[] = [];

let baseUrl: string;
/** One for all files that a worker runs; it ends with its worker. */
let browser: Browser | undefined;
/** What files have left for the next ones: address and size of the screen → profile */
const profiles = new Map<string, Profile>();

/** Starts the browser of this worker, again if a file has ended it. */
async function sharedBrowser(): Promise<Browser> {
  if (!browser?.isConnected()) {
    profiles.clear();
    browser = await launchBrowser(true);
  }
  return browser;
}

/** ms that a browser may take to open or close a page, which takes less than a second where nothing else is to do. */
const PATIENCE = 30_000;

/** Whether this browser does something in time. One that does not is left behind, and another one will be started. */
async function isDoneInTime(work: Promise<unknown>): Promise<boolean> {
  const used = browser;
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(resolve, PATIENCE, false);
  const isDone = await Promise.race([late, work.then(() => true)]).finally(() => clearTimeout(timer));
  if (isDone || used !== browser) return isDone;
  console.error(`A browser opened or closed no page within ${PATIENCE / 1000} s: another one is started`);
  work.catch(() => undefined);
  browser?.close().catch(() => undefined);
  browser = undefined;
  return false;
}

/**
 * Opens something in a browser, in another one if it hangs: now and then Chromium does not open a page any more. Nothing
 * of the product has begun by then.
 */
async function inWorkingBrowser<T>(open: () => Promise<T>): Promise<T> {
  const first = open();
  return (await isDoneInTime(first)) ? first : open();
}

/** Contexts of the pages that were opened since the current test began. */
let opened: BrowserContext[] = [];

/** Name of the test whose pages are opened now; none for those that tests share. */
let current = '';

/** Collects what goes wrong in a page, for `pageErrors`. */
async function newPage(context: BrowserContext, { prepare }: PageOptions): Promise<Page> {
  const another = await context.newPage();
  await slowDown(another, inject('slowness'), current);
  another.on('pageerror', (error) => pageErrors.push(error.message));
  another.on('console', (message) => message.type() === 'error' && pageErrors.push(message.text()));
  await prepare?.(another);
  return another;
}

const accountOf = (user: PageOptions['user']) => (typeof user === 'function' ? user() : user);

/**
 * Opens another page in a profile of its own, at no address yet: for another person or screen. One opened by a test is
 * closed after it.
 */
export function openPage(options: PageOptions = {}): Promise<Page> {
  const { user = TENANT, viewport } = options;
  return inWorkingBrowser(async () => {
    const context = await newContext(await sharedBrowser(), baseUrl, viewport && { viewport });
    const account = accountOf(user);
    if (account) await context.setStorageState(await signedIn(baseUrl, account.email, account.password));
    const another = await newPage(context, options);
    opened.push(context);
    return another;
  });
}

/**
 * Opens the page of each test in one profile, which is set back to what signing in left: what the console consists of
 * is fetched and compiled for the first of them only, also of the files that come later.
 */
function createPages(options: PageOptions) {
  const { user = TENANT, viewport } = options;
  let profile: Profile | undefined;
  let start: SignedIn | undefined;
  async function enter(): Promise<Profile> {
    const browser = await sharedBrowser();
    const name = JSON.stringify([baseUrl, viewport]);
    const entered =
      profiles.get(name) ?? (await keepProfile(await newContext(browser, baseUrl, viewport && { viewport }), baseUrl));
    profiles.set(name, entered);
    const account = accountOf(user);
    start = account ? await signedIn(baseUrl, account.email, account.password) : undefined;
    return entered;
  }
  return {
    open: () =>
      inWorkingBrowser(async () => {
        if (!browser?.isConnected()) profile = undefined;
        profile ??= await enter();
        await profile.reset(start);
        return newPage(profile.context, options);
      }),
    close: async () => profile?.leave(),
  };
}

/** Characters of what a page shows that are written for who reads why a test failed. */
const SHOWN_TEXT = 12_000;

/** Frames whose text is written with it, and ms that one of them may take to tell it. */
const MAX_FRAMES = 40;
const FRAME_PATIENCE = 1000;

/** What the frame of a widget shows; some of them hang, as their tests want it. */
async function tellFrame(frame: Frame): Promise<string> {
  const title = await frame.frameElement().then((element) => element.getAttribute('title'));
  const text = await frame.locator('body').ariaSnapshot({ timeout: FRAME_PATIENCE });
  return `Frame "${title}": ${text.slice(0, 200)}`.replaceAll('\n', ' ');
}

declare module 'vitest' {
  interface TaskMeta {
    /** What the page showed when the test failed; `npm test` repeats it at its end. */
    shown?: string;
  }
}

async function whatIsShown(): Promise<string> {
  // An open dialog hides the rest from who is told, and so from this too.
  const text = await page
    .locator('body')
    .ariaSnapshot({ timeout: 2000 })
    .catch((error: unknown) => String(error));
  const shown = withoutMenu(text).slice(0, SHOWN_TEXT);
  const hung = await whyHung(page);
  const frames = await Promise.all(
    page
      .frames()
      .slice(1, MAX_FRAMES)
      .map((frame) => tellFrame(frame).catch(String)),
  );
  return [`The page at ${page.url()} shows:`, ...pageErrors, shown, ...frames, ...(hung ? [hung] : [])].join('\n');
}

/**
 * Opens the console for the tests of a file or of a `describe`: sets `page` and `api`, and closes everything after them.
 * Hooks that follow the call can create objects through `api`.
 */
export function setUpConsole({ sharePage = false, server, ...options }: ConsoleOptions = {}): void {
  const pages = createPages(options);
  let earlier: readonly BrowserContext[] = [];
  let isAnswered: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    pageErrors.length = 0;
    current = '';
    baseUrl = (server?.() ?? inject('server')).http;
    earlier = (await sharedBrowser()).contexts();
    api = apiWithToken(baseUrl, (await recentTokensOf(baseUrl, TENANT.email, TENANT.password)).token);
    if (!sharePage) return;
    page = await openPage(options);
    isAnswered = followRequests(page);
  });
  beforeEach(async ({ task }) => {
    opened = [];
    current = task.name;
    if (!sharePage) page = await pages.open();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') {
      task.meta.shown = await whatIsShown();
      console.error(task.meta.shown);
    }
    await isAnswered?.();
    const left = opened.filter((context) => context.browser() === browser).map((context) => context.close());
    // The browser of a page that tests share is theirs to the end.
    if (sharePage) await Promise.all(left);
    else await isDoneInTime(Promise.all([...left, pages.close()]));
  });
  afterAll(async () => {
    if (server) for (const name of profiles.keys()) if (name.includes(baseUrl)) profiles.delete(name);
    const kept = new Set([...earlier, ...[...profiles.values()].map(({ context }) => context)]);
    await Promise.all(browser?.contexts().map((context) => kept.has(context) || context.close()) ?? []);
  });
}
