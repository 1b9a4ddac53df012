import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { OtaPackageInfo } from '@signalbox/contract/ota-package';
import type { Rollout } from '@signalbox/contract/rollout';
import type { Api } from './api.ts';

/** A profile of that name with devices, numbered from 1, and firmware for them that lies elsewhere. */
export async function createFirmwareFor(
  api: Api,
  name: string,
  title: string,
  devices: number,
): Promise<OtaPackageInfo> {
  const profile = await api.post<DeviceProfile>('/api/deviceProfile', {
    ...{ name, type: 'DEFAULT', transportType: 'DEFAULT' },
    profileData: { configuration: { type: 'DEFAULT' }, transportConfiguration: { type: 'DEFAULT' } },
  });
  for (let number = 1; number <= devices; number++) {
    await api.post('/api/device', { name: `${name} ${number}`, deviceProfileId: profile.id });
  }
  return api.post('/api/otaPackage', {
    ...{ type: 'FIRMWARE', title, version: '2', deviceProfileId: profile.id },
    ...{ usesUrl: true, url: 'https://files.example/sluices/2.bin' },
  });
}

/** A roll-out of that name that is not started; returns its id. */
export async function createRollout(api: Api, name: string): Promise<string> {
  const firmware = await createFirmwareFor(api, `${name}: sluice`, name, 10);
  const waves = [{ share: 20 }, { share: 100 }];
  return (await api.post<Rollout>('/api/rollouts', { name, packageId: firmware.id.id, waves })).id;
}
