import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Where Linux has a file system in memory. */
const MEMORY = '/dev/shm';
/** Bytes that have to be free there, and in memory: databases and browser profiles of a whole run take about half. */
const NEEDED = 4 * 1024 ** 3;
const PREFIX = 'signalbox-tests-';

/** Whether programs can be run from there and there is room for everything. */
async function isUsable() {
  try {
    const mounts = (await readFile('/proc/mounts', 'utf8')).split('\n').map((line) => line.split(' '));
    const options = mounts.findLast(([, place]) => place === MEMORY)?.[3]?.split(',') ?? ['noexec'];
    if (options.includes('noexec') || options.includes('ro')) return false;
    const { bavail, bsize } = await statfs(MEMORY);
    const available = /^MemAvailable: +(\d+) kB/m.exec(await readFile('/proc/meminfo', 'utf8'));
    return bavail * bsize >= NEEDED && Number(available?.[1]) * 1024 >= 2 * NEEDED;
  } catch {
    return false;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Removes a folder, into which a program that is just ending may still write. */
const remove = (folder) => rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });

/** Removes what runs that were killed have left, but for what their programs, which still run, hold on to. */
async function removeLeftOver() {
  for (const name of await readdir(MEMORY)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    if (pid && !isRunning(Number(pid))) await remove(path.join(MEMORY, name)).catch(() => undefined);
  }
}

/**
 * Puts temporary files of this process and of those that it starts into memory, where there is enough of it: a database
 * consists of a thousand files, and the tests make hundreds of databases. What has to be on the disk of the project finds
 * the ordinary folder in `SIGNALBOX_TEST_DISK`.
 * @returns removes them
 */
export async function useTemporaryFolder() {
  process.env.SIGNALBOX_TEST_DISK ??= os.tmpdir();
  if (!(await isUsable())) return async () => undefined;
  await removeLeftOver();
  const folder = await mkdtemp(path.join(MEMORY, `${PREFIX}${process.pid}-`));
  // Databases run as somebody else, and so do some installers.
  await chmod(folder, 0o1777);
  process.env.TMPDIR = folder;
  return () => remove(folder);
}
