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
  /** What it runs, for the log. */
  name: string;
  limits: ScriptLimits & { interpreter: 'isolated-vm' | 'quickjs' | undefined };
  /** ms that the process may take for a request beyond the limit of that request before it is killed. */
  grace: number;
  /** MB of the whole process at which it is killed. */
  maxMemory: number;
  /** The machine serves everything else before it. */
  isBackground: boolean;
  /** ms without a request after which the process ends; absent: it stays. */
  idle?: number;
}

/** A process in which scripts run. It starts with the first request, and again after it has ended. */
export interface SandboxChild {
  /**
   * Counts the processes there were: what was compiled in an earlier one has to be compiled again. Starts one if there
   * is none.
   */
  generation(): number;
  isRunning(): boolean;
  /**
   * @param ms that the request may take
   * @throws SandboxGone when the process ended before the answer
   */
  send(order: SandboxOrder, ms: number): Promise<SandboxReply>;
  close(): Promise<void>;
}

/** The process ended. The request it was busy with is the suspect; the others are innocent. */
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

/** MB of the heap of the process itself; scripts have heaps of their own. */
const PROCESS_HEAP = 128;
/** How much less than others a background process is given, from 0 to 19. */
const BACKGROUND_PRIORITY = 10;
/** ms between two looks at the memory of a process that is at work. */
const MEMORY_PERIOD = 50;
/** ms that a process may take to start. */
const MAX_START = 30_000;
/** Bytes of a page in /proc/<pid>/statm. */
const PAGE = 4096;
const PROCESS_FILE = path.join(import.meta.dirname, 'sandbox-process.ts');

/** Bytes that a process uses; undefined where the system does not say (Linux only does). */
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
  /** Requests on their way, oldest first: the process answers in this order. */
  let pending: Pending[] = [];
  let isReady = false;
  /** Ends the process when the oldest request takes too long, or when there is none for a long time. */
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
      log.warn({ sandbox: name, code, waiting: left.length }, 'a script sandbox ended and is started again');
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
    watchTime();
    first.resolve(reply);
  }

  /** Gives the oldest request its time. */
  function watchTime(): void {
    clearTimeout(timer);
    const oldest = pending[0];
    if (oldest) timer = setTimeout(() => child?.kill('SIGKILL'), isReady ? oldest.ms + grace : MAX_START);
    else if (options.idle !== undefined) timer = setTimeout(() => child?.kill('SIGKILL'), options.idle).unref();
  }

  /**
   * Interpreters count the memory of their own heaps only. Address space cannot be limited: V8 reserves far more than
   * it uses. So the whole process is looked at while it works.
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
