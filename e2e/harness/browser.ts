import {
  type Browser,
  type BrowserContext,
  chromium,
  type LaunchOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect } from 'vitest';
import { lifetimeOf, recentTokensOf } from './api.ts';
import { type Violation, violationsOf, WCAG } from './axe.ts';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages of a profile share a process, so what the console consists of is compiled for the first of them only.
  '--process-per-site',
];

/**
 * Lets the compilers that optimise wait ten times longer: a page of a test lives for seconds, in which most of what they
 * make does not pay. That would take a twentieth of the processor time of all browser tests.
 */
const SHORT_LIVES = [
  '--invocation-count-for-maglev=4000',
  '--invocation-count-for-maglev-osr=2000',
  '--invocation-count-for-turbofan=30000',
  '--invocation-count-for-osr=5000',
];

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

/**
 * What a page loads is compiled while it arrives, on another core, without asking whether another page of the process
 * has compiled it before. As most of them have: a tenth of what opening the console takes.
 */
const COMPILED_BEFORE = 'ScriptStreaming';

/**
 * The features that Playwright turns off, without which pages hang or clicks are lost: of several lists the browser takes
 * the last one alone.
 */
const OFF_FOR_PLAYWRIGHT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'msForceBrowserSignIn',
  'msEdgeUpdateLaunchServicesPreferredVersion',
];

/** With it, a page that is closed while another document is on its way stays (playwright#42068). */
const CLOSED_AT_ONCE = 'RenderDocument';

const OFF_FOR_SHORT_PAGES = [...OFF_FOR_PLAYWRIGHT, CLOSED_AT_ONCE, COMPILED_BEFORE];

/** @param hasShortPages for tests; what measures how long pages take has the browser as people have it */
export const launchOptions = (hasShortPages: boolean): LaunchOptions => ({
  executablePath: process.env.SIGNALBOX_CHROMIUM ?? '/usr/bin/chromium',
  args: [
    ...ARGUMENTS,
    ...(hasShortPages ? [`--disable-features=${OFF_FOR_SHORT_PAGES}`, `--js-flags=${SHORT_LIVES.join(' ')}`] : []),
  ],
});

/** @param hasShortPages see `launchOptions` */
export const launchBrowser = (hasShortPages = false): Promise<Browser> => chromium.launch(launchOptions(hasShortPages));

/** Creates a fresh profile in UTC, so that times read the same everywhere. */
export function newContext(
  browser: Browser,
  baseURL: string,
  options: { viewport?: { width: number; height: number }; colorScheme?: 'light' | 'dark' } = {},
): Promise<BrowserContext> {
  return browser.newContext({
    baseURL,
    viewport: options.viewport ?? DESKTOP,
    colorScheme: options.colorScheme ?? 'light',
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
    ...(options.viewport === PHONE ? { hasTouch: true, isMobile: true } : {}),
  });
}

type Theme = 'light' | 'dark';

const themeOf = (page: Page): Promise<Theme> =>
  page.evaluate(() => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'));

/** Resolves when nothing on a page is on its way from one place or colour to another. */
const restOf = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise(requestAnimationFrame);
    const moving = document
      .getAnimations()
      .filter(({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(moving.map(({ finished }) => finished));
  });

/** Shows a page in light or in dark at once, without the colours between. */
export async function showIn(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(() => {
    const atOnce = new CSSStyleSheet();
    atOnce.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(atOnce);
  });
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
  await restOf(page);
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
}

/**
 * Finds violations of WCAG 2.2 A and AA on the current page, in light and in dark, one line each. The themes differ only
 * in colours, so the one that the page is not in is checked for colour rules only. The page stays in that one.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await restOf(page);
  const shown = await themeOf(page);
  const found = [{ theme: shown, violations: await violationsOf(page, WCAG) }];
  const other = shown === 'light' ? 'dark' : 'light';
  await showIn(page, other);
  const violations = await violationsOf(page, { type: 'rule', values: ['color-contrast', 'link-in-text-block'] });
  found.push({ theme: other, violations });
  return found.flatMap(({ theme, violations }) =>
    violations.map(({ id, help, nodes }) => `${id} (${theme}): ${help} (${nodes.map(described).join('; ')})`),
  );
}

/** A place that violates a rule, and what was found there: the colours, for a contrast. */
function described({ target, any }: Violation['nodes'][number]): string {
  return [target.join(' '), ...any.map(({ message }) => message)].join(' – ');
}

/**
 * Where an element is as soon as it stays there: what arrives late, and what is drawn in steps, has moved it by then.
 * For pointers, and for comparing places. What comes to a known place is polled.
 */
export async function restingBox(element: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  let before: string | undefined;
  let box: Awaited<ReturnType<Locator['boundingBox']>> = null;
  const isResting = async () => {
    box = await element.boundingBox();
    const now = box ? JSON.stringify(box) : undefined;
    const isSame = now !== undefined && now === before;
    before = now;
    return isSame;
  };
  await expect.poll(isResting, { interval: 100, message: `${element} stays where it is` }).toBe(true);
  if (!box) throw new Error(`${element} is not on the page`);
  return box;
}

/** Expects that a page cannot be scrolled sideways, as soon as it is laid out. @param place to name when it can */
export async function expectNoSidewaysScroll(page: Page, place?: string): Promise<void> {
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect.poll(overflow, place === undefined ? {} : { message: place }).toBeLessThanOrEqual(0);
}

/** Holds requests to these addresses back. @returns lets them, and those that come later, go on */
export async function holdRequests(page: Page, addresses: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(addresses, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The draft whose key begins like this; the id of its user follows. */
export const keptDraft = (page: Page, key: string): Promise<string | undefined> =>
  page.evaluate((begin) => Object.entries(localStorage).find(([name]) => name.startsWith(begin))?.[1], key);

/** What a profile keeps. */
export type SignedIn = NonNullable<Exclude<Parameters<BrowserContext['setStorageState']>[0], string>>;

/**
 * What signing in with the form leaves in a profile, without opening the console for it, which takes most of the time
 * of a short test.
 */
export async function signedIn(http: string, email: string, password: string): Promise<SignedIn> {
  const { token, refreshToken, since } = await recentTokensOf(http, email, password);
  const kept = (key: string, jwt: string) => [
    { name: key, value: jwt },
    { name: `${key}_expiration`, value: String(since + lifetimeOf(jwt)) },
  ];
  return {
    cookies: [],
    origins: [
      {
        origin: new URL(http).origin,
        localStorage: [...kept('jwt_token', token), ...kept('refresh_token', refreshToken)],
      },
    ],
  };
}

/** Signs in with the form, as a person does. */
export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(/e-?mail/i).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/login'));
}

/** Waits for a toast that says this, and closes it: it should stay for long, so that a slow machine sees it. */
export async function closeToast(page: Page, words: string): Promise<void> {
  const toast = page.getByRole('status').filter({ hasText: words });
  await toast.getByRole('button', { name: 'Close' }).click();
  await toast.waitFor({ state: 'detached' });
}

/** Opens a page from the main menu; other parts of a page may link to it as well. */
export async function openFromMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: entry, exact: true }).click();
}
