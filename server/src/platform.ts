import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createConfiguredBaseUrl } from './access/base-url.ts';
import { composeAccess } from './access/compose-access.ts';
import { composeAdmin } from './admin/compose-admin.ts';
import { composeAlarms } from './alarms/compose-alarms.ts';
import { composeAudit } from './audit/compose-audit.ts';
import { createEmbeddedLiveBus } from './bus/embedded-live-bus.ts';
import { composeClaiming } from './claiming/compose-claiming.ts';
import { createServiceId } from './config/service-id.ts';
import type { Settings } from './config/settings.ts';
import { DEMO_ACCOUNTS } from './demo/demo-data.ts';
import { requireNoPublishedAccount } from './demo/published-accounts.ts';
import { composeDeviceState } from './device-state/compose-device-state.ts';
import { composeEntities } from './entities/compose-entities.ts';
import { composePeople } from './entities/compose-people.ts';
import { composeRegistry } from './entities/compose-registry.ts';
import { createLwm2mModelFiles } from './entities/resource/lwm2m-model-files.ts';
import { createTransportDevices } from './entities/transport-devices.ts';
import { composeEvents } from './events/compose-events.ts';
import { composeExports } from './exports/compose-exports.ts';
import { createHelp } from './help/help.ts';
import { composeHttp } from './http/compose-http.ts';
import { guardSaves } from './http/guarded-saves.ts';
import type { RouteImplementation } from './http/routes.ts';
import { attachUpgrades } from './http/socket-upgrades.ts';
import { composeImports } from './imports/compose-imports.ts';
import { composeJobs } from './jobs/compose-jobs.ts';
import { createLifecycle } from './lifecycle.ts';
import { composeLive } from './live/compose-live.ts';
import { composeMail } from './mail/compose-mail.ts';
import { composeMessages } from './messages/compose-messages.ts';
import { composeOAuth2 } from './oauth2/compose-oauth2.ts';
import { composeOta } from './ota/compose-ota.ts';
import { createProvisioning } from './provisioning/provisioning-service.ts';
import { composeQuery } from './query/compose-query.ts';
import { composeRecorder } from './recorder/compose-recorder.ts';
import { composeReports } from './reports/compose-reports.ts';
import { composeRollouts } from './rollouts/compose-rollouts.ts';
import { composeRpc } from './rpc/compose-rpc.ts';
import { composeRules } from './rules/compose-rules.ts';
import { createAdminSettingStore } from './storage/admin-setting-store.ts';
import { openDatabase } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { composeTelemetry } from './telemetry/compose-telemetry.ts';
import { composeTelemetryApi } from './telemetry-api/compose-telemetry-api.ts';
import { composeTransports } from './transports/compose-transports.ts';
import { profileConfigurations } from './transports/profile-configurations.ts';
import type { TransportAddress } from './transports/transport.ts';
import { createCallLimits } from './usage/call-limits.ts';
import { composeUsage } from './usage/compose-usage.ts';

export interface PlatformOptions {
  settings: Settings;
  log: Logger;
  /** Where the database is. */
  connection: pg.PoolConfig;
  /** The platform cannot continue: its runner ends the process. */
  onBroken: (error: Error) => void;
}

/** A whole server: everything built and joined, ready to be started. */
export interface Platform {
  http: FastifyInstance;
  /** The calls of the REST API that are answered. */
  routes: readonly RouteImplementation[];
  /** Port the HTTP server listens on, after start. */
  httpPort: () => number;
  /** undefined without a certificate */
  httpsPort: () => number | undefined;
  /** Name of each transport → where devices reach it, after start. */
  transportAddresses: () => Readonly<Record<string, TransportAddress>>;
  /** Account of the system administrator when this start made it; its password is shown once. */
  firstAdministrator: { username: string; password: string } | undefined;
  stop: () => Promise<void>;
}

/**
 * Builds the house: opens the storage, composes every room with what it needs of the others, and starts listening.
 * Rooms are composed from the bottom (storage) to the top (transports, HTTP) and stopped in reverse.
 */
