import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import type { Logger } from 'pino';
import { createFrameReader, READY, type SandboxOrder, type SandboxReply, writeFrame } from './frames.ts';
import { ScriptError } from './script-engine.ts';
import type { ScriptLimits } from './script-host.ts';

export interface SandboxChildOptions {
  log: Logger;
  /** What the process runs, for the log. */
  name: string;
  limits: ScriptLimits & { interpreter: 'isolated-vm' | 'quickjs' | undefined };
  /** ms beyond the time limit of a request after which the process is killed */
  grace: number;
  /** MB of resident memory at which the process is killed */
  maxMemory: number;
  /** Whether everything else on the machine takes precedence. */
  isBackground: boolean;
  /** ms without a request after which the process ends; absent: never */
  idle?: number;
}

/** A process in which scripts run. It starts with the first request and is restarted after it has ended. */
export interface SandboxChild {
  /**
   * Number of the current process: scripts compiled in an earlier one have to be compiled again. Starts a process if
   * none is running.
   */
  generation(): number;
  isRunning(): boolean;
  /**
   * @param ms that the request may take
   * @throws SandboxGone when the process ended before it replied
   */
  send(order: SandboxOrder, ms: number): Promise<SandboxReply>;
  close(): Promise<void>;
}

/** The process ended. Only the request that it was working on is suspected of having caused that. */
export class SandboxGone extends Error {
  readonly suspect: boolean;
  constructor(suspect: boolean) {
    super('The sandbox ended');
    this.suspect = suspect;
  }
}

interface Pending {
  id: number;
  ms: number;
  resolve: (reply: SandboxReply) => void;
  reject: (error: Error) => void;
}

/** MB of the process's own heap; scripts have separate heaps */
const PROCESS_HEAP = 128;
/** Niceness of a background process, from 0 to 19 */
const BACKGROUND_PRIORITY = 10;
/** ms between checks of the memory of a busy process */
const MEMORY_PERIOD = 50;
/** ms that a process may take to start. */
const MAX_START = 30_000;
/** Bytes of a page in /proc/<pid>/statm. */
const PAGE = 4096;
const PROCESS_FILE = path.join(import.meta.dirname, 'sandbox-process.ts');

/** Resident bytes of a process; undefined except on Linux. */
function residentBytes(pid: number): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * PAGE;
  } catch {
    return undefined;
  }
}

export function createSandboxChild(options: SandboxChildOptions): SandboxChild {
  const { log, name, limits, grace, maxMemory } = options;
  let child: ChildProcess | undefined;
  let generation = 0;
  /** Requests without a reply, oldest first: the process replies in this order. */
  let pending: Pending[] = [];
  let isReady = false;
  /** Ends the process when the oldest request takes too long, or when it has been idle for long. */
  let timer: NodeJS.Timeout | undefined;
  let memoryWatch: NodeJS.Timeout | undefined;
  let nextRequest = 1;
  let closed = false;

  function start(): ChildProcess {
    const started = spawn(
      process.execPath,
      ['--no-node-snapshot', `--max-old-space-size=${PROCESS_HEAP}`, PROCESS_FILE, JSON.stringify(limits)],
      { stdio: ['pipe', 'pipe', 'ignore'], env: {} },
    );
    generation++;
    isReady = false;
    const read = createFrameReader<SandboxReply>((reply) => answered(reply));
    started.stdout.on('data', (bytes: Buffer) => {
      if (child === started) read(bytes);
    });
    started.stdin.on('error', () => undefined);
    started.on('error', () => ended(started, null));
    started.on('exit', (code) => ended(started, code));
    if (options.isBackground && started.pid !== undefined) lowerPriority(started.pid);
    return started;
  }

  function lowerPriority(pid: number): void {
    try {
      setPriority(pid, BACKGROUND_PRIORITY);
    } catch (error) {
      log.debug({ err: error, sandbox: name }, 'the priority of a script sandbox could not be lowered');
    }
  }

  function ended(process: ChildProcess, code: number | null): void {
    if (child !== process) return;
    child = undefined;
    clearTimeout(timer);
    const left = pending;
    pending = [];
    if (!closed && left.length > 0) {
      log.warn({ sandbox: name, code, waiting: left.length }, 'a script sandbox ended; restarting it');
    }
    for (const [index, { reject }] of left.entries()) reject(new SandboxGone(index === 0));
  }

  function answered(reply: SandboxReply): void {
    if (reply.id === READY) {
      isReady = true;
      watchTime();
      return;
    }
    const first = pending[0];
    if (first?.id !== reply.id) return;
    pending.shift();
    if (reply.isWorn) renew();
    else watchTime();
    first.resolve(reply);
  }

  /** Leaves the process; what it has not replied to is sent again by those who asked, to another one. */
  function renew(): void {
    const worn = child;
    child = undefined;
    clearTimeout(timer);
    worn?.kill('SIGKILL');
    log.info({ sandbox: name }, 'a script sandbox holds much memory of its own; replacing it');
    for (const { reject } of pending.splice(0)) reject(new SandboxGone(false));
  }

  /** Starts the time limit of the oldest request. */
  function watchTime(): void {
    clearTimeout(timer);
    const oldest = pending[0];
    if (oldest) timer = setTimeout(() => child?.kill('SIGKILL'), isReady ? oldest.ms + grace : MAX_START);
    else if (options.idle !== undefined) timer = setTimeout(() => child?.kill('SIGKILL'), options.idle).unref();
  }

  /**
   * Interpreters count only their own heaps, and the address space cannot be limited because V8 reserves far more than
   * it uses. So the memory of the whole process is checked while it works.
   */
  function watchMemory(): void {
    memoryWatch ??= setInterval(() => {
      if (pending.length === 0) {
        clearInterval(memoryWatch);
        memoryWatch = undefined;
        return;
      }
      const bytes = child?.pid === undefined ? undefined : residentBytes(child.pid);
      if (bytes === undefined || bytes <= maxMemory * 1024 * 1024) return;
      log.warn({ sandbox: name, megabytes: Math.round(bytes / 1024 / 1024) }, 'scripts used too much memory');
      child?.kill('SIGKILL');
    }, MEMORY_PERIOD).unref();
  }

  return {
    generation() {
      if (!closed) child ??= start();
      return generation;
    },
    isRunning: () => child !== undefined,
    send(order, ms) {
      return new Promise((resolve, reject) => {
        if (closed) {
          reject(new ScriptError('The server is stopping'));
          return;
        }
        child ??= start();
        const id = nextRequest++;
        pending.push({ id, ms, resolve, reject });
        if (pending.length === 1) watchTime();
        watchMemory();
        child.stdin?.write(writeFrame({ ...order, id }));
      });
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(memoryWatch);
      const last = child;
      if (!last || last.exitCode !== null) return;
      const gone = new Promise((resolve) => last.once('exit', resolve));
      last.kill('SIGKILL');
      await gone;
    },
  };
}
