import type { SubscriptionWindow } from '../../time-window/subscription-window.ts';
import type { Datasource } from '../model.ts';

/** Body of an entity filter as queries take it. */
export type EntityFilter = Readonly<Record<string, unknown>>;
/** A key filter without the members that only the editor needs. */
export type KeyFilter = Readonly<Record<string, unknown>>;

export interface EntityKey {
  type: string;
  key: string;
}

export interface DataPageLink {
  pageSize: number;
  page: number;
  textSearch?: string | null;
  dynamic?: boolean;
  sortOrder: { key: EntityKey; direction: 'ASC' | 'DESC' };
}

const NEWEST_FIRST: DataPageLink['sortOrder'] = {
  key: { type: 'ENTITY_FIELD', key: 'createdTime' },
  direction: 'DESC',
};

/** Maximum number of entities in a chart or card of many. */
export const WHOLE_PAGE_SIZE = 1024;

/** The page that charts and cards ask for: everything, or the one newest entity. */
export function wholePage(singleEntity: boolean): DataPageLink {
  return { pageSize: singleEntity ? 1 : WHOLE_PAGE_SIZE, page: 0, sortOrder: NEWEST_FIRST };
}

function distinct(keys: readonly string[]): string[] {
  return [...new Set(keys)];
}

/** Keys of a datasource as the query names them: attributes first, then time series. */
export function latestKeys(datasource: Datasource): EntityKey[] {
  const named = (type: string) =>
    distinct(datasource.dataKeys.filter((key) => key.type === type).map((key) => key.name));
  return [
    ...named('attribute').map((key) => ({ type: 'ATTRIBUTE', key })),
    ...named('timeseries').map((key) => ({ type: 'TIME_SERIES', key })),
  ];
}

/** The entity query of a datasource. */
export function entityDataQuery(
  datasource: Datasource,
  entityFilter: EntityFilter,
  keyFilters: readonly KeyFilter[],
  pageLink: DataPageLink,
): Record<string, unknown> {
  const fields = distinct([
    'name',
    'label',
    'additionalInfo',
    ...datasource.dataKeys.filter((key) => key.type === 'entityField').map((key) => key.name),
  ]);
  return {
    entityFilter,
    keyFilters,
    pageLink,
    entityFields: fields.map((key) => ({ type: 'ENTITY_FIELD', key })),
    latestValues: latestKeys(datasource),
  };
}

/** The part of the command that asks for values over time, or undefined when no key is a time series. */
export function timeseriesCommand(
  datasource: Datasource,
  window: SubscriptionWindow,
): Record<string, unknown> | undefined {
  const keys = distinct(datasource.dataKeys.filter((key) => key.type === 'timeseries').map((key) => key.name));
  if (keys.length === 0) return undefined;
  const { interval, limit, type, timeWindow, stateData, calendar } = window.aggregation;
  const byCalendar = calendar && { intervalType: calendar.interval, timeZone: calendar.zone };
  const read = { keys, interval, ...byCalendar, limit, agg: type, fetchLatestPreviousPoint: stateData };
  if (window.fixedWindow) {
    return {
      historyCmd: { ...read, startTs: window.fixedWindow.startTimeMs, endTs: window.fixedWindow.endTimeMs },
    };
  }
  return { tsCmd: { ...read, startTs: window.startTs, timeWindow } };
}