export async function startPlatform({ settings, log, connection, onBroken }: PlatformOptions): Promise<Platform> {
  const database = openDatabase(connection, settings.databaseConnections);
  const lifecycle = createLifecycle();
  lifecycle.started(() => database.close());
  try {
    await migrate(database.pool);
    const { db, pool } = database;
    const liveBus = createEmbeddedLiveBus(log);
    /** Name of this server in events and in messages that are answered to it. */
    const serviceId = createServiceId();
    const adminSettings = createAdminSettingStore(db);
    /** What most rooms need. */
    const base = { database, db, pool, liveBus, log, serviceId, settings, adminSettings };

    const { devices, audited, tellEdges, close: closeRegistry, ...registry } = composeRegistry(base);
    lifecycle.started(closeRegistry);
    const usage = composeUsage({
      ...base,
      actionLog: { record: (action) => actionLog.record(action) },
      mail: { send: (content) => mail.send(content) },
      saveTimeseries: (unit, writes) => telemetry.service.saveTimeseriesBatch(unit, writes),
      baseUrl: createConfiguredBaseUrl(adminSettings),
    });
    // Takes the partitions over: whatever a previous server stores with its messages, it has stored by now.
    const messageLog = await composeMessages({
      ...base,
      onBroken,
      onSetAside: (failed) => events.recordSetAside(failed),
    });
    const closeMessageLog = (): Promise<void> => messageLog.close();
    lifecycle.started(closeMessageLog);
    const telemetry = await composeTelemetry({ ...base, ...registry, usage: usage.meter, connection });
    lifecycle.started(telemetry.close);
    const { actionLog, ...audit } = composeAudit({ ...base, audited, tellEdges, messageLog });
    lifecycle.started(audit.close);
    const mail = await composeMail(base);
    lifecycle.started(mail.close);
    lifecycle.started(usage.close);
    const access = await composeAccess({ ...base, mail, actionLog, currentUser: (user) => people.users.own(user) });
    lifecycle.started(access.close);
    const events = composeEvents({
      ...base,
      ...registry,
      onEdgeEventsDeleted: () => entities.forgetEdgeEvents(),
    });
    lifecycle.started(events.close);
    const people = composePeople({
      ...base,
      ...registry,
      access,
      actionLog,
      prepareTenant: (tenantId) => entities.prepareTenant(tenantId),
    });
    const entities = composeEntities({
      ...base,
      ...registry,
      publicCustomers: people.publicCustomers,
      customersOfRules: people.customersOfRules,
      viewValues: telemetry.viewValues,
      profileConfigurations,
      events: events.store,
      actionLog,
      messages: messageLog,
      remainsAbove: () => [rpc.remains, ...alarms.remains],
      testScript: (tenantId, request) => rules.testScript(tenantId, request),
    });
    const ota = composeOta({
      ...base,
      telemetry: telemetry.service,
      attributes: telemetry.attributes,
      series: telemetry.series,
      readPackage: entities.readPackage,
    });
    lifecycle.started(ota.close);
    const rpc = composeRpc({
      ...base,
      directory: devices,
      messageLog,
      actionLog,
      mayVisitorCall: (visitor, device) => query.mayVisitorCall(visitor, device),
    });
    lifecycle.started(rpc.close);
    const alarms = composeAlarms({ ...base, ...registry, usage: usage.meter, actionLog, messageLog });
    lifecycle.started(alarms.close);
    const removal = entities.createRemoval([...telemetry.remains, rpc.remains, ...alarms.remains]);
    lifecycle.started(removal.close);
    lifecycle.started(entities.deletedSweep.close);
    const rules = composeRules({
      ...base,
      telemetry: telemetry.service,
      keyLimits: telemetry.keyLimits,
      usage: usage.meter,
      alarms: alarms.forRules,
      deviceRpc: rpc.deviceRpc,
      mail,
      reads: { ...registry, ...telemetry, relations: entities.relations, edgesOf: entities.edgesOf },
      named: entities.named,
      serviceAssets: entities.serviceAssets,
      actionLog,
      onSetAside: (failed) => events.recordSetAside(failed),
      assignments: entities.assignments,
      executors: [rpc.executor],
      events: events.store,
      messageLog,
    });
    lifecycle.started(rules.close);
    // It is closed before the rooms that batches under way need.
    lifecycle.started(closeMessageLog);
    const deviceState = composeDeviceState({ ...base, directory: devices, telemetry: telemetry.service, messageLog });
    lifecycle.started(() => deviceState.close());
    const recorder = composeRecorder({ ...base, ...registry, ...rules.dryRuns, alarms: alarms.forRules.reader });
    const { valueRightsOf, grantOf, authenticate } = access;
    const query = composeQuery({
      ...base,
      connection,
      alarms: alarms.forQueries,
      ...registry,
      ...telemetry,
      relationsOf: entities.relations.of,
      callableAliases: entities.dashboards.callableAliases,
      createDevicePlaces: entities.createDevicePlaces,
      namedDevices: entities.namedDevices,
      valueRightsOf,
    });
    lifecycle.started(query.close);
    const telemetryApi = composeTelemetryApi({ ...base, ...registry, ...telemetry, valueRightsOf, actionLog });
    const imports = composeImports({
      ...base,
      limits: registry.limits,
      imported: entities.imported,
      attributes: telemetry.attributes,
      recorder: telemetryApi.recorder,
      messageLog,
      baseUrl: access.baseUrl,
    });
    const admin = await composeAdmin({
      ...base,
      ...people,
      access,
      mail,
      updateWidgets: entities.updateWidgets,
      administratorPassword: settings.demo ? DEMO_ACCOUNTS.systemAdministrator.password : undefined,
    });
    const oauth2 = composeOAuth2({ ...base, ...people, access, dashboards: entities.dashboards });
    lifecycle.started(oauth2.close);
    const claiming = composeClaiming({
      ...base,
      ...registry,
      devices: entities.imported.devices,
      attributes: telemetry.attributes,
      telemetry: telemetry.service,
      actionLog,
    });
    lifecycle.started(claiming.close);
    const provisioning = createProvisioning({
      ...base,
      ...entities.provisioned,
      attributes: telemetry.attributes,
      telemetry: telemetry.service,
      actionLog,
      messageLog,
    });
    const transports = composeTransports({
      ...base,
      provisioning,
      claims: claiming.claims,
      packages: ota.packages,
      named: entities.named,
      relations: entities.relations,
      directory: devices,
      entities: registry.directory,
      transportDevices: createTransportDevices(pool),
      lwm2mModelFiles: createLwm2mModelFiles(pool),
      messageLog,
      attributes: telemetry.attributes,
      keyLimits: telemetry.keyLimits,
      events: events.store,
      rpc,
      deviceState,
      usage: usage.meter,
    });

    const jobs = composeJobs({
      ...base,
      ...registry,
      findUser: access.findUser,
      work: [...people.routes, ...entities.routes, ...alarms.routes, ...rules.routes],
    });

    const rollouts = composeRollouts({
      ...base,
      ...entities.rolledOut,
      queries: query.queries,
      findUser: access.findUser,
      actionLog,
    });
    lifecycle.started(rollouts.close);
    const reports = composeReports({
      ...base,
      mail,
      usage: usage.meter,
      requireDashboard: (user, id) => entities.dashboards.require(user, id, 'READ'),
      findUser: access.findUser,
      tokensOf: access.signIn.tokensOf,
      baseUrl: createConfiguredBaseUrl(adminSettings),
      port: () => http.port(),
    });

    const withLists = [people, entities, alarms, audit, rules, telemetryApi, events, rollouts, reports];
    const lists = withLists.flatMap((room) => room.routes);
    const exports = composeExports({ ...base, ...query, history: telemetry.history, lists });

    const allRoutes = [
      ...[access, people, entities, alarms, rules, recorder, rpc, query, telemetryApi, imports],
      ...[events, audit, admin, jobs, rollouts, reports, exports, oauth2, claiming, transports],
    ].flatMap((room) => room.routes);
    const routes = guardSaves(allRoutes, audit.findLastSave);
    const countCall = createCallLimits(registry.configurationOf, settings);
    const http = composeHttp({
      settings,
      countCall,
      logger: log as FastifyBaseLogger,
      authenticate,
      routes,
      transportPorts: transports.ports,
      help: createHelp(),
    });
    const live = composeLive(settings, {
      ...base,
      ...registry,
      ...telemetry,
      queries: query.queries,
      alarmQueries: query.alarmQueries,
      valueRightsOf,
      grantOf,
      countCall,
    });
    attachUpgrades(http.app.server, [live.sockets, ...transports.sockets], http.app.log);
    lifecycle.started(http.close);
    lifecycle.started(() => live.close());
    // First of all, so that requests that wait for something are answered.
    lifecycle.started(() => transports.close());
    // Before everything that their calls need.
    lifecycle.started(jobs.close);
    lifecycle.started(reports.close);
    await rpc.open();
    removal.open();
    entities.deletedSweep.open();
    alarms.open();
    ota.open();
    await usage.open();
    await rules.open();
    // What waits for its turn is known by now: what earlier runs left in the log stays behind it.
    messageLog.consume(rules.consume).catch(onBroken);
    // Before the room of calls, which ends those that wait.
    lifecycle.started(rules.closeParked);
    deviceState.open().catch((error: unknown) => {
      log.error({ err: error }, 'the state of devices cannot be watched');
    });
    await requireNoPublishedAccount(settings, access.credentials);
    await http.listen();
    await admin.listening(http.port());
    jobs.open();
    rollouts.open();
    reports.open();
    await transports.listen();
    entities.knownDevices.open();
    audit.readAhead();
    lifecycle.started(entities.knownDevices.close);

    return {
      http: http.app,
      routes,
      httpPort: http.port,
      httpsPort: http.httpsPort,
      transportAddresses: transports.addresses,
      firstAdministrator: admin.firstAdministrator,
      stop: lifecycle.stop,
    };
  } catch (error) {
    await lifecycle
      .stop()
      .catch((failure: unknown) => log.error({ err: failure }, 'a start that failed was not undone'));
    throw error;
  }
}
