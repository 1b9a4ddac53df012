import * as z from 'zod/mini';
import { basedOn } from './based-on.ts';
import { typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery } from './page.ts';
import { route } from './route.ts';
import { versionNumber, versionSchema } from './version.ts';
import { widgetTypeDetailsSchema } from './widget.ts';

export const widgetTypeVersionSchema = z.extend(versionSchema, { widgetTypeId: typedId('WIDGET_TYPE') });
export type WidgetTypeVersion = z.infer<typeof widgetTypeVersionSchema>;

/** All that a save of a widget type replaces. */
export const widgetTypeContentSchema = z.pick(widgetTypeDetailsSchema, {
  name: true,
  image: true,
  description: true,
  descriptor: true,
});
export type WidgetTypeContent = z.infer<typeof widgetTypeContentSchema>;

export const fullWidgetTypeVersionSchema = z.extend(widgetTypeVersionSchema, { content: widgetTypeContentSchema });
export type FullWidgetTypeVersion = z.infer<typeof fullWidgetTypeVersionSchema>;

const access = ['SYS_ADMIN', 'TENANT_ADMIN'] as const;
const tag = 'widget-type';
const widgetTypeId = { widgetTypeId: uuidSchema };
const version = { ...widgetTypeId, number: versionNumber };

/** Not in 3.3.2. */
export const widgetTypeVersionRoutes = {
  getWidgetTypeVersions: route({
    method: 'GET',
    path: '/api/widgetType/:widgetTypeId/versions',
    tag,
    summary: 'List what a widget type was, newest first, for those who may change it',
    access,
    params: widgetTypeId,
    query: { pageSize: pageQuery.pageSize, page: pageQuery.page },
    reply: pageOf(widgetTypeVersionSchema),
  }),
  getWidgetTypeVersion: route({
    method: 'GET',
    path: '/api/widgetType/:widgetTypeId/versions/:number',
    tag,
    summary: 'Read a version of a widget type with its content',
    access,
    params: version,
    reply: fullWidgetTypeVersionSchema,
  }),
  restoreWidgetTypeVersion: route({
    method: 'POST',
    path: '/api/widgetType/:widgetTypeId/versions/:number/restore',
    tag,
    summary:
      'Save the content of a version once more. 409 when the widget type is no longer in the state that `basedOn` names',
    access,
    params: version,
    query: { basedOn },
    reply: widgetTypeDetailsSchema,
  }),
};
