import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Settings } from '../config/settings.ts';
import { describeCluster, outsideClusters } from './cluster-place.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { DatabaseNotReady } from './postmaster.ts';
import { type ServerLease, takeServerLease } from './server-lease.ts';

/** ms for another server to release the database while it shuts down */
const WAIT_FOR_OTHER_MS = 5_000;
/** ms for a database that is shutting down or recovering to become available */
const WAIT_FOR_DATABASE_MS = 20_000;
const RETRY_MS = 100;
const OLDEST_VERSION = 140_000;

/** @param reason for people */
type OnLost = (reason: string) => void;

const TAKEN_OVER = 'Another server has taken over the database';

/** A database used by this server alone. */
export interface Storage {
  connection: pg.PoolConfig;
  /** Releases the database, and stops the embedded one. Safe to call twice. */
  close: () => Promise<void>;
  /** Kills the embedded database; it recovers at the next start. */
  kill: () => void;
}

/**
 * Opens the external database, or the embedded one of the data folder, and takes the lease on it. An embedded one that
 * ends by itself is restarted.
 * @param onLost called with the reason, for people, when the database is lost for good: another server has taken it
 * over, or it cannot be restarted
 * @throws Error for people: database too old, not reachable, or in use by another server; data folder not writable
 */
export async function openStorage(settings: Settings, log: Logger, onLost: OnLost): Promise<Storage> {
  if (!settings.databaseUrl) await requireWritable(settings.dataDir);
  const from = Date.now();
  const owner = settings.databaseUrl ? 'database' : `data folder ${settings.dataDir}`;
  let told = false;
  /** Lines that attempts repeat are logged once. */
  const said = new Set<string>();
  const say = (line: string): void => {
    if (!said.has(line)) log.info(line);
    said.add(line);
  };
  // The first attempt is never the last: what is loaded meanwhile may take all of its time.
  for (let deadline = Number.POSITIVE_INFINITY; ; deadline = from + WAIT_FOR_DATABASE_MS) {
    const attempt = settings.databaseUrl
      ? await openExternal(settings.databaseUrl, log, onLost)
      : await openEmbedded(settings.dataDir, say, log, onLost, deadline);
    if (typeof attempt === 'object') return attempt;
    if (attempt === 'in use' && Date.now() > from + WAIT_FOR_OTHER_MS) {
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

/** Why a database is not available yet: another server uses it, or it is shutting down. */
type Unavailable = 'in use' | 'ending';

async function openExternal(url: string, log: Logger, onLost: OnLost): Promise<Storage | Unavailable> {
  const connection: pg.PoolConfig = { connectionString: url };
  await requireVersion(connection);
  const lease = await takeServerLease(connection, log, () => onLost(TAKEN_OVER));
  return lease ? { connection, close: () => lease.release(), kill: () => undefined } : 'in use';
}

async function requireVersion(connection: pg.PoolConfig): Promise<void> {
  let client: pg.Client;
  try {
    client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 } as pg.ClientConfig);
    await client.connect();
  } catch (error) {
    throw new Error(`The database of SIGNALBOX_DATABASE_URL cannot be reached: ${reasonOf(error)}`, { cause: error });
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

/** A host with several addresses fails with one error per address. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return (error as Error).message;
}

async function requireWritable(dataDir: string): Promise<void> {
  try {
    await fs.mkdir(dataDir, { recursive: true });
    await fs.access(dataDir, constants.W_OK);
  } catch (error) {
    throw new Error(`SIGNALBOX_DATA_DIR: ${path.resolve(dataDir)} cannot be written (${(error as Error).message}).`, {
      cause: error,
    });
  }
}

/** Logs databases whose data folders no longer exist: they take up space until they are removed. */
async function reportOrphans(log: Logger): Promise<void> {
  const orphans = (await outsideClusters()).filter(({ state }) => state === 'orphaned');
  for (const orphan of orphans)
    log.info(`${describeCluster(orphan)}; \`npm run clean-up\` lists and removes such databases`);
}

async function openEmbedded(
  dataDir: string,
  say: (line: string) => void,
  log: Logger,
  onLost: OnLost,
  deadline: number,
): Promise<Storage | Unavailable> {
  let postgres: EmbeddedPostgres | undefined;
  let lease: ServerLease | undefined;
  let lost = false;
  try {
    postgres = await startEmbeddedPostgres(dataDir, say);
    lease = await takeServerLease(postgres.connection, log, () => {
      lost = true;
      postgres?.leave();
      onLost(TAKEN_OVER);
    });
  } catch (error) {
    // It may be the database of a server that is shutting down: retry until the time is up.
    const isPassing = postgres !== undefined || error instanceof DatabaseNotReady;
    if (!isPassing || Date.now() > deadline) throw error;
    log.debug({ err: error }, 'the embedded database is not ready yet');
    return 'ending';
  }
  // It belongs to another server and must not be stopped.
  if (!lease) return 'in use';
  const [held, started] = [lease, postgres];
  started.watch(log, onLost);
  await reportOrphans(log);
  return {
    connection: started.connection,
    async close() {
      // The server that holds the lease now uses the database.
      if (lost) return;
      // Keep the lease until the database has stopped, so that no server takes it over meanwhile.
      const stopped = started.stop();
      await held.release();
      await stopped;
    },
    kill() {
      if (!lost) started.kill();
    },
  };
}
