import * as z from 'zod/mini';
import {
  alarmDataPageLinkSchema,
  entityCountQuerySchema,
  entityDataSortOrderSchema,
  entityKeySchema,
} from './entity-query.ts';
import { CALENDAR_INTERVALS } from './interval-type.ts';
import { EXPORT_FORMATS } from './list-export.ts';
import { route } from './route.ts';
import { AGGREGATIONS } from './telemetry.ts';

/** Columns of a file, and keys of a source. */
const MAX_COLUMNS = 500;
/** Datasources of a widget. */
const MAX_SOURCES = 100;
/** Characters of a title. */
const MAX_TITLE = 300;
/** Shortest bucket of an aggregated file, in ms. */
const MIN_INTERVAL = 1000;
/** Entities of one file. */
export const MAX_EXPORTED_ENTITIES = 100_000;

const title = z.string().check(z.maxLength(MAX_TITLE));
/** epoch ms */
const time = z.int().check(z.gte(0));

/** A key of a source, and the place of its values among the columns. */
const keyColumn = { column: z.int().check(z.gte(0), z.lt(MAX_COLUMNS)) };
const shownKeySchema = z.extend(entityKeySchema, keyColumn);

/** Which entities, and which of their keys. */
const sourceShape = {
  query: entityCountQuerySchema,
  /** Only the newest entity that the query finds. */
  single: z.boolean(),
  keys: z.array(shownKeySchema).check(z.maxLength(MAX_COLUMNS)),
};

const seriesSourceSchema = z.object({
  ...sourceShape,
  /** Inclusive. */
  startTs: time,
  /** Exclusive. */
  endTs: time,
  aggregation: z.enum(AGGREGATIONS),
  /** Length of buckets in ms; of no meaning without an aggregation. */
  interval: z.int().check(z.gte(MIN_INTERVAL)),
  /** Buckets of the calendar of a zone in place of those of `interval`. */
  calendar: z.optional(z.object({ zone: z.string().check(z.maxLength(64)), interval: z.enum(CALENDAR_INTERVALS) })),
  /** What the column of periods says of its rows, where there is one. */
  period: z.optional(title),
});

const latestSourceSchema = z.object({
  ...sourceShape,
  /** The number of the entities instead of their values. */
  count: z.optional(z.boolean()),
  textSearch: z.optional(z.nullable(z.string())),
  sortOrder: z.optional(z.nullable(entityDataSortOrderSchema)),
});

const sheetShape = {
  format: z.enum(EXPORT_FORMATS),
  /** Name of the file, without its ending. */
  name: title,
  /** IANA zone in which times are written. */
  timezone: z.string().check(z.maxLength(64)),
  /** Titles of the values. */
  columns: z.array(title).check(z.maxLength(MAX_COLUMNS)),
};

/** What the file of a widget is to hold. Titles are the widget's own, in the words of who looks at it. */
export const widgetDataSchema = z.discriminatedUnion('kind', [
  z.object({
    ...sheetShape,
    kind: z.literal('timeseries'),
    /** Titles of the columns before the values. */
    titles: z.object({ time: title, entity: title, period: z.optional(title) }),
    sources: z.array(seriesSourceSchema).check(z.minLength(1), z.maxLength(MAX_SOURCES)),
  }),
  z.object({
    ...sheetShape,
    kind: z.literal('latest'),
    /** `time`: the title of the times of values, where these are wanted; `{{column}}` in it is that of the value. */
    titles: z.object({ entity: title, time: z.optional(title) }),
    sources: z.array(latestSourceSchema).check(z.minLength(1), z.maxLength(MAX_SOURCES)),
  }),
  z.object({
    ...sheetShape,
    kind: z.literal('alarms'),
    query: entityCountQuerySchema,
    pageLink: alarmDataPageLinkSchema,
    keys: z.array(shownKeySchema).check(z.maxLength(MAX_COLUMNS)),
  }),
]);
export type WidgetData = z.infer<typeof widgetDataSchema>;
export type WidgetDataOf<Kind extends WidgetData['kind']> = Extract<WidgetData, { kind: Kind }>;
/** The same before it is parsed. */
export type WidgetDataInput = z.input<typeof widgetDataSchema>;
export type SeriesSource = WidgetDataOf<'timeseries'>['sources'][number];
export type LatestSource = WidgetDataOf<'latest'>['sources'][number];
export type ShownKey = z.infer<typeof shownKeySchema>;

export const widgetDataRoutes = {
  exportWidgetData: route({
    method: 'POST',
    path: '/api/widgetData/export',
    tag: 'entity query',
    summary:
      'What a widget shows, as a file: all points of its time window, raw or aggregated, all entities of a table or all alarms',
    access: ['TENANT_ADMIN', 'CUSTOMER_USER'],
    body: widgetDataSchema,
    reply: 'binary',
  }),
};
