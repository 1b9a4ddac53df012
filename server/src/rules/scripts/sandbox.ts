import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import type { Logger } from 'pino';
import { createFrameReader, type SandboxCall, type SandboxReply, type SandboxRequest, writeFrame } from './frames.ts';
import { SCRIPT_ARGUMENTS, type Script, type ScriptEngine, ScriptError, type ScriptValue } from './script-engine.ts';

export interface SandboxParts {
  log: Logger;
  /** ms of CPU of one call. */
  timeout?: number;
  /** MB of the scripts of one tenant. */
  memory?: number;
  /** Default: isolated-vm where it has a build, else QuickJS. */
  interpreter?: 'isolated-vm' | 'quickjs';
}

/** Calls that travel together. */
const MAX_CALLS = 200;
/** Errors of a script after which it is not run for a while. */
const MAX_ERRORS = 3;
/** ms after its last error until a script is run again. */
const BLOCK_MS = 60_000;
/** ms that the sandbox may take for a frame beyond the limit of the script before it is killed. */
const GRACE = 1_500;
/** MB of the sandbox process itself. */
const PROCESS_HEAP = 128;
const PROCESS_FILE = path.join(import.meta.dirname, 'sandbox-process.ts');

/** The sandbox died. The request it was busy with is the suspect; the others are innocent. */
class SandboxGone extends Error {
  readonly suspect: boolean;
  constructor(suspect: boolean) {
    super('The sandbox ended');
    this.suspect = suspect;
  }
}

interface Call {
  input: SandboxCall;
  resolve: (value: ScriptValue) => void;
  reject: (error: Error) => void;
}

interface ScriptState {
  id: number;
  tenantId: string;
  body: string;
  argNames: readonly string[];
  /** The process that has compiled it. */
  compiledBy: ChildProcess | undefined;
  queue: Call[];
  pumping: boolean;
  /** So many of the next calls go alone, to find the one that cannot be run. */
  alone: number;
  errors: number;
  /** epoch ms */
  lastErrorTime: number;
  closed: boolean;
}

interface Pending {
  request: SandboxRequest;
  resolve: (reply: SandboxReply) => void;
  reject: (error: Error) => void;
}

/**
 * Runs scripts in a child process that can be killed and started again at any moment, since neither time nor memory
 * limits of an interpreter hold against everything. The process starts with the first script.
 */
