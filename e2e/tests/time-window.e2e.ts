import { beforeAll, describe, expect, inject, it } from 'vitest';
import { accessibilityViolations, expectNoSidewaysScroll, PHONE, restingBox } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { mosquittoPublish } from '../harness/mosquitto.ts';
import { createCardDashboard, createDevice } from '../harness/objects.ts';

const server = inject('server');
let dashboardId: string;

interface StoredWindow {
  selectedTab: number;
  realtime?: { timewindowMs: number };
  history?: { historyType: number; interval: number; fixedTimewindow: { startTimeMs: number; endTimeMs: number } };
}

/** Reads the window from the address. */
function readWindow(): StoredWindow | null {
  return JSON.parse(new URL(page.url()).searchParams.get('timeWindow') ?? 'null') as StoredWindow | null;
}
const chip = () => page.getByRole('button', { name: /^Time window: / });
const panel = () => page.getByRole('dialog', { name: 'Time window' });
const update = () => panel().getByRole('button', { name: 'Update' });

async function openPanel() {
  await chip().click();
  await panel().getByRole('list', { name: 'Quick ranges' }).waitFor();
}

setUpConsole({ sharePage: true });
beforeAll(async () => {
  const device = await createDevice(api, 'Watched over time');
  await mosquittoPublish(server.mqttPort, device.accessToken, 'v1/devices/me/telemetry', { level: 12 });
  dashboardId = await createCardDashboard(api, 'Time', device, 'level');
  await page.goto(`/dashboards/${dashboardId}`);
});

describe('the time window of a dashboard', () => {
  it('is chosen with one click from the quick ranges, and Back undoes it', async () => {
    await openPanel();
    expect(await accessibilityViolations(page)).toEqual([]);
    await panel().getByRole('button', { name: 'Last 12 hours' }).click();
    await panel().waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Time window: Last 12 hours · average 5 min' }).waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Time window: Last minute' }).waitFor();
    await page.goForward();
    await page.getByRole('button', { name: 'Time window: Last 12 hours' }).waitFor();
  });

  it('opens Period with the dates shown', async () => {
    await openPanel();
    await panel().getByRole('tab', { name: 'History' }).click();
    await panel().getByRole('radio', { name: 'Period' }).check();
    const ends = await Promise.all(
      ['From', 'To'].map(async (label) =>
        Date.parse(`${await panel().getByLabel(label, { exact: true }).inputValue()}Z`),
      ),
    );
    expect((ends[1] as number) - (ends[0] as number)).toBe(12 * 3_600_000);
    expect(Math.abs((ends[1] as number) - Date.now())).toBeLessThan(60_000);
  });

  it('keeps what is typed, explains errors next to it and why the button is disabled', async () => {
    const [from, to] = [panel().getByLabel('From', { exact: true }), panel().getByLabel('To', { exact: true })];
    const size = await restingBox(panel());
    await from.fill('2026-03-10T08:00:00');
    await to.fill('2026-01-01T08:00:00');
    await panel().getByText('The end must be after the start').waitFor();
    await expect
      .poll(async () => [await from.inputValue(), await to.inputValue()])
      .toEqual(['2026-03-10T08:00', '2026-01-01T08:00']);
    await expect.poll(() => update().isDisabled()).toBe(true);
    await panel().getByText('Correct the marked fields').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await to.fill('2026-03-12T20:00:30');
    await expect.poll(() => update().isEnabled()).toBe(true);
    expect(await restingBox(panel())).toEqual(size);
    await update().click();
    await expect
      .poll(() => readWindow()?.history?.fixedTimewindow)
      .toEqual({
        startTimeMs: Date.UTC(2026, 2, 10, 8),
        endTimeMs: Date.UTC(2026, 2, 12, 20, 0, 30),
      });
    await page.getByRole('button', { name: /^Time window: Mar 10, 2026, 8:00 AM – Mar 12, 2026, 8:00 PM/ }).waitFor();
  });

  it('keeps its size whatever is chosen', async () => {
    await openPanel();
    const size = await restingBox(panel());
    for (const choose of [
      () => panel().getByRole('tab', { name: 'Realtime' }).click(),
      () => panel().getByRole('radio', { name: 'Interval' }).check(),
      () => panel().getByRole('tab', { name: 'History' }).click(),
      () => panel().getByRole('radio', { name: 'Last' }).check(),
      () => panel().getByRole('switch', { name: 'Advanced' }).first().check(),
    ]) {
      await choose();
      expect(await restingBox(panel())).toEqual(size);
    }
    await page.keyboard.press('Escape');
    await panel().waitFor({ state: 'hidden' });
  });

  it('uses common intervals for grouping', async () => {
    await openPanel();
    await panel().getByRole('button', { name: 'Last 30 days' }).click();
    await page.getByRole('button', { name: /History: last 30 days · average 5 h$/ }).waitFor();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await page.getByRole('button', { name: /History: last 60 days · average 5 h$/ }).waitFor();
  });

  it('moves backward and forward in time, up to now', async () => {
    await openPanel();
    await panel().getByRole('tab', { name: 'Realtime' }).click();
    await panel().getByRole('button', { name: 'Last hour' }).click();
    await page.getByRole('button', { name: 'Later: already up to now' }).waitFor();
    await page.getByRole('button', { name: 'Earlier', exact: true }).click();
    await expect.poll(() => readWindow()?.selectedTab).toBe(1);
    const { startTimeMs = 0, endTimeMs = 0 } = readWindow()?.history?.fixedTimewindow ?? {};
    expect(endTimeMs - startTimeMs).toBe(3_600_000);
    expect(Math.abs(Date.now() - 3_600_000 - endTimeMs)).toBeLessThan(60_000);
    await page.getByRole('button', { name: 'Later', exact: true }).click();
    await expect.poll(() => readWindow()?.history?.fixedTimewindow.startTimeMs).toBe(endTimeMs);
  });

  it('fills the screen of a phone', async () => {
    const small = await openPage({ viewport: PHONE });
    await small.goto(`/dashboards/${dashboardId}`);
    await small.getByRole('button', { name: /^Time window: / }).click();
    const dialog = small.getByRole('dialog', { name: 'Time window' });
    await dialog.getByRole('list', { name: 'Quick ranges' }).waitFor();
    expect(await accessibilityViolations(small)).toEqual([]);
    await expectNoSidewaysScroll(small);
    await dialog.getByRole('button', { name: 'Last 15 minutes' }).click();
    await small.getByRole('button', { name: 'Time window: Last 15 minutes' }).waitFor();
  });
});
