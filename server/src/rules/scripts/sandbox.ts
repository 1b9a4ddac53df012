import type { Logger } from 'pino';
import type { SandboxCall, SandboxReply } from './frames.ts';
import { SandboxGone } from './sandbox-child.ts';
import {
  SCRIPT_ARGUMENTS,
  type Script,
  type ScriptEngine,
  ScriptError,
  ScriptTooSlow,
  type ScriptValue,
} from './script-engine.ts';
import { createScriptLane, type LaneScript, type ScriptLane } from './script-lane.ts';
import { createTenantStanding } from './tenant-standing.ts';

export interface SandboxParts {
  log: Logger;
  /** ms of one call. */
  timeout?: number;
  /** MB of the scripts of one tenant. */
  memory?: number;
  /** Default: isolated-vm where it has a build, else QuickJS. */
  interpreter?: 'isolated-vm' | 'quickjs';
  /**
   * `rules` (default): scripts of rule nodes; those that take long get a process of their own, beside the others.
   * `tests`: scripts that people try out, in one process in the background that ends when nobody does.
   */
  use?: 'rules' | 'tests';
}

/** Calls that travel together. */
const MAX_CALLS = 200;
/** Errors of a script after which it is not run for a while. */
const MAX_ERRORS = 3;
/** ms after its last error until a script is run again. */
const BLOCK_MS = 60_000;
/** ms of a turn beside scripts of other tenants. Light scripts need 2 ms for 200 calls. */
const SLICE = 40;
/** ms that a process may take for a turn beyond its limit before it is killed. */
const GRACE = 1_500;
/** The same beside scripts of other tenants. */
const SHARED_GRACE = 500;
/** MB of a process that scripts of many tenants share, and of one for few of them, beside a tenant's own limit. */
const SHARED_MEMORY = 480;
const OWN_MEMORY = 224;
/** MB below the limit at which scripts of idle tenants are given up. */
const ROOM = 96;
/** ms after which a process that is seldom needed ends. */
const IDLE = 60_000;
/** ms of processor time from which a call counts as heavy; light ones take 0.01. */
const HEAVY = 0.2;
/** ms that heavy calls may hold up the batch that they are in. */
const MAX_WAIT = 100;
/** Calls over which the cost of a script is averaged. */
const COST_WINDOW = 200;
/** Attempts at a call whose time ran out while the machine was busy with something else. */
const MAX_ATTEMPTS = 2;

interface Call {
  input: SandboxCall;
  /** Attempts in which the machine gave it too little time. */
  attempts: number;
  /** False: it is handed back when it would take long. */
  mayWait: boolean;
  /** When it came, as performance.now(). */
  since: number;
  resolve: (value: ScriptValue) => void;
  reject: (error: Error) => void;
}

interface ScriptState extends LaneScript {
  queue: Call[];
  pumping: boolean;
  /** Some of its calls are in the lane of slow scripts. */
  isApart: boolean;
  /** So many of the next calls go alone, to find the one that cannot be run. */
  alone: number;
  errors: number;
  /** epoch ms */
  lastErrorTime: number;
  closed: boolean;
  /** ms of processor time of a call, on average over the last few hundred. */
  cost: number;
  /** Calls in that average. */
  counted: number;
}

/**
 * Runs scripts in child processes that can be killed and started again at any moment, since neither time nor memory
 * limits of an interpreter hold against everything.
 *
 * All tenants share one process, in turns of a few milliseconds. Whatever does not end within a turn, uses up its
 * memory or takes the process down has its tenant moved to a second process for a while, in the background, where it
 * gets all the time of a call: what fails there has failed. So nobody waits longer for scripts of another tenant than
 * for a turn, and the light scripts of almost all tenants need one process only.
 */
