import { readFile } from 'node:fs/promises';
import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import type { Api } from '../harness/api.ts';
import { accessibilityViolations, expectNoSidewaysScroll, PHONE } from '../harness/browser.ts';
import { openPage, page, setUpConsole } from '../harness/console.ts';
import { createTenant, type OwnTenant } from '../harness/objects.ts';

/** Of its own: thousands of devices would leave no other one on the first page of a list. */
let tenant: OwnTenant;
let api: Api;

beforeAll(async () => {
  tenant = await createTenant(inject('server').http, 'imports-many');
  api = tenant.api;
});
setUpConsole({ user: () => tenant.user });

const csv = (name: string, lines: readonly string[], encoding: BufferEncoding = 'utf8') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(`${encoding === 'utf16le' ? '\ufeff' : ''}${lines.join('\r\n')}\r\n`, encoding),
});

/** Opens the import of a list and gives it a file. */
async function begin(on: Page, path: string, kind: string, lines: readonly string[], encoding?: BufferEncoding) {
  await on.goto(path);
  if (on.viewportSize()?.width === PHONE.width) {
    await on.getByRole('button', { name: 'More', exact: true }).click();
    await on.getByRole('menuitem', { name: 'Import' }).click();
  } else await on.getByRole('button', { name: 'Import', exact: true }).click();
  const dialog = on.getByRole('dialog', { name: `Import ${kind}` });
  await dialog.getByText('Step 1 of 5').waitFor();
  await dialog.locator('input[type=file]').setInputFiles(csv('plant.csv', lines, encoding));
  await dialog.getByText('plant.csv').waitFor();
  const go = (name = 'Continue') => dialog.getByRole('button', { name, exact: true }).click();
  await go();
  return { dialog, go };
}

const deviceNamed = (name: string) => api.get<Device>(`/api/tenant/devices?deviceName=${encodeURIComponent(name)}`);

describe('a file that is not in UTF-8', () => {
  it.each([
    ['latin1', true],
    ['utf16le', false],
  ] as const)('is read as it is written: %s', async (encoding, isSaid) => {
    const { dialog, go } = await begin(page, '/devices', 'devices', ['name;label', 'Store;Kühlraum'], encoding);
    await dialog.getByText('Step 2 of 5').waitFor();
    await go();
    await dialog.getByText('One line to import').waitFor();
    await dialog.getByText('Kühlraum').waitFor();
    const said = dialog.getByText('This file is not in UTF-8');
    if (isSaid) await said.waitFor();
    else await expect.poll(() => said.count()).toBe(0);
  });

  it('has a line with one column too few', async () => {
    const { dialog, go } = await begin(page, '/devices', 'devices', ['name,type', 'One,default', 'Two']);
    await go();
    await dialog.getByText('Line 3 has one column, the first line has 2').waitFor();
  });
});

