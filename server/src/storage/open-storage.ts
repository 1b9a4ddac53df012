import pg from 'pg';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { type ServerLease, takeServerLease } from './server-lease.ts';

/** A server that is just ending gets this long to let go of the database. */
const WAIT_FOR_OTHER_MS = 10_000;
const RETRY_MS = 100;
const OLDEST_VERSION = 140_000;

/** A database that this server alone works on. */
export interface Storage {
  connection: pg.PoolConfig;
  /** Gives the database up, and stops it when it is the embedded one. Safe to call twice. */
  close: () => Promise<void>;
}

/**
 * The external database, or the embedded one of the data folder, with the lease on it.
 * @param onLost called when another server has taken the database over
 * @throws Error for people: database too old, not reachable, or in use by another server
 */
export async function openStorage(settings: Settings, log: Logger, onLost: () => void): Promise<Storage> {
  const deadline = Date.now() + WAIT_FOR_OTHER_MS;
  const owner = settings.databaseUrl ? 'database' : `data folder ${settings.dataDir}`;
  let told = false;
  /** Lines that attempts repeat are said once. */
  const said = new Set<string>();
  const say = (line: string): void => {
    if (!said.has(line)) log.info(line);
    said.add(line);
  };
  for (;;) {
    const attempt = settings.databaseUrl
      ? await openExternal(settings.databaseUrl, log, onLost)
      : await openEmbedded(settings.dataDir, say, log, onLost, deadline);
    if (attempt) return attempt;
    if (Date.now() > deadline) {
      throw new Error(
        `Another Signalbox server is running on the ${owner}. Stop it first, or give this one ${
          settings.databaseUrl ? 'another SIGNALBOX_DATABASE_URL' : 'another SIGNALBOX_DATA_DIR'
        }.`,
      );
    }
    if (!told) log.info(`waiting for another server on the ${owner} to end`);
    told = true;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function openExternal(url: string, log: Logger, onLost: () => void): Promise<Storage | undefined> {
  const connection: pg.PoolConfig = { connectionString: url };
  await requireVersion(connection);
  const lease = await takeServerLease(connection, log, onLost);
  return lease && { connection, close: () => lease.release() };
}

async function requireVersion(connection: pg.PoolConfig): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 } as pg.ClientConfig);
  try {
    await client.connect();
  } catch (error) {
    throw new Error(`The database of SIGNALBOX_DATABASE_URL cannot be reached: ${(error as Error).message}`, {
      cause: error,
    });
  }
  try {
    const result = await client.query<{ version: string; number: string }>(
      "SELECT current_setting('server_version') AS version, current_setting('server_version_num') AS number",
    );
    const { version, number } = result.rows[0] as { version: string; number: string };
    if (Number(number) < OLDEST_VERSION) {
      throw new Error(`PostgreSQL 14 or newer is needed; SIGNALBOX_DATABASE_URL leads to version ${version}.`);
    }
  } finally {
    await client.end();
  }
}

async function openEmbedded(
  dataDir: string,
  say: (line: string) => void,
  log: Logger,
  onLost: () => void,
  deadline: number,
): Promise<Storage | undefined> {
  let postgres: EmbeddedPostgres;
  let lease: ServerLease | undefined;
  try {
    postgres = await startEmbeddedPostgres(dataDir, say);
    lease = await takeServerLease(postgres.connection, log, onLost);
  } catch (error) {
    // It may be the database of a server that is just ending: once more, until the time is over.
    if (Date.now() > deadline) throw error;
    log.debug({ err: error }, 'the embedded database is not there yet');
    return undefined;
  }
  // Somebody else's: it must not be stopped.
  if (!lease) return undefined;
  const held = lease;
  return {
    connection: postgres.connection,
    async close() {
      // The lease ends with the database, so that nobody takes it over while it is being stopped.
      const stopped = postgres.stop();
      await held.release();
      await stopped;
    },
  };
}
