import type { WidgetsBundle, WidgetTypeDetails } from '@signalbox/contract/widget';
import { getBundleTypes } from '../../api/widget-library.ts';
import { jsonFileName, saveFile } from '../../controls/save-file.ts';
import { exportedBundle, exportedType } from './exchange.ts';
import { isOfSystem } from './owner.ts';

function save(name: string, content: object): void {
  saveFile(name, new Blob([`${JSON.stringify(content, null, 2)}\n`], { type: 'application/json' }));
}

/** Saves a bundle with its types as a file of the person. */
export async function downloadBundle(bundle: WidgetsBundle): Promise<void> {
  const types = await getBundleTypes(bundle.alias, isOfSystem(bundle));
  save(jsonFileName(bundle.title, 'widgets_bundle'), exportedBundle(bundle, types));
}

/** Saves a type as a file of the person. */
export function downloadType(type: WidgetTypeDetails): void {
  save(jsonFileName(type.name, 'widget_type'), exportedType(type));
}
