import { readWidgetTypeByAlias } from '../api/widget-types.ts';
import type { Widget } from '../widgets/model.ts';
import type { WidgetType } from '../widgets/widget-type.ts';
import { ownWidgetType } from './own-widget-type.ts';
import { probeType } from './probe.ts';
import { codeOf, resourcesOf } from './type-code.ts';

/** The entry of a type that people have made; undefined when nobody has. */
export async function loadOwnType(
  widget: Pick<Widget, 'isSystemType' | 'bundleAlias' | 'typeAlias'>,
): Promise<WidgetType | undefined> {
  const isSystem = widget.isSystemType === true;
  try {
    const stored = await readWidgetTypeByAlias(widget.bundleAlias, widget.typeAlias, isSystem);
    return ownWidgetType(stored, isSystem, await probeType(codeOf(stored, isSystem), resourcesOf(stored)));
  } catch (error) {
    if ((error as { status?: number }).status === 404) return undefined;
    throw error;
  }
}
