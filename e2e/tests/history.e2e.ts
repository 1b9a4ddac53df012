import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TENANT } from '../harness/api.ts';
import { accessibilityViolations, PHONE } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { createDevice, type TestDevice } from '../harness/objects.ts';

let device: TestDevice;

setUpConsole();
beforeAll(async () => {
  device = await createDevice(api, 'Audited device');
});

const cells = (name: string) => page.getByRole('table', { name }).getByRole('columnheader').allTextContents();
const open = () =>
  page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();

describe('the audit log', () => {
  it('is a table of who did what to what, with all details below an expanded row', async () => {
    await page.goto('/auditLogs?search=Audited');
    await page.getByRole('cell', { name: 'Audited device' }).first().waitFor();
    await expect
      .poll(() => cells('Audit log'))
      .toEqual(['Time', 'Type', 'Name', 'User', 'Action', 'Status', 'Details']);
    await page.getByRole('button', { name: 'Action: Any' }).click();
    await page.getByRole('menuitem', { name: 'Added', exact: true }).click();
    await open();
    await page.getByRole('region', { name: 'Data' }).getByText('"name": "Audited device"').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('omits redundant columns in the tab of a device, and those without room on a phone', async () => {
    await page.setViewportSize(PHONE);
    await page.goto(`/devices/${device.id}?tab=audit`);
    await page.getByRole('table', { name: 'Audit log' }).waitFor();
    await expect.poll(() => cells('Audit log')).toEqual(['Time', 'What', 'Status', 'Details']);
    await page.getByRole('cell', { name: `Added ${TENANT.email}` }).waitFor();
  });

  it('tells on a phone who did what to what, under the usual list header', async () => {
    await page.setViewportSize(PHONE);
    await page.goto('/auditLogs?search=Audited');
    await page.getByRole('heading', { name: 'Audit log', level: 1 }).waitFor();
    await page.getByRole('cell', { name: `Added · Audited device ${TENANT.email}` }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    const refreshed = page.waitForRequest((request) => request.url().includes('/api/audit/logs'));
    await page.keyboard.press('r');
    await refreshed;
  });
});

describe('the audit log of a dashboard', () => {
  it('opens over the list without changing the address', async () => {
    await api.post('/api/dashboard', { title: 'Audited dashboard', configuration: null });
    await page.goto('/dashboards?search=Audited');
    await page.getByRole('button', { name: 'Actions for Audited dashboard' }).click();
    await page.getByRole('menuitem', { name: 'Audit log' }).click();
    const dialog = page.getByRole('dialog', { name: 'Audit log of Audited dashboard' });
    await dialog.getByRole('cell', { name: 'Added', exact: true }).waitFor();
    await dialog.getByRole('button', { name: 'Action: Any' }).click();
    await page.getByRole('menuitem', { name: 'Deleted', exact: true }).click();
    await dialog.getByText('Nothing matches').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await expect.poll(() => new URL(page.url()).search).toBe('?search=Audited');
  });
});

describe('the events of a device', () => {
  const event = {
    id: { id: 'f1000000-0000-11f1-8000-000000000001' },
    createdTime: Date.now(),
    type: 'DEBUG_RULE_NODE',
    uid: '1',
    body: {
      server: 'one',
      type: 'IN',
      entityName: 'DEVICE',
      msgId: 'f1000000-0000-11f1-8000-000000000002',
      msgType: 'POST_TELEMETRY_REQUEST',
      relationType: 'Success',
      data: '{"temperature":21.5}',
      metadata: '{"ts":"1","deviceName":"Audited device"}',
      error: 'It did not fit',
    },
  };
  const requested: Record<string, unknown>[] = [];

  beforeEach(async () => {
    requested.length = 0;
    await page.route('**/api/events/DEVICE/**', (route) => {
      const body = route.request().postDataJSON() as Record<string, unknown>;
      requested.push(body);
      const data = body.eventType === event.type ? [event] : [];
      return route.fulfill({ json: { data, totalPages: 1, totalElements: data.length, hasNext: false } });
    });
  });

  it('have columns for each type, with full data, metadata and error below', async () => {
    await page.goto(`/devices/${device.id}?tab=events`);
    await page.getByText('No events').waitFor();
    await page.getByRole('combobox', { name: 'Type of event' }).click();
    await page.getByRole('option', { name: 'Rule node debug' }).click();
    await page.getByRole('cell', { name: 'POST_TELEMETRY_REQUEST' }).waitFor();
    await expect
      .poll(() => cells('Rule node debug'))
      .toEqual(expect.arrayContaining(['Time', 'Direction', 'Message type']));
    await open();
    await page.getByRole('region', { name: 'Data', exact: true }).getByText('"temperature": 21.5').waitFor();
    await page.getByRole('region', { name: 'Error' }).getByText('It did not fit').waitFor();
    const metadata = await page.getByRole('region', { name: 'Metadata' }).locator('pre').textContent();
    expect(Object.keys(JSON.parse(metadata ?? '{}') as object)).toEqual(['deviceName', 'ts']);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('are filtered by every field of their type, in the address, and each filter can be removed', async () => {
    await page.goto(`/devices/${device.id}?tab=events&tab.type=DEBUG_RULE_NODE`);
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.getByLabel('Message type contains').fill(' telemetry ');
    await page.getByRole('dialog').getByRole('combobox', { name: 'Direction' }).click();
    await page.getByRole('option', { name: 'In', exact: true }).click();
    await page.getByRole('button', { name: 'Apply' }).click();
    const both = { eventType: 'DEBUG_RULE_NODE', msgType: 'telemetry', msgDirectionType: 'IN' };
    await expect.poll(() => requested.at(-1)).toEqual(both);
    await page.reload();
    await expect.poll(() => requested.at(-1)).toEqual(both);
    await page.getByRole('button', { name: 'Remove the filter Direction' }).click();
    await expect.poll(() => requested.at(-1)).toEqual({ eventType: 'DEBUG_RULE_NODE', msgType: 'telemetry' });
    // Another type has other fields.
    await page.getByRole('combobox', { name: 'Type of event' }).click();
    await page.getByRole('option', { name: 'Statistics' }).click();
    await expect.poll(() => requested.at(-1)).toEqual({ eventType: 'STATS' });
  });
});
