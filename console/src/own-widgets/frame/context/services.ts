import { defer, map, type Observable } from 'rxjs';
import { keysQuery } from '../../../api/keys-query.ts';
import type { Bridge } from '../bridge.ts';

interface EntityId {
  entityType: string;
  id: string;
}

interface Attribute {
  key: string;
  value: unknown;
}

/** What alarms are asked for. */
interface AlarmsWanted {
  affectedEntityId?: EntityId | null;
  searchStatus?: unknown;
  status?: unknown;
  pageLink?: { startTime?: unknown; endTime?: unknown };
  fetchOriginator?: unknown;
}

type Query = Readonly<Record<string, unknown>>;

/** A set is written as a parameter for each of its members. */
function queryOf(query: Query): string {
  const given = Object.entries(query)
    .flatMap(([name, value]) => (value instanceof Set ? [...value] : [value]).map((one) => [name, String(one ?? '')]))
    .filter(([, value]) => value !== '');
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
}

/** Members of a page link as the API wants them. */
function pageQuery(link: unknown): Query {
  const { pageSize = 10, page = 0, textSearch, sortOrder } = (link ?? {}) as Record<string, unknown>;
  const { property, direction } = (sortOrder ?? {}) as Record<string, unknown>;
  return { pageSize, page, textSearch, sortProperty: property, sortOrder: direction };
}

const idOf = (id: unknown): string =>
  encodeURIComponent(typeof id === 'object' && id !== null ? String((id as { id?: unknown }).id) : String(id));

/** Entities a query finds at most. */
const LARGEST_PAGE = 1024;

/** Asks for entities of a type whose names begin with a text, by their names. */
function namedQuery(entityType: string, name: string, pageSize: number) {
  const field = (key: string) => ({ type: 'ENTITY_FIELD', key });
  return {
    entityFilter: name
      ? { type: 'entityName', entityType, entityNameFilter: name }
      : { type: 'entityType', entityType },
    entityFields: ['name', 'label', 'type'].map(field),
    latestValues: [],
    keyFilters: [],
    pageLink: {
      pageSize: pageSize > 0 ? Math.min(pageSize, LARGEST_PAGE) : LARGEST_PAGE,
      page: 0,
      sortOrder: { key: field('name'), direction: 'ASC' },
    },
  };
}

/** What a query has found, as entities with their names. */
function foundEntities(page: unknown): { id: EntityId; name: string; label: string; type: string }[] {
  const { data } = (page ?? {}) as {
    data?: { entityId: EntityId; latest?: Record<string, Record<string, Attribute>> }[];
  };
  return (data ?? []).map(({ entityId, latest }) => {
    const field = (name: string) => String(latest?.ENTITY_FIELD?.[name]?.value ?? '');
    return { id: entityId, name: field('name'), label: field('label'), type: field('type') };
  });
}

