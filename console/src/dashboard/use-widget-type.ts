import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect } from 'react';
import type { Widget } from '../widgets/model.ts';
import { loadWidgetType } from '../widgets/registry.ts';
import type { WidgetType } from '../widgets/widget-type.ts';
import { followTypeChanges } from './type-changes.ts';

/** Loaded once for the life of the page. */
const KEEP_FOREVER = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: 1 };

type Named = Pick<Widget, 'isSystemType' | 'bundleAlias' | 'typeAlias'>;

/** What loads types that people have made comes with the first of them. */
async function loadOwn(widget: Named): Promise<WidgetType | undefined> {
  const { loadOwnType } = await import('../own-widgets/load-own-type.ts');
  return loadOwnType(widget);
}

async function loadType(widget: Named): Promise<WidgetType | null> {
  if (!widget.bundleAlias || !widget.typeAlias) return null;
  // Older dashboards do not say whose bundle they mean.
  if (widget.isSystemType !== false) return (await loadWidgetType(widget)) ?? (await loadOwn(widget)) ?? null;
  return (await loadOwn(widget)) ?? (await loadWidgetType(widget)) ?? null;
}

const keyOf = ({ isSystemType, bundleAlias, typeAlias }: Named) => [isSystemType !== false, bundleAlias, typeAlias];

const numbers = new WeakMap<WidgetType, number>();
let count = 0;

/** Tells entries apart: another one of the same type is drawn by another component. */
export function numberOf(entry: WidgetType): number {
  const known = numbers.get(entry) ?? ++count;
  numbers.set(entry, known);
  return known;
}

/** The entry of the type that is drawn within, whatever its widgets name: one that is being edited. */
export const GivenTypeContext = createContext<WidgetType | undefined>(undefined);

/** The entry of a widget's type: of the console, or of people's own making; null when nobody has it. */
export function useWidgetType(widget: Widget): UseQueryResult<WidgetType | null> {
  const given = useContext(GivenTypeContext);
  useEffect(followTypeChanges, []);
  return useQuery(
    given
      ? { queryKey: ['given widget type', numberOf(given)], queryFn: () => given, initialData: given, gcTime: 0 }
      : { queryKey: ['widget type', ...keyOf(widget)], queryFn: () => loadType(widget), ...KEEP_FOREVER },
  );
}

/** What draws a widget of the type. */
export function useWidgetComponent(widget: Widget, type: WidgetType) {
  return useQuery({
    queryKey: ['widget component', ...keyOf(widget), numberOf(type)],
    queryFn: async () => ({ Component: await type.load() }),
    ...KEEP_FOREVER,
  });
}
