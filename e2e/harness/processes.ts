import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const POLL_MS = 20;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !isZombie(pid);
}

/** Whether it is a zombie (Linux, state Z): ended, but its parent has not collected the exit code yet. */
function isZombie(pid: number): boolean {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.charAt(text.lastIndexOf(')') + 2) === 'Z';
  } catch {
    return false;
  }
}

/** The command line of a process, where the system tells it. */
const commandOf = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/cmdline`, 'utf8').then(
    (text) => text.replaceAll('\0', ' '),
    () => '',
  );

/** Resolves when the process has ended; rejects when it still runs after `timeout` ms. */
export async function waitForEnd(pid: number, timeout = 15_000): Promise<void> {
  const deadline = Date.now() + timeout;
  while (isAlive(pid)) {
    if (Date.now() > deadline) throw new Error(`Process ${pid} still runs: ${await commandOf(pid)}`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Process id of the embedded database of a data folder; undefined when it is not running. */
export async function postmasterPid(dataDir: string): Promise<number | undefined> {
  const pid = (await postmasterLines(dataDir))?.[0];
  return pid === undefined ? undefined : Number(pid);
}

/** Folder of the socket of that database. */
export async function postmasterSocketDir(dataDir: string): Promise<string | undefined> {
  return (await postmasterLines(dataDir))?.[4];
}

/** Folder in which the folder of that database is. */
const clusterHome = async (dataDir: string): Promise<string> =>
  (await readFile(path.join(dataDir, 'cluster-home'), 'utf8').catch(() => dataDir)).trim();

/**
 * Lets that database wait for no disk, as that of the integration tests: what it has written outlives every process,
 * though not the machine, and a disk that is slow for a while does not fail tests.
 */
export async function spareDisk(dataDir: string): Promise<void> {
  const folder = path.join(await clusterHome(dataDir), 'postgres');
  await appendFile(path.join(folder, 'postgresql.auto.conf'), 'fsync = off\nfull_page_writes = off\n');
  const pid = await postmasterPid(dataDir);
  if (pid !== undefined) process.kill(pid, 'SIGHUP');
}

async function postmasterLines(dataDir: string): Promise<string[] | undefined> {
  const file = path.join(await clusterHome(dataDir), 'postgres', 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text?.split('\n');
}

/** Finds all direct and indirect child processes of `pid`, with their command lines. */
export async function descendants(pid: number): Promise<{ pid: number; command: string }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,args='], { maxBuffer: 10_000_000 });
  const rows = stdout.split('\n').flatMap((line) => {
    const [, id, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return id === undefined ? [] : [{ pid: Number(id), parent: Number(parent), command: command ?? '' }];
  });
  const family = new Set([pid]);
  for (let size = 0; size < family.size; ) {
    size = family.size;
    for (const row of rows) if (family.has(row.parent)) family.add(row.pid);
  }
  return rows.filter((row) => row.pid !== pid && family.has(row.pid));
}
