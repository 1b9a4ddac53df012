import { queryClient } from '../../app/query-client.ts';

/** Root of the keys of queries about bundles, and of those about types. */
export const WIDGETS_BUNDLES = ['widgets bundles'] as const;
export const BUNDLE_TYPES = ['bundle types'] as const;

/** Reads everything about bundles and types again, also what dashboards and their editor have read. */
export async function libraryChanged(): Promise<void> {
  for (const root of ['widget type', 'widget component']) queryClient.removeQueries({ queryKey: [root] });
  await Promise.all(
    [...WIDGETS_BUNDLES, ...BUNDLE_TYPES, 'widget bundles', 'widget types'].map((root) =>
      queryClient.invalidateQueries({ queryKey: [root] }),
    ),
  );
}
