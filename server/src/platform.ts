import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { authRoutes } from './access/auth-routes.ts';
import { createBaseUrl, createConfiguredBaseUrl } from './access/base-url.ts';
import { type Access, composeAccess } from './access/compose-access.ts';
import { createLoggingMailSender } from './access/mail-sender.ts';
import { sharedKeyRoutes } from './access/shared-key-routes.ts';
import { adminRoutes } from './admin/admin-routes.ts';
import { createAdminSettingService } from './admin/admin-setting-service.ts';
import { createSystemData } from './admin/system-data.ts';
import { createActionLog } from './audit/action-log-writer.ts';
import { createAuditLogReader } from './audit/audit-log-reader.ts';
import { auditLogRoutes } from './audit/audit-log-routes.ts';
import { createAuditLogStore } from './audit/audit-log-store.ts';
import { createEmbeddedLiveBus } from './bus/embedded-live-bus.ts';
import { parseAddressRanges } from './config/address-ranges.ts';
import { isLoopback, requireNoPublishedPassword } from './config/demo-guard.ts';
import { createServiceId } from './config/service-id.ts';
import type { Settings } from './config/settings.ts';
import { DEMO_ACCOUNTS } from './demo/demo-data.ts';
import { createDeviceState } from './device-state/device-state-service.ts';
import { createDeviceStateStore } from './device-state/device-state-store.ts';
import { composeEntities } from './entities/compose-entities.ts';
import { customerRoutes } from './entities/customer/customer-routes.ts';
import { createCustomerService } from './entities/customer/customer-service.ts';
import { createCustomerStore } from './entities/customer/customer-store.ts';
import { createEntityRemains } from './entities/deletion/entity-remains.ts';
import { createLivingEntities } from './entities/deletion/living-entities-store.ts';
import { createRemoval } from './entities/deletion/removal.ts';
import { createDeviceDirectory } from './entities/device-directory.ts';
import { createEntityDirectory } from './entities/entity-directory-store.ts';
import { AUDITED } from './entities/entity-kinds.ts';
import { tenantRoutes } from './entities/tenant/tenant-routes.ts';
import { createTenantService } from './entities/tenant/tenant-service.ts';
import { createTenantStore } from './entities/tenant/tenant-store.ts';
import { createTenantLimits } from './entities/tenant-limits.ts';
import { tenantProfileRoutes } from './entities/tenant-profile/tenant-profile-routes.ts';
import { createTenantProfileService } from './entities/tenant-profile/tenant-profile-service.ts';
import { createTenantProfileStore } from './entities/tenant-profile/tenant-profile-store.ts';
import { userPreferenceRoutes } from './entities/user/user-preference-routes.ts';
import { createUserPreferenceStore } from './entities/user/user-preference-store.ts';
import { userRoutes } from './entities/user/user-routes.ts';
import { createUserService } from './entities/user/user-service.ts';
import { createUserStore } from './entities/user/user-store.ts';
import { startEventRetention } from './events/event-retention.ts';
import { eventRoutes } from './events/event-routes.ts';
import { createEventStore } from './events/event-table.ts';
import type { RouteImplementation } from './http/routes.ts';
import { createHttpServer } from './http/server.ts';
import { createLifecycle } from './lifecycle.ts';
import { composeLive } from './live/compose-live.ts';
import { createPostgresMessageLog } from './messages/postgres-message-log.ts';
import { entityQueryRoutes } from './query/entity-query-routes.ts';
import { createEntityQueryService } from './query/entity-query-service.ts';
import { createVisitorCalls } from './query/visitor-calls.ts';
import { composeRpc } from './rpc/compose-rpc.ts';
import { rpcRouteImplementations } from './rpc/rpc-routes.ts';
import { componentRoutes } from './rules/component-routes.ts';
import { composeRules } from './rules/compose-rules.ts';
import { createSandbox } from './rules/scripts/sandbox.ts';
import { createScriptTests } from './rules/scripts/test-script.ts';
import { createAdminSettingStore } from './storage/admin-setting-store.ts';
import { openDatabase } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';
import { composeTelemetry } from './telemetry/compose-telemetry.ts';
import { createTelemetryApiService } from './telemetry-api/telemetry-api-service.ts';
import { telemetryRoutes } from './telemetry-api/telemetry-routes.ts';
import { composeTransports } from './transports/compose-transports.ts';
import { profileConfigurations } from './transports/profile-configurations.ts';
import type { TransportAddress } from './transports/transport.ts';

export interface PlatformOptions {
  settings: Settings;
  log: Logger;
  /** Where the database is. */
  connection: pg.PoolConfig;
  /** The platform cannot go on: whoever runs it ends the process. */
  onBroken: (error: Error) => void;
}

