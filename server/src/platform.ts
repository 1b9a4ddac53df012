import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createAccess } from './access/access.ts';
import { authRoutes } from './access/auth-routes.ts';
import { createLoggingMailSender } from './access/mail-sender.ts';
import { createBaseUrl } from './admin/base-url.ts';
import { createSystemData } from './admin/system-data.ts';
import { createActionLog } from './audit/action-log-writer.ts';
import { createAuditLogStore } from './audit/audit-log-store.ts';
import type { Settings } from './config/settings.ts';
import { DEMO_ACCOUNTS } from './demo/demo-data.ts';
import { createTenantProfileStore } from './entities/tenant-profile/tenant-profile-store.ts';
import { createUserStore } from './entities/user/user-store.ts';
import { entityNotFound } from './http/errors.ts';
import type { RouteImplementation } from './http/routes.ts';
import { createHttpServer } from './http/server.ts';
import { createEmbeddedLiveBus } from './live/embedded-live-bus.ts';
import { createAdminSettingStore } from './storage/admin-setting-store.ts';
import { openDatabase } from './storage/database.ts';
import { migrate } from './storage/migrate.ts';

export interface PlatformOptions {
  settings: Settings;
  log: Logger;
  /** Where the database is. */
  connection: pg.PoolConfig;
}

/** A whole server: everything built and joined, ready to be started. */
export interface Platform {
  http: FastifyInstance;
  /** Port the HTTP server listens on, after start. */
  httpPort: () => number;
  /** Port of the MQTT device API, after start. */
  mqttPort: () => number;
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

/**
 * Builds the house: opens the storage, creates every part with what it needs, and starts listening.
 * Parts are created from the bottom (storage) to the top (transports, HTTP) and stopped in reverse.
 */
export async function startPlatform({ settings, log, connection }: PlatformOptions): Promise<Platform> {
  const database = openDatabase(connection, settings.databaseConnections);
  /** What has to be undone at the end, newest last. */
  const stops: (() => Promise<void>)[] = [() => database.close()];
  const stop = async (): Promise<void> => {
    for (const step of stops.splice(0).reverse()) await step();
  };
  try {
    await migrate(database.pool);
    const { db, pool } = database;
    const liveBus = createEmbeddedLiveBus(log);
    const adminSettings = createAdminSettingStore(db);
    const messageLog = { append: async () => undefined };
    const actionLog = createActionLog({ store: createAuditLogStore(pool), messages: messageLog, log });
    const access = await createAccess({
      db,
      adminSettings,
      actionLog,
      liveBus,
      mail: createLoggingMailSender(log),
      lifetimes: { access: settings.accessTokenLifetime, refresh: settings.refreshTokenLifetime },
      log,
    });
    stops.push(async () => access.sessions.close());
    const baseUrl = createBaseUrl(adminSettings);
    const userStore = createUserStore(db);
    const tenantProfileStore = createTenantProfileStore(db);
    const firstAdministrator = await createSystemData({
      adminSettings,
      tenantProfiles: tenantProfileStore,
      users: userStore,
      credentials: access.credentials,
      baseUrl: `http://localhost:${settings.httpPort}`,
      administratorPassword: settings.demo ? DEMO_ACCOUNTS.systemAdministrator.password : undefined,
    });

    const routes: RouteImplementation[] = [
      ...authRoutes({
        ...access,
        baseUrl,
        currentUser: async (user) => {
          const found = await userStore.find(user.tenantId, user.userId);
          if (!found) throw entityNotFound('User', user.userId);
          return found;
        },
      }),
    ];
    const http = createHttpServer({
      logger: log as FastifyBaseLogger,
      authenticate: access.authenticate,
      routes,
    });
    stops.push(() => closeWithin(http, HTTP_CLOSE_MS));
    await http.listen({ host: settings.bind, port: settings.httpPort });

    return {
      http,
      httpPort: () => (http.server.address() as { port: number }).port,
      mqttPort: () => settings.mqttPort,
      firstAdministrator,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
