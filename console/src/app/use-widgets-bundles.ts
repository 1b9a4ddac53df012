import type { WidgetsBundle } from '@signalbox/contract/widget';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { listWidgetsBundles } from '../api/widget-types.ts';
import { useSession } from './session.ts';

/** The bundle of the system with what is about edges. */
const EDGE_BUNDLE = 'edge_widgets';

/** Bundles that widgets are chosen from: without that of edges where the server has none (specification §6). */
const offeredBundles = (bundles: readonly WidgetsBundle[], hasEdges: boolean): readonly WidgetsBundle[] =>
  hasEdges ? bundles : bundles.filter(({ alias }) => alias !== EDGE_BUNDLE);

/** Reads the bundles that widgets are chosen from, by title. */
export function useWidgetsBundles({ enabled = true }: { enabled?: boolean } = {}) {
  const { edgesSupportEnabled } = useSession();
  const select = useCallback(
    (bundles: readonly WidgetsBundle[]) => offeredBundles(bundles, edgesSupportEnabled),
    [edgesSupportEnabled],
  );
  return useQuery({ queryKey: ['widget bundles'], queryFn: listWidgetsBundles, select, enabled });
}