/** The services of the console of 3.3.2 that scripts use (widgets.md §1.9), as calls of the page. */
export function createServices(bridge: Bridge) {
  const request = (method: string, path: string, body?: unknown): Observable<unknown> =>
    defer(() => bridge.call('http', method, path, body));
  const http = {
    get: (path: string, options?: { params?: Query }) => request('GET', path + queryOf(options?.params ?? {})),
    post: (path: string, body?: unknown) => request('POST', path, body ?? null),
    put: (path: string, body?: unknown) => request('PUT', path, body ?? null),
    delete: (path: string) => request('DELETE', path),
  };

  /** Those with the ids of a list, or a page of all. */
  const listed = (of: string, wanted: unknown) =>
    Array.isArray(wanted)
      ? http.get(`/api/${of}s${queryOf({ [`${of}Ids`]: wanted.map(String).join(',') })}`)
      : http.get(`/api/${of}s${queryOf(pageQuery(wanted))}`);

  /** Reading, saving, deleting and listing of one kind of entity. */
  const kind = (name: string, of: string) => ({
    [`get${name}`]: (id: unknown) => http.get(`/api/${of}/${idOf(id)}`),
    [`get${name}Info`]: (id: unknown) => http.get(`/api/${of}/info/${idOf(id)}`),
    [`save${name}`]: (entity: unknown) => http.post(`/api/${of}`, entity),
    [`delete${name}`]: (id: unknown) => http.delete(`/api/${of}/${idOf(id)}`),
    [`getTenant${name}Infos`]: (link: unknown, type = '') =>
      http.get(`/api/tenant/${of}Infos${queryOf({ ...pageQuery(link), type })}`),
    [`getCustomer${name}Infos`]: (customerId: unknown, link: unknown, type = '') =>
      http.get(`/api/customer/${idOf(customerId)}/${of}Infos${queryOf({ ...pageQuery(link), type })}`),
    [`get${name}Types`]: () => http.get(`/api/${of}/types`),
    [`get${name}s`]: (wanted: unknown) => listed(of, wanted),
    findByQuery: (query: unknown) => http.post(`/api/${of}s`, query),
    findByName: (name: string) => http.get(`/api/tenant/${of}s${queryOf({ [`${of}Name`]: name })}`),
    [`find${name}sByQuery`]: (query: unknown) => http.post(`/api/${of}s`, query),
    [`assign${name}ToCustomer`]: (customerId: unknown, id: unknown) =>
      http.post(`/api/customer/${idOf(customerId)}/${of}/${idOf(id)}`),
  });
  const tenantDashboards = (link: unknown) => http.get(`/api/tenant/dashboards${queryOf(pageQuery(link))}`);

  const telemetry = ({ entityType, id }: EntityId) => `/api/plugins/telemetry/${entityType}/${idOf(id)}`;
  const keysOf = (attributes: readonly Attribute[]) => keysQuery(attributes.map(({ key }) => key));

  /** Saves what has a value, and deletes what has none. */
  const saved = (
    attributes: readonly Attribute[],
    save: (body: Record<string, unknown>) => Observable<unknown>,
    remove: (keys: readonly Attribute[]) => Observable<unknown>,
  ): Observable<unknown> => {
    const kept = attributes.filter(({ value }) => value !== null && value !== undefined);
    const gone = attributes.filter(({ value }) => value === null || value === undefined);
    return defer(async () => {
      const steps = [
        ...(kept.length > 0 ? [save(Object.fromEntries(kept.map(({ key, value }) => [key, value])))] : []),
        ...(gone.length > 0 ? [remove(gone)] : []),
      ];
      for (const step of steps)
        await new Promise((resolve, reject) => step.subscribe({ next: resolve, error: reject }));
    });
  };

  const attributeService = {
    getEntityAttributes: (entity: EntityId, scope: string, keys?: readonly string[]) =>
      http.get(`${telemetry(entity)}/values/attributes/${scope}${queryOf(keysQuery(keys ?? []))}`),
    deleteEntityAttributes: (entity: EntityId, scope: string, attributes: readonly Attribute[]) =>
      http.delete(`${telemetry(entity)}/${scope}${queryOf(keysOf(attributes))}`),
    saveEntityAttributes: (entity: EntityId, scope: string, attributes: readonly Attribute[]) =>
      saved(
        attributes,
        (body) => http.post(`${telemetry(entity)}/${scope}`, body),
        (gone) => attributeService.deleteEntityAttributes(entity, scope, gone),
      ),
    saveEntityTimeseries: (entity: EntityId, scope: string, attributes: readonly Attribute[]) =>
      saved(
        attributes,
        (body) => http.post(`${telemetry(entity)}/timeseries/${scope}`, body),
        (gone) => attributeService.deleteEntityTimeseries(entity, gone, true),
      ),
    deleteEntityTimeseries: (
      entity: EntityId,
      attributes: readonly Attribute[],
      deleteAllDataForKeys = false,
      startTs?: number,
      endTs?: number,
    ) =>
      http.delete(
        `${telemetry(entity)}/timeseries/delete${queryOf({ ...keysOf(attributes), deleteAllDataForKeys, startTs, endTs })}`,
      ),
    getEntityTimeseries: (
      entity: EntityId,
      keys: readonly string[],
      startTs: number,
      endTs: number,
      limit = 100,
      agg = 'NONE',
      interval?: number,
      orderBy = 'DESC',
      useStrictDataTypes = false,
    ) => {
      const query = { ...keysQuery(keys), startTs, endTs, limit, agg, interval, orderBy, useStrictDataTypes };
      return http.get(`${telemetry(entity)}/values/timeseries${queryOf(query)}`);
    },
    getEntityTimeseriesLatest: (entity: EntityId, keys?: readonly string[], useStrictDataTypes = false) =>
      http.get(`${telemetry(entity)}/values/timeseries${queryOf({ ...keysQuery(keys ?? []), useStrictDataTypes })}`),
  };

  /** `ENTITY_VIEW` as addresses have it: `entityView`. */
  const pathOf = (entityType: string) =>
    entityType.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const relation = (from: EntityId, type: string, to: EntityId) =>
    queryOf({ fromId: from.id, fromType: from.entityType, relationType: type, toId: to.id, toType: to.entityType });
  const services = {
    deviceService: {
      ...kind('Device', 'device'),
      sendOneWayRpcCommand: (id: unknown, body: unknown) => http.post(`/api/rpc/oneway/${idOf(id)}`, body),
      sendTwoWayRpcCommand: (id: unknown, body: unknown) => http.post(`/api/rpc/twoway/${idOf(id)}`, body),
      getDeviceCredentials: (id: unknown) => http.get(`/api/device/${idOf(id)}/credentials`),
    },
    assetService: kind('Asset', 'asset'),
    entityViewService: kind('EntityView', 'entityView'),
    customerService: {
      ...kind('Customer', 'customer'),
      findByName: (title: string) => http.get(`/api/tenant/customers${queryOf({ customerTitle: title })}`),
    },
    dashboardService: {
      ...kind('Dashboard', 'dashboard'),
      getDashboards: tenantDashboards,
      getTenantDashboards: tenantDashboards,
      getTenantDashboardInfos: tenantDashboards,
      getCustomerDashboards: (customerId: unknown, link: unknown) =>
        http.get(`/api/customer/${idOf(customerId)}/dashboards${queryOf(pageQuery(link))}`),
    },
    userService: {
      getUser: (id: unknown) => http.get(`/api/user/${idOf(id)}`),
      getUsers: (link: unknown) => http.get(`/api/users${queryOf(pageQuery(link))}`),
    },
    deviceProfileService: kind('DeviceProfile', 'deviceProfile'),
    otaPackageService: {
      getOtaPackages: (link: unknown) => http.get(`/api/otaPackages${queryOf(pageQuery(link))}`),
      getOtaPackage: (id: unknown) => http.get(`/api/otaPackage/${idOf(id)}`),
      getOtaPackageInfo: (id: unknown) => http.get(`/api/otaPackage/info/${idOf(id)}`),
    },
    alarmService: {
      getAlarm: (id: unknown) => http.get(`/api/alarm/${idOf(id)}`),
      getAlarmInfo: (id: unknown) => http.get(`/api/alarm/info/${idOf(id)}`),
      ackAlarm: (id: unknown) => http.post(`/api/alarm/${idOf(id)}/ack`),
      clearAlarm: (id: unknown) => http.post(`/api/alarm/${idOf(id)}/clear`),
      saveAlarm: (alarm: unknown) => http.post('/api/alarm', alarm),
      deleteAlarm: (id: unknown) => http.delete(`/api/alarm/${idOf(id)}`),
      getHighestAlarmSeverity: (entity: EntityId, searchStatus?: unknown, status?: unknown) =>
        http.get(`/api/alarm/highestSeverity/${entity.entityType}/${idOf(entity)}${queryOf({ searchStatus, status })}`),
      getAlarms({ affectedEntityId, searchStatus, status, pageLink, fetchOriginator }: AlarmsWanted) {
        const { startTime, endTime } = pageLink ?? {};
        const query = { ...pageQuery(pageLink), startTime, endTime, searchStatus, status, fetchOriginator };
        const of = affectedEntityId ? `alarm/${affectedEntityId.entityType}/${idOf(affectedEntityId)}` : 'alarms';
        return http.get(`/api/${of}${queryOf(query)}`);
      },
    },
    attributeService,
    entityRelationService: {
      saveRelation: (body: unknown) => http.post('/api/relation', body),
      deleteRelation: (from: EntityId, type: string, to: EntityId) =>
        http.delete(`/api/relation${relation(from, type, to)}`),
      getRelation: (from: EntityId, type: string, to: EntityId) => http.get(`/api/relation${relation(from, type, to)}`),
      findByFrom: ({ entityType, id }: EntityId) =>
        http.get(`/api/relations${queryOf({ fromId: id, fromType: entityType })}`),
      findByTo: ({ entityType, id }: EntityId) =>
        http.get(`/api/relations${queryOf({ toId: id, toType: entityType })}`),
      findInfoByFrom: ({ entityType, id }: EntityId) =>
        http.get(`/api/relations/info${queryOf({ fromId: id, fromType: entityType })}`),
      findInfoByTo: ({ entityType, id }: EntityId) =>
        http.get(`/api/relations/info${queryOf({ toId: id, toType: entityType })}`),
      deleteRelations: ({ entityType, id }: EntityId) =>
        http.delete(`/api/relations${queryOf({ entityId: id, entityType })}`),
      findByQuery: (query: unknown) => http.post('/api/relations', query),
    },
    entityService: {
      getEntity: (entityType: string, id: unknown) => http.get(`/api/${pathOf(entityType)}/${idOf(id)}`),
      getEntitiesByNameFilter: (entityType: string, name: string, pageSize = 100) =>
        http.post('/api/entitiesQuery/find', namedQuery(entityType, name, pageSize)).pipe(map(foundEntities)),
      findEntityDataByQuery: (query: unknown) => http.post('/api/entitiesQuery/find', query),
      findEntityKeysByQuery: (query: unknown) =>
        http.post('/api/entitiesQuery/find/keys?timeseries=true&attributes=true', query),
    },
  };
  return { http, services };
}
