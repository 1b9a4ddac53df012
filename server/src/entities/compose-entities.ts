import { dashboardRoutes as dashboardCalls } from '@signalbox/contract/dashboard';
import { deviceRoutes as deviceCalls } from '@signalbox/contract/device';
import type { OwnedType, SharedType } from '@signalbox/contract/entity-traits';
import type { TestScriptReply, TestScriptRequest } from '@signalbox/contract/rule-chain';
import type { Logger } from 'pino';
import type { EntityDirectory } from '../access/entity-directory.ts';
import type { ActionLog } from '../audit/action-log.ts';
import { createUnattendedLog } from '../audit/unattended-log.ts';
import { followDeletedTenants } from '../bus/deleted-tenants.ts';
import { hasGone, type LiveBus } from '../bus/live-bus.ts';
import type { Settings } from '../config/settings.ts';
import type { EventStore } from '../events/event-store.ts';
import type { RouteImplementation } from '../http/routes.ts';
import type { MessageLog } from '../messages/message-log.ts';
import type { OpenDatabase } from '../storage/database.ts';
import { createListOrders } from '../storage/list-orders.ts';
import { createListPlaces, FAR_PAGES_OF_ROWS } from '../storage/list-places.ts';
import type { LinePlace } from '../storage/timeline-pages.ts';
import { createAssets } from './asset/assets.ts';
import { createServiceAssets } from './asset/service-assets.ts';
import { dashboardKind } from './dashboard/dashboard-kind.ts';
import { briefly, createDashboardNotices } from './dashboard/dashboard-notices.ts';
import { dashboardRoutes } from './dashboard/dashboard-routes.ts';
import { createDashboardService } from './dashboard/dashboard-service.ts';
import { createDashboardStore } from './dashboard/dashboard-store.ts';
import { dashboardVersionRoutes } from './dashboard/dashboard-version-routes.ts';
import { createDashboardVersionService } from './dashboard/dashboard-version-service.ts';
import { createDeletedDashboards } from './dashboard/deleted-dashboards.ts';
import { createHomeDashboardService } from './dashboard/home-dashboard-service.ts';
import { createHomeDashboardStore } from './dashboard/home-dashboard-store.ts';
import { createEntityRemains } from './deletion/entity-remains.ts';
import type { Remains } from './deletion/remains.ts';
import { createRemoval } from './deletion/removal.ts';
import { createDeviceCredentialsService } from './device/device-credentials-service.ts';
import { deviceKind } from './device/device-kind.ts';
import { createDeviceMove } from './device/device-move.ts';
import { deviceRoutes } from './device/device-routes.ts';
import { toDevice } from './device/device-rows.ts';
import { createDeviceService } from './device/device-service.ts';
import { createDeviceStore } from './device/device-store.ts';
import { createDeviceProfileKeys } from './device-profile/device-profile-keys.ts';
import { deviceProfileRoutes } from './device-profile/device-profile-routes.ts';
import { createDeviceProfileService } from './device-profile/device-profile-service.ts';
import { createDeviceProfileStore } from './device-profile/device-profile-store.ts';
import { createNowKeysService } from './device-profile/now-keys-service.ts';
import type { TransportConfigurations } from './device-profile/transport-configuration.ts';
import { composeEdges } from './edge/compose-edges.ts';
import { createEdgeEvents } from './edge/edge-events.ts';
import { createEdgesOf } from './edge/edges-of.ts';
import { createEntityViews } from './entity-view/entity-views.ts';
import type { ViewValues } from './entity-view/view-values.ts';
import { createNamedEntities, type NamedEntitiesParts } from './named-entities.ts';
import { createRequireAssignable } from './ota-package/assignable-packages.ts';
import { otaPackageRoutes } from './ota-package/ota-package-routes.ts';
import { createOtaPackageService } from './ota-package/ota-package-service.ts';
import { createOtaPackageStore } from './ota-package/ota-package-store.ts';
import { createPackageContents } from './ota-package/package-contents.ts';
import { createPackageUpload } from './ota-package/package-upload.ts';
import { createAssignments } from './ownership/assignments.ts';
import { createOwnedService } from './ownership/owned-service.ts';
import { ownedRoutes, sharedRoutes } from './ownership/route-factory.ts';
import { createSharedService } from './ownership/shared-service.ts';
import type { RowPlace } from './paged-list-sql.ts';
import type { PublicCustomers } from './public-customers.ts';
import { relationRoutes } from './relation/relation-routes.ts';
import { createRelationService } from './relation/relation-service.ts';
import { createRelationStore } from './relation/relation-store.ts';
import { resourceRoutes } from './resource/resource-routes.ts';
import { createResourceService } from './resource/resource-service.ts';
import { createResourceStore } from './resource/resource-store.ts';
import { createDeletedChainsStore } from './rule-chain/deleted-chains-store.ts';
import { createRuleChainNotices } from './rule-chain/rule-chain-notices.ts';
import { ruleChainRoutes } from './rule-chain/rule-chain-routes.ts';
import { createRuleChainService } from './rule-chain/rule-chain-service.ts';
import { createRuleChainStore } from './rule-chain/rule-chain-store.ts';
import { createRuleChainTransfer } from './rule-chain/rule-chain-transfer.ts';
import { ruleChainVersionRoutes } from './rule-chain/rule-chain-version-routes.ts';
import { createRuleChainVersionService } from './rule-chain/rule-chain-version-service.ts';
import { createRuleChainVersions } from './rule-chain/rule-chain-versions.ts';
import type { TenantConfigurations } from './tenant-configuration.ts';
import type { TenantLimits } from './tenant-limits.ts';
import { createDeletedSweep } from './versions/deleted-sweep.ts';
import { createDocumentVersions } from './versions/document-versions.ts';
import type { ViewDirectory } from './view-directory.ts';
import { deletedWidgetRoutes } from './widget/deleted-widget-routes.ts';
import { createDeletedWidgetService } from './widget/deleted-widget-service.ts';
import { createDeletedWidgets } from './widget/deleted-widgets.ts';
import { updateShippedWidgets } from './widget/shipped-widgets.ts';
import { widgetRoutes } from './widget/widget-routes.ts';
import { createWidgetTypeService } from './widget/widget-type-service.ts';
import { createWidgetTypeStore } from './widget/widget-type-store.ts';
import { widgetTypeVersionRoutes } from './widget/widget-type-version-routes.ts';
import { createWidgetTypeVersionService } from './widget/widget-type-version-service.ts';
import { createWidgetsBundleService } from './widget/widgets-bundle-service.ts';
import { createWidgetsBundleStore } from './widget/widgets-bundle-store.ts';

