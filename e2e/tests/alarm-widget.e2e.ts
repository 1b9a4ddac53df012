import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, closeToast } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createDashboard, createDevice, singleDevice, type TestDevice, type WidgetKind } from '../harness/objects.ts';

const DEVICE = '0b6f9a54-5f2e-4d30-8a27-000000000041';
const ALARMS: WidgetKind = { bundleAlias: 'alarm_widgets', typeAlias: 'alarms_table', type: 'alarm' };
/** A function that people wrote, run for a row. */
const SAY = {
  ...{ id: 'say', name: 'Say it', icon: 'info', type: 'custom' },
  customFunction: "widgetContext.showInfoToast(additionalParams.alarm.type + ' at ' + entityName, 60_000);",
};
/** The same in the header, for whose alarms they are. */
const WHERE = {
  ...{ id: 'where', name: 'Where', icon: 'info', type: 'custom' },
  customFunction: "widgetContext.showInfoToast('Alarms of ' + entityName + ', ' + entityId.entityType, 60_000);",
};
let device: TestDevice;

interface Alarm {
  id: { id: string };
  status: string;
}

const raise = (type: string, severity: string, details: object = {}) =>
  api.post<Alarm>('/api/alarm', {
    type,
    severity,
    status: 'ACTIVE_UNACK',
    originator: { entityType: 'DEVICE', id: device.id },
    details,
  });

const key = (name: string, label: string, more: object = {}) => ({ type: 'alarm', name, label, settings: {}, ...more });
/** Behind an open filter it is hidden from assistive technology. */
const table = (title: string) => page.getByRole('region', { name: title, includeHidden: true }).first();
const row = (title: string, words: string) => table(title).getByRole('row', { name: words });
const typesIn = (title: string) =>
  table(title)
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((each) => each.textContent?.match(/(Hot|Cold|Wet|Silent|New) \d+/)?.[0]));

setUpConsole({ sharePage: true });

beforeAll(async () => {
  device = await createDevice(api, 'Pump with alarms');
  for (const [index, severity] of ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING'].entries()) {
    await raise(`Hot ${index}`, severity, { reading: { t: 30 + index } });
  }
  const alarmSource = {
    type: 'entity',
    entityAliasId: DEVICE,
    dataKeys: [
      key('createdTime', 'Created'),
      key('type', 'Type'),
      key('severity', 'Severity'),
      key('status', 'Status'),
      key('originator', 'Originator', { settings: { defaultColumnVisibility: 'hidden' } }),
      key('details.reading.t', 'Reading', {
        settings: {
          useCellStyleFunction: true,
          cellStyleFunction: 'return {fontWeight: value > 31 && alarm.severity ? 700 : 400};',
        },
      }),
    ],
  };
  const config = { alarmSource, timewindow: { realtime: { timewindowMs: 86_400_000 } }, useDashboardTimewindow: false };
  const widget = (title: string, more: object, settings: object = {}) => ({
    ...ALARMS,
    title,
    config: { title, showTitle: true, ...config, ...more, settings },
  });
  const size = { sizeX: 24, sizeY: 8 };
  const widgets = {
    all: { ...widget('All', {}), ...size },
    bad: { ...widget('Bad', { alarmSeverityList: ['CRITICAL'] }, { allowClear: false, enableFilter: false }), ...size },
    paged: {
      ...widget(
        'Paged',
        { actions: { actionCellButton: [SAY], headerButton: [WHERE] } },
        {
          // biome-ignore lint/suspicious/noTemplateCurlyInString: a pattern of titles
          alarmsTitle: 'Paged by ${aliasName}: ${entityName}',
          defaultPageSize: 2,
          defaultSortOrder: 'type',
          enableSelection: false,
        },
      ),
      ...size,
    },
  };
  const dashboardId = await createDashboard(api, 'Alarms here', widgets, [
    { id: DEVICE, alias: 'Pump', filter: singleDevice(device.id) },
  ]);
  await page.goto(`/dashboards/${dashboardId}`);
});

