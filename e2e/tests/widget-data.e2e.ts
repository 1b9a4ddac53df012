import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, PHONE } from '../harness/browser.ts';
import { api, openPage, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { createDashboard, createDevice, describeWidget, singleDevice } from '../harness/objects.ts';

setUpConsole();

const ALIAS = '77c1d2a3-41f2-4a77-9d55-0a1b2c3d4e01';
const START = Date.parse('2026-03-01T00:00:00Z');
const COUNT = 3000;
const timewindow = {
  selectedTab: 1,
  timezone: 'Asia/Kolkata',
  history: {
    historyType: 1,
    interval: 60_000,
    fixedTimewindow: { startTimeMs: START + 19_800_000, endTimeMs: START + 19_800_000 + COUNT * 1000 },
  },
  aggregation: { type: 'AVG', limit: 200 },
};
let dashboard: string;

beforeAll(async () => {
  const device = await createDevice(api, 'Downloaded meter');
  const points = Array.from({ length: COUNT }, (_, at) => ({ ts: START + at * 1000, values: { power: at } }));
  await api.post(`/api/plugins/telemetry/DEVICE/${device.id}/timeseries/ANY`, points);
  const chart = { bundleAlias: 'charts', typeAlias: 'basic_timeseries', type: 'timeseries' } as const;
  const table = { bundleAlias: 'cards', typeAlias: 'entities_table', type: 'latest' } as const;
  const power = [{ name: 'power', label: 'Power', units: 'kW' }];
  const figures = { showMin: true, showMax: true, showAvg: true, showTotal: true };
  const withLegend = (title: string, legendConfig: object) =>
    describeWidget(chart, title, ALIAS, power, { legendConfig: { ...figures, ...legendConfig } });
  dashboard = await createDashboard(
    api,
    'Downloads of widgets',
    {
      [crypto.randomUUID()]: withLegend('Consumption', { position: 'bottom' }),
      [crypto.randomUUID()]: describeWidget(table, 'Meters', ALIAS, power),
      [crypto.randomUUID()]: withLegend('In a row', { position: 'top', direction: 'row' }),
      [crypto.randomUUID()]: withLegend('At a side', { position: 'right' }),
    },
    [{ id: ALIAS, alias: 'Meter', filter: singleDevice(device.id) }],
    { timewindow },
  );
});

/** Downloads the data of the dialog that is open. */
async function download(on: Page, kind: 'csv' | 'xlsx') {
  const dialog = on.getByRole('dialog');
  if (kind === 'csv') {
    await dialog.getByRole('combobox', { name: 'Kind of file' }).click();
    await on.getByRole('option', { name: /csv/ }).click();
  }
  const [file] = await Promise.all([
    on.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  await dialog.waitFor({ state: 'hidden' });
  const content = await readFile(await file.path());
  return { name: file.suggestedFilename(), content, lines: content.toString().slice(1).trim().split('\r\n') };
}

describe('the data of a widget', () => {
  it('are a file by keyboard: as the chart shows them, or every point', async () => {
    await page.goto(`/dashboards/${dashboard}`);
    const chart = page.getByRole('region', { name: 'Consumption' });
    await chart.locator('canvas').first().waitFor();
    // All figures of a legend are seen in a low and narrow widget, too.
    for (const title of ['Consumption', 'In a row', 'At a side']) {
      const legend = page.getByRole('region', { name: title }).getByRole('list', { name: 'Legend' });
      await legend.getByText(/^total/).waitFor();
      const hidden = () => legend.evaluate((list) => list.scrollWidth - list.clientWidth);
      await expect.poll(hidden, { message: title }).toBeLessThanOrEqual(0);
    }
    // What stands beside the pointer comes with the first pointer, which need not move again.
    const plot = chart.getByRole('img', { name: 'Chart over time of Power' });
    await plot.hover();
    await plot.getByText(/^\d+(\.\d+)? kW$/).waitFor();
    await plot.hover({ position: { x: 2, y: 2 } });
    const button = chart.getByRole('button', { name: 'Download the data of Consumption' });
    await button.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Download the data of “Consumption”' });
    await dialog.waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const shown = await download(page, 'csv');
    expect(shown.name).toMatch(/^Consumption-\d{4}-\d\d-\d\d\.csv$/);
    expect(shown.lines.slice(0, 2)).toEqual([
      'Time (Asia/Kolkata),Entity,Power (kW)',
      '2026-03-01T05:30:30.000+05:30,Downloaded meter,29.5',
    ]);
    expect(shown.lines).toHaveLength(COUNT / 60 + 1);

    await button.click();
    await dialog.getByRole('radio', { name: 'History with every stored point' }).check();
    const all = await download(page, 'csv');
    expect(all.lines).toHaveLength(COUNT + 1);
    expect(all.lines.at(-1)).toBe(`2026-03-01T06:19:59.000+05:30,Downloaded meter,${COUNT - 1}`);
    expect(pageErrors).toEqual([]);
  });

  it('are a spreadsheet on a phone', async () => {
    const phone = await openPage({ viewport: PHONE });
    await phone.goto(`/dashboards/${dashboard}`);
    // All figures of a legend are seen there, too.
    const legend = phone.getByRole('region', { name: 'Consumption' }).getByRole('list', { name: 'Legend' });
    await legend.getByText(/^total/).waitFor();
    await expect.poll(() => legend.evaluate((list) => list.scrollWidth - list.clientWidth)).toBeLessThanOrEqual(0);
    const table = phone.getByRole('region', { name: 'Meters' });
    await table.getByText('Downloaded meter').waitFor();
    await table.getByRole('button', { name: 'Download the data of Meters' }).click();
    const dialog = phone.getByRole('dialog', { name: 'Download the data of “Meters”' });
    await dialog.getByRole('radio', { name: 'Newest values and their times' }).check();
    expect(await accessibilityViolations(phone)).toEqual([]);
    const { name, content } = await download(phone, 'xlsx');
    expect(name).toMatch(/^Meters-.*\.xlsx$/);
    expect(content.subarray(0, 2).toString()).toBe('PK');
  });
});
