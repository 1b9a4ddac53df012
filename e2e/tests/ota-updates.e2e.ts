import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { OtaPackageInfo } from '@signalbox/contract/ota-package';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, DESKTOP, openFromMenu, PHONE } from '../harness/browser.ts';
import { api, page, setUpConsole } from '../harness/console.ts';

const PROFILE = 'Sluice gates of the air';
/** Several parts. */
const FILE = randomBytes(5_000_000);

setUpConsole({ sharePage: true });
let profile: DeviceProfile;
let device: { id: { id: string } };
beforeAll(async () => {
  profile = await api.post('/api/deviceProfile', {
    ...{ name: PROFILE, type: 'DEFAULT', transportType: 'DEFAULT' },
    profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
  });
  device = await api.post('/api/device', { name: 'Sluice gate of the air', deviceProfileId: profile.id });
  await api.post('/api/otaPackage', {
    ...{ type: 'FIRMWARE', title: 'Gate firmware', version: '0.9', deviceProfileId: profile.id },
    ...{ usesUrl: true, url: 'https://files.example/gates/firmware-0.9.bin' },
  });
});

const dialog = () => page.getByRole('dialog', { name: 'New OTA package' });
const choose = async (label: string, option: string) => {
  await dialog().getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};
const packages = async (search: string) =>
  (await api.get<{ data: OtaPackageInfo[] }>(`/api/otaPackages?pageSize=50&page=0&textSearch=${search}`)).data;
const panel = () => page.getByRole('complementary');

