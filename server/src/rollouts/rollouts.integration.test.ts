import { createHash } from 'node:crypto';
import type { Device } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { OtaPackageInfo } from '@signalbox/contract/ota-package';
import type { PageData } from '@signalbox/contract/page';
import type { Rollout, RolloutDevice, RolloutGuard } from '@signalbox/contract/rollout';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANY_PORT } from '../../test/any-port.ts';
import { createPerson, createTestTenant, type TestTenant } from '../../test/people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { readSettings } from '../config/settings.ts';
import { type Platform, startPlatform } from '../platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform({ otaDevicesPerMinute: 10_000 });
  [acme, other] = [await createTestTenant(platform, 'acme'), await createTestTenant(platform, 'umbrella')];
});
afterAll(() => platform?.stop());

const waiting = { timeout: 30_000, interval: 100 };
let made = 0;

async function createPackage(admin: Caller, profile: DeviceProfile, type = 'FIRMWARE'): Promise<OtaPackageInfo> {
  const url = 'https://files.example/1';
  const body = { type, title: `Package ${++made}`, version: '1', deviceProfileId: profile.id };
  return admin.post('/api/otaPackage', { ...body, usesUrl: true, url });
}

/** A profile with devices and a package for them. */
async function createWorld(count: number, admin: Caller = acme.admin) {
  const profile = await admin.post<DeviceProfile>('/api/deviceProfile', {
    name: `Profile ${++made}`,
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
  });
  const devices = await Promise.all(
    Array.from({ length: count }, () =>
      admin.post<Device>('/api/device', { name: `Device ${++made}`, deviceProfileId: profile.id }),
    ),
  );
  return { profile, devices, firmware: await createPackage(admin, profile) };
}

const create = (firmware: OtaPackageInfo, waves: object[], guard: Partial<RolloutGuard> = {}, more: object = {}) =>
  acme.admin.post<Rollout>('/api/rollouts', { packageId: firmware.id.id, waves, guard, ...more });
const read = (id: string, admin: Caller = acme.admin) => admin.get<Rollout>(`/api/rollouts/${id}`);
const act = (id: string, action: string) => acme.admin.post<Rollout>(`/api/rollouts/${id}/${action}`);
const devicesOf = async (id: string, query = ''): Promise<RolloutDevice[]> =>
  (await acme.admin.get<PageData<RolloutDevice>>(`/api/rollouts/${id}/devices?pageSize=100&page=0${query}`)).data;
const report = (deviceId: string, values: object) =>
  acme.admin.post(`/api/plugins/telemetry/DEVICE/${deviceId}/timeseries/ANY`, values);
const firmwareOf = async (id: string): Promise<string | undefined> =>
  (await acme.admin.get<Device>(`/api/device/${id}`)).firmwareId?.id;
const stateOf = async (id: string): Promise<string> => (await read(id)).state;
const refusal = async (path: string, body?: object, admin: Caller = acme.admin): Promise<string> => {
  const { status, body: reply } = await admin.call('POST', path, body);
  expect(status).toBe(400);
  return (reply as { message: string }).message;
};

/** Waits until all devices of a wave are told of their update. */
async function told(id: string, wave: number): Promise<RolloutDevice[]> {
  await expect
    .poll(async () => (await devicesOf(id, `&wave=${wave}`)).every(({ step }) => step === 'INITIATED'), waiting)
    .toBe(true);
  return devicesOf(id, `&wave=${wave}`);
}

