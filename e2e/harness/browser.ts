import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { tokensOf } from './api.ts';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.SIGNALBOX_CHROMIUM ?? '/usr/bin/chromium', args: ARGUMENTS });
}

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

/**
 * Finds violations of WCAG 2.2 A and AA on the current page, in light and in dark, one line each. The themes differ only
 * in colours, so dark is checked for colour rules only.
 */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' });
  // Otherwise each check opens a page of its own for frames of other origins, which takes as long as the check.
  const axe = () => new AxeBuilder({ page }).setLegacyMode(true);
  const light = await axe().withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.waitForFunction(() => document.documentElement.dataset.theme === 'dark');
  const dark = await axe().withRules(['color-contrast', 'link-in-text-block']).analyze();
  await page.emulateMedia({ colorScheme: 'light' });
  return [
    ...light.violations.map((violation) => ({ theme: 'light', violation })),
    ...dark.violations.map((violation) => ({ theme: 'dark', violation })),
  ].map(
    ({ theme, violation: { id, help, nodes } }) =>
      `${id} (${theme}): ${help} (${nodes.map((node) => node.target.join(' ')).join('; ')})`,
  );
}

/**
 * What signing in with the form leaves in a profile, without opening the console for it, which takes most of the time
 * of a short test.
 */
export async function signedIn(
  http: string,
  email: string,
  password: string,
): Promise<NonNullable<Exclude<Parameters<BrowserContext['setStorageState']>[0], string>>> {
  const { token, refreshToken } = await tokensOf(http, email, password);
  const kept = (key: string, jwt: string) => {
    const { iat, exp } = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()) as Record<
      'iat' | 'exp',
      number
    >;
    return [
      { name: key, value: jwt },
      { name: `${key}_expiration`, value: String(Date.now() + (exp - iat) * 1000) },
    ];
  };
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

/** Opens a page from the main menu; other parts of a page may link to it as well. */
export async function openFromMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: entry, exact: true }).click();
}
