import * as z from 'zod/mini';
import { alarmRoutes } from './alarm.ts';
import { assetCalls } from './asset.ts';
import { auditLogRoutes } from './audit-log.ts';
import { customerRoutes } from './customer.ts';
import { dashboardRoutes } from './dashboard.ts';
import { deviceRoutes } from './device.ts';
import { deviceProfileRoutes } from './device-profile.ts';
import { type EdgeAttribute, type EdgeEvent, edgeCalls, edgeMemberCalls, edgeRoutes, isDeployed } from './edge.ts';
import { entityViewCalls } from './entity-view.ts';
import { eventRoutes } from './event.ts';
import { NULL_UUID } from './id.ts';
import { exportPathOf } from './list-export-path.ts';
import { otaPackageRoutes } from './ota-package.ts';
import { queryList } from './page.ts';
import { relationRoutes } from './relation.ts';
import { type Report, reportRoutes } from './report.ts';
import { resourceRoutes } from './resource.ts';
import { type Rollout, type RolloutWave, rolloutRoutes } from './rollout.ts';
import type { Route, RouteDefinition } from './route.ts';
import { definitionOf } from './route-definition.ts';
import { ruleChainRoutes } from './rule-chain.ts';
import { setAsideMessageRoutes } from './set-aside-message.ts';
import { telemetryRoutes } from './telemetry.ts';
import { tenantRoutes } from './tenant.ts';
import { tenantProfileRoutes } from './tenant-profile.ts';
import { userRoutes } from './user.ts';
import { type WidgetsBundle, widgetRoutes } from './widget.ts';

/** Kinds of files that lists go out as. */
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A list that goes out as a file. */
export interface ListExport {
  /** The call that reads its pages: who may read them may export them. */
  list: Route;
  /** The call of the export: its filters, search and order are those of the list. */
  route: Route;
  /** Beginning of the name of the file. */
  name: string;
  /** Members of its rows that can be columns: `additionalInfo.description`. */
  columns: readonly string[];
  /** Parameters of the list that its rows need for these columns. */
  always?: Readonly<Record<string, unknown>>;
  /** Its call replies all rows at once, and the console searches and sorts them. */
  whole?: WholeList;
  /** Columns that are not members of its rows but are made of them, by their names. */
  made?: MadeColumns;
  /** A call whose reply columns are made with, besides the row; a parameter may be one of the list, by its name. */
  beside?: { route: Route; params: Readonly<Record<string, string>> };
}

/** What a column that is made has of a row. @param beside what the call beside the list has replied */
type MadeColumn = (row: never, beside: never) => string | number | boolean | null;
export type MadeColumns = Readonly<Record<string, MadeColumn>>;

/** How a list is searched and sorted that has no pages. */
export interface WholeList {
  /** Columns in whose texts a search looks, of any letter case. */
  searched: readonly string[];
  /** Columns that its rows are sorted by. */
  sortedBy: readonly string[];
  /** Columns with a kind of entity: if they are in the file, rows of the kinds that a search names are found too. */
  kinds?: readonly string[];
}

/** What narrows a whole list. */
export interface WholeListSearch {
  textSearch?: string;
  /** With a text: kinds of entities whose names have it in the language of who searches. */
  kinds?: string[];
}

const MAX_COLUMNS = 50;
/** In characters. */
const MAX_TITLE = 200;

/** Titles of columns, as JSON: they may hold any character. */
const titlesQuery = z.pipe(
  z.string().check(
    z.refine((text) => readTitles(text) !== undefined, {
      error: `must be a JSON array of at most ${MAX_COLUMNS} texts of at most ${MAX_TITLE} characters`,
    }),
  ),
  z.transform((text: string) => readTitles(text) ?? []),
);

function readTitles(text: string): string[] | undefined {
  try {
    const titles: unknown = JSON.parse(text);
    const isList = Array.isArray(titles) && titles.length <= MAX_COLUMNS;
    return isList && titles.every((title) => typeof title === 'string' && title.length <= MAX_TITLE)
      ? titles
      : undefined;
  } catch {
    return undefined;
  }
}