describe('OTA updates', () => {
  it('says what is missing, uploads a file and shows how far it is', async () => {
    await page.goto('/home');
    await openFromMenu(page, 'OTA updates');
    await page.getByText('Gate firmware').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Add package' }).click();
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await dialog().getByText('Choose a file first').first().waitFor();
    await dialog()
      .getByLabel(/^Title( \*)?$/)
      .fill('Gate firmware');
    await dialog()
      .getByLabel(/^Version( \*)?$/)
      .fill('1.0');
    await choose('Device profile', PROFILE);
    await dialog()
      .locator('input[type=file]')
      .setInputFiles({ name: 'gates.bin', mimeType: 'application/octet-stream', buffer: FILE });
    await dialog()
      .getByText(/gates\.bin/)
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    // The second part waits until the upload has been paused.
    const held = Promise.withResolvers<void>();
    const requested = Promise.withResolvers<void>();
    await page.route(/\/upload\?offset=[1-9]/, async (route) => {
      requested.resolve();
      await held.promise;
      await route.continue().catch(() => undefined);
    });
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await requested.promise;
    await dialog().getByRole('button', { name: 'Pause' }).click();
    await dialog().getByText('Paused').waitFor();
    const bar = dialog().getByRole('progressbar', { name: 'Upload of gates.bin' });
    await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe('41');
    expect(await accessibilityViolations(page)).toEqual([]);
    held.resolve();
    await page.unroute(/\/upload\?offset=[1-9]/);
    await dialog().getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Gate firmware added').waitFor();
    const stored = (await packages('Gate')).find(({ version }) => version === '1.0');
    expect(stored).toMatchObject({ tag: 'Gate firmware 1.0', fileName: 'gates.bin', dataSize: FILE.length });
    await panel().getByText('gates.bin').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await panel().getByRole('button', { name: 'Actions', exact: true }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Download the file' }).click();
    const taken = await download;
    expect(taken.suggestedFilename()).toBe('gates.bin');
    expect(FILE.equals(await readFile(await taken.path()))).toBe(true);
  });

  it('keeps no package whose upload was stopped, and takes addresses', async () => {
    await page.goto('/otaUpdates');
    await page.getByRole('button', { name: 'Add package' }).click();
    await dialog()
      .getByLabel(/^Title( \*)?$/)
      .fill('Stopped firmware');
    await dialog()
      .getByLabel(/^Version( \*)?$/)
      .fill('1.0');
    await choose('Device profile', PROFILE);
    await dialog()
      .locator('input[type=file]')
      .setInputFiles({ name: 'stopped.bin', mimeType: 'application/octet-stream', buffer: FILE });
    const requested = Promise.withResolvers<void>();
    await page.route(/\/upload\?offset=[1-9]/, () => requested.resolve());
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await requested.promise;
    await dialog().getByRole('button', { name: 'Stop the upload' }).click();
    await dialog().getByText('The upload was stopped').waitFor();
    await page.unroute(/\/upload\?offset=[1-9]/);
    await expect.poll(() => packages('Stopped')).toEqual([]);
    await dialog().getByRole('radio', { name: 'At an address' }).click();
    await dialog()
      .getByLabel(/^Address( \*)?$/)
      .fill('https://files.example/gates.bin');
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('Stopped firmware added').waitFor();
    await expect
      .poll(() => packages('Stopped'))
      .toMatchObject([{ url: 'https://files.example/gates.bin', hasData: true }]);
    // On a phone, too, packages of one title can be told apart.
    await page.setViewportSize(PHONE);
    await page.goto('/otaUpdates');
    await page
      .getByRole('row', { name: /Stopped firmware/ })
      .getByText('1.0', { exact: true })
      .waitFor();
    await page.setViewportSize(DESKTOP);
  });

  it('goes on when an answer is lost, and when an upload was broken off with its page', async () => {
    await page.goto('/otaUpdates');
    const begin = async (title: string) => {
      await page.getByRole('button', { name: 'Add package' }).click();
      await dialog()
        .getByLabel(/^Title( \*)?$/)
        .fill(title);
      await dialog()
        .getByLabel(/^Version( \*)?$/)
        .fill('1.0');
      await choose('Device profile', PROFILE);
      const file = { name: 'lost.bin', mimeType: 'application/octet-stream', buffer: FILE };
      await dialog().locator('input[type=file]').setInputFiles(file);
      await dialog().getByRole('button', { name: 'Add', exact: true }).click();
      return file;
    };
    await page.route(
      /\/upload\/complete/,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await begin('Lost answer');
    await dialog()
      .getByText(/The upload was interrupted/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Lost answer added').waitFor();
    await expect.poll(() => packages('Lost')).toMatchObject([{ dataSize: FILE.length, hasData: true }]);

    await page.goto('/otaUpdates');
    const asked = page.waitForRequest(/\/upload\?offset=[1-9]/);
    await page.route(/\/upload\?offset=[1-9]/, () => undefined);
    const file = await begin('Broken upload');
    await asked;
    page.once('dialog', (question) => void question.accept());
    const [broken] = await packages('Broken');
    await page.goto(`/otaUpdates/${broken?.id.id}`);
    await page.unroute(/\/upload\?offset=[1-9]/);
    await panel()
      .getByText(/no file yet/)
      .waitFor();
    await panel().getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Upload its file…' }).click();
    const again = page.getByRole('dialog', { name: 'File of Broken upload 1.0' });
    await again.getByRole('button', { name: 'Upload', exact: true }).click();
    await again.getByText('Choose a file first').waitFor();
    await again.locator('input[type=file]').setInputFiles(file);
    expect(await accessibilityViolations(page)).toEqual([]);
    await again.getByRole('button', { name: 'Upload', exact: true }).click();
    await page.getByText('Broken upload has its file').waitFor();
    await expect.poll(() => packages('Broken')).toMatchObject([{ dataSize: FILE.length, hasData: true }]);
    await panel().getByText('lost.bin').waitFor();
  });

  it('gives a profile its firmware after saying how many devices get it', async () => {
    const firmware = async () => (await api.get<DeviceProfile>(`/api/deviceProfile/${profile.id.id}`)).firmwareId;
    await page.goto(`/deviceProfiles/${profile.id.id}`);
    await panel().getByRole('heading', { name: PROFILE }).waitFor();
    await page.keyboard.press('e');
    // Who knows the version alone finds it, too.
    await panel().getByRole('combobox', { name: 'Firmware' }).fill('0.9');
    const found = page.getByRole('listbox').getByRole('option');
    await expect.poll(() => found.allInnerTexts()).toEqual(['Gate firmware (0.9)']);
    await page.getByRole('option', { name: 'Gate firmware (0.9)' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const question = page.getByRole('dialog', { name: `Update the devices of ${PROFILE}?` });
    await question.getByText(/One device of this profile gets another firmware/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await panel()
      .getByText(/its devices were not to be updated/)
      .waitFor();
    await expect.poll(() => firmware()).toBeNull();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await question.getByRole('button', { name: 'Update devices' }).click();
    await expect.poll(firmware).not.toBeNull();
    await panel().getByRole('link', { name: 'Gate firmware (0.9)' }).waitFor();
    const shared = `/api/plugins/telemetry/DEVICE/${device.id.id}/values/attributes/SHARED_SCOPE`;
    const told = async () =>
      Object.fromEntries(
        (await api.get<{ key: string; value: unknown }[]>(shared)).map(({ key, value }) => [key, value]),
      );
    await expect
      .poll(told, { timeout: 40_000 })
      .toMatchObject({ fw_title: 'Gate firmware', fw_version: '0.9', fw_url: expect.any(String) });
  });

  it('gives a device firmware of its profile only', async () => {
    await page.goto(`/devices/${device.id.id}`);
    await panel().getByRole('heading', { name: 'Sluice gate of the air' }).waitFor();
    await page.keyboard.press('e');
    await panel().getByRole('combobox', { name: 'Software' }).click();
    await page
      .getByText(/No matches|Nothing|no /i)
      .first()
      .waitFor();
    await page.keyboard.press('Escape');
    await panel().getByRole('combobox', { name: 'Firmware' }).click();
    await page.getByRole('option', { name: 'Gate firmware (1.0)' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await panel().getByRole('link', { name: 'Gate firmware (1.0)' }).waitFor();
    await page.goto('/otaUpdates?search=Gate');
    await page.getByRole('button', { name: 'Actions for Gate firmware' }).first().waitFor();
  });
});
