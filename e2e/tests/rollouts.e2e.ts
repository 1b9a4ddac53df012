import type { Device } from '@signalbox/contract/device';
import type { OtaPackageInfo } from '@signalbox/contract/ota-package';
import type { PageData } from '@signalbox/contract/page';
import type { Rollout, RolloutDevice } from '@signalbox/contract/rollout';
import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityViolations, expectNoSidewaysScroll, PHONE } from '../harness/browser.ts';
import { api, openPage, page, setUpConsole } from '../harness/console.ts';
import { createFirmwareFor } from '../harness/rollouts.ts';

const TITLE = 'Firmware in waves';
const waiting = { timeout: 40_000 };

setUpConsole({ sharePage: true });
let firmware: OtaPackageInfo;
beforeAll(async () => {
  firmware = await createFirmwareFor(api, 'Sluice in waves', TITLE, 4);
});

const dialog = () => page.getByRole('dialog', { name: 'New roll-out' });
const panel = () => page.getByRole('complementary');
const rollout = async (): Promise<Rollout> => {
  const found = await api.get<PageData<Rollout>>('/api/rollouts?pageSize=50&page=0&textSearch=in waves');
  return found.data[0] as Rollout;
};
const devicesOf = async (id: string, wave: number): Promise<RolloutDevice[]> =>
  (await api.get<PageData<RolloutDevice>>(`/api/rollouts/${id}/devices?pageSize=50&page=0&wave=${wave}`)).data;
const devices = async (wave: number): Promise<RolloutDevice[]> => devicesOf((await rollout()).id, wave);
/** The devices of a wave when all two have been told. */
const told = async (wave: number, id?: string): Promise<RolloutDevice[]> => {
  const of = id ?? (await rollout()).id;
  await expect
    .poll(async () => (await devicesOf(of, wave)).map(({ step }) => step), waiting)
    .toEqual(['INITIATED', 'INITIATED']);
  return devicesOf(of, wave);
};
const report = (device: RolloutDevice | undefined, values: object) =>
  api.post(`/api/plugins/telemetry/DEVICE/${device?.deviceId}/timeseries/ANY`, values);
/** Answers the page with devices as they were, until it has been told that the roll-out is over. */
const tellDevicesLate = async () => {
  const { id } = await rollout();
  let isOver = false;
  let earlier: string | undefined;
  await page.route(`**/api/rollouts/${id}`, async (route) => {
    const response = await route.fetch();
    isOver ||= ((await response.json()) as Rollout).state === 'ROLLED_BACK';
    await route.fulfill({ response });
  });
  await page.route(`**/api/rollouts/${id}/devices?*`, async (route) => {
    const response = await route.fetch();
    const now = await response.text();
    if (!isOver) earlier ??= now;
    await route.fulfill({ response, body: isOver ? now : earlier });
  });
};
const confirm = async (title: string, words: string, button: string) => {
  const question = page.getByRole('dialog', { name: title });
  await question.getByText(words).waitFor();
  await question.getByRole('button', { name: button, exact: true }).click();
  await question.waitFor({ state: 'detached' });
};
const row = (device: RolloutDevice | undefined) => panel().getByRole('row', { name: device?.name ?? 'none' });