/** Makes the export of a list: its path with `/export` behind it, and its parameters but those of pages. */
function exportOf(
  list: Route,
  name: string,
  columns: readonly string[],
  { always, whole, made, beside }: Pick<ListExport, 'always' | 'whole' | 'made' | 'beside'> = {},
): ListExport {
  const { method, query, params, body, tag, summary, access } = definitionOf(list);
  const left = new Set(['pageSize', 'page', ...Object.keys(always ?? {})]);
  const filters = Object.fromEntries(Object.entries(query ?? {}).filter(([parameter]) => !left.has(parameter)));
  const known = new Set(columns);
  const columnsQuery = z.pipe(
    z.string().check(
      z.refine((text) => text.split(',').length <= MAX_COLUMNS && text.split(',').every((one) => known.has(one)), {
        error: `must be some of ${columns.join(',')}`,
      }),
    ),
    z.transform((text: string) => text.split(',')),
  );
  const route: RouteDefinition = {
    method,
    path: exportPathOf(list.path),
    tag,
    summary: `${summary}, as a file: all rows of the list, with the chosen columns`,
    access,
    ...(params ? { params } : {}),
    ...(body ? { body } : {}),
    query: {
      ...filters,
      ...(whole ? { textSearch: z.optional(z.string()) } : {}),
      ...(whole?.kinds ? { kinds: z.optional(queryList) } : {}),
      format: z.enum(EXPORT_FORMATS),
      columns: z.optional(columnsQuery),
      titles: z.optional(titlesQuery),
    },
    reply: 'binary',
  };
  return {
    ...{ list, route, name, columns },
    ...(always ? { always } : {}),
    ...(whole ? { whole } : {}),
    ...(made ? { made } : {}),
    ...(beside ? { beside } : {}),
  };
}

const BASE = ['createdTime', 'name', 'type', 'label', 'id', 'additionalInfo.description'];
const OWNED = ['customerTitle', 'customerIsPublic'];
const DEVICE = [...BASE, 'additionalInfo.gateway'];
const VIEW = ['createdTime', 'name', 'type', 'id', 'additionalInfo.description'];
const CONTACT = ['email', 'phone', 'country', 'state', 'city', 'zip', 'address', 'address2'];
const TITLED = ['createdTime', 'title', 'id', 'additionalInfo.description'];
const DASHBOARD = ['createdTime', 'title', 'id', 'assignedCustomers'];
const DEVICE_INFO = [...DEVICE, ...OWNED, 'deviceProfileName', 'active', 'lastActivityTime'];
const PROFILE = ['createdTime', 'name', 'description', 'default', 'id'];
const RULE_CHAIN = ['createdTime', 'name', 'type', 'root', 'debugMode', 'id', 'additionalInfo.description'];
const USER = ['createdTime', 'email', 'firstName', 'lastName', 'authority', 'id', 'additionalInfo.description'];
const OTA_PACKAGE = [
  ...['createdTime', 'title', 'version', 'type', 'tag', 'fileName', 'dataSize', 'checksumAlgorithm', 'checksum', 'url'],
  ...['id', 'additionalInfo.description'],
];
const RESOURCE = ['createdTime', 'title', 'resourceType', 'resourceKey', 'id'];
const ALARM = [
  ...['createdTime', 'originatorName', 'originator.entityType', 'originator', 'type', 'severity', 'status'],
  ...['startTs', 'endTs', 'ackTs', 'clearTs', 'details', 'id'],
];
const AUDIT = [
  ...['createdTime', 'entityId.entityType', 'entityId', 'entityName', 'userName', 'actionType', 'actionStatus'],
  ...['actionFailureDetails', 'actionData'],
];

const SET_ASIDE = [
  ...['createdTime', 'messageType', 'reason', 'queueName', 'originatorName', 'originator', 'ruleChainName'],
  ...['ruleNodeName', 'id'],
];

const ROLLOUT_SUMS = Object.fromEntries(
  (['total', 'waiting', 'underWay', 'succeeded', 'failed', 'rolledBack'] as const).map((member) => [
    `devices.${member}`,
    ({ waves }: Rollout) => waves.reduce((sum, wave: RolloutWave) => sum + wave[member], 0),
  ]),
);
const ROLLOUT = [
  ...['createdTime', 'startedTime', 'endedTime', 'name', 'state', 'reason', 'type', 'packageTitle', 'packageVersion'],
  ...['deviceProfileName', ...Object.keys(ROLLOUT_SUMS), 'id'],
];

const DAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const twoDigits = (count: number) => String(count).padStart(2, '0');
const REPORT_TIMES = {
  /** By the clock of its zone; of an hourly report the minutes after the hour. */
  'schedule.time': ({ schedule: { period, minute } }: Report) =>
    `${period === 'HOUR' ? '' : twoDigits(Math.floor(minute / 60))}:${twoDigits(minute % 60)}`,
  'schedule.days': ({ schedule: { period, weekdays, monthDay } }: Report) => {
    if (period === 'WEEK') return weekdays.map((day) => DAYS[day - 1]).join(', ');
    return period === 'MONTH' ? monthDay : null;
  },
};
const REPORT = [
  ...['createdTime', 'name', 'dashboardTitle', 'format', 'schedule.period', 'schedule.days', 'schedule.time'],
  ...['schedule.timeZone', 'recipients', 'isEnabled', 'userName', 'lastTime', 'lastError', 'nextTime', 'id'],
];

const WIDGETS_BUNDLE = ['createdTime', 'title', 'alias', 'description', 'isOfSystem', 'id'];
const isOfSystem = ({ tenantId }: WidgetsBundle) => tenantId.id === NULL_UUID;

/** What events of one type or another have. */
const EVENT = ['createdTime', 'id'].concat(
  [
    ...['server', 'method', 'event', 'success', 'error', 'messagesProcessed', 'errorsOccurred', 'type', 'msgType'],
    ...['relationType', 'entityName', 'entityId', 'msgId', 'dataType', 'data', 'metadata', 'message'],
  ].map((member) => `body.${member}`),
);

const EDGE_EVENT = ['createdTime', 'type', 'action', 'status', 'entityId', 'body', 'id'];
/** Whether an edge was told, by what it says of itself. */
const statusOfEvent = ({ createdTime }: EdgeEvent, attributes: readonly EdgeAttribute[]) =>
  isDeployed(createdTime, attributes) ? 'DEPLOYED' : 'PENDING';

const VALUES = ['key', 'value', 'lastUpdateTs'];
const VALUES_LIST: WholeList = { searched: ['key', 'value'], sortedBy: ['key'] };
/** Of the history of values, which the newest ones have nothing of. */
const NO_HISTORY = {
  ...{ startTs: undefined, endTs: undefined, interval: undefined, limit: undefined, agg: undefined },
  ...{ orderBy: undefined, intervalType: undefined, timeZone: undefined, timezone: undefined },
};

const RELATION = [
  ...['type', 'from.entityType', 'fromName', 'from', 'to.entityType', 'toName', 'to', 'typeGroup', 'additionalInfo'],
];
const RELATIONS_LIST: WholeList = {
  searched: ['type', 'fromName', 'toName'],
  sortedBy: ['type', 'fromName', 'toName'],
  kinds: ['from.entityType', 'to.entityType'],
};

