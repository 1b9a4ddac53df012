import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { waitForEnd } from './processes.ts';

const run = promisify(execFile);
const DEBIAN_VERSIONS = '/usr/lib/postgresql';

/** A PostgreSQL of the system, set up as an administrator would for the server: a user that owns one database. */
export interface ExternalPostgres {
  /** Address of the database, for SIGNALBOX_DATABASE_URL. */
  url: string;
  majorVersion: number;
  /** Stops it; its data remain. */
  pause: () => Promise<void>;
  /** Restarts it. */
  resume: () => Promise<void>;
  stop: () => Promise<void>;
}

/** Folder of the PostgreSQL programs of the system; Debian's 15 first, the version the product is tested with. */
function findPrograms(): string {
  const versions = existsSync(DEBIAN_VERSIONS) ? readdirSync(DEBIAN_VERSIONS).sort() : [];
  const folders = [
    ...['15', ...versions.reverse()].map((version) => path.join(DEBIAN_VERSIONS, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ];
  const found = folders.find((folder) => existsSync(path.join(folder, 'initdb')));
  if (!found) throw new Error('The PostgreSQL of the system was not found (Debian: apt-get install postgresql)');
  return found;
}

/** Finds another user for PostgreSQL when run as root, which it refuses. */
async function findUnprivilegedUser(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const line = (await readFile('/etc/passwd', 'utf8')).split('\n').find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** Starts a fresh PostgreSQL on a private socket in a temporary folder. */
export async function startExternalPostgres(): Promise<ExternalPostgres> {
  const programs = findPrograms();
  const user = await findUnprivilegedUser();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-pg-'));
  if (user.uid !== undefined && user.gid !== undefined) await chown(folder, user.uid, user.gid);
  const data = path.join(folder, 'data');
  await run(path.join(programs, 'initdb'), ['-D', data, '-U', 'postgres', '--auth=trust', '-E', 'UTF8', '--no-sync'], {
    ...user,
    cwd: '/',
  });
  const administrate = async (command: string): Promise<string> => {
    const { stdout } = await run(path.join(programs, 'psql'), [
      ...['--no-psqlrc', '--tuples-only', '--no-align', '-h', folder, '-U', 'postgres', '-d', 'postgres'],
      ...['-c', command],
    ]);
    return stdout.trim();
  };
  async function start(): Promise<ChildProcess> {
    const child = spawn(
      path.join(programs, 'postgres'),
      ['-D', data, '-c', 'listen_addresses=', '-c', `unix_socket_directories=${folder}`, '-c', 'fsync=off'],
      { ...user, cwd: '/', stdio: 'ignore' },
    );
    const deadline = Date.now() + 30_000;
    while ((await administrate('SELECT 1').catch(() => '')) !== '1') {
      if (child.exitCode !== null || Date.now() > deadline) {
        throw new Error('The PostgreSQL of the system did not start');
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return child;
  }
  let running: ChildProcess | undefined = await start();
  async function pause(): Promise<void> {
    running?.kill('SIGINT');
    if (running) await waitForEnd(running.pid as number);
    running = undefined;
  }
  await administrate("CREATE ROLE signalbox LOGIN PASSWORD 'secret'");
  await administrate('CREATE DATABASE signalbox OWNER signalbox');
  const version = Number(await administrate("SELECT current_setting('server_version_num')"));
  return {
    url: `postgres://signalbox:secret@${encodeURIComponent(folder)}/signalbox`,
    majorVersion: Math.floor(version / 10_000),
    pause,
    async resume() {
      running ??= await start();
    },
    async stop() {
      await pause();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
