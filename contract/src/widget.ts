import * as z from 'zod/mini';
import { basedOn } from './based-on.ts';
import { typedId, uuidSchema } from './id.ts';
import { pageOf, pageQuery, queryBoolean, queryBooleanOrNone } from './page.ts';
import { route } from './route.ts';
import { nullableText } from './text.ts';

/** Characters of an image as a data URL. */
const MAX_IMAGE_LENGTH = 1_000_000;
/** A widget type holds its code, its pictures and its schemas. */
const BODY_LIMIT_BYTES = 8 * 1024 * 1024;

export const WIDGET_KINDS = ['timeseries', 'latest', 'rpc', 'alarm', 'static'] as const;
/** Which data the widgets of a type show: series, latest values, none but commands, alarms, or nothing. */
export type WidgetKind = (typeof WIDGET_KINDS)[number];

const image = z.pipe(
  z.optional(
    z.nullable(
      z
        .string()
        .check(z.maxLength(MAX_IMAGE_LENGTH, { error: `length must be equal or less than ${MAX_IMAGE_LENGTH}` })),
    ),
  ),
  z.transform((value: string | null | undefined) => value ?? null),
);

/** What a type consists of (widgets.md §1.1). Texts of it are JSON and code for clients, and stored as sent. */
const descriptor = z.pipe(
  z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  z.transform((value: Record<string, unknown> | null | undefined) => value ?? null),
);

/** Body of POST /api/widgetsBundle: create when `id` is absent or null, else replace. */
export const widgetsBundleInputSchema = z.object({
  id: z.optional(z.nullable(typedId('WIDGETS_BUNDLE'))),
  /** Made from the title when absent; it can never be changed. */
  alias: nullableText(),
  title: nullableText(),
  image,
  description: nullableText(),
});
export type WidgetsBundleInput = z.infer<typeof widgetsBundleInputSchema>;

/** A bundle of widget types; those of the system have the null tenant. */
export const widgetsBundleSchema = z.object({
  id: typedId('WIDGETS_BUNDLE'),
  createdTime: z.number(),
  tenantId: typedId('TENANT'),
  alias: z.string(),
  title: z.string(),
  image: z.nullable(z.string()),
  description: z.nullable(z.string()),
});
export type WidgetsBundle = z.infer<typeof widgetsBundleSchema>;

/** Body of POST /api/widgetType: create when `id` is absent or null, else replace. */
export const widgetTypeInputSchema = z.object({
  id: z.optional(z.nullable(typedId('WIDGET_TYPE'))),
  /** Of a bundle of the same owner; it can never be changed. */
  bundleAlias: nullableText(),
  /** Made from the name when absent; it can never be changed. */
  alias: nullableText(),
  name: nullableText(),
  image,
  description: nullableText(),
  descriptor,
});
export type WidgetTypeInput = z.infer<typeof widgetTypeInputSchema>;

const baseShape = {
  id: typedId('WIDGET_TYPE'),
  createdTime: z.number(),
  tenantId: typedId('TENANT'),
  bundleAlias: z.string(),
  alias: z.string(),
  name: z.string(),
};
const described = { image: z.nullable(z.string()), description: z.nullable(z.string()) };
const content = { descriptor: z.record(z.string(), z.unknown()) };

export const widgetTypeSchema = z.object({ ...baseShape, ...content });
export type WidgetType = z.infer<typeof widgetTypeSchema>;

export const widgetTypeDetailsSchema = z.object({ ...baseShape, ...described, ...content });
export type WidgetTypeDetails = z.infer<typeof widgetTypeDetailsSchema>;

/** A type without its content; `widgetType` is the kind of its descriptor, empty without one. */
export const widgetTypeInfoSchema = z.object({ ...baseShape, ...described, widgetType: z.string() });
export type WidgetTypeInfo = z.infer<typeof widgetTypeInfoSchema>;

