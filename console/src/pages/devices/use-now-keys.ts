import type { DeviceInfo } from '@signalbox/contract/device';
import type { NowKey } from '@signalbox/contract/now-keys';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef } from 'react';
import { getNowKeysOfProfiles, saveNowKeysOfProfile } from '../../api/now-keys.ts';
import { usePreference } from '../../entity-page/use-preference.ts';
import { type NowChoice, readNowKeys, writeNowKeys } from './now-keys.ts';

const QUERY_KEY = ['deviceProfiles', 'nowKeys'] as const;
const NONE: ReadonlyMap<string, readonly NowKey[]> = new Map();

export function useNowKeys(): NowChoice {
  const { value, save } = usePreference('devices.now');
  const queryClient = useQueryClient();
  const { data: ofProfiles = NONE } = useQuery({
    queryKey: QUERY_KEY,
    queryFn: getNowKeysOfProfiles,
    staleTime: 60_000,
  });
  return useMemo(
    () => ({
      chosen: readNowKeys(value),
      ofProfiles,
      async save(profileId, keys) {
        if (profileId === undefined) return save(writeNowKeys(keys));
        await saveNowKeysOfProfile(profileId, keys);
        await queryClient.invalidateQueries({ queryKey: QUERY_KEY });
      },
    }),
    [value, save, ofProfiles, queryClient],
  );
}

/** The choice as the column needs it. */
export interface NowColumn {
  /** The values chosen for a device; empty: the first ones that it has sent. */
  keysOf: (device: DeviceInfo) => readonly NowKey[];
  /** Opens the dialog that changes the choice. */
  choose: () => void;
}

const NO_KEYS: readonly NowKey[] = [];

/**
 * @param known keys that the devices on the screen have sent
 * @param mayNameForProfiles the person may also choose for everybody, profile by profile
 */
export function useNowColumn(now: NowChoice, known: readonly string[], mayNameForProfiles: boolean): NowColumn {
  const latest = useRef(known);
  latest.current = known;
  return useMemo(
    () => ({
      keysOf: (device) =>
        now.chosen.length > 0 ? now.chosen : (now.ofProfiles.get(device.deviceProfileId.id) ?? NO_KEYS),
      async choose() {
        const { chooseNowKeys } = await import('./now-dialog.tsx');
        await chooseNowKeys({ now, known: latest.current, mayNameForProfiles });
      },
    }),
    [now, mayNameForProfiles],
  );
}