describe('a roll-out', () => {
  it('goes from wave to wave by itself', async () => {
    const { firmware, devices, profile } = await createWorld(10);
    const waves = [{ share: 20 }, { share: 100 }];
    const preview = await acme.admin.post('/api/rollouts/preview', { packageId: firmware.id.id, waves });
    expect(preview).toEqual({ waves: [2, 8], leftOut: 0 });
    const draft = await create(firmware, waves, { soakSeconds: 1 });
    expect(draft).toMatchObject({
      ...{ state: 'DRAFT', wave: -1, startedTime: null, name: `${firmware.title} 1`, packageTitle: firmware.title },
      ...{ deviceProfileName: profile.name, type: 'FIRMWARE', soakUntil: null },
    });
    expect(draft.waves.map(({ total, waiting }) => [total, waiting])).toEqual([
      [2, 2],
      [8, 8],
    ]);
    expect(await act(draft.id, 'START')).toMatchObject({ state: 'RUNNING', wave: 0 });
    const first = await told(draft.id, 0);
    expect(first).toHaveLength(2);
    // Nobody else has it.
    const given = await Promise.all(devices.map(({ id }) => firmwareOf(id.id)));
    expect(given.filter((id) => id === firmware.id.id)).toHaveLength(2);
    await report((first[0] as RolloutDevice).deviceId, { fw_state: 'DOWNLOADING' });
    await expect
      .poll(async () => (await devicesOf(draft.id, '&step=DOWNLOADING')).map(({ deviceId }) => deviceId), waiting)
      .toEqual([first[0]?.deviceId]);
    for (const { deviceId } of first) await report(deviceId, { fw_state: 'UPDATED' });
    await expect.poll(async () => (await read(draft.id)).soakUntil, waiting).toBeGreaterThan(0);
    await expect.poll(async () => (await read(draft.id)).wave, waiting).toBe(1);
    for (const { deviceId } of await told(draft.id, 1)) await report(deviceId, { fw_state: 'UPDATED' });
    await expect.poll(() => stateOf(draft.id), waiting).toBe('COMPLETED');
    const ended = await read(draft.id);
    expect(ended.waves.map(({ succeeded }) => succeeded)).toEqual([2, 8]);
    expect(ended.endedTime).toBeGreaterThan(ended.startedTime as number);
    expect(await Promise.all(devices.map(({ id }) => firmwareOf(id.id)))).toEqual(Array(10).fill(firmware.id.id));
    // What has ended can still be taken back.
    await act(draft.id, 'ROLL_BACK');
    await expect.poll(() => stateOf(draft.id), waiting).toBe('ROLLED_BACK');
    expect(await Promise.all(devices.map(({ id }) => firmwareOf(id.id)))).toEqual(Array(10).fill(undefined));
    await acme.admin.delete(`/api/rollouts/${draft.id}`);
    expect((await acme.admin.call('GET', `/api/rollouts/${draft.id}`)).status).toBe(404);
  });

  it('has the devices of a share spread over all, the same ones whenever it is asked', async () => {
    const { firmware, devices } = await createWorld(12);
    const ids = devices.map(({ id }) => id.id);
    const hashOf = (id: string): string => createHash('md5').update(id).digest('hex');
    const byHash = ids.toSorted((one, other) => (hashOf(one) < hashOf(other) ? -1 : 1));
    const waves = [{ share: 25 }, { share: 75 }];
    const preview = { waves: [3, 6], leftOut: 3 };
    for (const deviceIds of [undefined, ids, ids.toReversed()]) {
      const body = { packageId: firmware.id.id, waves, ...(deviceIds ? { deviceIds } : {}) };
      expect(await acme.admin.post('/api/rollouts/preview', body)).toEqual(preview);
      const { id } = await create(firmware, waves, {}, deviceIds ? { deviceIds } : {});
      const inWave = async (wave: number) => (await devicesOf(id, `&wave=${wave}`)).map(({ deviceId }) => deviceId);
      expect((await inWave(0)).toSorted()).toEqual(byHash.slice(0, 3).toSorted());
      expect((await inWave(1)).toSorted()).toEqual(byHash.slice(3, 9).toSorted());
    }
  });

  it('lists its devices page by page in every order, and by the names that they have now', async () => {
    const { firmware, devices } = await createWorld(10);
    const { id } = await create(firmware, [{ share: 20 }, { share: 50 }, { share: 100 }]);
    const renamed = devices[4] as Device;
    await acme.admin.post('/api/device', { ...renamed, name: 'a device that is called something else' });
    const begin = 'UPDATE rollout_device SET since = 1000 * (wave + 1) WHERE rollout_id = $1 AND wave < 2';
    await platform.database.pool.query(begin, [id]);
    for (const sort of ['name', 'wave', 'step', 'since']) {
      for (const direction of ['ASC', 'DESC']) {
        const order = `&sortProperty=${sort}&sortOrder=${direction}`;
        const whole = await devicesOf(id, order);
        const pages = await Promise.all(
          [0, 1, 2, 3, 4].map((page) =>
            acme.admin.get<PageData<RolloutDevice>>(`/api/rollouts/${id}/devices?pageSize=3&page=${page}${order}`),
          ),
        );
        expect(pages.map(({ data }) => data.length)).toEqual([3, 3, 3, 1, 0]);
        expect(pages.flatMap(({ data }) => data)).toEqual(whole);
        expect(pages.map(({ totalElements }) => totalElements)).toEqual([10, 10, 10, 10, 10]);
        if (sort === 'name') expect(whole.at(direction === 'ASC' ? 0 : -1)?.deviceId).toBe(renamed.id.id);
        const waves = whole.map(({ wave }) => wave);
        if (sort === 'wave') expect(waves).toEqual(waves.toSorted((a, b) => (direction === 'ASC' ? a - b : b - a)));
        const times = (direction === 'ASC' ? [1, 1, 2, 2, 2] : [2, 2, 2, 1, 1]).map((time) => time * 1000);
        if (sort === 'since') expect(whole.map(({ since }) => since)).toEqual([...times, ...Array(5).fill(null)]);
      }
    }
    expect(await devicesOf(id, '&textSearch=SOMETHING%20else')).toMatchObject([{ deviceId: renamed.id.id }]);
    await acme.admin.call('DELETE', `/api/device/${renamed.id.id}`);
    expect(await devicesOf(id)).toHaveLength(9);
  });

  it('is planned one at a time for a tenant, and is refused when too many wait', async () => {
    const { firmware } = await createWorld(3);
    const body = { packageId: firmware.id.id, waves: [{ share: 100 }] };
    const preview = () => acme.admin.call('POST', '/api/rollouts/preview', body);
    const holder = await platform.database.pool.connect();
    await holder.query('BEGIN; LOCK TABLE device');
    const refused: number[] = [];
    const calls = Array.from({ length: 20 }, async () => {
      const { status } = await preview();
      if (status !== 200) refused.push(status);
      return status;
    });
    await expect.poll(() => refused).toEqual(Array(9).fill(429));
    await holder.query('ROLLBACK');
    holder.release();
    expect((await Promise.all(calls)).filter((status) => status === 200)).toHaveLength(11);
    expect((await preview()).body).toEqual({ waves: [3], leftOut: 0 });
  });

  it('pauses when too many fail, says what they said, and goes on when a person accepts that', async () => {
    const { firmware, devices } = await createWorld(4);
    const ids = devices.map(({ id }) => id.id) as [string, string, string, string];
    const rollout = await create(firmware, [{ deviceIds: ids.slice(0, 2) }, { share: 100 }]);
    await act(rollout.id, 'START');
    await told(rollout.id, 0);
    await report(ids[0], { fw_state: 'FAILED', fw_error: 'No room left' });
    await report(ids[1], { fw_state: 'UPDATED' });
    await expect.poll(() => stateOf(rollout.id), waiting).toBe('PAUSED');
    expect(await read(rollout.id)).toMatchObject({ reason: 'TOO_MANY_FAILED', wave: 0 });
    expect(await devicesOf(rollout.id, '&step=FAILED')).toMatchObject([
      { deviceId: ids[0], said: 'No room left', reported: 'FAILED', accepted: false },
    ]);
    expect(await firmwareOf(ids[2])).toBeUndefined();
    await act(rollout.id, 'RESUME');
    await told(rollout.id, 1);
    expect((await read(rollout.id)).waves[0]).toMatchObject({ failed: 0, accepted: 1, succeeded: 1 });
    expect(await refusal(`/api/rollouts/${rollout.id}/START`)).toContain('must be DRAFT');
    expect((await acme.admin.call('DELETE', `/api/rollouts/${rollout.id}`)).status).toBe(400);
    await act(rollout.id, 'STOP');
    expect(await firmwareOf(ids[2])).toBe(firmware.id.id);
  });

  it('rolls back when too many fail: each device gets what it had', async () => {
    const { firmware, devices, profile } = await createWorld(4);
    const [old, gone, foreign] = [
      await createPackage(acme.admin, profile),
      await createPackage(acme.admin, profile),
      await createPackage(acme.admin, profile),
    ];
    const ids = devices.map(({ id }) => id.id) as [string, string, string, string];
    const giveFirmware = async (id: string, { id: firmwareId }: OtaPackageInfo) =>
      acme.admin.post('/api/device', { ...(await acme.admin.get<Device>(`/api/device/${id}`)), firmwareId });
    await giveFirmware(ids[0], old);
    await giveFirmware(ids[1], gone);
    const rollout = await create(firmware, [{ share: 100 }], {
      onTrip: 'ROLL_BACK',
      maxFailedShare: null,
      maxFailed: 0,
    });
    await act(rollout.id, 'START');
    await told(rollout.id, 0);
    await acme.admin.delete(`/api/otaPackage/${gone.id.id}`);
    // Somebody decides otherwise for one of them.
    await giveFirmware(ids[3], foreign);
    await expect.poll(async () => (await devicesOf(rollout.id, '&step=SKIPPED')).length, waiting).toBe(1);
    await report(ids[2], { fw_state: 'FAILED' });
    await expect.poll(() => stateOf(rollout.id), waiting).toBe('ROLLED_BACK');
    expect(await Promise.all(ids.map(firmwareOf))).toEqual([old.id.id, undefined, undefined, foreign.id.id]);
    const after = new Map((await devicesOf(rollout.id)).map((device) => [device.deviceId, device]));
    expect(ids.map((id) => [after.get(id)?.step, after.get(id)?.reason])).toEqual([
      ['ROLLED_BACK', null],
      ['ROLLED_BACK', 'FORMER_GONE'],
      ['ROLLED_BACK', null],
      ['SKIPPED', 'ANOTHER_PACKAGE'],
    ]);
    expect((await read(rollout.id)).reason).toBe('TOO_MANY_FAILED');
  });

  it('takes software from wave to wave, and leaves the firmware as it is', async () => {
    const { firmware, devices, profile } = await createWorld(2);
    const software = await createPackage(acme.admin, profile, 'SOFTWARE');
    const ids = devices.map(({ id }) => id.id) as [string, string];
    for (const device of devices) await acme.admin.post('/api/device', { ...device, firmwareId: firmware.id });
    const rollout = await create(software, [{ deviceIds: [ids[0]] }, { share: 100 }], { onTrip: 'ROLL_BACK' });
    expect(rollout).toMatchObject({ type: 'SOFTWARE', packageTitle: software.title });
    await act(rollout.id, 'START');
    await told(rollout.id, 0);
    const read = (id: string) => acme.admin.get<Device>(`/api/device/${id}`);
    expect(await read(ids[0])).toMatchObject({ softwareId: software.id, firmwareId: firmware.id });
    expect(await read(ids[1])).toMatchObject({ softwareId: null, firmwareId: firmware.id });
    // What it says of its firmware is nothing about this.
    await report(ids[0], { fw_state: 'FAILED', fw_error: 'No room left' });
    await report(ids[0], { sw_state: 'UPDATED' });
    await told(rollout.id, 1);
    await report(ids[1], { sw_state: 'FAILED', sw_error: 'No such runtime' });
    await expect.poll(() => stateOf(rollout.id), waiting).toBe('ROLLED_BACK');
    expect(await devicesOf(rollout.id, '&wave=1')).toMatchObject([{ said: 'No such runtime' }]);
    for (const id of ids) expect(await read(id)).toMatchObject({ softwareId: null, firmwareId: firmware.id });
  });

  it('tells those that failed once more, and nobody else', async () => {
    const { firmware, devices, profile } = await createWorld(3);
    const old = await createPackage(acme.admin, profile);
    const ids = devices.map(({ id }) => id.id) as [string, string, string];
    await acme.admin.post('/api/device', { ...devices[0], firmwareId: old.id });
    const rollout = await create(firmware, [{ deviceIds: ids.slice(0, 2) }, { share: 100 }]);
    const targetTs = async (id: string): Promise<number> => {
      const path = `/api/plugins/telemetry/DEVICE/${id}/values/timeseries?keys=target_fw_ts`;
      const found = await acme.admin.get<{ target_fw_ts: { value: string }[] }>(path);
      return Number(found.target_fw_ts[0]?.value);
    };
    expect(await refusal(`/api/rollouts/${rollout.id}/RETRY`)).toContain('it is DRAFT');
    await act(rollout.id, 'START');
    await told(rollout.id, 0);
    expect(await refusal(`/api/rollouts/${rollout.id}/RETRY`)).toBe('No device of the roll-out has failed.');
    await report(ids[0], { fw_state: 'FAILED', fw_error: 'No room left' });
    await report(ids[1], { fw_state: 'UPDATED' });
    await expect.poll(() => stateOf(rollout.id), waiting).toBe('PAUSED');
    const before = [await targetTs(ids[0]), await targetTs(ids[1])] as const;
    expect(await act(rollout.id, 'RETRY')).toMatchObject({ state: 'RUNNING', reason: null, wave: 0 });
    await expect
      .poll(async () => (await devicesOf(rollout.id, '&step=INITIATED')).map(({ deviceId }) => deviceId), waiting)
      .toEqual([ids[0]]);
    expect(await targetTs(ids[0])).toBeGreaterThan(before[0]);
    expect(await targetTs(ids[1])).toBe(before[1]);
    expect(await devicesOf(rollout.id, '&step=INITIATED')).toMatchObject([{ said: null, accepted: false }]);
    await report(ids[0], { fw_state: 'UPDATED' });
    // The wave has succeeded after all.
    for (const { deviceId } of await told(rollout.id, 1)) await report(deviceId, { fw_state: 'UPDATED' });
    await expect.poll(() => stateOf(rollout.id), waiting).toBe('COMPLETED');
    // What it had before is still known.
    await act(rollout.id, 'ROLL_BACK');
    await expect.poll(() => stateOf(rollout.id), waiting).toBe('ROLLED_BACK');
    expect(await firmwareOf(ids[0])).toBe(old.id.id);
  });

  it('goes on once more after its end for those that had failed', async () => {
    const { firmware, devices } = await createWorld(2);
    const ids = devices.map(({ id }) => id.id) as [string, string];
    const rollout = await create(firmware, [{ share: 100 }], { maxFailedShare: null, minSucceededShare: 50 });
    await act(rollout.id, 'START');
    await told(rollout.id, 0);
    await report(ids[0], { fw_state: 'FAILED' });
    await report(ids[1], { fw_state: 'UPDATED' });
    await expect.poll(() => stateOf(rollout.id), waiting).toBe('COMPLETED');
    expect(await act(rollout.id, 'RETRY')).toMatchObject({ state: 'RUNNING', endedTime: null });
    await expect.poll(async () => (await devicesOf(rollout.id, '&step=INITIATED')).length, waiting).toBe(1);
    await report(ids[0], { fw_state: 'UPDATED' });
    await expect.poll(() => stateOf(rollout.id), waiting).toBe('COMPLETED');
    expect((await read(rollout.id)).waves[0]).toMatchObject({ succeeded: 2, failed: 0 });
  });

  it('takes silence for a failure, until the device speaks again', async () => {
    const { firmware, devices } = await createWorld(1);
    const id = devices[0]?.id.id as string;
    const rollout = await create(firmware, [{ share: 100 }], { silenceSeconds: 1 });
    await act(rollout.id, 'START');
    await expect.poll(() => stateOf(rollout.id), waiting).toBe('PAUSED');
    expect(await devicesOf(rollout.id)).toMatchObject([{ step: 'SILENT', reported: 'INITIATED' }]);
    await report(id, { fw_state: 'UPDATED' });
    await expect.poll(async () => (await devicesOf(rollout.id))[0]?.step, waiting).toBe('UPDATED');
    await act(rollout.id, 'RESUME');
    await expect.poll(() => stateOf(rollout.id), waiting).toBe('COMPLETED');
  });

  it('takes values of updated devices for a failure, and waits for approval', async () => {
    const { firmware, devices } = await createWorld(2);
    const ids = devices.map(({ id }) => id.id) as [string, string];
    const hot = {
      key: { type: 'TIME_SERIES', key: 'temperature' },
      valueType: 'NUMERIC',
      predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 80 } },
    } as const;
    const waves = [{ deviceIds: [ids[0]] }, { share: 100 }];
    const rollout = await create(firmware, waves, { approval: true, badFilters: [hot] });
    await act(rollout.id, 'START');
    await told(rollout.id, 0);
    await report(ids[0], { fw_state: 'UPDATED' });
    await expect.poll(() => stateOf(rollout.id), waiting).toBe('WAITING');
    expect(await firmwareOf(ids[1])).toBeUndefined();
    await act(rollout.id, 'APPROVE');
    await told(rollout.id, 1);
    await report(ids[1], { temperature: 99 });
    await report(ids[1], { fw_state: 'UPDATED' });
    await expect.poll(() => stateOf(rollout.id), waiting).toBe('PAUSED');
    expect(await devicesOf(rollout.id, '&step=BAD_VALUES')).toMatchObject([{ deviceId: ids[1] }]);
  });

  it('is the only one of its profile and type, and says which is', async () => {
    const { firmware, devices } = await createWorld(2);
    const first = await create(firmware, [{ share: 50 }], {}, { name: 'The first' });
    const second = await create(firmware, [{ share: 100 }]);
    await act(first.id, 'START');
    expect(await refusal(`/api/rollouts/${second.id}/START`)).toContain("'The first'");
    await told(first.id, 0);
    // A device that is deleted is in no roll-out any more.
    for (const { id } of devices) await acme.admin.delete(`/api/device/${id.id}`);
    await expect.poll(() => stateOf(first.id), waiting).toBe('COMPLETED');
    expect((await read(first.id)).waves[0]?.total).toBe(0);
    // Nobody has the package any more.
    await acme.admin.delete(`/api/otaPackage/${firmware.id.id}`);
    await expect.poll(() => stateOf(second.id), waiting).toBe('STOPPED');
    expect(await read(second.id)).toMatchObject({ reason: 'PACKAGE_GONE', packageId: null });
  });

  it('names what cannot be', async () => {
    const { firmware, devices } = await createWorld(1);
    const foreign = await createWorld(1, other.admin);
    const ofOther = await createWorld(1);
    const body = { packageId: firmware.id.id, waves: [{ share: 100 }] };
    const theirs = [foreign.devices[0]?.id.id];
    for (const [change, message] of [
      [{ waves: [] }, 'waves: must hold a wave'],
      [{ waves: [{ share: 50 }, { share: 50 }] }, 'waves: must have shares that rise'],
      [{ waves: [{}] }, 'must have either share or deviceIds'],
      [{ waves: [{ share: 101 }] }, 'must be 0 to 100'],
      [{ waves: [{ deviceIds: theirs }] }, 'waves[0].deviceIds must hold devices that the roll-out covers'],
      [{ deviceIds: theirs }, 'deviceIds must hold devices of the profile of the package'],
      [{ deviceIds: [ofOther.devices[0]?.id.id] }, 'deviceIds must hold devices of the profile of the package'],
      [{ guard: { silenceSeconds: 0 } }, 'silenceSeconds: must be'],
      [
        {
          guard: {
            badFilters: [
              {
                key: { type: 'ALARM_FIELD', key: 'a' },
                predicate: { type: 'BOOLEAN', operation: 'EQUAL', value: { defaultValue: true } },
              },
            ],
          },
        },
        'ALARM_FIELD',
      ],
    ] as const) {
      expect(await refusal('/api/rollouts', { ...body, ...change })).toContain(message);
    }
    expect(
      (await acme.admin.call('POST', '/api/rollouts', { ...body, packageId: foreign.firmware.id.id })).status,
    ).toBe(404);
    expect(devices).toHaveLength(1);
  });

  it('is nobody else’s', async () => {
    const { firmware } = await createWorld(1);
    const { id } = await create(firmware, [{ share: 100 }]);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/devices?pageSize=1&page=0'],
      ['POST', '/START'],
      ['POST', '/RETRY'],
      ['DELETE', ''],
    ] as const) {
      expect((await other.admin.call(method, `/api/rollouts/${id}${path}`)).status).toBe(404);
      expect((await acme.customerUser.call(method, `/api/rollouts/${id}${path}`)).status).toBe(403);
    }
    const listed = await other.admin.get<PageData<Rollout>>('/api/rollouts?pageSize=100&page=0');
    expect(listed.totalElements).toBe(0);
    expect(await stateOf(id)).toBe('DRAFT');
  });

  it('goes with its tenant', async () => {
    const brief = await createTestTenant(platform, 'brief');
    const { firmware } = await createWorld(2, brief.admin);
    const body = { packageId: firmware.id.id, waves: [{ share: 100 }] };
    const { id } = await brief.admin.post<Rollout>('/api/rollouts', body);
    await brief.admin.post(`/api/rollouts/${id}/START`);
    await platform.system.delete(`/api/tenant/${brief.tenant.id.id}`);
    const left = async () => {
      const { rows } = await platform.database.pool.query(
        `SELECT (SELECT count(*) FROM rollout WHERE id = $1)::integer AS rollouts,
           (SELECT count(*) FROM rollout_device WHERE rollout_id = $1)::integer AS devices`,
        [id],
      );
      return rows;
    };
    await expect.poll(left, waiting).toEqual([{ rollouts: 0, devices: 0 }]);
  });

  it('pauses when its owner is gone, and goes on for another one', async () => {
    const { firmware } = await createWorld(1);
    const person = await createPerson(platform, platform.system, {
      ...{ email: 'brief@acme.example', authority: 'TENANT_ADMIN', tenantId: acme.tenant.id },
    });
    const { id } = await create(firmware, [{ share: 100 }]);
    await person.post(`/api/rollouts/${id}/START`);
    await told(id, 0);
    await platform.system.delete(`/api/user/${person.user.id.id}`);
    await expect.poll(() => stateOf(id), waiting).toBe('PAUSED');
    expect((await read(id)).reason).toBe('OWNER_GONE');
    expect(await act(id, 'RESUME')).toMatchObject({ state: 'RUNNING', reason: null });
  });
});