export function createSandbox({ log, timeout = 1_000, memory = 32, interpreter }: SandboxParts): ScriptEngine {
  let child: ChildProcess | undefined;
  /** Requests on their way, oldest first: the sandbox answers in this order. */
  let pending: Pending[] = [];
  let watchdog: NodeJS.Timeout | undefined;
  let nextRequest = 1;
  let nextScript = 1;
  let closed = false;

  function startProcess(): ChildProcess {
    const limits = JSON.stringify({ timeout, memory, interpreter });
    const started = spawn(
      process.execPath,
      ['--no-node-snapshot', `--max-old-space-size=${PROCESS_HEAP}`, PROCESS_FILE, limits],
      { stdio: ['pipe', 'pipe', 'ignore'], env: {} },
    );
    const read = createFrameReader<SandboxReply>((reply) => answered(reply));
    started.stdout.on('data', (bytes: Buffer) => {
      if (child === started) read(bytes);
    });
    started.stdin.on('error', () => undefined);
    started.on('error', () => ended(started, null));
    started.on('exit', (code) => ended(started, code));
    return started;
  }

  function ended(process: ChildProcess, code: number | null): void {
    if (child !== process) return;
    child = undefined;
    clearTimeout(watchdog);
    const left = pending;
    pending = [];
    if (!closed) log.warn({ code, waiting: left.length }, 'the script sandbox ended and is started again when needed');
    for (const [index, { reject }] of left.entries()) reject(new SandboxGone(index === 0));
  }

  function answered(reply: SandboxReply): void {
    const first = pending[0];
    if (first?.request.id !== reply.id) return;
    pending.shift();
    watch();
    first.resolve(reply);
  }

  /** Gives the oldest request its time. */
  function watch(): void {
    clearTimeout(watchdog);
    if (pending.length > 0) watchdog = setTimeout(() => child?.kill('SIGKILL'), timeout + GRACE);
  }

  function send(request: SandboxRequest): Promise<SandboxReply> {
    return new Promise((resolve, reject) => {
      if (closed) {
        reject(new ScriptError('The server is stopping'));
        return;
      }
      child ??= startProcess();
      pending.push({ request, resolve, reject });
      if (pending.length === 1) watch();
      child.stdin?.write(writeFrame(request));
    });
  }

  async function ensureCompiled(script: ScriptState): Promise<void> {
    while (!child || script.compiledBy !== child) {
      child ??= startProcess();
      const compiler = child;
      const { id, tenantId, body, argNames } = script;
      try {
        const reply = await send({ id: nextRequest++, do: 'compile', tenant: tenantId, script: id, body, argNames });
        if (reply.error !== undefined) throw new ScriptError(`Can't compile script: ${reply.error}`);
        script.compiledBy = compiler;
      } catch (error) {
        if (!(error instanceof SandboxGone)) throw error;
        if (error.suspect) throw new ScriptError("Can't compile script: it takes the sandbox down");
      }
    }
  }

  function isBlocked(script: ScriptState): boolean {
    if (script.errors > 0 && Date.now() - script.lastErrorTime > BLOCK_MS) script.errors = 0;
    return script.errors >= MAX_ERRORS;
  }

  function fail(script: ScriptState, call: Call, text: string): void {
    script.errors++;
    script.lastErrorTime = Date.now();
    call.reject(new ScriptError(text));
  }

  const blockedError = (script: ScriptState): ScriptError =>
    new ScriptError(`Script invocation is blocked due to maximum error count ${MAX_ERRORS}, scriptId ${script.id}!`);

  async function pump(script: ScriptState): Promise<void> {
    if (script.pumping) return;
    script.pumping = true;
    // What else asks in this moment comes along.
    await Promise.resolve();
    try {
      while (script.queue.length > 0) {
        if (isBlocked(script)) {
          for (const call of script.queue.splice(0)) call.reject(blockedError(script));
          return;
        }
        await runSome(script);
      }
    } finally {
      script.pumping = false;
    }
  }

  async function runSome(script: ScriptState): Promise<void> {
    const count = script.alone > 0 ? 1 : Math.min(MAX_CALLS, script.queue.length);
    script.alone = Math.max(0, script.alone - 1);
    const calls = script.queue.splice(0, count);
    let reply: SandboxReply;
    try {
      await ensureCompiled(script);
      const id = nextRequest++;
      reply = await send({ id, do: 'run', script: script.id, calls: calls.map((call) => call.input) });
    } catch (error) {
      if (error instanceof SandboxGone && !error.suspect) script.queue.unshift(...calls);
      else if (error instanceof SandboxGone) tryAlone(script, calls, 'Script took the sandbox down');
      else for (const call of calls) call.reject(error as Error);
      return;
    }
    if (reply.stopped === 'unknown') {
      script.compiledBy = undefined;
      script.queue.unshift(...calls);
      return;
    }
    const results = Array.isArray(reply.done) ? reply.done.slice(0, calls.length) : [];
    for (const [index, result] of results.entries()) settle(script, calls[index] as Call, result);
    const left = calls.slice(results.length);
    if (left.length === 0) return;
    if (reply.stopped === 'memory') {
      script.compiledBy = undefined;
      tryAlone(script, left, 'Script used too much memory');
    } else if (results.length === 0) {
      // The first call had all the time for itself.
      fail(script, left[0] as Call, `Script execution timed out after ${timeout} ms`);
      script.queue.unshift(...left.slice(1));
    } else {
      script.queue.unshift(...left);
    }
  }

  /** One of the calls did harm: by itself it fails, among others they are run one by one. */
  function tryAlone(script: ScriptState, calls: Call[], text: string): void {
    if (calls.length === 1) {
      fail(script, calls[0] as Call, text);
      return;
    }
    script.alone = calls.length;
    script.queue.unshift(...calls);
  }

  /** Takes nothing for granted: a script may have changed what makes the reply. */
  function settle(script: ScriptState, call: Call, result: unknown): void {
    if (!Array.isArray(result)) fail(script, call, 'Script returned nothing that can be read');
    else if (result[0] === null) fail(script, call, String(result[1]));
    else call.resolve({ type: String(result[0]), json: typeof result[1] === 'string' ? result[1] : undefined });
  }

  return {
    async compile(tenantId, body, argNames = SCRIPT_ARGUMENTS): Promise<Script> {
      const script: ScriptState = {
        id: nextScript++,
        tenantId,
        body,
        argNames,
        compiledBy: undefined,
        queue: [],
        pumping: false,
        alone: 0,
        errors: 0,
        lastErrorTime: 0,
        closed: false,
      };
      await ensureCompiled(script);
      return {
        run(input) {
          if (isBlocked(script)) return Promise.reject(blockedError(script));
          return new Promise((resolve, reject) => {
            script.queue.push({ input: [input.msg, input.metadata, input.msgType], resolve, reject });
            void pump(script);
          });
        },
        close() {
          if (script.closed || closed || !child || script.compiledBy !== child) return;
          script.closed = true;
          send({ id: nextRequest++, do: 'drop', script: script.id }).catch(() => undefined);
          script.compiledBy = undefined;
        },
      };
    },
    async close() {
      closed = true;
      clearTimeout(watchdog);
      const last = child;
      if (!last || last.exitCode !== null) return;
      const gone = new Promise((resolve) => last.once('exit', resolve));
      last.kill('SIGKILL');
      await gone;
    },
  };
}
