import { beforeAll, describe, expect, inject, it } from 'vitest';
import { accessibilityViolations, PHONE } from '../harness/browser.ts';
import { page, setUpConsole } from '../harness/console.ts';
import { createTenant, type OwnTenant } from '../harness/objects.ts';

/** Of its own: these keys apply to all of a tenant. */
let tenant: OwnTenant;

beforeAll(async () => {
  tenant = await createTenant(inject('server').http, 'shares-keys');
});
setUpConsole({ sharePage: true, user: () => tenant.user });

describe('the values that a tenant shares', () => {
  const section = () => page.getByRole('region', { name: 'Shared values of your organisation' });

  it('are chosen by its administrator in the profile', async () => {
    await page.goto('/profile');
    await section().getByLabel('Keys for customer users').fill('outdoorTemperature\n\n price \nprice');
    await section().getByLabel('Keys for public visitors').fill('outdoorTemperature');
    await section().getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Saved$/).waitFor();
    await expect
      .poll(() => tenant.api.get('/api/tenant/sharedKeys'))
      .toEqual({
        customerUsers: ['outdoorTemperature', 'price'],
        visitors: ['outdoorTemperature'],
      });
  });

  it('are shown as stored, also on a phone', async () => {
    await page.reload();
    await expect.poll(() => section().getByLabel('Keys for public visitors').inputValue()).toBe('outdoorTemperature');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await section().getByLabel('Keys for customer users').scrollIntoViewIfNeeded();
    await expect
      .poll(() => section().getByLabel('Keys for customer users').inputValue())
      .toBe('outdoorTemperature\nprice');
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