describe('a server that ends in between', () => {
  it('goes on, and gives back what each device had', { timeout: 90_000 }, async () => {
    const { firmware, devices, profile } = await createWorld(120);
    const old = await createPackage(acme.admin, profile);
    const first = devices[0] as Device;
    await acme.admin.post('/api/device', { ...first, firmwareId: old.id });
    const { id } = await create(firmware, [{ share: 100 }]);
    await act(id, 'START');
    await expect
      .poll(async () => (await read(id)).waves[0]?.underWay ?? 0, { timeout: 30_000, interval: 5 })
      .toBeGreaterThan(0);
    await platform.halt();
    // As if it had been killed right behind what it gave to this device.
    await platform.database.pool.query(
      "UPDATE rollout_device SET step = 'ASSIGNING' WHERE rollout_id = $1 AND device_id = $2 AND former_id IS NOT NULL",
      [id, first.id.id],
    );
    const settings = { ...readSettings({}), ...ANY_PORT, otaDevicesPerMinute: 10_000 };
    const again: Platform = await startPlatform({
      ...{ settings, log: pino({ level: 'silent' }), connection: platform.database.connection },
      onBroken(error) {
        throw error;
      },
    });
    try {
      const call = async <T>(method: 'GET' | 'POST', url: string): Promise<T> => {
        const headers = { 'x-authorization': `Bearer ${acme.admin.token}` };
        const reply = await again.http.inject({ method, url, headers });
        expect(reply.statusCode).toBe(200);
        return reply.json() as T;
      };
      const now = () => call<Rollout>('GET', `/api/rollouts/${id}`);
      const underWay = async () => (await now()).waves[0]?.underWay;
      await expect.poll(underWay, waiting).toBe(120);
      await call('POST', `/api/rollouts/${id}/ROLL_BACK`);
      await expect.poll(async () => (await now()).state, waiting).toBe('ROLLED_BACK');
      expect((await call<Device>('GET', `/api/device/${first.id.id}`)).firmwareId).toEqual(old.id);
      const last = await call<Device>('GET', `/api/device/${(devices[119] as Device).id.id}`);
      expect(last.firmwareId).toBeNull();
    } finally {
      await again.stop();
    }
  });
});