export function createSandbox({ log, timeout = 1_000, memory = 32, interpreter, use }: SandboxParts): ScriptEngine {
  const standing = createTenantStanding();
  /** Judges: what fails here has failed. */
  const patient = createScriptLane({
    log,
    name: use === 'tests' ? 'tests of scripts' : 'slow scripts',
    limits: { timeout, memory, interpreter, roomy: OWN_MEMORY + memory - ROOM },
    slice: timeout,
    grace: GRACE,
    maxMemory: OWN_MEMORY + memory,
    isBackground: true,
    idle: IDLE,
    atOnce: 1,
  });
  const shared =
    use === 'tests'
      ? undefined
      : createScriptLane({
          log,
          name: 'scripts',
          limits: { timeout, memory, interpreter, roomy: SHARED_MEMORY + memory - ROOM },
          slice: Math.min(SLICE, timeout),
          grace: SHARED_GRACE,
          maxMemory: SHARED_MEMORY + memory,
          isBackground: false,
          atOnce: 2,
        });
  let nextScript = 1;
  let closed = false;

  const laneOf = ({ tenantId }: ScriptState): ScriptLane => (shared && !standing.isSlow(tenantId) ? shared : patient);

  /** Beside the scripts of others, also for slow tenants: it runs nothing, and their chains are loaded within batches. */
  async function compile(script: ScriptState): Promise<void> {
    for (let lane = shared ?? patient; ; lane = patient) {
      try {
        await lane.compile(script);
        return;
      } catch (error) {
        if (!(error instanceof SandboxGone)) throw error;
        if (lane === patient) throw new ScriptError("Can't compile script: it takes the sandbox down");
        standing.strike(script.tenantId);
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

  const tooSlow = (): ScriptTooSlow => new ScriptTooSlow('The script takes long');

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
        if (shared && laneOf(script) === patient) rejectImpatient(script);
        if (script.queue.length > 0) await runSome(script);
      }
    } finally {
      script.pumping = false;
      script.isApart = false;
      if (script.closed) drop(script);
    }
  }

  /** Calls that cannot wait for the lane of slow scripts. */
  function rejectImpatient(script: ScriptState): void {
    const kept = script.queue.filter(({ mayWait }) => mayWait);
    if (kept.length === script.queue.length) return;
    for (const call of script.queue) if (!call.mayWait) call.reject(tooSlow());
    script.queue = kept;
  }

  function drop(script: ScriptState): void {
    shared?.drop(script);
    patient.drop(script);
  }

  async function runSome(script: ScriptState): Promise<void> {
    const lane = laneOf(script);
    script.isApart = lane === patient;
    let calls: Call[] = [];
    let reply: SandboxReply | undefined;
    try {
      reply = await lane.run(script, () => {
        // While this turn was waited for, another script of the tenant may have had it moved.
        if (laneOf(script) !== lane) return undefined;
        const count = script.alone > 0 ? 1 : Math.min(MAX_CALLS, script.queue.length);
        script.alone = Math.max(0, script.alone - 1);
        calls = script.queue.splice(0, count);
        return calls.map(({ input }) => input);
      });
    } catch (error) {
      // Not compiled: what waits fails with it.
      if (!(error instanceof SandboxGone)) calls.push(...script.queue.splice(0));
      if (!(error instanceof SandboxGone)) for (const call of calls) call.reject(error as Error);
      else if (!error.suspect) script.queue.unshift(...calls);
      else handleOffence(script, lane, calls, 'Script took the sandbox down');
      return;
    }
    if (!reply) return;
    take(script, lane, calls, reply);
    watchCost(script, lane, calls.length, reply.cpu);
  }

  /** Hands out the results, and decides what becomes of the calls that have none. */
  function take(script: ScriptState, lane: ScriptLane, calls: Call[], { done, stopped, cpu }: SandboxReply): void {
    if (stopped === 'unknown') {
      script.queue.unshift(...calls);
      return;
    }
    const results = Array.isArray(done) ? done.slice(0, calls.length) : [];
    for (const [index, result] of results.entries()) settle(script, calls[index] as Call, result);
    const left = calls.slice(results.length);
    const [first] = left;
    if (!first) return;
    if (stopped === 'memory') {
      handleOffence(script, lane, left, 'Script used too much memory');
      return;
    }
    // One that had all the time for itself; the first of several is tried again, with those behind it.
    if (results.length === 0 && !wasStarved(first, cpu, lane.slice)) {
      if (lane === patient) {
        fail(script, first, `Script execution timed out after ${timeout} ms`);
        left.shift();
      } else standing.strike(script.tenantId);
    }
    script.queue.unshift(...left);
  }

  /** Many calls that are not light take as long together as a slow one. */
  function watchCost(script: ScriptState, lane: ScriptLane, calls: number, cpu: number): void {
    script.counted = Math.min(script.counted + calls, COST_WINDOW);
    script.cost += (cpu / calls - script.cost) * Math.min(1, calls / script.counted);
    const oldest = script.queue[0];
    if (lane === patient || !oldest || oldest.mayWait || script.cost < HEAVY) return;
    if (performance.now() - oldest.since > MAX_WAIT) standing.strike(script.tenantId);
  }

  /** The time ran out, but little of it was the processor's. */
  function wasStarved(call: Call, cpu: number, slice: number): boolean {
    return cpu < slice / 2 && ++call.attempts < MAX_ATTEMPTS;
  }

  /** One of the calls did harm: by itself it fails, among others they are run one by one, away from other tenants. */
  function handleOffence(script: ScriptState, lane: ScriptLane, calls: Call[], text: string): void {
    if (lane !== patient) {
      standing.strike(script.tenantId);
      script.queue.unshift(...calls);
    } else if (calls.length === 1) {
      fail(script, calls[0] as Call, text);
    } else {
      script.alone = calls.length;
      script.queue.unshift(...calls);
    }
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
        queue: [],
        pumping: false,
        isApart: false,
        alone: 0,
        errors: 0,
        lastErrorTime: 0,
        closed: false,
        cost: 0,
        counted: 0,
      };
      await compile(script);
      return {
        run(input, { mayWait }) {
          if (isBlocked(script)) return Promise.reject(blockedError(script));
          // It would wait behind calls that have all the time.
          if (!mayWait && shared && (script.isApart || standing.isSlow(tenantId))) return Promise.reject(tooSlow());
          return new Promise((resolve, reject) => {
            const call: SandboxCall = [input.msg, input.metadata, input.msgType];
            script.queue.push({ input: call, attempts: 0, mayWait, since: performance.now(), resolve, reject });
            void pump(script);
          });
        },
        close() {
          if (script.closed || closed) return;
          script.closed = true;
          drop(script);
        },
      };
    },
    async close() {
      closed = true;
      await Promise.all([shared?.close(), patient.close()]);
    },
  };
}