describe('a table of alarms', () => {
  it('shows those that its configuration lets in, the newest first, with their values', async () => {
    await row('All', 'Hot 3').waitFor();
    await expect.poll(() => typesIn('All')).toEqual(['Hot 3', 'Hot 2', 'Hot 1', 'Hot 0']);
    await expect.poll(() => typesIn('Bad')).toEqual(['Hot 0']);
    await row('All', 'Hot 3').getByText('33', { exact: true }).waitFor();
    const cell = row('All', 'Hot 3').locator('td', { hasText: /^33$/ });
    await expect.poll(() => cell.getAttribute('style')).toContain('700');
    await expect.poll(() => table('All').getByRole('columnheader', { name: 'Originator' }).count()).toBe(0);
    await expect.poll(() => table('Bad').getByRole('button', { name: 'Filter' }).count()).toBe(0);
  });

  it('follows what is raised and what others do with it', async () => {
    const alarm = await raise('New 1', 'CRITICAL');
    await row('All', 'New 1').waitFor();
    await row('Bad', 'New 1').waitFor();
    await api.post(`/api/alarm/${alarm.id.id}/ack`, {});
    await row('All', 'New 1').getByText('Active, acknowledged').waitFor();
  });

  it('pages and sorts on the server', async () => {
    await table('Paged by Pump: Pump with alarms').waitFor();
    await row('Paged', 'Hot 1').waitFor();
    await expect.poll(() => typesIn('Paged')).toEqual(['Hot 0', 'Hot 1']);
    await table('Paged').getByRole('button', { name: 'Next page' }).click();
    await row('Paged', 'Hot 3').waitFor();
    await expect.poll(() => typesIn('Paged')).toEqual(['Hot 2', 'Hot 3']);
    await table('Paged').getByRole('columnheader', { name: 'Type' }).getByRole('button').click();
    await row('Paged', 'New 1').waitFor();
    await expect.poll(() => typesIn('Paged')).toEqual(['New 1', 'Hot 3']);
    await table('Paged').getByRole('combobox', { name: 'Rows on a page' }).selectOption('4');
    await expect.poll(() => typesIn('Paged')).toEqual(['New 1', 'Hot 3', 'Hot 2', 'Hot 1']);
  });

  it('has functions of actions know the alarm of their row', async () => {
    await row('Paged', 'Hot 2').getByRole('button', { name: 'Say it: Hot 2' }).click();
    await closeToast(page, 'Hot 2 at Pump with alarms');
    await table('Paged').getByRole('button', { name: 'Where' }).click();
    await closeToast(page, 'Alarms of Pump with alarms, DEVICE');
  });

  it('has a time window of its own', async () => {
    const widget = page.getByRole('region', { name: 'Paged' }).first();
    await widget.getByRole('button', { name: 'Time window: Last day' }).waitFor();
  });

  it('finds by text, and filters until the configuration is asked for again', async () => {
    await table('All').getByRole('button', { name: 'Search', exact: true }).click();
    await table('All').getByRole('textbox', { name: 'Search' }).fill('hot 2');
    await expect.poll(() => typesIn('All')).toEqual(['Hot 2']);
    await table('All').getByRole('button', { name: 'Close the search' }).click();
    await expect.poll(() => typesIn('All')).toHaveLength(5);
    await table('All').getByRole('button', { name: 'Filter' }).click();
    const filter = page.getByRole('dialog', { name: 'Filter' });
    await filter.getByRole('button', { name: 'Warning' }).click();
    await expect.poll(() => typesIn('All')).toEqual(['Hot 3']);
    await filter.getByRole('button', { name: 'Minor' }).click();
    await expect.poll(() => typesIn('All')).toEqual(['Hot 3', 'Hot 2']);
    expect(await accessibilityViolations(page)).toEqual([]);
    await filter.getByRole('button', { name: 'As configured' }).click();
    await expect.poll(() => typesIn('All')).toHaveLength(5);
    await page.keyboard.press('Escape');
    await table('All').getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('menuitemcheckbox').first().waitFor({ state: 'detached' });
  });

  it('acknowledges one, and clears several after a question', async () => {
    await row('All', 'Hot 1').getByRole('button', { name: 'Acknowledge: Hot 1' }).click();
    await row('All', 'Hot 1').getByText('Active, acknowledged').waitFor();
    await expect
      .poll(() => row('All', 'Hot 1').getByRole('button', { name: 'Acknowledge: Hot 1' }).isDisabled())
      .toBe(true);
    for (const type of ['Hot 1', 'Hot 2'])
      await table('All')
        .getByRole('checkbox', { name: `Select: ${type}` })
        .check();
    await table('All')
      .getByRole('toolbar', { name: '2 selected' })
      .getByRole('button', { name: 'Mark as cleared' })
      .click();
    const question = page.getByRole('dialog', { name: 'Mark 2 alarms as cleared?' });
    await question.getByRole('button', { name: 'Mark as cleared' }).click();
    await row('All', 'Hot 1').getByText('Cleared, acknowledged').waitFor();
    await row('All', 'Hot 2').getByText('Cleared, unacknowledged').waitFor();
    await expect
      .poll(() =>
        row('Bad', 'Hot 0')
          .getByRole('button', { name: /Mark as cleared/ })
          .count(),
      )
      .toBe(0);
  });

  it('shows everything about one', async () => {
    await row('All', 'Hot 2').getByRole('button', { name: 'Details: Hot 2' }).click();
    const dialog = page.getByRole('dialog', { name: 'Hot 2' });
    await dialog.getByText('Raised: Minor').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
