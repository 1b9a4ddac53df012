import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks a second of /proc; 100 on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

interface ProcessLine {
  pid: number;
  parent: number;
  /** user and system time, seconds */
  cpu: number;
}

async function readProcess(pid: number): Promise<ProcessLine | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold spaces; fields are counted behind it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      pid,
      parent: Number(fields[1]),
      cpu: (Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND,
    };
  } catch {
    return undefined;
  }
}

/** The process and all below it, except `without` and what is below that. */
async function tree(root: number, without?: number): Promise<ProcessLine[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const all = (await Promise.all(pids.map(readProcess))).filter((line) => line !== undefined);
  const members = new Set([root]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const line of all) {
      if (line.pid !== without && !members.has(line.pid) && members.has(line.parent)) {
        members.add(line.pid);
        grown = true;
      }
    }
  }
  return all.filter((line) => members.has(line.pid));
}

/**
 * CPU seconds used so far by a process and those below it, the ended ones included.
 * @param without a process below it that is not counted, nor what is below that
 */
export async function cpuSeconds(root: number, without?: number): Promise<number> {
  return (await tree(root, without)).reduce((sum, line) => sum + line.cpu, 0);
}

/** Memory in MB: resident of one process. */
export async function residentMegabytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024;
}

/** Memory in MB of a process and those below it, shared pages counted once. */
export async function proportionalMegabytes(root: number): Promise<number> {
  let sum = 0;
  for (const { pid } of await tree(root)) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    sum += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
  }
  return sum;
}
