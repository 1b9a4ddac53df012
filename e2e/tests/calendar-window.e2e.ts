import { beforeAll, describe, expect, inject, it } from 'vitest';
import { accessibilityViolations } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { mosquittoPublish } from '../harness/mosquitto.ts';
import { createDashboard, createDevice, describeWidget, singleDevice, type TestDevice } from '../harness/objects.ts';

const DEVICE = 'c1a5a3f0-1f4e-4d3c-9a57-1b2c3d4e5f61';
const HOUR = 3_600_000;
/** Midnight in Kyiv, whose clocks went back on the 25th. */
const OCTOBER_24 = Date.parse('2026-10-23T21:00:00Z');

interface Window {
  realtime?: { intervalType?: string };
  history?: { intervalType?: string; interval?: number };
}

let device: TestDevice;
let dashboardId: string;

const chip = () => page.getByRole('button', { name: /^Time window: / });
const panel = () => page.getByRole('dialog', { name: 'Time window' });
const grouping = () => panel().getByRole('combobox', { name: 'Grouping interval' });
const inAddress = () => JSON.parse(new URL(page.url()).searchParams.get('timeWindow') ?? '{}') as Window;
const table = () => page.getByRole('region', { name: 'Turns by the calendar' }).getByRole('table');
/** Lines of the table: what is called how, and its value. */
const lines = () =>
  table()
    .getByRole('row')
    .evaluateAll((rows) =>
      rows.slice(1).map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
    );

setUpConsole({ sharePage: true });
beforeAll(async () => {
  device = await createDevice(api, 'Turns by the calendar');
  await api.post(
    `/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`,
    Array.from({ length: 60 }, (_, hour) => ({ ts: OCTOBER_24 + hour * HOUR, values: { turns: 1 } })),
  );
  const keys = [{ name: 'turns', decimals: 0, color: '#2f5bea' }];
  const bars = { bundleAlias: 'charts', typeAlias: 'timeseries_bars_flot', type: 'timeseries' } as const;
  const rows = { bundleAlias: 'cards', typeAlias: 'timeseries_table', type: 'timeseries' } as const;
  const timewindow = {
    selectedTab: 1,
    timezone: 'Europe/Kyiv',
    history: {
      historyType: 1,
      interval: 12 * HOUR,
      fixedTimewindow: { startTimeMs: Date.UTC(2026, 9, 1), endTimeMs: Date.UTC(2026, 10, 1) },
    },
    aggregation: { type: 'COUNT', limit: 200 },
  };
  dashboardId = await createDashboard(
    api,
    'By the calendar',
    {
      bars: describeWidget(bars, 'Turns a day', DEVICE, keys),
      rows: describeWidget(rows, 'Turns', DEVICE, keys),
    },
    [{ id: DEVICE, alias: 'Device', filter: singleDevice(device.id) }],
    { timewindow },
  );
  await page.goto(`/dashboards/${dashboardId}`);
});

describe('values by the calendar', () => {
  it('are put together by the days of the zone, of which one has 25 hours', async () => {
    await page.getByRole('button', { name: /count 12 h/ }).waitFor();
    await chip().click();
    await grouping().click();
    await page.getByRole('option', { name: 'Calendar day' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await panel().getByRole('button', { name: 'Update' }).click();
    await page.getByRole('button', { name: /count by day/ }).waitFor();
    await expect.poll(lines).toEqual([
      ['Mon, Oct 26, 2026', '11'],
      ['Sun, Oct 25, 2026', '25'],
      ['Sat, Oct 24, 2026', '24'],
    ]);
    expect(inAddress().history).toMatchObject({ intervalType: 'DAY', interval: 24 * HOUR });
    await page.getByRole('img', { name: /turns/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('are put together by weeks, months, quarters and years', async () => {
    await chip().click();
    await panel().getByLabel('From', { exact: true }).fill('2024-01-01T00:00:00');
    for (const [name, expected] of [
      ['Calendar week (Monday – Sunday)', ['Oct 26 – Nov 1, 2026', 'Oct 19 – 25, 2026']],
      ['Calendar month', ['October 2026']],
      ['Calendar quarter', ['Oct – Dec 2026']],
      ['Calendar year', ['2026']],
    ] as const) {
      if (!(await panel().isVisible())) await chip().click();
      await grouping().click();
      await page.getByRole('option', { name }).click();
      await panel().getByRole('button', { name: 'Update' }).click();
      await panel().waitFor({ state: 'hidden' });
      const plain = (text: string) => text.replace(/\s/g, ' ');
      await expect.poll(async () => (await lines()).map(([when = '']) => plain(when))).toEqual(expected);
    }
    await chip().click();
    await grouping().click();
    await page.getByRole('option', { name: '30 d', exact: true }).click();
    await panel().getByRole('button', { name: 'Update' }).click();
    await page.getByRole('button', { name: /count 30 d/ }).waitFor();
    expect(inAddress().history).not.toHaveProperty('intervalType');
  });

  it('join the day that is running, live', async () => {
    const publish = () =>
      mosquittoPublish(inject('server').mqttPort, device.accessToken, 'v1/devices/me/telemetry', { turns: 1 });
    await publish();
    await chip().click();
    await panel().getByRole('tab', { name: 'Realtime' }).click();
    await panel().getByRole('button', { name: 'Last 7 days' }).click();
    await panel().waitFor({ state: 'hidden' });
    await chip().click();
    await grouping().click();
    await page.getByRole('option', { name: 'Calendar day' }).click();
    await panel().getByRole('button', { name: 'Update' }).click();
    await page.getByRole('button', { name: /count by day/ }).waitFor();
    const ofToday = async () => (await lines())[0]?.[1];
    await expect.poll(ofToday).toBe('1');
    await publish();
    await expect.poll(ofToday).toBe('2');
    expect(inAddress().realtime).toMatchObject({ intervalType: 'DAY' });
  });
});
