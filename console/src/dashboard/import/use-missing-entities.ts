import { useEffect, useRef, useState } from 'react';
import type { Choice } from '../../controls/choice.ts';
import type { NamedByAlias } from '../import-aliases.ts';
import { findMissing } from './missing-entities.tsx';

/**
 * What a dashboard or a widget of a file shows and is not here, and what was chosen in its place.
 * @param named what its aliases name; the same function each time
 */
export function useMissingEntities<Content extends object>(
  content: Content | undefined,
  named: (content: Content) => readonly NamedByAlias[],
) {
  const [missing, setMissing] = useState<readonly NamedByAlias[]>([]);
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({});
  /** The search for what is missing. */
  const search = useRef<{ of: Content; found: Promise<readonly NamedByAlias[]> }>(undefined);
  function lookUp(of: Content): Promise<readonly NamedByAlias[]> {
    if (search.current?.of !== of) search.current = { of, found: findMissing(named(of)) };
    return search.current.found;
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each content
  useEffect(() => {
    setMissing([]);
    setChosen({});
    if (!content) return;
    let isCurrent = true;
    void lookUp(content).then((found) => isCurrent && setMissing(found));
    return () => {
      isCurrent = false;
    };
  }, [content]);

  return {
    missing,
    chosen,
    choose: setChosen,
    ids: Object.fromEntries(Object.entries(chosen).map(([key, { id }]) => [key, id])),
    /** Whether all that is missing is shown. What is not, since somebody was quicker than the search, is shown now. */
    async areShown(of: Content): Promise<boolean> {
      const found = await lookUp(of);
      if (found.length <= missing.length) return true;
      setMissing(found);
      return false;
    },
  };
}
