import { beforeAll, describe, expect, it } from 'vitest';
import { TENANT } from '../harness/api.ts';
import { accessibilityViolations, DESKTOP, expectNoSidewaysScroll, PHONE, signIn } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';
import { visit } from '../harness/visit.ts';

let deviceId: string;
let dashboardId: string;
let customerId: string;

describe.each([
  ['a desktop', DESKTOP],
  ['a phone', PHONE],
] as const)('accessibility on %s', (_name, viewport) => {
  setUpConsole({ user: null, viewport });
  beforeAll(async () => {
    const devices = await api.get<{ data: { id: { id: string } }[] }>(
      '/api/tenant/devices?pageSize=1&page=0&textSearch=Greenhouse',
    );
    deviceId = devices.data[0]?.id.id as string;
    const dashboards = await api.get<{ data: { id: { id: string } }[] }>(
      '/api/tenant/dashboards?pageSize=1&page=0&textSearch=Greenhouses',
    );
    dashboardId = dashboards.data[0]?.id.id as string;
    const customers = await api.get<{ data: { id: { id: string } }[] }>(
      '/api/customers?pageSize=1&page=0&textSearch=Nordfisk',
    );
    customerId = customers.data[0]?.id.id as string;
  });

  it('the sign-in page has no violations', async () => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('the pages for setting a password have no violations', async () => {
    const pages = [
      ['/login/resetPasswordRequest', 'Send link'],
      ['/login/createPassword?activateToken=one', 'New password again'],
      ['/login/createPassword', 'This link is incomplete'],
    ] as const;
    for (const [address, text] of pages) {
      await page.goto(address);
      await page.getByText(text).first().waitFor();
      expect(await accessibilityViolations(page), address).toEqual([]);
    }
  });

  it('no page of the console has violations or scrolls sideways', { timeout: 300_000 }, async () => {
    await signIn(page, TENANT.email, TENANT.password);
    const pages = [
      ['/home', 'Newest devices'],
      ['/devices?search=Greenhouse', 'Greenhouse A · climate'],
      [`/devices/${deviceId}`, 'Label'],
      [`/devices/${deviceId}?tab=telemetry`, 'temperature'],
      [`/devices/${deviceId}?tab=attributes`, 'Attributes'],
      [`/devices/${deviceId}?tab=events`, 'No events'],
      ['/customers?search=Nordfisk', 'Nordfisk'],
      [`/customers/${customerId}`, 'Cold stores and refrigerated vans'],
      [`/customers/${customerId}/devices`, 'Cold store 1'],
      [`/customers/${customerId}/dashboards`, 'Cold chain'],
      ['/users?search=customer%40signalbox', 'customer@signalbox.local'],
      ['/dashboards?search=Greenhouses', 'Greenhouses'],
      ['/profile', 'Change password'],
      ['/auditLogs?action=LOGIN', 'Signed in'],
      [`/devices/${deviceId}?tab=audit`, 'Added'],
      [`/dashboards/${dashboardId}`, ''],
    ] as const;
    for (const [address, text] of pages) {
      await visit(page, address);
      // On a phone, the list of a panel is there and hidden.
      if (text) await page.getByText(text).filter({ visible: true }).first().waitFor();
      else await page.getByRole('main').locator('canvas, svg').first().waitFor();
      expect(await accessibilityViolations(page), address).toEqual([]);
      await expectNoSidewaysScroll(page, address);
    }
  });
});