describe('an import of devices', () => {
  it('guesses the columns, shows what would change, imports, and gives back the lines with errors', async () => {
    await api.post('/api/device', { name: 'Freighter 1', type: 'default', label: 'old label' });
    const { dialog, go } = await begin(page, '/devices?search=Freighter', 'devices', [
      'name;type;label;Access token;serial;temperature',
      'Freighter 1;default;new label;;17;',
      'Freighter 2;Freighters;"two; halves";freighter-2-token;18;21,5',
      ';default;nameless;;19;',
    ]);
    await dialog.getByText('Step 2 of 5').waitFor();
    await dialog.getByRole('combobox', { name: 'Between the cells' }).getByText('Semicolon').waitFor();
    await go();
    await dialog.getByText('3 lines to import').waitFor();
    const typeOf = (name: string) => dialog.getByRole('combobox', { name: `Type of ${name}`, exact: true });
    await expect.poll(() => typeOf('Access token').inputValue()).toBe('ACCESS_TOKEN');
    await expect.poll(() => typeOf('serial').inputValue()).toBe('SERVER_ATTRIBUTE');
    await expect
      .poll(() => typeOf('temperature').getByRole('option', { name: 'Name', exact: true }).isDisabled())
      .toBe(true);
    await typeOf('temperature').selectOption('Telemetry');
    await dialog.getByLabel('Key of temperature').fill('');
    await go();
    await dialog.getByText('A key of at most 255 characters').waitFor();
    await dialog.getByLabel('Key of temperature').fill('t');
    expect(await accessibilityViolations(page)).toEqual([]);
    await go();

    await dialog.getByText('Step 4 of 5').waitFor();
    await dialog.getByText('3 of 3 lines').waitFor();
    await dialog.getByText('New device profiles: Freighters').waitFor();
    const changes = dialog.getByRole('list', { name: 'What would change' });
    await expect.poll(() => changes.getByText('Freighter 1').count()).toBe(1);
    await expect
      .poll(() => changes.textContent())
      .toContain('Freighter 1 changed — Label: old label new label · serial: 17');
    await dialog.getByText('Line 4: ').waitFor();
    await expect.poll(() => deviceNamed('Freighter 1')).toMatchObject({ label: 'old label' });
    await go('Import');

    await dialog.getByText('Done').waitFor();
    await expect.poll(() => deviceNamed('Freighter 1')).toMatchObject({ label: 'new label' });
    const freighter = await deviceNamed('Freighter 2');
    expect(freighter).toMatchObject({ label: 'two; halves', type: 'Freighters' });
    await expect
      .poll(() => api.get<DeviceCredentials>(`/api/device/${freighter.id.id}/credentials`))
      .toMatchObject({
        credentialsId: 'freighter-2-token',
      });
    await expect
      .poll(() => api.get(`/api/plugins/telemetry/DEVICE/${freighter.id.id}/values/timeseries?keys=t`))
      .toMatchObject({
        t: [{ value: '21.5' }],
      });
    const [download] = await Promise.all([page.waitForEvent('download'), go('Download the lines with errors')]);
    expect(download.suggestedFilename()).toBe('plant-errors.csv');
    const text = await readFile(await download.path(), 'utf8');
    expect(text).toBe(
      '\ufeffname;type;label;Access token;serial;temperature;Import error\r\n;default;nameless;;19;;Device name should be specified!\r\n',
    );
    await go('OK');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'Freighter 2' }).waitFor();

    // What was given back is imported again after it was corrected; its reasons are not taken for values.
    const again = await begin(
      page,
      '/devices',
      'devices',
      text.slice(1).replace('\n;', '\nFreighter 3;').trim().split('\r\n'),
    );
    await again.go();
    const ofErrors = again.dialog.getByRole('combobox', { name: 'Type of Import error' });
    await expect.poll(() => ofErrors.inputValue()).toBe('IGNORED');
    await again.go();
    await again.go('Import');
    await again.dialog.getByText('Done').waitFor();
    await again.go('OK');
    await expect.poll(() => deviceNamed('Freighter 3')).toMatchObject({ label: 'nameless' });
  });

  it('says which line does not fit', async () => {
    const { dialog, go } = await begin(page, '/devices', 'devices', ['name,type', 'a,default', 'b,default,c']);
    await go();
    await dialog.getByText('Line 3 has 3 columns, the first line has 2').waitFor();
    await dialog.getByRole('combobox', { name: 'Between the cells' }).click();
    await page.getByRole('option', { name: /Semicolon/ }).click();
    await go();
    await dialog.getByText('The first line has only one column.').waitFor();
  });

  it('goes in parts, is cancelled after one, and goes on', async () => {
    const sizes: number[] = [];
    let release = () => {};
    await page.route('**/api/device/bulk_import', async (route) => {
      const body = route.request().postDataJSON() as { file: string; options: { dryRun: boolean; firstLine: number } };
      if (!body.options.dryRun) {
        sizes.push(body.file.length);
        if (sizes.length === 2) await new Promise<void>((resolve) => (release = resolve));
      }
      await route.continue();
    });
    const lines = Array.from({ length: 3000 }, (_, at) => `Part ${at},default,${'x'.repeat(20)}`);
    const { dialog, go } = await begin(page, '/devices', 'devices', ['name,type,label', ...lines]);
    await go();
    await dialog.getByText('3,000 lines to import').waitFor();
    await go();
    await dialog.getByText('Step 4 of 5').waitFor();
    await go('Import');
    await expect.poll(() => sizes.length).toBe(2);
    await go('Cancel');
    release();
    await dialog.getByText('Cancelled. What is done stays done').waitFor();
    expect(sizes).toHaveLength(2);
    await go('Continue');
    await dialog.getByText('Done').waitFor();
    await dialog.getByText('3,000 of 3,000 lines').waitFor();
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.max(...sizes)).toBeLessThan(150_000);
    await go('OK');
    await expect.poll(() => deviceNamed('Part 2999')).toMatchObject({ label: 'x'.repeat(20) });
  });
});

describe('imports elsewhere', () => {
  it('of assets work on a phone, by keyboard alone', async () => {
    const phone = await openPage({ user: tenant.user, viewport: PHONE });
    const { dialog } = await begin(phone, '/assets', 'assets', ['name,type', 'Imported hall,building']);
    const press = async (name: string) => {
      await dialog.getByRole('button', { name, exact: true }).focus();
      await phone.keyboard.press('Enter');
    };
    await press('Continue');
    await dialog.getByText('One line to import').waitFor();
    await expectNoSidewaysScroll(phone);
    await press('Continue');
    await dialog.getByText('1 of 1 lines').waitFor();
    await press('Import');
    await dialog.getByText('Done').waitFor();
    await press('OK');
    await phone.getByRole('link', { name: 'Imported hall' }).waitFor();
  });

  it('of edges fill in what new edges need', async () => {
    const { dialog, go } = await begin(page, '/edgeInstances', 'edges', ['name,type', 'Imported site,site']);
    await go();
    await dialog.getByText('One line to import').waitFor();
    await go();
    await go('Import');
    await dialog.getByText('Done').waitFor();
    await go('OK');
    await expect
      .poll(() => api.get('/api/tenant/edges?edgeName=Imported%20site'))
      .toMatchObject({
        routingKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
        cloudEndpoint: expect.stringMatching(/^http:/),
      });
  });
});
