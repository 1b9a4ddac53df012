import { http } from '../api/client.ts';
import type { AliasInfo } from '../dashboard/aliases.ts';
import { datasourcesOf } from '../dashboard/resolve-datasources.ts';
import type { Datasource, Widget } from '../widgets/model.ts';
import { entityDataQuery, wholePage } from '../widgets/runtime/entity-query.ts';
import type { Plain, SubscriptionRequest } from './protocol.ts';

const record = (value: unknown): Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : {};

/** A datasource that names its entities by their names or ids. */
function withFilter(datasource: Datasource): Datasource {
  const { entityType, entityIds, entityNamePrefix } = datasource as Datasource & Plain;
  if (datasource.entityAliasId || datasource.entityId || datasource.type !== 'entity') return datasource;
  const name = entityNamePrefix ?? datasource.entityName;
  const filter = Array.isArray(entityIds)
    ? { type: 'entityList', entityType, entityList: entityIds.slice(0, 1000).map(String) }
    : typeof name === 'string' && name
      ? { type: 'entityName', entityType, entityNameFilter: name }
      : undefined;
  return filter ? ({ entityFilter: filter, ...datasource } as Datasource) : datasource;
}

const COMPARISON = ['comparisonEnabled', 'timeForComparison', 'comparisonCustomIntervalValue'];

/** The device that calls of a subscription go to, named by the alias or by its id. */
function targetsOf({ targetDeviceAliasIds, targetDeviceIds }: Plain): Plain[] {
  const [alias] = Array.isArray(targetDeviceAliasIds) ? targetDeviceAliasIds : [];
  const [id] = Array.isArray(targetDeviceIds) ? targetDeviceIds : [];
  const source = { type: 'entity', dataKeys: [] };
  if (alias) return [{ ...source, entityAliasId: String(alias) }];
  return id ? [{ ...source, entityType: 'DEVICE', entityId: String(id) }] : [];
}

/** What the options of a script's subscription ask for (widgets.md §1.6). */
export function requestOf(options: unknown, widget: Pick<Widget, 'type'>): SubscriptionRequest {
  const given = record(options);
  const { datasources, alarmSource } = given;
  const kind = given.type ?? widget.type;
  const targets = kind === 'rpc' ? targetsOf(given) : [];
  const sources =
    Array.isArray(datasources) && datasources.length > 0 ? datasources : alarmSource ? [alarmSource] : targets;
  return {
    type: kind === 'timeseries' || kind === 'alarm' ? kind : 'latest',
    datasources: sources.slice(0, 100).map((source) => withFilter(record(source) as unknown as Datasource)),
    stateData: given.stateData === true,
    singleEntity: given.singleEntity === true || kind === 'rpc',
    isPaged: given.hasDataPageLink === true,
    comparison: Object.fromEntries(COMPARISON.map((name) => [name, given[name]])),
    // A window of its own is meant unless the options say something else.
    ...(given.useDashboardTimewindow !== true && given.timeWindowConfig
      ? { timeWindow: record(given.timeWindowConfig) }
      : {}),
  };
}

/** The same for the data of a widget whose script names its pages. */
export function pagedRequestOf(widget: Widget, typeParameters: Plain): SubscriptionRequest {
  const { config } = widget;
  const kind = widget.type === 'timeseries' || widget.type === 'alarm' ? widget.type : 'latest';
  return {
    type: kind,
    datasources: datasourcesOf(widget),
    stateData: typeParameters.stateData === true,
    singleEntity: typeParameters.singleEntity === true,
    isPaged: true,
    comparison: {},
    ...(config.useDashboardTimewindow === false && config.timewindow ? { timeWindow: record(config.timewindow) } : {}),
  };
}

interface FoundEntity {
  entityId: { entityType: string; id: string };
  latest?: { ENTITY_FIELD?: Record<string, { value?: string }> };
}

/** The first entity that an alias finds, as `resolveSingleEntityInfo` tells it. */
export async function findAliasEntity(alias: AliasInfo | undefined): Promise<Plain | null> {
  if (!alias || 'problem' in alias) return null;
  const query = entityDataQuery({ type: 'entity', dataKeys: [] }, alias.entityFilter, [], wholePage(true));
  const request = { method: 'POST', path: '/api/entitiesQuery/find', reply: 'json', body: query } as const;
  const options = { ignoreErrors: true, ignoreLoading: true };
  const found = (await http.request(request, options)) as { data?: FoundEntity[] } | null;
  const [first] = found?.data ?? [];
  if (!first) return null;
  const { name, label } = first.latest?.ENTITY_FIELD ?? {};
  const { entityType, id } = first.entityId;
  return {
    ...{ id, entityType, name: name?.value ?? '', label: label?.value ?? '', entityDescription: '' },
    origEntity: { id: { entityType, id }, name: name?.value ?? '' },
  };
}
