import type { WidgetsBundle } from '@signalbox/contract/widget';
import { getWidgetsBundle } from '../../api/widget-library.ts';
import { queryClient } from '../../app/query-client.ts';
import { WIDGETS_BUNDLES } from './library-keys.ts';

/** Reads a bundle of widget types. */
export const bundleQuery = (id: string) => ({
  queryKey: [...WIDGETS_BUNDLES, 'one', id],
  queryFn: () => getWidgetsBundle(id),
});

/** A bundle, as the page about it has read it, if that is open. */
export const readBundle = (id: string): Promise<WidgetsBundle> => queryClient.fetchQuery(bundleQuery(id));
