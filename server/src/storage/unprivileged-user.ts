import fs from 'node:fs/promises';
import path from 'node:path';

/** Unprivileged identity to run PostgreSQL as when we are root, since PostgreSQL refuses to run as root. */
export interface RunAs {
  uid: number;
  gid: number;
}

/**
 * The user that the embedded database runs as; undefined: ours.
 * @throws Error when we are root and there is no unprivileged user
 */
export async function databaseUser(): Promise<RunAs | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const lines = (await fs.readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const entry = lines.find(([name]) => name === 'postgres') ?? lines.find(([name]) => name === 'nobody');
  if (!entry) throw new Error('PostgreSQL does not run as root and there is no user `nobody`; start as another user.');
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}

/** The owner of a cluster, which stays with the user that created it. Undefined without a cluster. */
export async function ownerOf(clusterDir: string): Promise<RunAs | undefined> {
  const stat = await fs.stat(clusterDir).catch(() => undefined);
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined;
}

/** Whether `runAs` (a user other than ours) can read below `folder`. */
export async function isReachable(folder: string, runAs: RunAs | undefined): Promise<boolean> {
  if (!runAs) return true;
  const OTHERS_EXECUTE = 0o001;
  for (let at = folder; ; at = path.dirname(at)) {
    if (((await fs.stat(at)).mode & OTHERS_EXECUTE) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}
