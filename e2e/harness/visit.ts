import type { Page } from 'playwright-core';

/** Lets the console's router go to an address, as its links do. @returns false where no console is open */
const follow = (page: Page, address: string): Promise<boolean> =>
  page.evaluate((to) => {
    const { idx } = (history.state ?? {}) as { idx?: unknown };
    // The router counts its entries of the history.
    if (typeof idx !== 'number') return false;
    history.pushState({ idx: idx + 1, key: crypto.randomUUID() }, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
    return true;
  }, address);

/**
 * Lets the console forget what the server has told it, but for what it shows now: of the modules that it consists of,
 * one gives its others the cache of replies. A text, because the console's import is meant, not the one of the tests.
 */
const FORGET = `(async () => {
  const { src } = document.querySelector('script[type="module"][src]');
  const cache = Object.values(await import(src)).find((one) => typeof one?.removeQueries === 'function');
  if (!cache) throw new Error('No module of the console gives its cache of replies');
  cache.removeQueries({ type: 'inactive' });
})()`;

/**
 * Goes to another page of a console that somebody is signed in to, without loading the console again, which takes two
 * to three times as long. By way of the help, so that nothing of the page before is taken for the new one; what the server
 * has told until then is asked for again, so a page shows what has changed since. Three things stay, so that `page.goto`
 * is for tests about them, and about loading or coming in:
 * - toasts, for seconds: the next text that is looked for must be none of theirs,
 * - changes that are not saved, about which the console asks first: a page must have said that it has saved,
 * - what the console knows of its user, and whatever is open or folded in its menu.
 */
export async function visit(page: Page, address: string): Promise<void> {
  if (/^\/help(\?|$)/.test(address) || !(await follow(page, '/help'))) {
    await page.goto(address);
    return;
  }
  const between = page.getByRole('heading', { level: 1, name: 'Help', exact: true });
  await between.waitFor();
  await page.evaluate(FORGET);
  await follow(page, address);
  await between.waitFor({ state: 'detached' });
}