const all = ['SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER'] as const;
const administrators = ['SYS_ADMIN', 'TENANT_ADMIN'] as const;
const bundleTag = 'widgets-bundle';
const typeTag = 'widget-type';
const bundleId = { widgetsBundleId: uuidSchema };
const typeId = { widgetTypeId: uuidSchema };
/** A bundle of the system, or of the caller's tenant. */
const inBundle = { isSystem: queryBoolean, bundleAlias: z.string() };

export const widgetRoutes = {
  getWidgetsBundles: route({
    method: 'GET',
    path: '/api/widgetsBundles',
    tag: bundleTag,
    summary: 'List the bundles of widget types: a page of them, or all where no page is asked for',
    access: all,
    query: {
      ...pageQuery,
      pageSize: z.optional(pageQuery.pageSize),
      page: z.optional(pageQuery.page),
      /** Of a page: without those of the system, which its administrators alone may change. */
      own: queryBooleanOrNone,
    },
    reply: z.union([z.array(widgetsBundleSchema), pageOf(widgetsBundleSchema)]),
  }),
  getWidgetsBundle: route({
    method: 'GET',
    path: '/api/widgetsBundle/:widgetsBundleId',
    tag: bundleTag,
    summary: 'Read a bundle of widget types',
    access: all,
    params: bundleId,
    reply: widgetsBundleSchema,
  }),
  saveWidgetsBundle: route({
    method: 'POST',
    path: '/api/widgetsBundle',
    tag: bundleTag,
    summary: 'Create a bundle of widget types, or replace it when the body has an id',
    access: administrators,
    body: widgetsBundleInputSchema,
    reply: widgetsBundleSchema,
    bodyLimit: BODY_LIMIT_BYTES,
  }),
  deleteWidgetsBundle: route({
    method: 'DELETE',
    path: '/api/widgetsBundle/:widgetsBundleId',
    tag: bundleTag,
    summary: 'Delete a bundle with its widget types',
    access: administrators,
    params: bundleId,
    reply: 'empty',
  }),
  getBundleWidgetTypes: route({
    method: 'GET',
    path: '/api/widgetTypes',
    tag: typeTag,
    summary: 'List the widget types of a bundle',
    access: administrators,
    query: inBundle,
    reply: z.array(widgetTypeSchema),
  }),
  getBundleWidgetTypesDetails: route({
    method: 'GET',
    path: '/api/widgetTypesDetails',
    tag: typeTag,
    summary: 'List the widget types of a bundle with their images and descriptions',
    access: administrators,
    query: inBundle,
    reply: z.array(widgetTypeDetailsSchema),
  }),
  getBundleWidgetTypesInfos: route({
    method: 'GET',
    path: '/api/widgetTypesInfos',
    tag: typeTag,
    summary: 'List the widget types of a bundle without their content',
    access: administrators,
    query: inBundle,
    reply: z.array(widgetTypeInfoSchema),
  }),
  getWidgetTypeByAlias: route({
    method: 'GET',
    path: '/api/widgetType',
    tag: typeTag,
    summary: 'Read a widget type by its bundle and alias',
    access: all,
    query: { ...inBundle, alias: z.string() },
    reply: widgetTypeSchema,
  }),
  getWidgetType: route({
    method: 'GET',
    path: '/api/widgetType/:widgetTypeId',
    tag: typeTag,
    summary: 'Read a widget type',
    access: administrators,
    params: typeId,
    reply: widgetTypeDetailsSchema,
  }),
  saveWidgetType: route({
    method: 'POST',
    path: '/api/widgetType',
    tag: typeTag,
    summary: 'Create a widget type, or replace it when the body has an id',
    access: administrators,
    query: { basedOn },
    replaces: '/api/widgetType/:widgetTypeId',
    body: widgetTypeInputSchema,
    reply: widgetTypeDetailsSchema,
    bodyLimit: BODY_LIMIT_BYTES,
  }),
  deleteWidgetType: route({
    method: 'DELETE',
    path: '/api/widgetType/:widgetTypeId',
    tag: typeTag,
    summary: 'Delete a widget type',
    access: administrators,
    params: typeId,
    reply: 'empty',
  }),
};
