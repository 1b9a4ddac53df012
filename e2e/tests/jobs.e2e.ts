import type { Job } from '@signalbox/contract/job';
import type { PageData } from '@signalbox/contract/page';
import { beforeAll, describe, expect, inject, it, vi } from 'vitest';
import type { Api } from '../harness/api.ts';
import { accessibilityViolations, holdRequests, PHONE } from '../harness/browser.ts';
import { openPage, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { createDevice, createTenant, type OwnTenant } from '../harness/objects.ts';

/** Of its own: hundreds of devices would leave no other one on the first page of a list. */
let tenant: OwnTenant;
let api: Api;

beforeAll(async () => {
  tenant = await createTenant(inject('server').http, 'works-on-many');
  api = tenant.api;
});
setUpConsole({ user: () => tenant.user });

const MANY = 400;

/** Creates devices, a few at a time. */
async function createMany(name: string, count: number): Promise<void> {
  let next = 1;
  const create = async () => {
    while (next <= count) {
      const number = String(next++).padStart(4, '0');
      await api.post('/api/device', { name: `${name} ${number}`, type: 'default' });
    }
  };
  await Promise.all(Array.from({ length: 8 }, create));
}

const count = async (text: string, query = '') =>
  (await api.get<PageData<unknown>>(`/api/tenant/deviceInfos?pageSize=1&page=0&textSearch=${text}${query}`))
    .totalElements;

async function selectAllFound(text: string, total: string): Promise<void> {
  await page.goto(`/devices?search=${text}`);
  await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
  await page
    .getByRole('toolbar')
    .getByRole('button', { name: `Select all ${total} found` })
    .click();
}

describe('work on everything found', () => {
  // Four hundred devices are made and deleted.
  it('runs on the server: it outlives the page, can be stopped, and continues', { timeout: 180_000 }, async () => {
    await createMany('Windmill', MANY);
    // The job is stopped as soon as it is there, so that it cannot end first; the page sees it run until it stops it.
    let isStopped = false;
    await page.route('**/api/jobs', async (route) => {
      const reply = await route.fetch();
      if (route.request().method() === 'POST') {
        const job = (await reply.json()) as Job;
        await api.post(`/api/jobs/${job.id}/cancel`);
        return route.fulfill({ json: job });
      }
      const jobs = (await reply.json()) as Job[];
      return route.fulfill({ json: isStopped ? jobs : jobs.map((job) => ({ ...job, state: 'RUNNING' })) });
    });
    await page.route('**/api/jobs/*/cancel', (route) => {
      isStopped = true;
      return route.continue();
    });
    await selectAllFound('Windmill', '400');
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 400 devices?' });
    await question.getByText('and 395 more').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    const status = page.getByRole('button', { name: /^Deleting 400 devices, \d+ %$/ });
    await status.waitFor();
    await page.goto('/assets');
    await status.click();
    const list = page.getByRole('dialog', { name: 'Work in progress' });
    await list.getByRole('progressbar', { name: 'Deleting 400 devices' }).waitFor();
    await list.getByRole('button', { name: 'Stop' }).click();
    await list.getByText(/^Stopped: \d+ of 400 done$/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await count('Windmill')).toBeGreaterThan(0);
    await page.reload();
    await page.getByRole('button', { name: 'Work in progress' }).click();
    await list.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('400 devices deleted').waitFor();
    expect(await count('Windmill')).toBe(0);
    expect(pageErrors).toEqual([]);
  });

  it('leaves out, and counts without it, what nobody can delete', async () => {
    const names = Array.from({ length: 27 }, (_, at) => `Spare chain ${at + 1}`);
    for (const name of names) await api.post('/api/ruleChain', { name });
    await page.goto('/ruleChains');
    await page.getByRole('link', { name: 'Spare chain 27' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    const bar = page.getByRole('toolbar', { name: / selected$/ });
    await bar.getByRole('button', { name: 'Select all 27 found' }).click();
    await bar.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog', { name: 'Delete 27 rule chains?' });
    await question.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('27 rule chains deleted').waitFor();
    await page.getByText('1–1 of 1').waitFor();

    await page.goto('/deviceProfiles');
    await page.getByRole('link', { name: 'default', exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole('checkbox', { name: 'Select all rows on this page' }).isDisabled())
      .toBe(true);
  });

  it('tells the page that began it what became of it, whatever other pages of the person have read', async () => {
    await createMany('Told', 3);
    const readings: (() => void)[] = [];
    let isHeld = true;
    await page.route('**/api/jobs', async (route) => {
      if (isHeld && route.request().method() === 'GET') await new Promise<void>((release) => readings.push(release));
      return route.continue();
    });
    await page.goto('/devices?search=Told');
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /Make public/ })
      .click();
    const created = page.waitForResponse(
      (reply) => reply.request().method() === 'POST' && reply.url().endsWith('/jobs'),
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Make public' }).click();
    const { id } = (await (await created).json()) as Job;
    await vi.waitFor(async () => {
      const job = (await api.get<Job[]>('/api/jobs')).find((one) => one.id === id);
      expect(job?.state).toBe('DONE');
    }, 20_000);
    const other = await openPage({ user: tenant.user });
    const read = other.waitForResponse(
      (reply) => reply.request().method() === 'GET' && reply.url().endsWith('/api/jobs'),
    );
    await other.goto('/devices');
    await (await read).finished();
    isHeld = false;
    for (const release of readings) release();
    await page.getByText('3 devices made public').waitFor();
  });

  it('leaves ticked what was ticked while the server was asked', async () => {
    await createMany('Ticked', 3);
    await page.goto('/devices?search=Ticked');
    const tick = (number: number) => page.getByRole('checkbox', { name: `Select Ticked 000${number}` });
    await tick(1).check();
    await tick(2).check();
    await page
      .getByRole('toolbar')
      .getByRole('button', { name: /Make public/ })
      .click();
    const release = await holdRequests(page, '**/api/jobs');
    await page.getByRole('dialog').getByRole('button', { name: 'Make public' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await tick(3).check();
    release();
    await page.getByText('2 devices made public').waitFor();
    await expect
      .poll(() => Promise.all([1, 2, 3].map((number) => tick(number).isChecked())))
      .toEqual([false, false, true]);
  });

  it('assigns it to a customer, makes it public and private', async () => {
    await createMany('Jobs floodgate', 30);
    await api.post('/api/customer', { title: 'Waterworks' });
    await selectAllFound('Jobs floodgate', '30');
    await page.getByRole('toolbar').getByRole('button', { name: 'Assign to customer' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign 30 devices to a customer' });
    await dialog.getByRole('combobox').fill('Waterworks');
    await page.getByRole('option', { name: 'Waterworks' }).click();
    await dialog.getByRole('button', { name: 'Assign to customer' }).click();
    await page.getByText('Assigned to Waterworks: 30 devices').waitFor();
    await page.getByRole('cell', { name: 'Waterworks' }).first().waitFor();
    expect(await count('Jobs floodgate', '&unassigned=true')).toBe(0);
    // Nothing is to be taken back of those in sight, but of those on the next page.
    const inSight = await api.get<PageData<{ id: { id: string } }>>(
      '/api/tenant/deviceInfos?pageSize=25&page=0&textSearch=Jobs%20floodgate&sortProperty=createdTime&sortOrder=DESC',
    );
    for (const { id } of inSight.data) await api.delete(`/api/customer/device/${id.id}`);
    await selectAllFound('Jobs floodgate', '30');
    await page.getByRole('cell', { name: 'Waterworks' }).waitFor({ state: 'detached' });
    await page.getByRole('toolbar').getByRole('button', { name: 'Take back from customer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Take back from customer' }).click();
    await page.getByText('30 devices taken back').waitFor();
    expect(await count('Jobs floodgate', '&unassigned=true')).toBe(30);
    await selectAllFound('Jobs floodgate', '30');
    await page.getByRole('toolbar').getByRole('button', { name: 'Make public' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make public' }).click();
    await page.getByText('30 devices made public').waitFor();
    expect(await count('Jobs floodgate', '&unassigned=true')).toBe(0);
  });

  it('says what failed and why, after a reload too, and tries that again', async () => {
    for (const number of [1, 2, 3]) await createDevice(api, `Pylon ${number}`);
    const { id } = await createDevice(api, 'Pylon 4');
    const view = await api.post<{ id: { id: string } }>('/api/entityView', {
      name: 'Of a pylon',
      type: 'excerpt',
      entityId: { entityType: 'DEVICE', id },
    });
    await page.goto('/devices?search=Pylon');
    await page.getByRole('link', { name: 'Pylon 3' }).waitFor();
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alert').getByText('Deleting 4 devices: 1 device failed').waitFor();
    await page.getByText('1–1 of 1').waitFor();
    // What became of it stays with the person, also after the page was left.
    await page.reload();
    await page.getByRole('button', { name: 'Work in progress' }).click();
    await page.getByRole('dialog').getByText('3 of 4 done, 1 failed').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Report' }).click();
    const report = page.getByRole('dialog', { name: 'Deleting 4 devices' });
    await report.getByRole('listitem').getByText('Pylon 4').waitFor();
    await expect.poll(() => report.getByRole('listitem').textContent()).toMatch(/entity view/);
    await api.delete(`/api/entityView/${view.id.id}`);
    await report.getByRole('button', { name: 'Retry the failed ones' }).click();
    await page.getByText('4 devices deleted').waitFor();
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Work in progress' }).waitFor({ state: 'detached' });
  });

  it('is stopped and continued on a phone', async () => {
    await createMany('Valve', 200);
    const list = { textSearch: 'Valve' };
    const { id } = await api.post<Job>('/api/jobs', { entityType: 'DEVICE', action: 'DELETE', list });
    await api.post(`/api/jobs/${id}/cancel`);
    const phone = await openPage({ user: tenant.user, viewport: PHONE });
    await phone.goto('/home');
    await phone.getByRole('button', { name: 'Work in progress' }).click();
    const jobs = phone.getByRole('dialog', { name: 'Work in progress' });
    await jobs.getByText(/^Stopped: \d+ of 200 done$/).waitFor();
    expect(await accessibilityViolations(phone)).toEqual([]);
    await jobs.getByRole('button', { name: 'Continue' }).click();
    await phone.getByText('200 devices deleted').waitFor();
    expect(await count('Valve')).toBe(0);
  });
});
