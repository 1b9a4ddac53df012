import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchBrowser } from '../harness/browser.ts';
import { whyHung } from '../harness/browser-state.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser(true);
});
afterAll(() => browser.close());

it('a page that never ends what it computes is told from one that answers', async () => {
  const page = await browser.newPage();
  expect(await whyHung(page)).toBeUndefined();
  await page.evaluate('void setTimeout(() => { for (;;); })');
  expect(await whyHung(page)).toMatch(/^The page does not answer; .*renderer \d+: (0\.[1-9]|1)/);
});
