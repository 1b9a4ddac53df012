import { type NowKey, type NowKeys, nowKeyRoutes } from '@signalbox/contract/now-keys';
import { call } from './client.ts';

/** The keys that device profiles name for lists of their devices, by id of the profile. */
export async function getNowKeysOfProfiles(): Promise<ReadonlyMap<string, readonly NowKey[]>> {
  const all = await call(nowKeyRoutes.getNowKeys, {}, { ignoreErrors: true, ignoreLoading: true });
  return new Map(all.map(({ deviceProfileId, keys }) => [deviceProfileId, keys]));
}

export function saveNowKeysOfProfile(deviceProfileId: string, keys: readonly NowKey[]): Promise<NowKeys> {
  return call(
    nowKeyRoutes.saveNowKeys,
    { params: { deviceProfileId }, body: { keys: [...keys] } },
    { ignoreErrors: true },
  );
}
