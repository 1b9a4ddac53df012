import { describe, expect, it } from 'vitest';
import { ALL_ROUTES } from './routes.ts';

/** A path without the names of its parameters. */
const shape = (path: string) => path.replace(/:\w+|\{\w+\}/g, '*');

const declared = Object.values(ALL_ROUTES);
const routeOf = (method: string, path: string) =>
  declared.find((route) => route.method === method && shape(route.path) === shape(path));

/** What a route takes behind the question mark. */
const parametersOf = (route: object | undefined) =>
  Object.keys((route as { query?: Record<string, unknown> } | undefined)?.query ?? {});

const PAGE = ['pageSize', 'page', 'textSearch', 'sortProperty', 'sortOrder'];
const RELATION = ['fromId', 'fromType', 'relationType', 'toId', 'toType'];
const TYPES = ['isSystem', 'bundleAlias'];

/** Calls of a client: method and path, and the parameters behind it. */
type Calls = Readonly<Record<string, readonly string[]>>;

/** Second document §7. What it writes as "path not shown" is not here. */
const CALLS: Readonly<Record<string, Calls>> = {
  'rule chains': {
    'GET /api/ruleChains': [...PAGE, 'type'],
    'GET /api/ruleChain/{id}': [],
    'POST /api/ruleChain/device/default': [],
    'POST /api/ruleChain': [],
    'DELETE /api/ruleChain/{id}': [],
    'POST /api/ruleChain/{id}/root': [],
    'GET /api/ruleChain/{id}/metadata': [],
    'POST /api/ruleChain/metadata': [],
    'GET /api/ruleNode/{id}/debugIn': [],
    'POST /api/ruleChain/testScript': [],
    'GET /api/edge/{edgeId}/ruleChains': PAGE,
    'POST /api/edge/{edgeId}/ruleChain/{ruleChainId}': [],
    'DELETE /api/edge/{edgeId}/ruleChain/{ruleChainId}': [],
    'POST /api/ruleChain/{id}/edgeTemplateRoot': [],
    'POST /api/ruleChain/{id}/autoAssignToEdge': [],
    'DELETE /api/ruleChain/{id}/autoAssignToEdge': [],
    'GET /api/ruleChain/autoAssignToEdgeRuleChains': [],
    'POST /api/edge/{edgeId}/{ruleChainId}/root': [],
  },
  'rule node components and queues': {
    'GET /api/components/{type}': ['ruleChainType'],
    'GET /api/components': ['componentTypes', 'ruleChainType'],
    'GET /api/component/{clazz}': [],
    'GET /api/tenant/queues': ['serviceType'],
  },
  devices: {
    'GET /api/tenant/deviceInfos': [...PAGE, 'type', 'deviceProfileId'],
    'GET /api/customer/{customerId}/deviceInfos': [...PAGE, 'type', 'deviceProfileId'],
    'GET /api/device/{id}': [],
    'GET /api/devices': ['deviceIds'],
    'GET /api/device/info/{id}': [],
    'POST /api/device': [],
    'DELETE /api/device/{id}': [],
    'GET /api/device/types': [],
    'GET /api/device/{id}/credentials': [],
    'POST /api/device/credentials': [],
    'POST /api/customer/public/device/{id}': [],
    'POST /api/customer/{customerId}/device/{deviceId}': [],
    'DELETE /api/customer/device/{id}': [],
    'POST /api/rpc/oneway/{id}': [],
    'POST /api/rpc/twoway/{id}': [],
    'GET /api/rpc/persistent/{id}': [],
    'POST /api/devices': [],
    'GET /api/tenant/devices': ['deviceName'],
    'POST /api/customer/device/{name}/claim': [],
    'DELETE /api/customer/device/{name}/claim': [],
    'POST /api/edge/{edgeId}/device/{deviceId}': [],
    'DELETE /api/edge/{edgeId}/device/{deviceId}': [],
    'GET /api/edge/{edgeId}/devices': [...PAGE, 'type'],
    'POST /api/device/bulk_import': [],
    'GET /api/devices/count/{type}/{deviceProfileId}': [],
  },
  'OTA packages': {
    'GET /api/otaPackages': PAGE,
    'GET /api/otaPackages/{deviceProfileId}/{type}': PAGE,
    'GET /api/otaPackage/{id}': [],
    'GET /api/otaPackage/info/{id}': [],
    'GET /api/otaPackage/{id}/download': [],
    'POST /api/otaPackage': [],
    'POST /api/otaPackage/{id}': ['checksumAlgorithm', 'checksum'],
    'DELETE /api/otaPackage/{id}': [],
  },
  'device profiles': {
    'GET /api/deviceProfiles': PAGE,
    'GET /api/deviceProfile/{id}': [],
    'POST /api/deviceProfile': [],
    'DELETE /api/deviceProfile/{id}': [],
    'POST /api/deviceProfile/{id}/default': [],
    'GET /api/deviceProfileInfo/default': [],
    'GET /api/deviceProfileInfo/{id}': [],
    'GET /api/deviceProfileInfos': [...PAGE, 'transportType'],
    'GET /api/deviceProfile/devices/keys/attributes': ['deviceProfileId'],
    'GET /api/deviceProfile/devices/keys/timeseries': ['deviceProfileId'],
    'GET /api/resource/lwm2m': ['sortProperty', 'sortOrder', 'objectIds', 'searchText'],
    'GET /api/resource/lwm2m/page': PAGE,
    'GET /api/lwm2m/deviceProfile/bootstrap/{isBootstrap}': [],
  },
  widgets: {
    'GET /api/widgetsBundles': PAGE,
    'GET /api/widgetsBundle/{id}': [],
    'POST /api/widgetsBundle': [],
    'DELETE /api/widgetsBundle/{id}': [],
    'GET /api/widgetTypes': TYPES,
    'GET /api/widgetTypesDetails': TYPES,
    'GET /api/widgetTypesInfos': TYPES,
    'GET /api/widgetType': [...TYPES, 'alias'],
    'POST /api/widgetType': [],
    'GET /api/widgetType/{id}': [],
    'DELETE /api/widgetType/{id}': [],
  },
  relations: {
    'POST /api/relation': [],
    'DELETE /api/relation': RELATION,
    'DELETE /api/relations': ['entityId', 'entityType'],
    'GET /api/relation': RELATION,
    'GET /api/relations': RELATION,
    'GET /api/relations/info': ['fromId', 'fromType', 'toId', 'toType'],
    'POST /api/relations': [],
    'POST /api/relations/info': [],
  },
  'telemetry and attributes': {
    'GET /api/plugins/telemetry/{entityType}/{id}/keys/timeseries': [],
    'GET /api/plugins/telemetry/{entityType}/{id}/keys/attributes': [],
    'GET /api/plugins/telemetry/{entityType}/{id}/values/attributes/{scope}': ['keys'],
    'DELETE /api/plugins/telemetry/{entityType}/{id}/{scope}': ['keys'],
    'DELETE /api/plugins/telemetry/{entityType}/{id}/timeseries/delete': [
      ...['keys', 'deleteAllDataForKeys', 'startTs', 'endTs'],
    ],
    'POST /api/plugins/telemetry/{entityType}/{id}/{scope}': [],
    'POST /api/plugins/telemetry/{entityType}/{id}/timeseries/{ttl}': [],
    'GET /api/plugins/telemetry/{entityType}/{id}/values/timeseries': [
      ...['keys', 'startTs', 'endTs', 'limit', 'agg', 'interval', 'orderBy', 'useStrictDataTypes'],
    ],
  },
  'queries and edges': {
    'POST /api/entitiesQuery/find': [],
    'POST /api/entitiesQuery/find/keys': ['attributes', 'timeseries'],
    'POST /api/alarmsQuery/find': [],
    'GET /api/edge/{id}/events': [...PAGE, 'startTime', 'endTime'],
    'POST /api/edge/sync/{id}': [],
    'GET /api/edge/missingToRelatedRuleChains/{id}': [],
  },
  administration: {
    'GET /api/admin/settings/{key}': [],
    'POST /api/admin/settings': [],
    'POST /api/admin/settings/testMail': [],
    'POST /api/admin/settings/testSms': [],
    'GET /api/admin/securitySettings': [],
    'POST /api/admin/securitySettings': [],
    'GET /api/admin/updates': [],
    'GET /api/dashboard/maxDatapointsLimit': [],
    'GET /api/uiSettings/helpBaseUrl': [],
  },
};

describe.each(Object.entries(CALLS))('calls about %s', (_, calls) => {
  it.each(Object.entries(calls))('%s is answered', (call, parameters) => {
    const [method = '', path = ''] = call.split(' ');
    const route = routeOf(method, path);
    expect(route, call).toBeDefined();
    expect(parametersOf(route)).toEqual(expect.arrayContaining([...parameters]));
  });
});
