import { useCallback, useMemo, useState } from 'react';
import type { DashboardConfiguration } from './configuration.ts';

/** What scripts of widgets may put in place of what is stored, for whoever looks at the dashboard now. */
export type Replaceable = Pick<DashboardConfiguration, 'entityAliases' | 'filters'>;

/** Aliases and filters of a dashboard in one view: the stored ones, until a script replaces them. */
export function useReplaced(stored: DashboardConfiguration) {
  const [last, setLast] = useState<{ of: DashboardConfiguration; parts: Partial<Replaceable> }>();
  const replace = useCallback(
    (parts: Partial<Replaceable>) =>
      setLast((before) => ({ of: stored, parts: { ...(before?.of === stored ? before.parts : {}), ...parts } })),
    [stored],
  );
  // What was meant for a dashboard that has been edited since may fit it no more.
  const parts = last?.of === stored ? last.parts : undefined;
  const replaced = useMemo<Replaceable>(
    () => ({ entityAliases: stored.entityAliases, filters: stored.filters, ...parts }),
    [stored, parts],
  );
  return { ...replaced, replace };
}
