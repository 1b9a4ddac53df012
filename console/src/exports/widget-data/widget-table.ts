import { cutText } from '@signalbox/contract/cut-text';
import type { CalendarInterval } from '@signalbox/contract/interval-type';
import type { ExportFormat } from '@signalbox/contract/list-export';
import type { WidgetDataInput } from '@signalbox/contract/widget-data';
import { type SubscriptionWindow, subscriptionWindow } from '../../time-window/subscription-window.ts';
import type { DataKey, WidgetConfig, WidgetData } from '../../widgets/model.ts';
import type { AlarmSubscriptionOptions } from '../../widgets/runtime/alarm-subscription.ts';
import { datasourceName } from '../../widgets/runtime/datasource-name.ts';
import type { FollowOptions, Wanted } from '../../widgets/runtime/follow-kinds.ts';
import { labelFromPattern } from '../../widgets/runtime/patterns.ts';
import type { ResolvedDatasource } from '../../widgets/runtime/subscription.ts';
import type { WidgetEnvironment } from '../../widgets/widget-type.ts';

/** What a widget follows, and what of it is drawn. */
export interface FollowedByWidget {
  config: WidgetConfig;
  /** The main data. */
  data: Wanted;
  /** By name, what else it follows: `comparison`, `trend`. */
  also: Readonly<Record<string, Wanted | null>>;
  drawn: WidgetData;
  environment: WidgetEnvironment;
}

/** What people may choose to have in the file. */
export type TableChoice = 'latest' | 'latestWithTimes' | 'asShown' | 'allPoints' | 'alarms';

/** Titles of the columns that are no keys, in the words of who looks at it. */
export interface TableWords {
  /** @param zone in which times are written */
  time: (zone: string) => string;
  /** Title of the time of a value, with `{{column}}` in it. */
  timeOfColumn: string;
  entity: string;
  period: string;
  shown: string;
  compared: string;
}

type Source = Extract<WidgetDataInput, { kind: 'timeseries' }>['sources'][number];
type Query = Source['query'];
type ShownKey = Source['keys'][number];

const KEY_TYPES = {
  alarm: 'ALARM_FIELD',
  attribute: 'ATTRIBUTE',
  entityField: 'ENTITY_FIELD',
  timeseries: 'TIME_SERIES',
  count: 'TIME_SERIES',
} as const satisfies Record<Exclude<DataKey['type'], 'function'>, string>;

/** The history that a widget shows: its main data, or the trend of its newest values. */
function historyOf({ data, also }: FollowedByWidget): FollowOptions<'timeseries'> | undefined {
  if (data.kind === 'timeseries') return data.options;
  return also.trend?.kind === 'timeseries' ? also.trend.options : undefined;
}

/** What of a widget can be a file; nothing where all of it is computed in the browser. */
export function choicesOf(followed: FollowedByWidget): readonly TableChoice[] {
  const { data } = followed;
  if (data.kind === 'alarms') return data.options.source.entityFilter ? ['alarms'] : [];
  if (!data.options.datasources.some(({ entityFilter }) => entityFilter)) return [];
  const history = historyOf(followed);
  const ofHistory: TableChoice[] = history
    ? windowOf(followed, history).aggregation.type === 'NONE'
      ? ['allPoints']
      : ['asShown', 'allPoints']
    : [];
  return data.kind === 'latest' ? ['latest', 'latestWithTimes', ...ofHistory] : ofHistory;
}

function windowOf(
  { environment }: FollowedByWidget,
  { window, stateData }: FollowOptions<'timeseries'>,
  now = Date.now(),
): SubscriptionWindow {
  return subscriptionWindow(window, { ...environment, stateData, now });
}

/** How points are put together as they are shown; undefined where they are not. */
export function groupingOf(
  followed: FollowedByWidget,
): { type: string; interval: number; calendar?: CalendarInterval } | undefined {
  const history = historyOf(followed);
  if (!history) return undefined;
  const { type, interval, calendar } = windowOf(followed, history).aggregation;
  if (type === 'NONE') return undefined;
  return { type, interval, ...(calendar ? { calendar: calendar.interval } : {}) };
}

const keysOf = ({ data }: FollowedByWidget): readonly DataKey[] =>
  data.kind === 'alarms'
    ? data.options.source.datasource.dataKeys
    : data.options.datasources.flatMap(({ datasource }) => datasource.dataKeys);

/** Labels of keys whose values are computed in the browser: they are not in the file. */
export const computedKeys = (followed: FollowedByWidget): string[] =>
  keysOf(followed)
    .filter(({ type }) => type === 'function')
    .map((key) => key.label || key.name);

/** Labels of keys that a function changes before they are shown: the file has what is stored. */
export const processedKeys = (followed: FollowedByWidget): string[] =>
  keysOf(followed)
    .filter(({ type, usePostProcessing, postFuncBody }) => type !== 'function' && usePostProcessing && postFuncBody)
    .map((key) => key.label || key.name);

