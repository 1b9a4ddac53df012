import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createDashboard } from '../harness/objects.ts';

setUpConsole({ sharePage: true });

const part = (title: string) => page.getByRole('region', { name: title });

function describeStatic(bundleAlias: string, typeAlias: string, title: string, settings: object) {
  return { bundleAlias, typeAlias, type: 'static' as const, title, config: { title, showTitle: true, settings } };
}

/** The period that the address says, as days and hours on the clock of the browser. */
async function period(): Promise<string[] | undefined> {
  const text = new URL(page.url()).searchParams.get('timeWindow');
  if (!text) return undefined;
  const { history } = JSON.parse(text) as { history: { fixedTimewindow: object } };
  return page.evaluate(
    (times) => times.map((time) => new Date(time).toLocaleString('sv-SE').slice(0, 16)),
    Object.values(history.fixedTimewindow) as number[],
  );
}

const from = async () => (await period())?.[0];

describe('a navigator of dates', () => {
  let dashboardId: string;
  const button = (name: string | RegExp) => part('Dates').getByRole('button', { name });
  const calendar = () => page.getByRole('dialog', { name: 'Period' });

  beforeAll(async () => {
    const settings = { initialInterval: 'month', stepSize: 'month', showTemplate: true };
    const widgets = { dates: describeStatic('date', 'date_range_navigator', 'Dates', settings) };
    dashboardId = await createDashboard(api, 'Dates of a gateway', widgets, []);
    await page.goto(`/dashboards/${dashboardId}`);
  });

  it('sets the time of the dashboard, and moves it by steps of the calendar', async () => {
    await button(/^Period/).waitFor();
    await expect.poll(period).toBeDefined();
    expect((await period())?.[1]).toMatch(/ 23:59$/);
    await button(/^Period/).click();
    await calendar().getByRole('menuitem', { name: 'Last year' }).click();
    await calendar().getByRole('button', { name: 'Apply' }).click();
    const year = new Date().getFullYear();
    await expect.poll(period).toEqual([`${year - 1}-01-01 00:00`, `${year - 1}-12-31 23:59`]);
    await part('Dates').getByRole('combobox', { name: 'Length' }).click();
    await page.getByRole('option', { name: 'Month', exact: true }).click();
    await expect.poll(from).toBe(`${year - 1}-12-01 00:00`);
    await button('One step forward: Month').click();
    await expect.poll(period).toEqual([`${year}-01-01 00:00`, `${year}-01-31 23:59`]);
    await button('One step forward: Month').click();
    await expect.poll(from).toBe(`${year}-02-01 00:00`);
    await button('One step back: Month').click();
    await expect.poll(period).toEqual([`${year}-01-01 00:00`, `${year}-01-31 23:59`]);
  });

  it('takes days from a calendar by the keyboard', async () => {
    const year = new Date().getFullYear();
    await button(`Period: Jan 1, ${year} – Jan 31, ${year}`).focus();
    await page.keyboard.press('Enter');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
    await expect.poll(focused).toBe(`Saturday, January 31, ${year}`.replace(/^\w+/, weekday(year, 0, 31)));
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('PageDown');
    await expect.poll(focused).toContain('February 28');
    await page.keyboard.press('ArrowUp');
    await expect.poll(focused).toContain('February 21');
    await page.keyboard.press('Enter');
    await calendar().getByText('Choose the last day').waitFor();
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toContain('February 22');
    await page.keyboard.press('Enter');
    await calendar().getByText('Choose the first day').waitFor();
    await calendar().getByRole('button', { name: 'Apply' }).click();
    await expect.poll(period).toEqual([`${year}-02-21 00:00`, `${year}-02-22 23:59`]);
  });

  it('shows the same period again when the tab comes back', async () => {
    const before = await period();
    await page.reload();
    await button(/^Period/).waitFor();
    expect(await period()).toEqual(before);
    await page.goto(`/dashboards/${dashboardId}`);
    await expect.poll(period).toEqual(before);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});

function weekday(year: number, month: number, day: number): string {
  return new Intl.DateTimeFormat('en-US', { weekday: 'long' }).format(new Date(year, month, day));
}
