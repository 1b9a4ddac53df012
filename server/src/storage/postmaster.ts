import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { RunAs } from './unprivileged-user.ts';

const STOP_TIMEOUT_MS = 30_000;
/** Recovery after a crash reads up to a GB of journal; this is far beyond that. */
const READY_TIMEOUT_MS = 600_000;
/** A start that takes longer than this is explained. */
const EXPLAIN_AFTER_MS = 5_000;
/** ms between checks whether a database that is not our child is still running */
const WATCH_MS = 200;

/** The database did not start; a later attempt may succeed, when an earlier one of the same folder has ended. */
export class DatabaseNotReady extends Error {}

/** The main process of a PostgreSQL cluster. */
export interface Postmaster {
  pid: number;
  clusterDir: string;
  /** Resolves with the reason, for people, when it has ended. */
  ended: Promise<string>;
}

export interface PostmasterStart {
  /** The `postgres` program and its libraries. */
  programs: string;
  clusterDir: string;
  runAs: RunAs | undefined;
  /** Settings for this start. */
  options: Record<string, string>;
  /** File for the output of the database. */
  logFile: string;
  /** How to connect to it; any database. */
  connection: pg.PoolConfig;
  say: (line: string) => void;
}

/**
 * Starts PostgreSQL on a cluster and waits until it accepts connections.
 * @throws DatabaseNotReady when it ends before that, with the error from its log
 */
export async function startPostmaster(start: PostmasterStart): Promise<Postmaster> {
  const { programs, clusterDir, runAs, options, logFile, connection, say } = start;
  const log = await fs.open(logFile, 'a');
  const logStart = (await log.stat()).size;
  const child = spawn(
    path.join(programs, 'bin', 'postgres'),
    ['-D', clusterDir, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    {
      ...runAs,
      cwd: '/',
      env: environmentOf(programs),
      stdio: ['ignore', log.fd, log.fd],
      // Its own process group: Ctrl-C must reach the server first, which then stops the database in order.
      detached: true,
    },
  );
  let reason: string | undefined;
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => {
      reason = signal ?? `exit code ${code}`;
      resolve(reason);
    });
    child.once('error', (error) => {
      reason = error.message;
      resolve(reason);
    });
  });
  await log.close();

  const from = Date.now();
  let explained = false;
  while (!(await canConnect(connection))) {
    if (reason !== undefined) {
      const words = (await readLastError(logFile, logStart)) || reason;
      throw new DatabaseNotReady(`The embedded database did not start: ${words} (see ${logFile})`);
    }
    if (Date.now() - from > READY_TIMEOUT_MS) {
      throw new Error(`The embedded database did not take connections in time (see ${logFile})`);
    }
    if (!explained && Date.now() - from > EXPLAIN_AFTER_MS) {
      explained = true;
      say('The database recovers what was not finished; this can take a minute');
    }
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  child.unref();
  return { pid: child.pid as number, clusterDir, ended };
}

/** The environment in which the package's programs find their libraries. */
export function environmentOf(programs: string): NodeJS.ProcessEnv {
  const libraries = path.join(programs, 'lib');
  return { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: libraries, DYLD_LIBRARY_PATH: libraries };
}

/** The database of this cluster that an earlier server left running, if it accepts connections. */
export async function findPostmaster(clusterDir: string, connection: pg.PoolConfig): Promise<Postmaster | undefined> {
  const pid = readPostmasterPid(clusterDir);
  if (pid === undefined || !isAlive(pid) || !(await canConnect(connection))) return undefined;
  return {
    pid,
    clusterDir,
    ended: new Promise((resolve) => {
      const timer = setInterval(() => {
        if (isAlive(pid)) return;
        clearInterval(timer);
        resolve('it is gone');
      }, WATCH_MS);
      timer.unref();
    }),
  };
}

/** The process that runs on the cluster, or did when it was killed. The file is gone once it has ended in order. */
function readPostmasterPid(clusterDir: string): number | undefined {
  const file = path.join(clusterDir, 'postmaster.pid');
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const pid = Number(text.split('\n')[0]);
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}

/** Whether a database is running on this cluster. */
export function isClusterInUse(clusterDir: string): boolean {
  const pid = readPostmasterPid(clusterDir);
  return pid !== undefined && isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

/**
 * Linux: whether the process has ended but was not reaped (state Z), as happens in containers without an init process.
 */
function isZombie(pid: number): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may contain anything; the state follows it.
    return text.charAt(text.lastIndexOf(')') + 2) === 'Z';
  } catch {
    return false;
  }
}

async function canConnect(connection: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 } as pg.ClientConfig);
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Reads from the log, from `offset` on, the line in which PostgreSQL says why it exits, or else the last line. */
async function readLastError(logFile: string, offset: number): Promise<string | undefined> {
  const text = (await fs.readFile(logFile).catch(() => Buffer.alloc(0))).subarray(offset).toString();
  const lines = text.trimEnd().split('\n');
  const line = lines.findLast((text) => /\b(FATAL|PANIC): /.test(text)) ?? lines.at(-1);
  return line?.replace(/^.*?\b(?:FATAL|PANIC): +/, '');
}

/**
 * Signals the database, unless it has ended: its process id may be that of something else by now, even of another
 * database.
 * @returns whether it was running
 */
function signal({ pid, clusterDir }: Postmaster, name: 'SIGINT' | 'SIGQUIT'): boolean {
  if (readPostmasterPid(clusterDir) !== pid || !isAlive(pid)) return false;
  process.kill(pid, name);
  return true;
}

/** "Immediate" shutdown: like a power failure. */
export function killPostmaster(postmaster: Postmaster): void {
  signal(postmaster, 'SIGQUIT');
}

/** "Fast" shutdown: open transactions are rolled back, everything committed is on disk. */
export async function stopPostmaster(postmaster: Postmaster): Promise<void> {
  if (!signal(postmaster, 'SIGINT')) return;
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isAlive(postmaster.pid)) {
    if (Date.now() > deadline) {
      signal(postmaster, 'SIGQUIT');
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
