import type { Response } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { closeToast, restingBox } from '../harness/browser.ts';
import { api, openPage, page, pageErrors, setUpConsole } from '../harness/console.ts';
import { mosquittoPublish } from '../harness/mosquitto.ts';
import {
  createCardDashboard,
  createDashboard,
  createDevice,
  type DataKey,
  describeWidget,
  singleDevice,
  type TestDevice,
  type WidgetKind,
} from '../harness/objects.ts';

const ALIAS = '0b6f9a54-5f2e-4d30-8a27-000000000011';
const server = inject('server');
let device: TestDevice;
let dashboardId: string;
let plainId: string;
/** Responses with parts of the virtual machine. */
const fetched: Response[] = [];

const TABLE: WidgetKind = { bundleAlias: 'cards', typeAlias: 'entities_table', type: 'latest' };
const CARD: WidgetKind = { ...TABLE, typeAlias: 'simple_card' };
const MARKDOWN: WidgetKind = { bundleAlias: 'cards', typeAlias: 'markdown_card', type: 'latest' };
const CHART: WidgetKind = { bundleAlias: 'charts', typeAlias: 'basic_timeseries', type: 'timeseries' };

const LAST_MINUTE = { realtime: { timewindowMs: 60_000, interval: 1000 }, aggregation: { type: 'NONE', limit: 1000 } };

/** A function of a button in the header of a widget. */
const GREET = {
  ...{ id: 'greet', name: 'Greet', icon: 'info', type: 'custom' },
  customFunction: `var level = widgetContext.data[0];
    var words = [entityName, entityId.entityType, widgetContext.datasources[0].entityName, level.dataKey.name, level.data[0][1]];
    widgetContext.showInfoToast('Header of ' + words.join(', '), 60_000);`,
};

function widget(kind: WidgetKind, title: string, keys: DataKey[], config: object = {}) {
  return describeWidget(kind, title, ALIAS, keys, { timewindow: LAST_MINUTE, ...config });
}

function markdown(title: string, markdownTextFunction: string) {
  return widget(MARKDOWN, title, [{ name: 'level' }], {
    settings: { useMarkdownTextFunction: true, markdownTextFunction },
  });
}

setUpConsole({
  sharePage: true,
  prepare: (page) => page.on('response', (response) => /quickjs|\.wasm/.test(response.url()) && fetched.push(response)),
});
beforeAll(async () => {
  device = await createDevice(api, 'Scripted tank');
  await mosquittoPublish(server.mqttPort, device.accessToken, 'v1/devices/me/telemetry', { level: 1234.5 });
  const widgets = {
    table: widget(
      TABLE,
      'table',
      [
        {
          name: 'level',
          settings: {
            useCellContentFunction: true,
            cellContentFunction:
              'return "<b>" + value.toLocaleString("de-DE", { minimumFractionDigits: 2 }) + "</b> " + entity.entityName.toUpperCase();',
            useCellStyleFunction: true,
            cellStyleFunction: 'return { color: value > 2000 ? "rgb(255, 0, 0)" : "rgb(39, 134, 34)" };',
          },
        },
      ],
      { actions: { headerButton: [GREET] } },
    ),
    sum: widget(CARD, 'sum', [{ name: 'level', usePostProcessing: true, postFuncBody: 'return value * 2;' }]),
    chart: widget(CHART, 'chart', [], {
      datasources: [
        {
          type: 'function',
          name: 'Waves',
          dataKeys: [
            {
              name: 'f(x)',
              type: 'function',
              label: 'Wave',
              color: '#2196f3',
              settings: {},
              funcBody: 'return Math.round(1000 * Math.sin(time / 5000));',
              usePostProcessing: true,
              postFuncBody: 'return value / 10;',
            },
          ],
        },
      ],
      settings: { yaxis: { ticksFormatter: 'return value.toFixed(0) + " waves";' } },
    }),
    text: markdown('text', 'return data.map(function(row) { return "Level **" + row.level + "**"; }).join();'),
    endless: markdown('endless', 'while (true) {}'),
    hungry: markdown('hungry', 'var all = []; for (;;) all.push(new Array(10000).fill(0));'),
    curious: markdown(
      'curious',
      'var world = data.constructor.constructor("return this")(); return "found: " + typeof world.window + typeof world.fetch + typeof world.localStorage;',
    ),
    wrong: markdown('wrong', 'var a = 1;\nreturn a.b.c;'),
  };
  const aliases = [{ id: ALIAS, alias: 'Tank', filter: singleDevice(device.id) }];
  dashboardId = await createDashboard(api, 'Scripts', widgets, aliases);
  plainId = await createCardDashboard(api, 'No scripts', device, 'level');
});

