import { readdir, readFile } from 'node:fs/promises';

/** Clock ticks per second in /proc; 100 on every Linux that Node supports. */
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
    // The name in parentheses may contain spaces; fields are counted after it.
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

/** Lists the process and its descendants, except `without` and its descendants. */
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
 * Sums the CPU seconds of a process and its descendants, including ended ones.
 * @param without a descendant to exclude, with its own descendants
 */
export async function cpuSeconds(root: number, without?: number): Promise<number> {
  return (await tree(root, without)).reduce((sum, line) => sum + line.cpu, 0);
}

/** Returns the resident memory of a process in MB. */
export async function residentMegabytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024;
}

/** Returns the memory of a process and its descendants in MB, with shared pages counted once. */
export async function proportionalMegabytes(root: number): Promise<number> {
  let sum = 0;
  for (const { pid } of await tree(root)) {
    const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    sum += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0) / 1024;
  }
  return sum;
}
