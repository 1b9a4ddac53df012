import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { Widget } from '../widgets/model.ts';
import { loadWidgetType } from '../widgets/registry.ts';
import type { WidgetType } from '../widgets/widget-type.ts';

/** Loaded once for the life of the page. */
const KEEP_FOREVER = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: 1 };

/** The entry of a widget's type in the manifest of its bundle; null when this console does not have it. */
export function useWidgetType({ bundleAlias, typeAlias }: Widget): UseQueryResult<WidgetType | null> {
  return useQuery({
    queryKey: ['widget type', bundleAlias, typeAlias],
    queryFn: async () => (await loadWidgetType({ bundleAlias, typeAlias })) ?? null,
    ...KEEP_FOREVER,
  });
}

/** What draws a widget of the type. */
export function useWidgetComponent({ bundleAlias, typeAlias }: Widget, type: WidgetType) {
  return useQuery({
    queryKey: ['widget component', bundleAlias, typeAlias],
    queryFn: async () => ({ Component: await type.load() }),
    ...KEEP_FOREVER,
  });
}