function region(name: string, on = page) {
  return on.getByRole('region', { name });
}

describe('a dashboard with scripts', () => {
  it('fetches the virtual machine only for scripts, compressed and once', async () => {
    await page.goto(`/dashboards/${plainId}`);
    await region('level').getByText('1234.5').waitFor();
    expect(fetched).toEqual([]);
    await page.goto(`/dashboards/${dashboardId}`);
    await region('text').getByText('Level').waitFor();
    const machine = fetched.filter((response) => response.url().endsWith('.wasm'));
    expect(machine).toHaveLength(1);
    const headers = await machine[0]?.allHeaders();
    expect(headers).toMatchObject({
      'content-type': 'application/wasm',
      'content-encoding': 'br',
      'cache-control': expect.stringContaining('immutable'),
    });
  });

  it('shows the results of its functions, and updates them with new values', async () => {
    const cell = region('table').getByRole('cell', { name: /SCRIPTED TANK/ });
    await cell.locator('b', { hasText: '1.234,50' }).waitFor();
    await expect.poll(() => cell.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(39, 134, 34)');
    await region('sum').getByText('2469').waitFor();
    await region('chart').locator('canvas').first().waitFor();
    await mosquittoPublish(server.mqttPort, device.accessToken, 'v1/devices/me/telemetry', { level: 3000 });
    await cell.locator('b', { hasText: '3.000,00' }).waitFor();
    await expect.poll(() => cell.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(255, 0, 0)');
    await region('sum').getByText('6000').waitFor();
    await region('text').getByText('3000').waitFor();
  });

  it('runs functions in the header of a widget for the entity that it shows', async () => {
    await region('table').getByRole('button', { name: 'Greet' }).click();
    await closeToast(page, 'Header of Scripted tank, DEVICE, Scripted tank, level, 3000');
  });

  it('keeps other widgets working when scripts never end, exhaust memory or fail', async () => {
    await region('endless').getByText('The script takes too long').waitFor();
    await region('hungry')
      .getByText(/too much memory|too long/)
      .waitFor();
    await region('wrong')
      .getByText(/TypeError: .*\(line 2\)/)
      .waitFor();
    await mosquittoPublish(server.mqttPort, device.accessToken, 'v1/devices/me/telemetry', { level: 5 });
    await region('sum').getByText('10', { exact: true }).waitFor();
  });

  it('hides the page from scripts', async () => {
    await region('curious').getByText('found: undefinedundefinedundefined').waitFor();
    expect(pageErrors.filter((problem) => !/takes too long|memory|of undefined/.test(problem))).toEqual([]);
  });

  it('goes along the time of a chart, and into it, by dragging', async () => {
    const chart = region('chart').locator('canvas').first();
    const box = await restingBox(chart);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    /** The period that the address names, epoch ms. */
    const period = () => {
      const found = [...new URL(page.url()).searchParams].find(([name]) => name.startsWith('timeWindow'))?.[1];
      const { history } = JSON.parse(found ?? '{}') as { history?: { fixedTimewindow?: Record<string, number> } };
      const { startTimeMs = 0, endTimeMs = 0 } = history?.fixedTimewindow ?? {};
      return { length: endTimeMs - startTimeMs, end: endTimeMs };
    };
    const drag = async (by: number) => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + by / 2, y);
      await page.mouse.move(x + by, y);
      await page.mouse.up();
    };
    await page.keyboard.down('Shift');
    const pan = async () => {
      // What moves a chart comes with the pointer: a drag before it has come does nothing.
      if (period().length === 0) await drag(box.width / 4);
      return period().length;
    };
    await expect.poll(pan, { interval: 500 }).toBeGreaterThan(50_000);
    await page.keyboard.up('Shift');
    const moved = period();
    expect(moved.end).toBeLessThan(Date.now() - 10_000);
    await region('chart').locator('canvas').first().waitFor();
    await drag(box.width / 4);
    await expect.poll(() => period().length).toBeLessThan(moved.length / 2);
    const leave = async () => {
      // The chart of the shorter period may still be on its way.
      if (period().length > 0) await region('chart').locator('canvas').first().dblclick();
      return period().length;
    };
    await expect.poll(leave, { interval: 500 }).toBe(0);
  });

  it('causes no errors for who leaves it while the virtual machine is on its way', async () => {
    const hasty = await openPage();
    await hasty.route('**/*.wasm', () => undefined);
    const before = pageErrors.length;
    const onItsWay = hasty.waitForRequest('**/*.wasm');
    await hasty.goto(`/dashboards/${dashboardId}`);
    await onItsWay;
    await hasty.goto(`/dashboards/${plainId}`);
    await region('level', hasty).waitFor();
    expect(pageErrors.slice(before)).toEqual([]);
  });
});
