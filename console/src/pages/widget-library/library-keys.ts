import { queryClient } from '../../app/query-client.ts';
import { typesChanged } from '../../dashboard/type-changes.ts';

/** Root of the keys of queries about bundles, and of those about types. */
export const WIDGETS_BUNDLES = ['widgets bundles'] as const;
export const BUNDLE_TYPES = ['bundle types'] as const;

/**
 * Reads everything about bundles and types again, also what dashboards and their editor have read.
 * @param changed the only type that was changed; absent: it may be any
 */
export async function libraryChanged(changed?: { bundleAlias: string; alias: string }): Promise<void> {
  typesChanged(changed);
  await Promise.all(
    [...WIDGETS_BUNDLES, ...BUNDLE_TYPES, 'widget bundles', 'widget types'].map((root) =>
      queryClient.invalidateQueries({ queryKey: [root] }),
    ),
  );
}
