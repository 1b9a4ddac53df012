import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { TENANT } from '../harness/api.ts';
import { launchBrowser, newContext, signIn } from '../harness/browser.ts';
import { api, setUpConsole } from '../harness/console.ts';
import { firstVisit, settledBytes, VISIT_BUDGETS } from '../harness/first-visit.ts';

let browser: Browser;
let storage: Record<string, string>;

setUpConsole({ user: null });
beforeAll(async () => {
  browser = await launchBrowser();
  const context = await newContext(browser, inject('server').http);
  const page = await context.newPage();
  await signIn(page, TENANT.email, TENANT.password);
  storage = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  await context.close();
});
afterAll(() => browser?.close());

/** kB of a first visit, and its files from the largest on, to be read where it is too much. */
async function kilobytesOf(path: string, isSignedIn: boolean) {
  const { fetched } = await firstVisit(browser, inject('server').http, path, isSignedIn ? storage : undefined);
  const counted = fetched.filter(({ isSandbox }) => !isSandbox);
  const sizes = await Promise.all(
    counted.map(async (one) => [((await settledBytes([one])) / 1024).toFixed(1), one.path] as const),
  );
  const files = sizes.sort(([one], [other]) => Number(other) - Number(one)).map((line) => line.join(' kB '));
  return { kilobytes: (await settledBytes(counted)) / 1024, files: files.join('\n') };
}

describe('a first visit with an empty cache fetches little', () => {
  it('of sign-in', async () => {
    const { kilobytes, files } = await kilobytesOf('/login', false);
    expect(files).toContain('/static/entrance-');
    expect(kilobytes, files).toBeLessThan(VISIT_BUDGETS.login);
  });

  it('of a list', async () => {
    const { kilobytes, files } = await kilobytesOf('/devices', true);
    expect(files).toContain('/api/tenant/deviceInfos');
    expect(kilobytes, files).toBeLessThan(VISIT_BUDGETS.list);
  });

  it('of a dashboard', async () => {
    const found = await api.get<{ data: { id: { id: string } }[] }>(
      '/api/tenant/dashboards?pageSize=1&page=0&textSearch=Greenhouses',
    );
    const { kilobytes, files } = await kilobytesOf(`/dashboards/${found.data[0]?.id.id}`, true);
    expect(files).toContain('/static/time-series-chart-');
    expect(kilobytes, files).toBeLessThan(VISIT_BUDGETS.dashboard);
  });
});
