import { afterEach, describe, expect, it } from 'vitest';
import { CUSTOMER } from '../harness/api.ts';
import { accessibilityViolations, expectNoSidewaysScroll, PHONE, restingBox } from '../harness/browser.ts';
import { openPage, page, pageErrors, setUpConsole } from '../harness/console.ts';

setUpConsole();
afterEach(() => pageErrors.splice(0));

/** Files of the help that the page has asked for. */
function helpRequests(): string[] {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (/\/help\/.*\.(md|json)$/.test(request.url())) requested.push(request.url().replace(/^.*\/help\//, ''));
  });
  return requested;
}

const popup = () => page.getByRole('dialog', { name: /^Help: / });
const pageHelp = () => page.getByRole('banner').getByRole('button', { name: 'Help', exact: true });
/** The heading that a link led to has the focus. */
const focusedHeading = () => page.evaluate(() => document.activeElement?.getAttribute('data-anchor'));

describe('help where it is needed', () => {
  it('is opened and closed by keyboard, and loaded only then', async () => {
    const requested = helpRequests();
    await page.goto('/devices');
    await page.getByRole('heading', { name: 'Devices', level: 1 }).waitFor();
    await pageHelp().waitFor();
    expect(requested).toEqual([]);
    await pageHelp().focus();
    await page.keyboard.press('Enter');
    await popup().getByRole('heading', { name: 'Devices', exact: true }).waitFor();
    expect(requested).toEqual(['en_US/pages/devices.md']);
    expect(await accessibilityViolations(page)).toEqual([]);
    const box = await restingBox(popup());
    expect(box.width).toBeLessThanOrEqual(0.8 * 1440 + 1);
    expect(box.height).toBeLessThanOrEqual(0.8 * 900 + 1);
    await page.keyboard.press('Escape');
    await popup().waitFor({ state: 'hidden' });
    await expect.poll(() => pageHelp().evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('F1');
    await popup().waitFor();
    expect(pageErrors).toEqual([]);
  });

  it('follows links to other texts', async () => {
    await page.goto('/devices');
    await pageHelp().click();
    await popup().getByRole('link', { name: 'profile', exact: true }).click();
    await popup().getByRole('heading', { name: 'Device profiles', exact: true }).waitFor();
    await expect
      .poll(() =>
        popup()
          .getByRole('link', { name: /^Open as a page/ })
          .getAttribute('href'),
      )
      .toBe('/help/pages/device-profiles');
  });
});

describe('the page of the help', () => {
  it('lists all topics, and is found in the palette', async () => {
    await page.goto('/help');
    await page.getByRole('heading', { name: 'Help', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Create alarm', exact: true }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Control+k');
    await page.getByPlaceholder('Search or run…').fill('help clear alarm');
    await page.getByRole('option', { name: 'Help: Clear alarm' }).click();
    await page.getByRole('heading', { name: 'Clear alarm', level: 1 }).waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/help/nodes/clear-alarm');
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  });

  it('searches all texts, and leads to the place that was found', async () => {
    await page.goto('/help');
    const search = page.getByRole('main').getByPlaceholder('Search the help');
    await search.fill('qr code');
    await page
      .getByRole('link', { name: /QR Code/ })
      .first()
      .waitFor();
    await expect.poll(() => page.url()).toContain('search=qr+code');
    await page.getByRole('link', { name: 'Cards: QR Code' }).click();
    await page.getByRole('heading', { name: 'QR Code', level: 2 }).waitFor();
    await expect.poll(focusedHeading).toBe('qr_code');
    await page.goBack();
    await page.getByRole('link', { name: 'Cards: QR Code' }).waitFor();
    await search.fill('xylophone');
    await page.getByText('Nothing about “xylophone”').waitFor();
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await page.getByRole('link', { name: 'Create alarm', exact: true }).waitFor();
    expect(pageErrors).toEqual([]);
  });

  it('opens at a heading, and copies code', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/help/widgets/charts#state_chart');
    await page.getByRole('heading', { name: 'State Chart', level: 2 }).waitFor();
    await expect.poll(focusedHeading).toBe('state_chart');
    await page.goto('/help/functions/rule-filter');
    await page.getByRole('button', { name: 'Copy the code' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('msg.temperature > 30');
  });

  it('says what to do where there is no text', async () => {
    await page.goto('/help/nodes/none');
    await page.getByText('There is no help for this yet').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'All help topics' }).first().waitFor();
  });

  it('is there for users of customers, on a phone', async () => {
    const phone = await openPage({ user: CUSTOMER, viewport: PHONE });
    await phone.goto('/help/functions/cell-style');
    await phone.getByRole('heading', { name: 'Style of a cell', level: 1 }).waitFor();
    await expectNoSidewaysScroll(phone);
    expect(await accessibilityViolations(phone)).toEqual([]);
    await phone.getByRole('link', { name: 'All help topics' }).click();
    await phone.getByRole('link', { name: 'Style of a cell', exact: true }).waitFor();
    expect(await accessibilityViolations(phone)).toEqual([]);
  });
});
