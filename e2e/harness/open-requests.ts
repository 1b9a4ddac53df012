import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import type { HoldingWindow } from './held-replies.ts';

/** A test may hold a reply back for good: how long its end waits for it, ms. */
const PATIENCE = 3000;

/**
 * Follows what a page asks the server.
 * @returns waits until the page has heard all that it has asked, and has done what follows from it: what a test sees in
 * the API, its page may not know yet, and it would take what the next one types for a change of what it has saved
 */
export function followRequests(page: Page): () => Promise<void> {
  const open = new Set<Request>();
  page.on('request', (request) => /^\/api\//.test(new URL(request.url()).pathname) && open.add(request));
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  /** Asks the page even if nothing is open: what it does with a reply comes before it answers, and may ask for more. */
  const isAnswered = async () => {
    const held = await page.evaluate(
      () =>
        new Promise<number>((resolve) =>
          setTimeout(() => resolve((window as unknown as Partial<HoldingWindow>).heldRequests ?? 0)),
        ),
    );
    return open.size === 0 && held === 0;
  };
  return () =>
    expect
      .poll(isAnswered, { timeout: PATIENCE, interval: 20 })
      .toBe(true)
      .catch(() => {});
}
