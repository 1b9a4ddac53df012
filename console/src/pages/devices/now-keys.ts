import { MAX_NOW_KEYS, type NowKey } from '@signalbox/contract/now-keys';

/** Which values are shown of devices under Now. */
export interface NowChoice {
  /** What the person chose for all devices, kept with the account; empty: what profiles name. */
  chosen: readonly NowKey[];
  /** What profiles name, by their id. */
  ofProfiles: ReadonlyMap<string, readonly NowKey[]>;
  /** Saves the person's choice, or what a profile names. */
  save: (profileId: string | undefined, keys: readonly NowKey[]) => Promise<void>;
}

/** The values that a person chose; empty without a choice, or when it cannot be read. */
export function readNowKeys(text: string | undefined): NowKey[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  return stored
    .map((one: Partial<NowKey> | null) => ({ key: String(one?.key ?? ''), unit: String(one?.unit ?? '') }))
    .filter(({ key }) => key !== '')
    .slice(0, MAX_NOW_KEYS);
}

/** What was entered, trimmed; lines without a key, and further ones with the same key, are left out. */
export function usableNowKeys(entered: readonly NowKey[]): NowKey[] {
  return entered
    .map(({ key, unit }) => ({ key: key.trim(), unit: unit.trim() }))
    .filter(({ key }, index, all) => key !== '' && all.findIndex((other) => other.key === key) === index)
    .slice(0, MAX_NOW_KEYS);
}

/** As it is kept; undefined when nothing is chosen. */
export function writeNowKeys(keys: readonly NowKey[]): string | undefined {
  const chosen = usableNowKeys(keys);
  return chosen.length > 0 ? JSON.stringify(chosen) : undefined;
}

/** Which values of devices are wanted. */
export interface WantedKeys {
  keys: readonly string[];
  /** Also the first ones that devices have sent: of some nobody has chosen any. */
  alsoSent: boolean;
}

/**
 * The values shown of devices with these profiles: those that the person chose, else those that the profile names, else
 * the first ones that the device has sent.
 */
export function wantedKeys(
  chosen: readonly NowKey[],
  ofProfiles: ReadonlyMap<string, readonly NowKey[]>,
  profileIds: readonly string[],
): WantedKeys {
  if (chosen.length > 0) return { keys: chosen.map(({ key }) => key), alsoSent: false };
  const named = [...new Set(profileIds)].map((id) => ofProfiles.get(id) ?? []);
  return {
    keys: [...new Set(named.flat().map(({ key }) => key))],
    alsoSent: named.some((keys) => keys.length === 0),
  };
}
