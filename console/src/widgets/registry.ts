import { actionsHaveScripts } from './actions.ts';
import type { Widget } from './model.ts';
import type { WidgetBundle, WidgetType } from './widget-type.ts';

/** The manifest of each bundle by its path: a folder beside this file, named like the bundle. */
const manifests = import.meta.glob<WidgetBundle>('./*/manifest.ts', { import: 'bundle' });

/** The entry of a widget's type, or undefined when this console does not have it. Loads the manifest of its bundle. */
export async function loadWidgetType(
  widget: Pick<Widget, 'bundleAlias' | 'typeAlias'>,
): Promise<WidgetType | undefined> {
  const path = `./${widget.bundleAlias.replaceAll('_', '-')}/manifest.ts`;
  const bundle = Object.hasOwn(manifests, path) ? await manifests[path]?.() : undefined;
  return bundle && Object.hasOwn(bundle, widget.typeAlias) ? bundle[widget.typeAlias] : undefined;
}

/** Whether drawing the widget runs functions that people wrote. */
export function needsScripts(widget: Widget, type: WidgetType): boolean {
  const inKeys = (widget.config.datasources ?? []).some((datasource) =>
    datasource.dataKeys.some((key) => key.type === 'function' || Boolean(key.postFuncBody)),
  );
  return inKeys || type.hasScripts?.(widget.config) === true || actionsHaveScripts(widget.config);
}
