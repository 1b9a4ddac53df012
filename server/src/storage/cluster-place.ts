import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isClusterInUse } from './postmaster.ts';
import { isReachable, type RunAs } from './unprivileged-user.ts';

/** Home of clusters whose user may not enter the data folder. */
export const CLUSTER_HOMES = '/var/lib/signalbox';
/** File in the data folder that names the place of its cluster. */
const POINTER = 'cluster-home';
/** File next to such a cluster that names its owner. */
const OWNER = 'data-folder.json';

/** The data folder that a cluster outside of it belongs to. */
export interface ClusterOwner {
  /** Absolute path of the data folder. */
  dataDir: string;
  /** File system of the data folder (`st_dev`): distinguishes a deleted folder from an unmounted one. */
  device: number;
}

/**
 * Folder that holds the cluster: the data folder. As root, when the data folder lies below one that others may not
 * enter (a checkout in /root), the database's user could not reach it there; then it is a folder in /var/lib that the
 * file `<dataDir>/cluster-home` points to.
 */
export async function clusterHome(
  dataDir: string,
  runAs: RunAs | undefined,
  say: (line: string) => void,
): Promise<string> {
  const here = path.resolve(dataDir);
  if (!runAs || (await isReachable(path.dirname(here), runAs))) return here;
  const pointer = path.join(here, POINTER);
  let home: string;
  if (existsSync(pointer)) home = (await fs.readFile(pointer, 'utf8')).trim();
  else {
    home = path.join(CLUSTER_HOMES, randomBytes(8).toString('hex'));
    await fs.mkdir(home, { recursive: true, mode: 0o711 });
    await fs.writeFile(pointer, `${home}\n`);
    say(`The database lives in ${home}: its user may not enter ${here}`);
  }
  const owner: ClusterOwner = { dataDir: here, device: (await fs.stat(here)).dev };
  // Written at each start: data folders may be moved, and clusters of earlier versions have no note.
  if (existsSync(home)) await fs.writeFile(path.join(home, OWNER), `${JSON.stringify(owner)}\n`);
  return home;
}

/** State of the data folder of a cluster outside of it. */
export type ClusterState =
  /** Its data folder points to it. */
  | 'used'
  /** The data folder is gone, or points elsewhere, and the file system it was on is there. */
  | 'orphaned'
  /** The data folder is missing, but so is its file system: perhaps it is not mounted. */
  | 'unreachable'
  /** Its owner is unknown. */
  | 'unknown';

/** A folder of CLUSTER_HOMES. */
export interface OutsideCluster {
  home: string;
  owner: ClusterOwner | undefined;
  state: ClusterState;
}

/** All clusters that live outside of their data folders, and whether they are still needed. */
export async function outsideClusters(homes = CLUSTER_HOMES): Promise<OutsideCluster[]> {
  const names = await fs.readdir(homes).catch(() => []);
  return Promise.all(
    names.sort().map(async (name) => {
      const home = path.join(homes, name);
      const owner = await readOwner(home);
      return { home, owner, state: owner ? await stateOf(home, owner) : 'unknown' };
    }),
  );
}

/** Describes a cluster in one line for people. */
export function describeCluster({ home, owner, state }: OutsideCluster): string {
  switch (state) {
    case 'used':
      return `${home}: database of ${owner?.dataDir}`;
    case 'orphaned':
      return `${home}: its data folder ${owner?.dataDir} is gone`;
    case 'unreachable':
      return `${home}: its data folder ${owner?.dataDir} is missing; perhaps its disk is not mounted. Left alone`;
    case 'unknown':
      return `${home}: its owner is unknown. Left alone`;
  }
}

/**
 * Removes an orphaned cluster.
 * @returns false when it is running
 */
export async function removeCluster({ home }: OutsideCluster): Promise<boolean> {
  const clusterDir = path.join(home, 'postgres');
  if (isClusterInUse(clusterDir)) return false;
  await fs.rm(home, { recursive: true, force: true });
  await fs.rm(socketDirOf(clusterDir), { recursive: true, force: true });
  return true;
}

async function readOwner(home: string): Promise<ClusterOwner | undefined> {
  try {
    const { dataDir, device } = JSON.parse(await fs.readFile(path.join(home, OWNER), 'utf8')) as Partial<ClusterOwner>;
    return typeof dataDir === 'string' && typeof device === 'number' ? { dataDir, device } : undefined;
  } catch {
    return undefined;
  }
}

async function stateOf(home: string, { dataDir, device }: ClusterOwner): Promise<ClusterState> {
  const pointed = await fs.readFile(path.join(dataDir, POINTER), 'utf8').catch(() => undefined);
  if (pointed !== undefined) return pointed.trim() === home ? 'used' : 'orphaned';
  // The nearest existing parent of the data folder shows which file system is there now.
  for (let at = dataDir; ; at = path.dirname(at)) {
    const stat = await fs.stat(at).catch(() => undefined);
    if (stat) return stat.dev === device ? 'orphaned' : 'unreachable';
  }
}

/**
 * Folder of a cluster's socket. In the temporary folder, because a path in the data folder could be too long.
 * @throws Error when it belongs to another user
 */
export async function prepareSocketDir(clusterDir: string, runAs: RunAs | undefined): Promise<string> {
  const socketDir = socketDirOf(clusterDir);
  await fs.mkdir(socketDir, { recursive: true, mode: 0o700 });
  const stat = await fs.lstat(socketDir);
  const owner = runAs?.uid ?? process.getuid?.();
  if (!stat.isDirectory() || (stat.uid !== owner && process.getuid?.() !== 0)) {
    throw new Error(`The folder ${socketDir} belongs to another user; remove it and start again.`);
  }
  await fs.chmod(socketDir, 0o700);
  if (runAs) {
    await fs.chown(socketDir, runAs.uid, runAs.gid);
    // The database's user must be able to reach its data.
    await openPathTo(path.dirname(clusterDir));
  }
  return socketDir;
}

function socketDirOf(clusterDir: string): string {
  const name = createHash('sha256').update(clusterDir).digest('hex').slice(0, 16);
  return path.join(os.tmpdir(), `signalbox-${name}`);
}

/** Removes the socket folder of a database that has ended, unless another start already uses it. */
export async function removeSocketDir(socketDir: string): Promise<void> {
  // Only an empty one: PostgreSQL removes its socket unless it was killed.
  await fs.rmdir(socketDir).catch(() => undefined);
}

/** Lets others traverse (not list) the data folder itself; folders above it are left alone. */
async function openPathTo(dataDir: string): Promise<void> {
  const mode = (await fs.stat(dataDir)).mode & 0o777;
  if ((mode & 0o001) === 0) await fs.chmod(dataDir, mode | 0o001);
}
