import type { BrowserContext, Frame, Page } from 'playwright-core';
import type { SignedIn } from './browser.ts';

/** A profile that the pages of many tests use one after the other. */
export interface Profile {
  context: BrowserContext;
  /** Makes it what signing in left, or what it was at first. */
  reset: (start: SignedIn | undefined) => Promise<void>;
  /** Closes what a test has opened, and takes back what it has allowed and set. */
  leave: () => Promise<void>;
}

const NOTHING: SignedIn = { cookies: [], origins: [] };
/** Something small of the console's own, without a script. */
const PLACE = '/favicon.svg';

/**
 * Keeps a page of the console's origin open in a profile: so the process of its pages stays, with all that it has compiled,
 * and what they have stored is set back without opening a page for that.
 */
export async function keepProfile(context: BrowserContext, baseUrl: string): Promise<Profile> {
  const { origin } = new URL(baseUrl);
  const keeper = await context.newPage();
  await keeper.goto(PLACE);
  /** Whether pages may have stored something elsewhere. */
  let hasStrayed = false;
  const follow = (frame: Frame) => {
    hasStrayed ||= /^https?:/.test(frame.url()) && new URL(frame.url()).origin !== origin;
  };
  context.on('page', (page: Page) => page.on('framenavigated', follow));

  return {
    context,
    async reset(start = NOTHING) {
      if (hasStrayed) {
        hasStrayed = false;
        await context.setStorageState(start);
        return;
      }
      await context.clearCookies();
      if (start.cookies.length > 0) await context.addCookies(start.cookies);
      const kept = start.origins.find((one) => one.origin === origin)?.localStorage ?? [];
      await keeper.evaluate(async (entries) => {
        for (const { name } of await indexedDB.databases()) {
          const deletion = indexedDB.deleteDatabase(name as string);
          await new Promise((resolve, reject) => {
            deletion.onsuccess = resolve;
            deletion.onerror = () => reject(deletion.error);
          });
        }
        localStorage.clear();
        for (const { name, value } of entries) localStorage.setItem(name, value);
      }, kept);
    },
    async leave() {
      await Promise.all(context.pages().map((one) => one === keeper || one.close()));
      await context.clearPermissions();
      await context.unrouteAll();
      await context.setOffline(false);
    },
  };
}
