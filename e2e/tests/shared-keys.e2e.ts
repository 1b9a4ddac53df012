import { afterAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, PHONE } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';

setUpConsole({ sharePage: true });
afterAll(() => api?.post('/api/tenant/sharedKeys', { customerUsers: [], visitors: [] }));

describe('the values that a tenant shares', () => {
  const section = () => page.getByRole('region', { name: 'Shared values of your organisation' });

  it('are chosen by its administrator in the profile', async () => {
    await page.goto('/profile');
    await section().getByLabel('Keys for customer users').fill('outdoorTemperature\n\n price \nprice');
    await section().getByLabel('Keys for public visitors').fill('outdoorTemperature');
    await section().getByRole('button', { name: 'Save' }).click();
    await page.getByText(/Saved$/).waitFor();
    expect(await api.get('/api/tenant/sharedKeys')).toEqual({
      customerUsers: ['outdoorTemperature', 'price'],
      visitors: ['outdoorTemperature'],
    });
  });

  it('are shown as stored, also on a phone', async () => {
    await page.reload();
    expect(await section().getByLabel('Keys for public visitors').inputValue()).toBe('outdoorTemperature');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await section().getByLabel('Keys for customer users').scrollIntoViewIfNeeded();
    expect(await section().getByLabel('Keys for customer users').inputValue()).toBe('outdoorTemperature\nprice');
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
