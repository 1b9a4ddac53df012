import * as z from 'zod/mini';
import { typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';
import { deletedSchema } from './version.ts';
import { widgetsBundleSchema, widgetTypeDetailsSchema } from './widget.ts';

export const deletedWidgetsBundleSchema = z.extend(deletedSchema, {
  id: typedId('WIDGETS_BUNDLE'),
  alias: z.string(),
  /** Widget types that went with it, and come back with it. */
  types: z.number(),
});
export type DeletedWidgetsBundle = z.infer<typeof deletedWidgetsBundleSchema>;

export const deletedWidgetTypeSchema = z.extend(deletedSchema, {
  id: typedId('WIDGET_TYPE'),
  bundleAlias: z.string(),
  /** null: the bundle is gone. */
  bundleTitle: z.nullable(z.string()),
  alias: z.string(),
});
export type DeletedWidgetType = z.infer<typeof deletedWidgetTypeSchema>;

const access = ['SYS_ADMIN', 'TENANT_ADMIN'] as const;
const bundleTag = 'widgets-bundle';
const typeTag = 'widget-type';
const bundleId = { widgetsBundleId: uuidSchema };
const typeId = { widgetTypeId: uuidSchema };
const listQuery = { pageSize: pageQuery.pageSize, page: pageQuery.page, textSearch: pageQuery.textSearch };

/** Not in 3.3.2. */
export const deletedWidgetRoutes = {
  getDeletedWidgetsBundles: route({
    method: 'GET',
    path: '/api/widgetsBundles/deleted',
    tag: bundleTag,
    summary: 'List the bundles of widget types that were deleted during the last 30 days, newest first',
    access,
    query: listQuery,
    reply: pageOf(deletedWidgetsBundleSchema),
  }),
  restoreDeletedWidgetsBundle: route({
    method: 'POST',
    path: '/api/widgetsBundles/deleted/:widgetsBundleId/restore',
    tag: bundleTag,
    summary: 'Restore a deleted bundle and its widget types under their ids. 409 when another one has its alias',
    access,
    params: bundleId,
    reply: widgetsBundleSchema,
  }),
  forgetDeletedWidgetsBundle: route({
    method: 'DELETE',
    path: '/api/widgetsBundles/deleted/:widgetsBundleId',
    tag: bundleTag,
    summary: 'Delete a deleted bundle of widget types for good',
    access,
    params: bundleId,
    reply: 'empty',
  }),
  getDeletedWidgetTypes: route({
    method: 'GET',
    path: '/api/widgetTypes/deleted',
    tag: typeTag,
    summary: 'List the widget types that were deleted during the last 30 days, newest first, without those of bundles',
    access,
    query: listQuery,
    reply: pageOf(deletedWidgetTypeSchema),
  }),
  restoreDeletedWidgetType: route({
    method: 'POST',
    path: '/api/widgetTypes/deleted/:widgetTypeId/restore',
    tag: typeTag,
    summary:
      'Restore a deleted widget type under its id. 409 when another one of its bundle has its alias, 400 when its ' +
      'bundle is gone',
    access,
    params: typeId,
    reply: widgetTypeDetailsSchema,
  }),
  forgetDeletedWidgetType: route({
    method: 'DELETE',
    path: '/api/widgetTypes/deleted/:widgetTypeId',
    tag: typeTag,
    summary: 'Delete a deleted widget type for good',
    access,
    params: typeId,
    reply: 'empty',
  }),
};
