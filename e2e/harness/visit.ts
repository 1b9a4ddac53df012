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
 * Goes to another page of a console that somebody is signed in to, without loading the console again, which takes three
 * times as long. By way of the help, so that nothing of the page before is taken for the new one. What the console knows
 * and says stays, for up to ten seconds what lists showed too: for tests that read many pages one after the other. One
 * that changes something, or is about loading, opens its pages with `page.goto`.
 */
export async function visit(page: Page, address: string): Promise<void> {
  if (/^\/help(\?|$)/.test(address) || !(await follow(page, '/help'))) {
    await page.goto(address);
    return;
  }
  const between = page.getByRole('heading', { level: 1, name: 'Help', exact: true });
  await between.waitFor();
  await follow(page, address);
  await between.waitFor({ state: 'detached' });
}
