import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, PHONE } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createFailingDevice } from '../harness/objects.ts';

setUpConsole();

/** Measurements alone: other messages of a device fail in its chain, too. */
const TYPE = 'POST_TELEMETRY_REQUEST';
const LIST = `/api/setAsideMessages?pageSize=100&page=0&type=${TYPE}`;

interface Message {
  id: { id: string };
}

let device: Awaited<ReturnType<typeof createFailingDevice>>;
const ofDevice = async (): Promise<Message[]> =>
  (await api.get<{ data: Message[] }>(`${LIST}&originatorId=${device.id}`)).data;

/** Sends messages that fail, and opens the list of those of the device. */
async function failWith(...levels: number[]): Promise<void> {
  const before = (await ofDevice()).length;
  for (const level of levels) await device.send({ level });
  await expect.poll(async () => (await ofDevice()).length).toBe(before + levels.length);
  await page.goto(`/setAsideMessages?originator=DEVICE+${device.id}&type=${TYPE}`);
  await rows().first().waitFor();
}

const rows = (on = page) => on.getByRole('row', { name: /POST_TELEMETRY_REQUEST/ });

describe('messages that were set aside', () => {
  beforeAll(async () => {
    device = await createFailingDevice(api, `Failing pump ${Date.now()}`);
  });

  it('are in a list with where and why they failed, filtered and searched', async () => {
    await failWith(1, 2);
    await expect.poll(() => rows().count()).toBe(2);
    const row = rows().first();
    await row.getByText('Unsupported originator type: DEVICE').waitFor();
    await row.getByText('Check reading', { exact: true }).waitFor();
    await page.getByText('At most 10,000 messages are kept, for 90 days.').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Queue: any' }).click();
    await page.getByRole('menuitem', { name: 'HighPriority' }).click();
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Remove the filter Queue' }).click();
    await rows().first().waitFor();
    await page.getByRole('searchbox').fill('another reason');
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Clear search and filters' }).click();
    await page.getByRole('button', { name: 'Rule node: any' }).click();
    await page.getByRole('option', { name: `Check reading · Rules of ${device.name}` }).click();
    await expect.poll(() => rows().count()).toBe(2);
  });

  it('show what they say, and lead to their originator and their node', async () => {
    await failWith(3);
    await page.getByRole('link', { name: 'POST_TELEMETRY_REQUEST' }).first().click();
    const panel = page.getByRole('complementary');
    await panel.getByRole('region', { name: 'Payload where it failed' }).getByText('"level": 3').waitFor();
    await panel.getByRole('region', { name: 'Metadata where it failed' }).getByText(device.name).waitFor();
    await panel.getByRole('region', { name: 'Reason' }).getByText('Unsupported originator type: DEVICE').waitFor();
    await expect
      .poll(() => panel.getByRole('link', { name: device.name, exact: true }).getAttribute('href'))
      .toBe(`/devices/${device.id}`);
    await expect
      .poll(() => panel.getByRole('link', { name: 'Check reading' }).getAttribute('href'))
      .toMatch(/^\/ruleChains\/[0-9a-f-]{36}\?node=[0-9a-f-]{36}$/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Its way through the rules' }).click();
    await page.waitForURL(/\/recorder\/[\d.]+$/);
    await page.getByText(/^Set aside .*Unsupported originator type: DEVICE/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Open the message' }).click();
    await page.waitForURL(/\/setAsideMessages\/[0-9a-f-]{36}/);
    await panel.getByRole('region', { name: 'Payload where it failed' }).getByText('"level": 3').waitFor();
    const message = new URL(page.url()).pathname;
    const phone = await openPage({ viewport: PHONE });
    await phone.goto(message);
    await phone.getByRole('region', { name: 'Payload where it failed' }).getByText('"level": 3').waitFor();
    expect(await accessibilityViolations(phone)).toEqual([]);
    // The editor opens with that node.
    await panel.getByRole('link', { name: 'Check reading' }).click();
    const settings = page.getByRole('complementary', { name: 'Settings' });
    await expect.poll(() => settings.getByLabel('Name').inputValue()).toBe('Check reading');
  });

  it('come back while the node is broken, and go on when it is repaired: one, then all that are left', async () => {
    await failWith(4, 5, 6);
    const before = await ofDevice();
    const menu = async (name: string) => {
      await rows().first().getByRole('button', { name: 'Actions' }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await menu('Retry from the start');
    await page.getByText('POST_TELEMETRY_REQUEST goes through the rules again').waitFor();
    await expect
      .poll(async () => {
        const now = await ofDevice();
        return [now.length, now.some(({ id }) => id.id === before[0]?.id.id)];
      })
      .toEqual([before.length, false]);
    await device.repair();
    await page.reload();
    await menu('Retry at the node');
    await expect.poll(async () => (await ofDevice()).length).toBe(before.length - 1);
    await expect.poll(() => rows().count()).toBe(before.length - 1);
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page.getByRole('button', { name: 'Retry at the node' }).click();
    const question = page.getByRole('dialog');
    await question.getByText(`Retry ${before.length - 1} messages?`).waitFor();
    await question.getByRole('button', { name: 'Retry at the node' }).click();
    await expect.poll(async () => (await ofDevice()).length, { timeout: 40_000 }).toBe(0);
  });

  it('are dropped, after a question', async () => {
    device = await createFailingDevice(api, `Dropped pump ${Date.now()}`);
    await failWith(7, 8);
    await page.getByRole('checkbox', { name: 'Select all rows on this page' }).check();
    await page.getByRole('button', { name: 'Delete' }).click();
    const question = page.getByRole('dialog');
    await question.getByText('They are not processed any more.').waitFor();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect.poll(async () => (await ofDevice()).length, { timeout: 40_000 }).toBe(0);
    await page.reload();
    await page.getByText('Nothing matches').waitFor();
  });

  it('that cannot be loaded say so, and load again', async () => {
    await page.route(
      '**/api/setAsideMessages?**',
      (route) => route.fulfill({ status: 400, json: { status: 400, message: 'No messages today', errorCode: 31 } }),
      { times: 1 },
    );
    await page.goto('/setAsideMessages');
    await page.getByText('No messages today').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('table', { name: 'Messages set aside' }).waitFor();
  });
});