describe('a roll-out in waves', () => {
  it('begins at a package, and says how many devices each wave has', async () => {
    await page.goto(`/otaUpdates/${firmware.id.id}`);
    await panel().getByRole('heading', { name: TITLE }).waitFor();
    await panel().getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Roll out…' }).click();
    await dialog().getByRole('combobox', { name: 'Package' }).waitFor();
    await expect.poll(() => dialog().getByRole('combobox', { name: 'Package' }).inputValue()).toBe(`${TITLE} 2`);
    // The next one begins at no package.
    await expect.poll(() => page.url()).not.toContain('package=');
    await dialog().getByRole('button', { name: 'Next: Waves' }).click();
    await dialog().getByRole('button', { name: 'Remove wave 3' }).click();
    await dialog().getByRole('textbox', { name: 'Wave 1' }).fill('50');
    await dialog().getByRole('textbox', { name: 'Wave 2' }).fill('100');
    await dialog().getByText('Wave 1: 2 devices').waitFor();
    await dialog().getByText('Wave 2: 2 devices').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Next: Guard' }).click();
    await dialog().getByRole('textbox', { name: 'Watched before the next wave' }).fill('0');
    await dialog().getByRole('combobox', { name: 'When too many fail' }).click();
    await page.getByRole('option', { name: 'Give every device back what it had' }).click();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog().getByRole('button', { name: 'Add', exact: true }).click();
    await panel()
      .getByRole('heading', { name: `${TITLE} 2` })
      .waitFor();
    await expect
      .poll(() => rollout())
      .toMatchObject({ state: 'DRAFT', guard: { onTrip: 'ROLL_BACK', soakSeconds: 0 } });
  });

  it('shows what each device is at, goes on, and takes everything back when too many fail', async () => {
    await panel().getByRole('button', { name: 'Start', exact: true }).click();
    await confirm(`Start ${TITLE} 2?`, '2 devices of the first wave are given the package now.', 'Start');
    await panel().getByText('Running · wave 1 of 2').waitFor(waiting);
    const first = await told(0);
    await panel().getByRole('tab', { name: 'Devices' }).click();
    await row(first[0]).getByText('Told', { exact: true }).waitFor(waiting);
    await row((await devices(1))[0])
      .getByText('Waits for wave 2')
      .waitFor();
    await report(first[0], { fw_state: 'DOWNLOADING' });
    await row(first[0]).getByText('Downloading', { exact: true }).waitFor(waiting);
    expect(await accessibilityViolations(page)).toEqual([]);
    for (const device of first) await report(device, { fw_state: 'UPDATED' });
    await row(first[0]).getByText('Updated', { exact: true }).waitFor(waiting);
    const second = await told(1);
    await tellDevicesLate();
    await report(second[0], { fw_state: 'FAILED', fw_error: 'The image does not fit' });
    await panel().getByText('Rolled back: too many devices failed').waitFor(waiting);
    for (const device of [...first, ...second]) {
      await row(device).getByText('Rolled back', { exact: true }).waitFor(waiting);
      await expect.poll(async () => (await api.get<Device>(`/api/device/${device.deviceId}`)).firmwareId).toBeNull();
    }
    // What it said stays.
    await row(second[0]).getByText('Wave 2 · The image does not fit').waitFor();
    await panel().getByRole('tab', { name: 'Details' }).click();
    await panel().getByText('2 rolled back').first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  it('is read on a phone', async () => {
    const { id } = await rollout();
    const phone = await openPage({ viewport: PHONE });
    await phone.goto(`/otaUpdates/rollouts/${id}?tab=devices`);
    await phone.getByRole('row', { name: 'Sluice in waves 1' }).waitFor();
    await expectNoSidewaysScroll(phone);
    expect(await accessibilityViolations(phone)).toEqual([]);
  });
});

describe('a roll-out in which a device has failed', () => {
  const NAME = 'Firmware tried again';

  it('tells that device once more, and no other', async () => {
    const { id: packageId } = await createFirmwareFor(api, 'Sluice tried again', NAME, 2);
    const { id } = await api.post<Rollout>('/api/rollouts', {
      ...{ name: NAME, packageId: packageId.id, waves: [{ share: 100 }] },
      guard: { maxFailedShare: 10, onTrip: 'PAUSE' },
    });
    await api.post(`/api/rollouts/${id}/START`);
    const [first, second] = await told(0, id);
    await page.goto(`/otaUpdates/rollouts/${id}`);
    await panel().getByText('Running · wave 1 of 1').waitFor(waiting);
    await report(first, { fw_state: 'UPDATED' });
    await report(second, { fw_state: 'FAILED', fw_error: 'The battery is low' });
    await panel().getByText('Paused: too many devices failed').waitFor(waiting);
    await panel().getByRole('tab', { name: 'Devices' }).click();
    await row(second).getByText('The battery is low').waitFor();
    await panel().getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Retry failed' }).click();
    await confirm(
      `Retry the failed devices of ${NAME}?`,
      '1 device that failed is told of the package once more.',
      'Retry failed',
    );
    await row(second).getByText('Told', { exact: true }).waitFor(waiting);
    await row(first).getByText('Updated', { exact: true }).waitFor();
    await report(second, { fw_state: 'UPDATED' });
    await row(second).getByText('Updated', { exact: true }).waitFor(waiting);
    await panel().getByText('Completed', { exact: true }).first().waitFor(waiting);
    // Nobody is left to try again.
    await panel().getByRole('button', { name: 'Actions', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Roll back' }).waitFor();
    await expect.poll(() => page.getByRole('menuitem', { name: 'Retry failed' }).count()).toBe(0);
    await page.keyboard.press('Escape');
  });
});
