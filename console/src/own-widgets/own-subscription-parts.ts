import i18next from 'i18next';
import type { DashboardInUse } from '../dashboard/dashboard-context.ts';
import { resolvedDatasources } from '../dashboard/resolve-datasources.ts';
import { comparedTimeWindow } from '../time-window/comparison.ts';
import type { TimeWindow } from '../time-window/model.ts';
import type { DataPage, WidgetData } from '../widgets/model.ts';
import type { AlarmPageLink } from '../widgets/runtime/alarm-subscription.ts';
import type { DataPageLink, EntityFilter, KeyFilter } from '../widgets/runtime/entity-query.ts';
import type { Wanted } from '../widgets/runtime/follow-kinds.ts';
import { seriesColor } from '../widgets/runtime/palette.ts';
import type { ResolvedDatasource } from '../widgets/runtime/subscription.ts';
import { comparedLabel } from './compared-label.ts';
import { withComparedRows } from './compared-rows.ts';
import type { Plain, SubscriptionRequest } from './protocol.ts';

/** A page that a script asks for. */
export interface ScriptPage {
  pageLink: Plain;
  keyFilters: readonly unknown[];
}

/** One query among those that a subscription is made of. */
export interface Part {
  wanted: Wanted;
  /** Place of its only datasource; absent: it has all of them in their order. */
  datasource?: number | undefined;
  /** Values of the time that is compared with, by the settings of the comparison. */
  compared?: Plain | undefined;
}

const NEWEST_FIRST = { key: { type: 'ENTITY_FIELD', key: 'createdTime' }, direction: 'DESC' };
/** Entities, or alarms, that a page has at most. */
const LARGEST_PAGE = 1024;

const number = (value: unknown, otherwise: number) => (typeof value === 'number' && value >= 0 ? value : otherwise);
const record = (value: unknown) => (typeof value === 'object' && value !== null ? (value as Plain) : {});

/** A page link as queries have it: scripts sort by a property, or by a key. */
export function pageLinkOf(given: Plain, kind: 'ENTITY_FIELD' | 'ALARM_FIELD' = 'ENTITY_FIELD'): DataPageLink {
  const { pageSize, page, textSearch, sortOrder, dynamic } = given;
  const { key, property, direction } = record(sortOrder);
  const field = record(key).key ? { type: String(record(key).type ?? kind), key: String(record(key).key) } : undefined;
  const sorted = field ?? (typeof property === 'string' && property ? { type: kind, key: property } : undefined);
  return {
    pageSize: Math.min(number(pageSize, LARGEST_PAGE) || LARGEST_PAGE, LARGEST_PAGE),
    page: number(page, 0),
    ...(typeof textSearch === 'string' && textSearch ? { textSearch } : {}),
    ...(dynamic === false ? { dynamic } : {}),
    sortOrder: sorted
      ? { key: sorted, direction: direction === 'ASC' ? 'ASC' : 'DESC' }
      : { ...NEWEST_FIRST, key: { type: kind, key: 'createdTime' } },
  } as DataPageLink;
}

/** A page of alarms as a script asks for it. */
export function alarmPageOf(given: Plain): AlarmPageLink {
  const list = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);
  const { statusList, severityList, typeList, searchPropagatedAlarms } = given;
  return {
    ...pageLinkOf({ pageSize: 100, ...given }, 'ALARM_FIELD'),
    dynamic: true,
    alarms: {
      statusList: list(statusList),
      severityList: list(severityList),
      typeList: list(typeList),
      searchPropagatedAlarms: searchPropagatedAlarms === true,
    },
  } as AlarmPageLink;
}

