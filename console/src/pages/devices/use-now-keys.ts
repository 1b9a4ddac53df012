import { useMemo, useRef } from 'react';
import { usePreference } from '../../entity-page/use-preference.ts';
import { type NowKey, readNowKeys, writeNowKeys } from './now-keys.ts';

interface NowChoice {
  chosen: readonly NowKey[];
  /** The keys alone. */
  keys: readonly string[];
  save: (chosen: readonly NowKey[]) => void;
}

/** Which values the person wants to see of every device, kept with the account. */
export function useNowKeys(): NowChoice {
  const { value, save } = usePreference('devices.now');
  return useMemo(() => {
    const chosen = readNowKeys(value);
    return { chosen, keys: chosen.map(({ key }) => key), save: (next) => save(writeNowKeys(next)) };
  }, [value, save]);
}

/**
 * The choice as the column needs it.
 * @param known keys that the devices on the screen have sent
 */
export function useNowColumn({ chosen, save }: NowChoice, known: readonly string[]) {
  const latest = useRef(known);
  latest.current = known;
  return useMemo(
    () => ({
      chosen,
      async choose() {
        const { chooseNowKeys } = await import('./now-dialog.tsx');
        const next = await chooseNowKeys(chosen, latest.current);
        if (next) save(next);
      },
    }),
    [chosen, save],
  );
}
