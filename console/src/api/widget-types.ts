import type { PageData } from '@signalbox/contract/page';
import { type WidgetsBundle, type WidgetType, type WidgetTypeInfo, widgetRoutes } from '@signalbox/contract/widget';
import { call, http } from './client.ts';

const QUIET = { ignoreErrors: true, ignoreLoading: true };

/** Bundles of the system and of the own tenant, by title; of one title, the newest first. */
export async function listWidgetsBundles(): Promise<WidgetsBundle[]> {
  const found = await call(widgetRoutes.getWidgetsBundles, { query: {} }, QUIET);
  const bundles = Array.isArray(found) ? found : (found as PageData<WidgetsBundle>).data;
  return bundles.toSorted((one, other) => one.title.localeCompare(other.title) || other.createdTime - one.createdTime);
}

/** The types of a bundle, without their content. */
export function listWidgetTypes(bundleAlias: string, isSystem: boolean): Promise<WidgetTypeInfo[]> {
  return call(widgetRoutes.getBundleWidgetTypesInfos, { query: { isSystem, bundleAlias } }, QUIET);
}

/** A type with its content. */
export function readWidgetTypeByAlias(bundleAlias: string, alias: string, isSystem: boolean): Promise<WidgetType> {
  return call(widgetRoutes.getWidgetTypeByAlias, { query: { isSystem, bundleAlias, alias } }, QUIET);
}

/** A file of the resource library, as text. */
export async function readResourceText(path: string): Promise<string> {
  return (await http.request({ method: 'GET', path, reply: 'text' }, QUIET)) as string;
}
