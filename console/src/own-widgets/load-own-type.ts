import { readWidgetTypeByAlias } from '../api/widget-types.ts';
import type { Widget } from '../widgets/model.ts';
import { loadWidgetType } from '../widgets/registry.ts';
import type { WidgetType } from '../widgets/widget-type.ts';
import { systemTypeOf, wantedDrawings } from './drawn-by.ts';
import { copiedWidgetType, ownWidgetType, type WithinDrawing } from './own-widget-type.ts';
import { probeType } from './probe.ts';
import { codeOf, resourcesOf } from './type-code.ts';

/** What the page draws within widgets of a type. */
export async function withinDrawings(stored: Parameters<typeof wantedDrawings>[0]): Promise<WithinDrawing[]> {
  const found = await Promise.all(
    wantedDrawings(stored).map(async (wanted) => ({ ...wanted, entry: await loadWidgetType(wanted.original) })),
  );
  return found.flatMap(({ entry, ...wanted }) => (entry ? [{ ...wanted, entry }] : []));
}

/** The entry of a type that people have made; undefined when nobody has. */
export async function loadOwnType(
  widget: Pick<Widget, 'isSystemType' | 'bundleAlias' | 'typeAlias'>,
): Promise<WidgetType | undefined> {
  const isSystem = widget.isSystemType === true;
  try {
    const stored = await readWidgetTypeByAlias(widget.bundleAlias, widget.typeAlias, isSystem);
    const original = systemTypeOf(stored);
    const entry = original && (await loadWidgetType(original));
    if (entry) return copiedWidgetType(stored, entry, original);
    const answers = await probeType(codeOf(stored, isSystem), resourcesOf(stored));
    return ownWidgetType(stored, isSystem, answers, await withinDrawings(stored));
  } catch (error) {
    if ((error as { status?: number }).status === 404) return undefined;
    throw error;
  }
}
