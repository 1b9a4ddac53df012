import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import type { Timeseries } from '@signalbox/contract/telemetry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type Person } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';

const FAR_AHEAD = Date.parse('2100-01-01');

let platform: TestPlatform;
let admin: Person;

afterAll(() => platform.stop());

async function newDevice(name: string) {
  const device = await admin.post<Device>('/api/device', { name, type: 'default' });
  const { credentialsId } = await admin.get<DeviceCredentials>(`/api/device/${device.id.id}/credentials`);
  return { url: `/api/plugins/telemetry/DEVICE/${device.id.id}`, token: credentialsId as string };
}

describe('points in the far future', () => {
  beforeAll(async () => {
    platform = await startTestPlatform();
    ({ admin } = await createTestTenant(platform, 'ahead'));
  });

  it('are refused with their time, while those of a fast clock are accepted', async () => {
    const { url, token } = await newDevice('Clock');
    const tomorrow = Date.now() + 23 * 3_600_000;
    for (const address of [`${url}/timeseries/ANY`, `/api/v1/${token}/telemetry`]) {
      expect(await admin.call('POST', address, { ts: FAR_AHEAD, values: { t: 1 } }), address).toMatchObject({
        status: 400,
        body: {
          message:
            'The time 4102444800000 (2100-01-01T00:00:00.000Z) is more than 86400 s ahead of the time of the server',
        },
      });
      expect(await admin.call('POST', address, { ts: tomorrow, values: { t: 2 } }), address).toMatchObject({
        status: 200,
      });
    }
    const latest = () => admin.get<Timeseries>(`${url}/values/timeseries?keys=t`);
    await expect.poll(latest).toEqual({ t: [{ ts: tomorrow, value: '2' }] });
  });
});

describe('previously stored points in the far future', () => {
  beforeAll(async () => {
    await platform.stop();
    platform = await startTestPlatform({ maxTimeAhead: 0 });
    ({ admin } = await createTestTenant(platform, 'ahead'));
  });

  it('are deleted with all other data of their keys, including the latest value', async () => {
    const { url } = await newDevice('Clock');
    await admin.post(`${url}/timeseries/ANY`, [
      { ts: -5000, values: { t: 1, other: 1 } },
      { ts: Date.now(), values: { t: 2 } },
      { ts: FAR_AHEAD, values: { t: 3, other: 3 } },
    ]);
    await admin.delete(`${url}/timeseries/delete?keys=t&deleteAllDataForKeys=true`);
    expect(await admin.get(`${url}/keys/timeseries`)).toEqual(['other']);
    const history = `${url}/values/timeseries?keys=t,other&startTs=-10000&endTs=${FAR_AHEAD + 1}`;
    expect(Object.keys(await admin.get<Timeseries>(history))).toEqual(['other']);
    await admin.post(`${url}/timeseries/ANY`, { ts: 7000, values: { t: 4 } });
    expect(await admin.get(`${url}/values/timeseries?keys=t`)).toEqual({ t: [{ ts: 7000, value: '4' }] });
  });
});
