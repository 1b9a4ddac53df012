import { readWidgetTypeByAlias } from '../api/widget-types.ts';
import type { Widget } from '../widgets/model.ts';
import { loadWidgetType } from '../widgets/registry.ts';
import type { WidgetType } from '../widgets/widget-type.ts';
import { systemTypeOf } from './drawn-by.ts';
import { copiedWidgetType, ownWidgetType } from './own-widget-type.ts';
import { probeType } from './probe.ts';
import { codeOf, resourcesOf } from './type-code.ts';

/** The entry of a type that people have made; undefined when nobody has. */
export async function loadOwnType(
  widget: Pick<Widget, 'isSystemType' | 'bundleAlias' | 'typeAlias'>,
): Promise<WidgetType | undefined> {
  const isSystem = widget.isSystemType === true;
  try {
    const stored = await readWidgetTypeByAlias(widget.bundleAlias, widget.typeAlias, isSystem);
    const original = systemTypeOf(stored);
    const entry = original && (await loadWidgetType(original));
    if (entry) return copiedWidgetType(entry, original);
    return ownWidgetType(stored, isSystem, await probeType(codeOf(stored, isSystem), resourcesOf(stored)));
  } catch (error) {
    if ((error as { status?: number }).status === 404) return undefined;
    throw error;
  }
}