/** All of them, by the name of the call. */
export const LIST_EXPORTS: Readonly<Record<string, ListExport>> = {
  exportTenantDevices: exportOf(deviceRoutes.getTenantDeviceInfos, 'devices', DEVICE_INFO, {
    always: { activity: true },
  }),
  exportCustomerDevices: exportOf(deviceRoutes.getCustomerDeviceInfos, 'devices', DEVICE_INFO, {
    always: { activity: true },
  }),
  exportTenantAssets: exportOf(assetCalls.infosOfTenant, 'assets', [...BASE, ...OWNED]),
  exportCustomerAssets: exportOf(assetCalls.infosOfCustomer, 'assets', [...BASE, ...OWNED]),
  exportTenantEntityViews: exportOf(entityViewCalls.infosOfTenant, 'entity-views', [...VIEW, ...OWNED]),
  exportCustomerEntityViews: exportOf(entityViewCalls.infosOfCustomer, 'entity-views', [...VIEW, ...OWNED]),
  exportTenantEdges: exportOf(edgeCalls.infosOfTenant, 'edges', [...BASE, ...OWNED]),
  exportCustomerEdges: exportOf(edgeCalls.infosOfCustomer, 'edges', [...BASE, ...OWNED]),
  exportEdgeDevices: exportOf(edgeMemberCalls.DEVICE.list, 'devices', DEVICE),
  exportEdgeAssets: exportOf(edgeMemberCalls.ASSET.list, 'assets', BASE),
  exportEdgeEntityViews: exportOf(edgeMemberCalls.ENTITY_VIEW.list, 'entity-views', VIEW),
  exportEdgeDashboards: exportOf(edgeMemberCalls.DASHBOARD.list, 'dashboards', DASHBOARD),
  exportDeviceProfiles: exportOf(deviceProfileRoutes.getDeviceProfiles, 'device-profiles', [
    ...PROFILE,
    ...['type', 'transportType', 'provisionType'],
  ]),
  exportEdgeRuleChains: exportOf(edgeMemberCalls.RULE_CHAIN.list, 'rule-chains', RULE_CHAIN),
  exportRuleChainList: exportOf(ruleChainRoutes.getRuleChains, 'rule-chains', RULE_CHAIN),
  exportCustomers: exportOf(customerRoutes.getCustomers, 'customers', [...TITLED, ...CONTACT]),
  exportUsers: exportOf(userRoutes.getUsers, 'users', USER),
  exportCustomerUsers: exportOf(userRoutes.getCustomerUsers, 'users', USER),
  exportTenantAdministrators: exportOf(userRoutes.getTenantAdmins, 'users', USER),
  exportTenants: exportOf(tenantRoutes.getTenantInfos, 'tenants', [...TITLED, ...CONTACT, 'tenantProfileName']),
  exportTenantProfiles: exportOf(tenantProfileRoutes.getTenantProfiles, 'tenant-profiles', PROFILE),
  exportOtaPackages: exportOf(otaPackageRoutes.getOtaPackages, 'ota-packages', OTA_PACKAGE),
  exportResources: exportOf(resourceRoutes.getResources, 'resources', RESOURCE),
  exportRollouts: exportOf(rolloutRoutes.getRollouts, 'roll-outs', ROLLOUT, { made: ROLLOUT_SUMS }),
  exportReports: exportOf(reportRoutes.getReports, 'reports', REPORT, { made: REPORT_TIMES }),
  exportWidgetsBundles: exportOf(widgetRoutes.getWidgetsBundles, 'widgets-bundles', WIDGETS_BUNDLE, {
    made: { isOfSystem },
  }),
  exportTenantDashboards: exportOf(dashboardRoutes.getTenantDashboards, 'dashboards', DASHBOARD),
  exportCustomerDashboards: exportOf(dashboardRoutes.getCustomerDashboards, 'dashboards', DASHBOARD),
  exportAlarms: exportOf(alarmRoutes.getAllAlarms, 'alarms', ALARM, { always: { fetchOriginator: true } }),
  exportAlarmsOfEntity: exportOf(alarmRoutes.getAlarms, 'alarms', ALARM, { always: { fetchOriginator: true } }),
  exportSetAsideMessages: exportOf(setAsideMessageRoutes.getSetAsideMessages, 'messages-set-aside', SET_ASIDE),
  exportAttributes: exportOf(telemetryRoutes.getAttributesByScope, 'attributes', VALUES, { whole: VALUES_LIST }),
  exportLatestTelemetry: exportOf(telemetryRoutes.getTimeseries, 'latest-telemetry', VALUES, {
    always: { ...NO_HISTORY, useStrictDataTypes: true },
    whole: VALUES_LIST,
  }),
  exportRelations: exportOf(relationRoutes.getRelationInfos, 'relations', RELATION, { whole: RELATIONS_LIST }),
  exportEdgeEvents: exportOf(edgeRoutes.getEdgeEvents, 'edge-events', EDGE_EVENT, {
    made: { status: statusOfEvent },
    beside: {
      route: telemetryRoutes.getAttributesByScope,
      params: { entityType: 'EDGE', entityId: 'edgeId', scope: 'SERVER_SCOPE' },
    },
  }),
  exportEvents: exportOf(eventRoutes.findEvents, 'events', EVENT),
  exportAuditLogs: exportOf(auditLogRoutes.getAuditLogs, 'audit-log', AUDIT),
  exportAuditLogsOfCustomer: exportOf(auditLogRoutes.getAuditLogsOfCustomer, 'audit-log', AUDIT),
  exportAuditLogsOfUser: exportOf(auditLogRoutes.getAuditLogsOfUser, 'audit-log', AUDIT),
  exportAuditLogsOfEntity: exportOf(auditLogRoutes.getAuditLogsOfEntity, 'audit-log', AUDIT),
};

export const listExportRoutes: Readonly<Record<string, Route>> = Object.fromEntries(
  Object.entries(LIST_EXPORTS).map(([name, { route }]) => [name, route]),
);
