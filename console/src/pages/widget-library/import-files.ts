import './texts/texts.ts';
import type { WidgetsBundle, WidgetTypeDetails } from '@signalbox/contract/widget';
import i18next from 'i18next';
import { getBundleTypes, saveWidgetsBundle, saveWidgetType } from '../../api/widget-library.ts';
import { listWidgetsBundles } from '../../api/widget-types.ts';
import { ask } from '../../app/dialogs.ts';
import { errorText } from '../../controls/error-text.ts';
import type { BundleFile, TypeFile } from './exchange.ts';
import { isOfSystem } from './owner.ts';

const question = () => ({
  confirmLabel: i18next.t('widgetLibrary.overwrite'),
  cancelLabel: i18next.t('action.cancel'),
  destructive: true,
});

async function saveTypes(bundle: WidgetsBundle, known: readonly WidgetTypeDetails[], files: readonly TypeFile[]) {
  for (const file of files) {
    const id = known.find(({ alias }) => alias === file.alias)?.id;
    try {
      await saveWidgetType({ ...(id ? { id } : {}), bundleAlias: bundle.alias, ...file });
    } catch (error) {
      const values = { name: file.name, reason: errorText(error), bundle: bundle.title };
      throw new Error(i18next.t('widgetLibrary.import.typeFailed', values), { cause: error });
    }
  }
}

/**
 * Saves the bundle of a file with its types; asks before it overwrites one of the same owner with its alias.
 * @param ofSystem whether whoever imports it keeps those of the system
 * @returns what was saved; undefined: it was cancelled
 */
export async function importBundle(file: BundleFile, ofSystem: boolean): Promise<WidgetsBundle | undefined> {
  const { widgetsBundle, widgetTypes } = file;
  const all = await listWidgetsBundles();
  const known = all.find((one) => one.alias === widgetsBundle.alias && isOfSystem(one) === ofSystem);
  if (!known) {
    const saved = await saveWidgetsBundle(widgetsBundle);
    await saveTypes(saved, [], widgetTypes);
    return saved;
  }
  const types = await getBundleTypes(known.alias, ofSystem);
  const replaced = types.filter(({ alias }) => widgetTypes.some((one) => one.alias === alias)).map(({ name }) => name);
  const lines = [
    i18next.t('widgetLibrary.import.bundleIsThere', { title: known.title, alias: known.alias }),
    ...(replaced.length > 0 ? [i18next.t('widgetLibrary.import.replaces', { names: replaced.join(', ') })] : []),
    i18next.t('widgetLibrary.import.othersStay'),
  ];
  const title = i18next.t('widgetLibrary.import.overwriteTitle', { name: known.title });
  if (!(await ask({ ...question(), title, content: lines.join('\n') }))) return undefined;
  const saved = await saveWidgetsBundle({ ...widgetsBundle, id: known.id, alias: known.alias });
  await saveTypes(saved, types, widgetTypes);
  return saved;
}

/** Saves the type of a file into a bundle; asks before it overwrites one with its alias. */
export async function importType(file: TypeFile, bundle: WidgetsBundle): Promise<WidgetTypeDetails | undefined> {
  const types = await getBundleTypes(bundle.alias, isOfSystem(bundle));
  const known = types.find(({ alias }) => alias === file.alias);
  if (!known) return saveWidgetType({ bundleAlias: bundle.alias, ...file });
  const title = i18next.t('widgetLibrary.import.overwriteTitle', { name: known.name });
  const content = i18next.t('widgetLibrary.import.typeIsThere', { name: known.name, alias: known.alias });
  if (!(await ask({ ...question(), title, content }))) return undefined;
  return saveWidgetType({ id: known.id, bundleAlias: bundle.alias, ...file });
}
