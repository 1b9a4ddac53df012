import { deletedWidgetRoutes } from '@signalbox/contract/deleted-widget';
import type { PageData } from '@signalbox/contract/page';
import {
  type WidgetsBundle,
  type WidgetsBundleInput,
  type WidgetTypeDetails,
  type WidgetTypeInput,
  widgetRoutes,
} from '@signalbox/contract/widget';
import { call } from './client.ts';
import type { ListQuery } from './list-query.ts';

const quiet = { ignoreErrors: true, ignoreLoading: true } as const;
const shown = { ignoreErrors: true } as const;

/** A page of the bundles of the system and of the own tenant, or of the `own` ones only. */
export async function getWidgetsBundles(query: ListQuery & { own?: boolean }): Promise<PageData<WidgetsBundle>> {
  return (await call(widgetRoutes.getWidgetsBundles, { query: { ...query } }, shown)) as PageData<WidgetsBundle>;
}

export function getWidgetsBundle(widgetsBundleId: string): Promise<WidgetsBundle> {
  return call(widgetRoutes.getWidgetsBundle, { params: { widgetsBundleId } }, quiet);
}

/** Creates a bundle, or replaces one when the input has an id. */
export function saveWidgetsBundle(body: WidgetsBundleInput): Promise<WidgetsBundle> {
  return call(widgetRoutes.saveWidgetsBundle, { body }, shown);
}

/** Deletes a bundle with its types. */
export function deleteWidgetsBundle(widgetsBundleId: string): Promise<undefined> {
  return call(widgetRoutes.deleteWidgetsBundle, { params: { widgetsBundleId } }, shown);
}

/** The types of a bundle with their content, oldest first. */
export async function getBundleTypes(bundleAlias: string, isSystem: boolean): Promise<WidgetTypeDetails[]> {
  const types = await call(widgetRoutes.getBundleWidgetTypesDetails, { query: { isSystem, bundleAlias } }, quiet);
  return types.toSorted((one, other) => one.createdTime - other.createdTime);
}

export function getWidgetType(widgetTypeId: string): Promise<WidgetTypeDetails> {
  return call(widgetRoutes.getWidgetType, { params: { widgetTypeId } }, quiet);
}

/** Creates a type, or replaces one when the input has an id. */
export function saveWidgetType(body: WidgetTypeInput, basedOn?: string): Promise<WidgetTypeDetails> {
  return call(widgetRoutes.saveWidgetType, { query: { basedOn }, body }, shown);
}

export function deleteWidgetType(widgetTypeId: string): Promise<undefined> {
  return call(widgetRoutes.deleteWidgetType, { params: { widgetTypeId } }, shown);
}

export function getDeletedWidgetsBundles(textSearch: string, page: number, pageSize: number) {
  return call(deletedWidgetRoutes.getDeletedWidgetsBundles, { query: { textSearch, page, pageSize } }, quiet);
}

export function restoreDeletedWidgetsBundle(widgetsBundleId: string) {
  return call(deletedWidgetRoutes.restoreDeletedWidgetsBundle, { params: { widgetsBundleId } }, quiet);
}

/** Deletes a deleted bundle for good. */
export function forgetDeletedWidgetsBundle(widgetsBundleId: string) {
  return call(deletedWidgetRoutes.forgetDeletedWidgetsBundle, { params: { widgetsBundleId } }, quiet);
}

export function getDeletedWidgetTypes(textSearch: string, page: number, pageSize: number) {
  return call(deletedWidgetRoutes.getDeletedWidgetTypes, { query: { textSearch, page, pageSize } }, quiet);
}

export function restoreDeletedWidgetType(widgetTypeId: string) {
  return call(deletedWidgetRoutes.restoreDeletedWidgetType, { params: { widgetTypeId } }, quiet);
}

/** Deletes a deleted type for good. */
export function forgetDeletedWidgetType(widgetTypeId: string) {
  return call(deletedWidgetRoutes.forgetDeletedWidgetType, { params: { widgetTypeId } }, quiet);
}
