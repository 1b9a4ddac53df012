import { useRef } from 'react';
import { type FindChoices, textChoices, textsBeginningWith } from './choice.ts';

/** Finds texts by their beginning among those in use, which `load` gives all at once: once for each `kind` shown. */
export function useTexts(kind: string, load: () => Promise<readonly string[]>): FindChoices {
  const loaded = useRef<{ kind: string; texts: Promise<readonly string[]> }>(undefined);
  return async (search) => {
    if (loaded.current?.kind !== kind) loaded.current = { kind, texts: load() };
    try {
      return textChoices(textsBeginningWith(await loaded.current.texts, search));
    } catch (error) {
      // The next attempt asks once more.
      loaded.current = undefined;
      throw error;
    }
  };
}