/** Collects columns: keys of several sources that are called the same share one. */
function createColumns({ config, drawn }: FollowedByWidget) {
  const columns: string[] = [];

  /** Label and unit of a key; what names entities is left out where there are several. */
  function titleOf(key: DataKey, { datasource, aliasName }: ResolvedDatasource, index: number): string {
    const entities = new Map(
      drawn.rows.filter(({ datasourceIndex }) => datasourceIndex === index).map(({ entity }) => [entity.id, entity]),
    );
    const [entity] = entities.values();
    const names = {
      aliasName,
      ...(entities.size === 1 && entity
        ? { dsName: datasourceName(datasource, entity), entityName: entity.name, entityLabel: entity.label }
        : {}),
    };
    const label = labelFromPattern(key.label || key.name, names)
      .replace(/\$\{[^}]*(\}|$)/g, (placeholder, end: string) => (end ? '' : placeholder))
      .replace(/\s+/g, ' ')
      .trim();
    const units = key.units ?? config.units;
    return cutText(`${label || key.name}${units ? ` (${units})` : ''}`, 300);
  }

  return {
    columns,
    keysOf(resolved: ResolvedDatasource, index: number): ShownKey[] {
      const used = new Set<number>();
      return resolved.datasource.dataKeys.flatMap((key): ShownKey[] => {
        if (key.type === 'function') return [];
        const title = titleOf(key, resolved, index);
        let column = columns.findIndex((known, at) => known === title && !used.has(at));
        if (column < 0) column = columns.push(title) - 1;
        used.add(column);
        return [{ type: KEY_TYPES[key.type], key: key.name, column }];
      });
    },
  };
}

const queryOf = ({ entityFilter, keyFilters }: ResolvedDatasource) => ({ entityFilter, keyFilters }) as Query;

/** The zone of a window, or that of the browser. */
function zoneOf({ timezone }: { timezone?: string | null }): string {
  return timezone || Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function seriesTable(followed: FollowedByWidget, isRaw: boolean, words: TableWords, now: number) {
  const history = historyOf(followed);
  if (!history) return undefined;
  const comparison = followed.also.comparison;
  const parts = [
    { options: history, period: words.shown },
    ...(comparison?.kind === 'timeseries' ? [{ options: comparison.options, period: words.compared }] : []),
  ];
  const table = createColumns(followed);
  const sources = parts.flatMap(({ options, period }) => {
    const { fixedWindow, startTs, aggregation } = windowOf(followed, options, now);
    const range = fixedWindow
      ? { startTs: fixedWindow.startTimeMs, endTs: fixedWindow.endTimeMs }
      : { startTs, endTs: now + followed.environment.serverOffset };
    return options.datasources.flatMap((resolved, index): Source[] =>
      resolved.entityFilter
        ? [
            {
              query: queryOf(resolved),
              single: resolved.singleEntity,
              keys: table.keysOf(resolved, index),
              startTs: Math.max(0, Math.floor(range.startTs)),
              endTs: Math.max(0, Math.ceil(range.endTs)),
              aggregation: isRaw ? 'NONE' : aggregation.type,
              interval: Math.max(1000, Math.floor(aggregation.interval)),
              ...(aggregation.calendar && !isRaw ? { calendar: aggregation.calendar } : {}),
              ...(parts.length > 1 ? { period } : {}),
            },
          ]
        : [],
    );
  });
  const timezone = zoneOf(history.window);
  const titles = { time: words.time(timezone), entity: words.entity };
  return {
    kind: 'timeseries' as const,
    timezone,
    titles: parts.length > 1 ? { ...titles, period: words.period } : titles,
    columns: table.columns,
    sources,
  };
}

function latestTable(
  followed: FollowedByWidget,
  options: FollowOptions<'latest'>,
  withTimes: boolean,
  words: TableWords,
) {
  const table = createColumns(followed);
  const { textSearch, sortOrder } = options.pageLink ?? {};
  const sources = options.datasources.flatMap((resolved, index) =>
    resolved.entityFilter
      ? [
          {
            query: queryOf(resolved),
            single: resolved.singleEntity && !options.pageLink,
            keys: table.keysOf(resolved, index),
            ...(resolved.datasource.type === 'entityCount' ? { count: true } : {}),
            ...(textSearch ? { textSearch } : {}),
            ...(sortOrder ? { sortOrder: sortOrder as NonNullable<Source> & typeof sortOrder } : {}),
          },
        ]
      : [],
  );
  return {
    kind: 'latest' as const,
    timezone: zoneOf(options.window),
    titles: { entity: words.entity, ...(withTimes ? { time: words.timeOfColumn } : {}) },
    columns: table.columns,
    sources,
  };
}

function alarmTable(followed: FollowedByWidget, { source, window, pageLink }: AlarmSubscriptionOptions, now: number) {
  const table = createColumns(followed);
  const { fixedWindow, realtimeWindowMs } = subscriptionWindow(window, { ...followed.environment, now });
  const { alarms, ...link } = pageLink;
  return {
    kind: 'alarms' as const,
    timezone: zoneOf(window),
    columns: table.columns,
    keys: table.keysOf(source, 0),
    query: queryOf(source),
    pageLink: {
      ...link,
      ...alarms,
      startTs: fixedWindow?.startTimeMs ?? 0,
      endTs: fixedWindow?.endTimeMs ?? 0,
      timeWindow: realtimeWindowMs ?? 0,
    },
  };
}

/** What the server writes for a widget; undefined where there is nothing that it knows. */
export function widgetTable(
  followed: FollowedByWidget,
  choice: TableChoice,
  file: { format: ExportFormat; name: string },
  words: TableWords,
  now: number = Date.now(),
): WidgetDataInput | undefined {
  if (!choicesOf(followed).includes(choice)) return undefined;
  const { data } = followed;
  const isLatest = choice === 'latest' || choice === 'latestWithTimes';
  let table: unknown;
  if (data.kind === 'alarms') table = alarmTable(followed, data.options, now);
  else if (isLatest) table = latestTable(followed, data.options, choice === 'latestWithTimes', words);
  else table = seriesTable(followed, choice === 'allPoints', words, now);
  // Filters are what dashboards hold: the server checks them.
  return table ? ({ ...file, ...(table as object) } as WidgetDataInput) : undefined;
}
