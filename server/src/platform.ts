import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Settings } from './config/settings.ts';
import { unauthenticated } from './http/errors.ts';
import type { RouteImplementation } from './http/routes.ts';
import { createHttpServer } from './http/server.ts';
import { createEmbeddedLiveBus } from './live/embedded-live-bus.ts';
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
  stop: () => Promise<void>;
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
    const liveBus = createEmbeddedLiveBus(log);
    void liveBus;

    const routes: RouteImplementation[] = [];
    const http = createHttpServer({
      logger: log as FastifyBaseLogger,
      authenticate: async () => {
        throw unauthenticated();
      },
      routes,
    });
    await http.listen({ host: settings.bind, port: settings.httpPort });
    stops.push(() => http.close());

    return {
      http,
      httpPort: () => (http.server.address() as { port: number }).port,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
