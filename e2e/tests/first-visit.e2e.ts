import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { SYSADMIN } from '../harness/api.ts';
import { launchBrowser, newContext, signIn } from '../harness/browser.ts';
import { api, setUpConsole } from '../harness/console.ts';
import { firstVisit, settledBytes, VISIT_BUDGETS } from '../harness/first-visit.ts';
import { createTenant, createUser } from '../harness/objects.ts';

let browser: Browser;
/** Of the tenant with the demo data, and without jobs, which its toolbar would show. */
const TENANT = { email: 'first.visit@signalbox.local', password: 'visits first' };
/** Of a tenant where no alarm changes, which would be read again: filled in before all tests. */
const QUIET = { email: '', password: '' };
type Account = { email: string; password: string };

/** Local storage of who is signed in. */
const storages = new Map<Account, Record<string, string>>();

setUpConsole({ user: null });
beforeAll(async () => {
  browser = await launchBrowser();
  const { http } = inject('server');
  await createUser(api, { email: TENANT.email, authority: 'TENANT_ADMIN' }, TENANT.password);
  Object.assign(QUIET, (await createTenant(http, 'quiet')).user);
  for (const account of [TENANT, QUIET, SYSADMIN]) {
    const context = await newContext(browser, http);
    const page = await context.newPage();
    await signIn(page, account.email, account.password);
    storages.set(account, await page.evaluate(() => ({ ...localStorage }) as Record<string, string>));
    await context.close();
  }
});
afterAll(() => browser?.close());

/** kB of a first visit, and its files from the largest on, to be read where it is too much. */
async function kilobytesOf(path: string, account?: Account, call?: string) {
  const { fetched } = await firstVisit(browser, inject('server').http, path, account && storages.get(account), call);
  const counted = fetched.filter(({ isSandbox }) => !isSandbox);
  const sizes = await Promise.all(
    counted.map(async (one) => [((await settledBytes([one])) / 1024).toFixed(1), one.path] as const),
  );
  const files = sizes.sort(([one], [other]) => Number(other) - Number(one)).map((line) => line.join(' kB '));
  return { kilobytes: (await settledBytes(counted)) / 1024, files: files.join('\n') };
}

describe('a first visit with an empty cache fetches little', () => {
  it('of sign-in', async () => {
    const { kilobytes, files } = await kilobytesOf('/login');
    expect(files).toContain('/static/entrance-');
    expect(kilobytes, files).toBeLessThan(VISIT_BUDGETS.login);
  });

  it.each([
    ['/devices', TENANT, '/api/tenant/deviceInfos'],
    ['/alarms', QUIET, '/api/alarms'],
    ['/assets', TENANT, '/api/tenant/assetInfos'],
    ['/deviceProfiles', TENANT, '/api/deviceProfiles'],
    ['/entityViews', TENANT, '/api/tenant/entityViewInfos'],
    ['/edgeInstances', TENANT, '/api/tenant/edgeInfos'],
    // Without the pictures that other tests have given to dashboards.
    ['/dashboards?search=Greenhouses', TENANT, '/api/tenant/dashboards'],
    // Without the customers of other tests: names in other alphabets load their letters.
    ['/customers?search=Nordfisk', TENANT, '/api/customers'],
    ['/users', TENANT, '/api/users'],
    // Without the dashboards that the demo made: the log has each of them in full.
    ['/auditLogs?action=LOGIN', TENANT, '/api/audit/logs'],
    ['/setAsideMessages?type=ACTIVITY_EVENT', TENANT, '/api/setAsideMessages'],
    ['/recorder?type=ACTIVITY_EVENT', TENANT, '/api/recorder/messages'],
    ['/tenants', SYSADMIN, '/api/tenantInfos'],
    ['/tenantProfiles', SYSADMIN, '/api/tenantProfiles'],
  ])('of the list %s', async (path, account, call) => {
    const { kilobytes, files } = await kilobytesOf(path, account, `${call}?`);
    expect(
      files.split('\n').filter((line) => line.includes(`kB ${call}?`)),
      'the list is asked for once',
    ).toHaveLength(1);
    expect(files, 'nobody has turned to the rows').not.toContain('/static/selection-bar-');
    expect(kilobytes, files).toBeLessThan(VISIT_BUDGETS.list);
  });

  it('of a dashboard', async () => {
    const found = await api.get<{ data: { id: { id: string } }[] }>(
      '/api/tenant/dashboards?pageSize=1&page=0&textSearch=Greenhouses',
    );
    const { kilobytes, files } = await kilobytesOf(`/dashboards/${found.data[0]?.id.id}`, TENANT);
    expect(files).toContain('/static/time-series-chart-');
    expect(files, 'nobody has pointed at a chart').not.toContain('/static/chart-pointer-');
    expect(kilobytes, files).toBeLessThan(VISIT_BUDGETS.dashboard);
  });
});