const HOUR = 3_600_000;

export interface EntitiesParts {
  database: Pick<OpenDatabase, 'db' | 'pool'>;
  directory: EntityDirectory;
  limits: TenantLimits;
  configurationOf: TenantConfigurations;
  publicCustomers: PublicCustomers;
  /** Creates customers for rule chains. */
  customersOfRules: NamedEntitiesParts['customers'];
  views: ViewDirectory;
  viewValues: ViewValues;
  /** What device profiles say about each transport. */
  profileConfigurations: TransportConfigurations;
  events: EventStore;
  actionLog: ActionLog;
  liveBus: LiveBus;
  log: Logger;
  settings: Pick<Settings, 'edgesEnabled' | 'messageLogRetentionHours'>;
  /** Where messages for the rules go. */
  messages: Pick<MessageLog, 'append'>;
  /** What rooms above keep about an entity and its tenant: calls to devices, alarms. */
  remainsAbove: () => readonly Remains[];
  /** Runs a script of a rule node once. */
  testScript: (tenantId: string, request: TestScriptRequest) => Promise<TestScriptReply>;
}

/** Builds what a tenant works with: devices and their profiles, dashboards, rule chains, and relations between them. */
export function composeEntities(parts: EntitiesParts) {
  const {
    database,
    directory,
    limits,
    configurationOf,
    publicCustomers,
    customersOfRules,
    views,
    viewValues,
    profileConfigurations,
    events,
    actionLog,
    liveBus,
    log,
    settings,
    remainsAbove,
    messages,
    testScript,
  } = parts;
  const { db, pool } = database;
  const relations = createRelationService({ store: createRelationStore(pool), directory, actionLog, liveBus });
  const packageStore = createOtaPackageStore(db);
  const requireAssignable = createRequireAssignable(packageStore);
  const profileStore = createDeviceProfileStore(db);
  const profileKeys = createDeviceProfileKeys(pool);
  const deviceProfiles = createDeviceProfileService({
    store: profileStore,
    keys: profileKeys,
    transports: profileConfigurations,
    requireAssignable,
    directory,
    actionLog,
    liveBus,
  });
  const nowKeys = createNowKeysService({ store: profileStore, profiles: deviceProfiles, actionLog });
  const deviceStore = createDeviceStore(pool, liveBus, log);
  const devices = createDeviceService({
    store: deviceStore,
    profiles: deviceProfiles,
    relations: relations.port,
    requireAssignable,
    directory,
    limits,
    actionLog,
    liveBus,
  });
  const move = createDeviceMove({
    pool,
    devices,
    profiles: deviceProfiles,
    directory,
    limits,
    left: () => [...createEntityRemains(pool), ...remainsAbove()],
    actionLog,
    messages,
    log,
    liveBus,
  });
  const credentials = createDeviceCredentialsService({ store: deviceStore, devices, actionLog, liveBus });
  const documentVersions = createDocumentVersions(db);
  const deletedDashboards = createDeletedDashboards(db, documentVersions);
  const dashboardStore = createDashboardStore(db, documentVersions, deletedDashboards);
  const dashboardNotices = createDashboardNotices({ actionLog, liveBus });
  const dashboards = createDashboardService({
    store: dashboardStore,
    directory,
    limits,
    actionLog,
    notices: dashboardNotices,
  });
  const dashboardVersions = createDashboardVersionService({
    store: dashboardStore,
    versions: documentVersions,
    deleted: deletedDashboards,
    dashboards,
    notices: dashboardNotices,
    limits,
    actionLog,
  });
  const homeDashboards = createHomeDashboardService({
    store: createHomeDashboardStore(pool),
    dashboards,
    directory,
    liveBus,
  });
  const deletedWidgets = createDeletedWidgets(db, documentVersions);
  const bundleStore = createWidgetsBundleStore(db, deletedWidgets.bundles);
  const typeStore = createWidgetTypeStore(db, documentVersions, deletedWidgets.types);
  const widgetsBundles = createWidgetsBundleService({ store: bundleStore, actionLog, liveBus });
  const widgetTypes = createWidgetTypeService({ store: typeStore, actionLog, liveBus });
  const widgetTypeVersions = createWidgetTypeVersionService({
    store: typeStore,
    versions: documentVersions,
    types: widgetTypes,
    actionLog,
  });
  const deletedWidgetService = createDeletedWidgetService({
    deleted: deletedWidgets,
    types: typeStore,
    bundles: bundleStore,
    actionLog,
    liveBus,
  });
  const resources = createResourceService({ store: createResourceStore(db), configurationOf, actionLog, liveBus });
  const versions = createRuleChainVersions(db, { traced: settings.messageLogRetentionHours * HOUR });
  const deletedChains = createDeletedChainsStore(db, versions);
  const packageContents = createPackageContents(db);
  const deletedSweep = createDeletedSweep(
    [packageContents, deletedChains, deletedDashboards, deletedWidgets.bundles, deletedWidgets.types],
    log,
  );
  // What had packages: they go with it, and their files with them.
  const stopFollowingPackages = liveBus.subscribeKinds(['entity'], (change) => {
    const { entityType } = change.entityId;
    if (!hasGone(change) || !['OTA_PACKAGE', 'DEVICE_PROFILE', 'TENANT'].includes(entityType)) return;
    deletedSweep.sweepSoon();
  });
  const otaPackages = createOtaPackageService({
    store: packageStore,
    upload: createPackageUpload({
      store: packageStore,
      contents: packageContents,
      configurationOf,
      onAbandoned: deletedSweep.sweepSoon,
    }),
    profiles: deviceProfiles,
    actionLog,
    liveBus,
  });
  const unattendedLog = createUnattendedLog(actionLog);
  const devicesOfRules = createDeviceService({
    store: deviceStore,
    profiles: createDeviceProfileService({
      store: profileStore,
      keys: profileKeys,
      transports: profileConfigurations,
      requireAssignable,
      directory,
      actionLog: unattendedLog,
      liveBus,
    }),
    relations: relations.port,
    requireAssignable,
    directory,
    limits,
    actionLog: unattendedLog,
    liveBus,
  });
  const ruleChainStore = createRuleChainStore(db, versions, deletedChains);
  const notices = createRuleChainNotices({ actionLog, liveBus });
  const ruleChains = createRuleChainService({ store: ruleChainStore, limits, actionLog, notices });
  const chainVersions = createRuleChainVersionService({
    store: ruleChainStore,
    versions,
    deleted: deletedChains,
    ruleChains,
    notices,
    limits,
  });
  const transfer = createRuleChainTransfer({ store: ruleChainStore, ruleChains });

  const deletedTenants = followDeletedTenants(liveBus);
  const placesParts = { pool, log, deletedTenants };
  const places = createListPlaces<RowPlace>(placesParts, FAR_PAGES_OF_ROWS);
  const orders = createListOrders(deletedTenants);
  const ownership = { pool, db, directory, places, orders, publicCustomers, actionLog, liveBus };
  const assets = createAssets({ ...ownership, relations: relations.port, limits });
  const entityViews = createEntityViews({ ...ownership, relations: relations.port, limits, views, viewValues });
  const edgeEvents = createEdgeEvents(
    { db, deletedTenants },
    createListPlaces<LinePlace>(placesParts, FAR_PAGES_OF_ROWS),
  );
  const edges = composeEdges({
    ...ownership,
    relations: relations.port,
    limits,
    devices,
    assets: assets.service,
    entityViews: entityViews.service,
    dashboards,
    ruleChains,
    edgeEvents,
    areEnabled: settings.edgesEnabled,
  });
  const ownershipRoutes: Readonly<Record<OwnedType | SharedType, RouteImplementation[]>> = {
    DEVICE: ownedRoutes(
      createOwnedService({ ...ownership, kind: deviceKind, require: devices.require, toEntity: toDevice }),
      {
        assign: deviceCalls.assignDeviceToCustomer,
        unassign: deviceCalls.unassignDeviceFromCustomer,
        makePublic: deviceCalls.assignDeviceToPublicCustomer,
      },
    ),
    ASSET: assets.ownershipRoutes,
    EDGE: edges.ownershipRoutes,
    ENTITY_VIEW: entityViews.ownershipRoutes,
    DASHBOARD: sharedRoutes(
      createSharedService({ ...ownership, kind: dashboardKind, require: dashboards.require, briefly }),
      {
        assign: dashboardCalls.assignDashboardToCustomer,
        unassign: dashboardCalls.unassignDashboardFromCustomer,
        makePublic: dashboardCalls.assignDashboardToPublicCustomer,
        makePrivate: dashboardCalls.unassignDashboardFromPublicCustomer,
        setCustomers: dashboardCalls.updateDashboardCustomers,
        addCustomers: dashboardCalls.addDashboardCustomers,
        removeCustomers: dashboardCalls.removeDashboardCustomers,
      },
    ),
  };

  const routes: RouteImplementation[] = [
    ...deviceRoutes(devices, credentials, move),
    ...assets.routes,
    ...edges.routes,
    ...entityViews.routes,
    ...deviceProfileRoutes(deviceProfiles, nowKeys),
    ...dashboardRoutes(dashboards, homeDashboards),
    ...dashboardVersionRoutes(dashboardVersions),
    ...widgetRoutes(widgetsBundles, widgetTypes),
    ...deletedWidgetRoutes(deletedWidgetService),
    ...widgetTypeVersionRoutes(widgetTypeVersions),
    ...resourceRoutes(resources),
    ...otaPackageRoutes(otaPackages, packageContents),
    ...ruleChainVersionRoutes(chainVersions),
    ...ruleChainRoutes({ ruleChains, transfer, directory, events, testScript }),
    ...relationRoutes(relations),
    ...Object.values(ownershipRoutes).flat(),
  ];

  return {
    routes,
    dashboards,
    relations: relations.port,
    edgesOf: createEdgesOf(pool),
    /** What devices are called, read in the background after a start. */
    knownDevices: deviceStore.known,
    /** Remembers where rows of lists of devices are. */
    createDevicePlaces: deviceStore.createPlaces,
    namedDevices: deviceStore.named,
    /** Must be told when old events of edges have been deleted. */
    forgetEdgeEvents: edgeEvents.forget,
    /** Reads bytes of the file of an OTA package. */
    readPackage: packageContents.read,
    /** What roll-outs give packages to devices with. */
    rolledOut: { devices, packages: otaPackages },
    /** What rule chains find by name, or create. */
    named: createNamedEntities({
      pool,
      devices: devicesOfRules,
      assets: createAssets({ ...ownership, relations: relations.port, limits, actionLog: unattendedLog }).service,
      customers: customersOfRules,
    }),
    /** What devices that provision themselves need. */
    provisioned: { devices: devicesOfRules, profiles: profileStore },
    /** Where statistics of queues are stored. */
    serviceAssets: createServiceAssets({ pool, liveBus }),
    /** What rule chains give to customers. */
    assignments: createAssignments(liveBus),
    /** What imports store entities by. */
    imported: { devices, credentials, profiles: deviceProfiles, assets: assets.service, edges: edges.service },
    /** What a new tenant starts with: its default device profile and its root rule chains. */
    async prepareTenant(tenantId: string): Promise<void> {
      await deviceProfiles.createDefault(tenantId);
      await ruleChains.createDefaults(tenantId);
    },
    /** Brings the widget types of the system to what this release has. */
    updateWidgets: () => updateShippedWidgets(pool),
    /** Deletes for good what was deleted long ago. */
    deletedSweep: {
      ...deletedSweep,
      close: async () => {
        stopFollowingPackages();
        await deletedSweep.close();
      },
    },
    /** The job that removes data about deleted entities: first that of the rooms above, then that of this room. */
    createRemoval: (above: readonly Remains[]) =>
      createRemoval({ pool, liveBus, log, remains: [...above, ...createEntityRemains(pool)] }),
  };
}