/** A whole server: everything built and joined, ready to be started. */
export interface Platform {
  http: FastifyInstance;
  /** The calls of the REST API that are answered. */
  routes: readonly RouteImplementation[];
  /** Port the HTTP server listens on, after start. */
  httpPort: () => number;
  /** Name of each transport → where devices reach it, after start. */
  transportAddresses: () => Readonly<Record<string, TransportAddress>>;
  /** Account of the system administrator when this start made it; its password is shown once. */
  firstAdministrator: { username: string; password: string } | undefined;
  stop: () => Promise<void>;
}

/** Calls under way get this long at the end; then their connections are cut. */
const HTTP_CLOSE_MS = 2_000;

async function closeWithin(http: FastifyInstance, ms: number): Promise<void> {
  const cut = setTimeout(() => http.server.closeAllConnections(), ms);
  await http.close();
  clearTimeout(cut);
}

/** E-mails of the demo accounts that still have the password that everybody can read. */
async function publishedAccounts(credentials: Access['credentials']): Promise<string[]> {
  const open: string[] = [];
  for (const { username, password } of Object.values(DEMO_ACCOUNTS)) {
    if (await credentials.isOpen(username, password)) open.push(username);
  }
  return open;
}

/**
 * Builds the house: opens the storage, creates every part with what it needs, and starts listening.
 * Parts are created from the bottom (storage) to the top (transports, HTTP) and stopped in reverse.
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
    const living = createLivingEntities(pool, liveBus);
    const telemetry = await composeTelemetry({
      connection,
      pool,
      liveBus,
      living,
      log,
      latestByArrival: settings.latestByArrival,
      keyBounds: { perEntity: settings.maxKeysPerDevice, perTenant: settings.maxKeysPerTenant },
    });
    lifecycle.started(telemetry.close);
    const adminSettings = createAdminSettingStore(db);
    const messageLog = await createPostgresMessageLog({
      pool,
      log,
      partitions: settings.messagePartitions,
      retentionHours: settings.messageLogRetentionHours,
      maxSize: settings.messageLogSize * 1024 * 1024,
      onBroken,
      onSetAside: ({ message: { tenantId, originator, id, type }, error }) =>
        events.append([
          {
            tenantId,
            entityId: originator,
            type: 'ERROR',
            body: { server: serviceId, method: type, error: `Message ${id} was set aside: ${error}` },
          },
        ]),
    });
    const closeMessageLog = (): Promise<void> => messageLog.close();
    lifecycle.started(closeMessageLog);
    const scriptTests = createSandbox({
      log,
      timeout: settings.scriptTimeout,
      memory: settings.scriptMemory,
      use: 'tests',
    });
    lifecycle.started(() => scriptTests.close());
    const actionLog = createActionLog({
      store: createAuditLogStore(pool),
      audited: AUDITED,
      messages: messageLog,
      log,
    });
    const access = await composeAccess({
      db,
      pool,
      adminSettings,
      actionLog,
      liveBus,
      mail: createLoggingMailSender(log),
      lifetimes: { access: settings.accessTokenLifetime, refresh: settings.refreshTokenLifetime },
      log,
    });
    lifecycle.started(async () => access.close());
    const trustedProxies = parseAddressRanges(settings.trustedProxies);
    const baseUrl = createBaseUrl(adminSettings, trustedProxies);
    const directory = createEntityDirectory(pool, liveBus);
    const limits = createTenantLimits(pool, liveBus);
    /** What each feature makes for a new tenant, in this order. */
    const tenantStarts: ((tenantId: string) => Promise<unknown>)[] = [];
    const users = createUserService({ ...access, store: createUserStore(db), limits, directory, actionLog, liveBus });
    const tenantProfiles = createTenantProfileService({ store: createTenantProfileStore(db), actionLog, liveBus });
    const firstAdministrator = await createSystemData({
      adminSettings,
      tenantProfiles,
      users,
      baseUrl: `http://localhost:${settings.httpPort}`,
      administratorPassword: settings.demo ? DEMO_ACCOUNTS.systemAdministrator.password : undefined,
    });
    const tenants = createTenantService({
      store: createTenantStore(db),
      profiles: tenantProfiles.port,
      bootstrap: {
        async prepare(tenantId) {
          for (const start of tenantStarts) await start(tenantId);
        },
      },
      directory,
      actionLog,
      liveBus,
    });
    const customers = createCustomerService({ store: createCustomerStore(db), limits, directory, actionLog, liveBus });
    const events = createEventStore(pool, log, living);
    lifecycle.started(() => events.close());
    lifecycle.started(startEventRetention(pool, log, settings.eventRetentionDays));
    const entities = composeEntities({
      database,
      directory,
      limits,
      publicCustomers: customers.publicCustomers,
      profileConfigurations,
      events,
      actionLog,
      liveBus,
      testScript: createScriptTests(scriptTests),
    });
    tenantStarts.push(entities.prepareTenant);
    const deviceDirectory = createDeviceDirectory(pool, liveBus);
    const rpc = composeRpc({
      pool,
      directory: deviceDirectory,
      messageLog,
      actionLog,
      mayVisitorCall: (visitor, device) => mayVisitorCall(visitor, device),
      liveBus,
      log,
      serviceId,
    });
    lifecycle.started(async () => rpc.close());
    const removal = createRemoval({
      pool,
      liveBus,
      log,
      remains: [...telemetry.remains, ...createEntityRemains(pool), rpc.remains],
    });
    lifecycle.started(removal.close);
    const rules = composeRules({
      pool,
      telemetry: telemetry.service,
      keyLimits: telemetry.keyLimits,
      deviceRpc: rpc.deviceRpc,
      executors: [rpc.executor],
      events,
      liveBus,
      messageLog,
      log,
      serviceId,
      settings,
    });
    lifecycle.started(() => rules.close());
    // It is closed before the parts that batches under way need.
    lifecycle.started(closeMessageLog);
    messageLog.consume(rules.consume).catch(onBroken);
    const deviceState = createDeviceState({
      store: createDeviceStateStore(pool),
      pool,
      directory: deviceDirectory,
      telemetry: telemetry.service,
      messageLog,
      liveBus,
      log,
      settings,
    });
    lifecycle.started(() => deviceState.close());
    const transports = composeTransports({
      directory: deviceDirectory,
      messageLog,
      attributes: telemetry.attributes,
      keyLimits: telemetry.keyLimits,
      events,
      rpc,
      deviceState,
      liveBus,
      log,
      settings,
      serviceId,
    });
    const adminSettingService = createAdminSettingService({ ...access, store: adminSettings });

    const queries = createEntityQueryService({
      db,
      pool,
      ...telemetry,
      relationsOf: entities.relations.of,
      directory,
      valueRightsOf: access.valueRightsOf,
    });
    const mayVisitorCall = createVisitorCalls({ queries, callableAliases: entities.dashboards.callableAliases });
    const telemetryApi = createTelemetryApiService({
      ...telemetry,
      directory,
      valueRightsOf: access.valueRightsOf,
      actionLog,
      castStrings: settings.jsonTypeCast,
      maxAhead: settings.maxTimeAhead * 1000,
    });

    const routes: RouteImplementation[] = [
      ...authRoutes({ ...access, configuredBaseUrl: createConfiguredBaseUrl(adminSettings), currentUser: users.own }),
      ...sharedKeyRoutes(access.sharedKeys),
      ...userRoutes(users, baseUrl),
      ...userPreferenceRoutes(createUserPreferenceStore(pool)),
      ...tenantRoutes(tenants),
      ...tenantProfileRoutes(tenantProfiles),
      ...customerRoutes(customers),
      ...entities.routes,
      ...telemetryRoutes(telemetryApi),
      ...entityQueryRoutes(queries),
      ...rpcRouteImplementations(rpc.service),
      ...transports.routes,
      ...componentRoutes(),
      ...eventRoutes(events, directory),
      ...auditLogRoutes(createAuditLogReader(db)),
      ...adminRoutes({
        adminSettings: adminSettingService,
        baseUrl,
        maxDatapointsLimit: settings.maxDatapointsLimit,
      }),
    ];
    const http = createHttpServer({
      logger: log as FastifyBaseLogger,
      authenticate: access.authenticate,
      routes,
      trustedProxies,
      embedOrigins: settings.embedOrigins.split(',').filter((origin) => origin !== ''),
      transportPorts: transports.ports,
    });
    const live = composeLive(settings, {
      ...telemetry,
      queries,
      directory,
      valueRightsOf: access.valueRightsOf,
      liveBus,
      log,
      grantOf: access.grantOf,
    });
    live.attach(http.server);
    lifecycle.started(() => closeWithin(http, HTTP_CLOSE_MS));
    lifecycle.started(() => live.close());
    // First of all, so that requests that wait for something are answered.
    lifecycle.started(() => transports.close());
    await rpc.open();
    removal.open();
    await rules.open();
    // Before the room of calls, which ends those that wait.
    lifecycle.started(async () => rules.closeParked());
    deviceState.open().catch((error: unknown) => {
      log.error({ err: error }, 'the state of devices cannot be watched');
    });
    if (!isLoopback(settings.bind)) requireNoPublishedPassword(settings, await publishedAccounts(access.credentials));
    await http.listen({ host: settings.bind, port: settings.httpPort });
    await transports.listen();

    return {
      http,
      routes,
      httpPort: () => (http.server.address() as { port: number }).port,
      transportAddresses: transports.addresses,
      firstAdministrator,
      stop: lifecycle.stop,
    };
  } catch (error) {
    await lifecycle
      .stop()
      .catch((failure: unknown) => log.error({ err: failure }, 'a start that failed was not undone'));
    throw error;
  }
}