/** A datasource with what it finds its entities by: an alias, one entity, or a filter of the script's own. */
function resolved(
  given: SubscriptionRequest['datasources'][number],
  isSingle: boolean,
  dashboard: Pick<DashboardInUse, 'alias' | 'keyFilters'>,
): ResolvedDatasource[] {
  const datasource = { ...given, dataKeys: given.dataKeys ?? [] };
  const { entityFilter } = given as { entityFilter?: unknown };
  if (!given.entityAliasId && !given.entityId && typeof entityFilter === 'object' && entityFilter !== null) {
    const keyFilters = dashboard.keyFilters(given.filterId);
    return [
      { datasource, aliasName: '', entityFilter: entityFilter as EntityFilter, keyFilters, singleEntity: isSingle },
    ];
  }
  const found = resolvedDatasources(
    [datasource],
    isSingle ? { singleEntity: true } : {},
    dashboard.alias,
    dashboard.keyFilters,
  );
  if ('problem' in found) throw new Error(i18next.t(found.problem.key, found.problem.values));
  return found.datasources;
}

/**
 * The queries of a subscription.
 * @throws Error when an alias is missing or finds nothing
 */
export function wantedParts(
  request: SubscriptionRequest,
  pages: ReadonlyMap<number, ScriptPage>,
  dashboard: Pick<DashboardInUse, 'alias' | 'keyFilters' | 'timeWindow' | 'revision' | 'environment'>,
): Part[] {
  const { environment, revision } = dashboard;
  const datasources = request.datasources
    .slice(0, request.singleEntity ? 1 : undefined)
    .flatMap((datasource) => resolved(datasource, request.singleEntity, dashboard));
  const window = (request.timeWindow as TimeWindow | undefined) ?? dashboard.timeWindow;
  if (!environment) return [];
  const pageOf = (at: number) => pages.get(at) ?? pages.get(-1);
  if (request.type === 'alarm') {
    const [source] = datasources;
    const pageLink = alarmPageOf(pageOf(0)?.pageLink ?? {});
    return source ? [{ wanted: { kind: 'alarms', revision, options: { source, window, pageLink } } }] : [];
  }
  const { type: kind, stateData } = request;
  if (request.isPaged) {
    return datasources.flatMap((source, datasource) => {
      const page = pageOf(datasource);
      if (!page) return [];
      const keyFilters = [...source.keyFilters, ...(page.keyFilters as KeyFilter[])];
      const options = {
        datasources: [{ ...source, keyFilters }],
        window,
        stateData,
        pageLink: pageLinkOf(page.pageLink),
      };
      return [{ wanted: { kind, revision, options }, datasource }];
    });
  }
  const compared = kind === 'timeseries' ? comparedTimeWindow(request.comparison, window, environment) : null;
  return [
    { wanted: { kind, revision, options: { datasources, window, stateData } } },
    ...(compared
      ? [
          {
            wanted: { kind, revision, options: { datasources, window: compared, stateData } },
            compared: request.comparison,
          },
        ]
      : []),
  ];
}

/** The data of a subscription from those of its queries. @param comparesByDefault whether keys that do not say it are compared */
export function mergedParts(
  parts: readonly (Pick<Part, 'datasource' | 'compared'> & { data: WidgetData })[],
  datasources: number,
  comparesByDefault: boolean,
): WidgetData {
  const main = parts.filter(({ compared }) => !compared);
  const [first] = main;
  if (!first) return { status: 'ready', rows: [], entities: [], pages: [] };
  const other = parts.find(({ compared }) => compared);
  if (first.datasource === undefined) {
    const labelOf = (label: string) => comparedLabel(label, other?.compared);
    return withComparedRows(first.data, other?.data, labelOf, seriesColor, comparesByDefault);
  }
  const pages: (DataPage | undefined)[] = Array.from({ length: datasources }, () => undefined);
  for (const { datasource = 0, data } of main) pages[datasource] = data.pages[0];
  return {
    ...first.data,
    rows: main.flatMap(({ datasource = 0, data }) => data.rows.map((row) => ({ ...row, datasourceIndex: datasource }))),
    entities: main.flatMap(({ data }) => data.entities),
    pages,
    failure: main.find(({ data }) => data.failure)?.data.failure,
  };
}
