import type { Logger } from 'pino';
import { requireScripts } from '../../usage/stopped.ts';
import { COUNTER, type UsageMeter } from '../../usage/usage-meter.ts';
import type { SandboxCall, SandboxReply } from './frames.ts';
import { SandboxGone } from './sandbox-child.ts';
import { createScriptCost, type ScriptCost } from './script-cost.ts';
import {
  SCRIPT_ARGUMENTS,
  type Script,
  type ScriptEngine,
  ScriptError,
  ScriptTooSlow,
  type ScriptValue,
} from './script-engine.ts';
import { createScriptLane, type LaneScript, MAX_ATTEMPTS, type ScriptLane, wasHeldUp } from './script-lane.ts';
import { createTenantStanding } from './tenant-standing.ts';

export interface SandboxParts {
  log: Logger;
  /** Counts the calls; absent: nobody does. */
  usage?: UsageMeter;
  /** ms; time limit of one call */
  timeout?: number;
  /** MB for the scripts of one tenant */
  memory?: number;
  /** Default: isolated-vm where it has a build, else QuickJS. */
  interpreter?: 'isolated-vm' | 'quickjs';
  /**
   * `rules` (default): scripts of rule nodes; slow ones run in a second process.
   * `tests`: scripts that people test, in one background process that ends when idle.
   */
  use?: 'rules' | 'tests';
}

/** Maximum number of calls per request. */
const MAX_CALLS = 200;
/** Errors after which a script is blocked for a while. */
const MAX_ERRORS = 3;
/** ms from the last error until a script is run again */
const BLOCK_MS = 60_000;
/** ms of a turn in the shared process. Light scripts need 2 ms for 200 calls. */
const SLICE = 40;
/** ms beyond the limit of a turn after which a process is killed */
const GRACE = 1_500;
/** The same in the shared process. */
const SHARED_GRACE = 500;
/**
 * MB of the process that many tenants share, and of one for few of them, above which scripts of idle tenants are dropped;
 * in addition to a tenant's own limit
 */
const SHARED_MEMORY = 384;
const OWN_MEMORY = 128;
/** MB that a call may take beyond that, in addition to a tenant's own limit, until the process is killed. */
const CALL_MEMORY = 64;
/** ms after which an idle process ends, where it is seldom needed */
const IDLE = 60_000;
/** ms that heavy calls may hold up their batch */
const MAX_WAIT = 100;
/** Characters that scripts of a tenant may return in a batch; what comes behind is run outside of it. */
const MAX_RESULTS_OF_BATCH = 8 * 1024 * 1024;
/** Characters of a result from which it counts. */
const LARGE = 8 * 1024;

interface Call {
  input: SandboxCall;
  /** Attempts in which it got too little processor time. */
  attempts: number;
  /** False: the call is refused when the script is slow. */
  mayWait: boolean;
  batch: object | undefined;
  /** Time of the call, from performance.now(). */
  since: number;
  resolve: (value: ScriptValue) => void;
  reject: (error: Error) => void;
}

interface ScriptState extends LaneScript {
  queue: Call[];
  pumping: boolean;
  /** Whether calls of it are in the lane of slow scripts. */
  isApart: boolean;
  /** How many of the next calls run one by one, to find the harmful one. */
  alone: number;
  errors: number;
  /** epoch ms */
  lastErrorTime: number;
  closed: boolean;
  cost: ScriptCost;
}

/**
 * Runs scripts in child processes that can be killed and restarted at any moment, since no time or memory limit of an
 * interpreter holds against everything.
 *
 * All tenants share one process in turns of a few milliseconds. When a script does not end within its turn, exhausts
 * its memory or takes the process down, its tenant is moved for a while to a second process in the background, where a
 * call gets its full time and a failure is final. So no tenant waits longer than a turn for scripts of another, and
 * the light scripts of almost all tenants need only one process.
 */
export function createSandbox({
  log,
  usage,
  timeout = 1_000,
  memory = 32,
  interpreter,
  use,
}: SandboxParts): ScriptEngine {
  const standing = createTenantStanding();
  /** batch → tenant id → characters of the large results of its scripts */
  const returned = new WeakMap<object, Map<string, number>>();
  /** Its verdict is final: what fails here has failed. */
  const patient = createScriptLane({
    log,
    name: use === 'tests' ? 'tests of scripts' : 'slow scripts',
    limits: { timeout, memory, interpreter, roomy: OWN_MEMORY + memory },
    slice: timeout,
    grace: GRACE,
    maxMemory: OWN_MEMORY + 2 * memory + CALL_MEMORY,
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
          limits: { timeout, memory, interpreter, roomy: SHARED_MEMORY + memory },
          slice: Math.min(SLICE, timeout),
          grace: SHARED_GRACE,
          maxMemory: SHARED_MEMORY + 2 * memory + CALL_MEMORY,
          isBackground: false,
          atOnce: 2,
        });
  let nextScript = 1;
  let closed = false;

  const laneOf = ({ tenantId }: ScriptState): ScriptLane => (shared && !standing.isSlow(tenantId) ? shared : patient);

  /** In the shared process also for slow tenants: compiling runs nothing, and chains are loaded within batches. */
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

  const hasReturnedMuch = (tenantId: string, batch: object | undefined): boolean =>
    batch !== undefined && (returned.get(batch)?.get(tenantId) ?? 0) > MAX_RESULTS_OF_BATCH;

  function noteReturned(tenantId: string, batch: object, length: number): void {
    const ofBatch = returned.get(batch) ?? new Map<string, number>();
    ofBatch.set(tenantId, (ofBatch.get(tenantId) ?? 0) + length);
    returned.set(batch, ofBatch);
  }

  const tooSlow = (): ScriptTooSlow => new ScriptTooSlow('The script takes long');

  const blockedError = (script: ScriptState): ScriptError =>
    new ScriptError(`Script invocation is blocked due to maximum error count ${MAX_ERRORS}, scriptId ${script.id}!`);

  async function pump(script: ScriptState): Promise<void> {
    if (script.pumping) return;
    script.pumping = true;
    // Calls made at the same moment come along.
    await Promise.resolve();
    try {
      while (script.queue.length > 0) {
        if (isBlocked(script)) {
          for (const call of script.queue.splice(0)) call.reject(blockedError(script));
          return;
        }
        if (shared) rejectImpatient(script);
        if (script.queue.length > 0) await runSome(script);
      }
    } finally {
      script.pumping = false;
      script.isApart = false;
      if (script.closed) drop(script);
    }
  }

  /** Refuses the calls that cannot wait: for the lane of slow scripts, or behind much that the batch has got already. */
  function rejectImpatient(script: ScriptState): void {
    const { tenantId } = script;
    const isApart = laneOf(script) === patient;
    const mustGo = ({ mayWait, batch }: Call): boolean => !mayWait && (isApart || hasReturnedMuch(tenantId, batch));
    if (!script.queue.some(mustGo)) return;
    const [gone, kept] = [script.queue.filter(mustGo), script.queue.filter((call) => !mustGo(call))];
    script.queue = kept;
    for (const call of gone) call.reject(tooSlow());
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
        // While waiting for this turn, another script may have caused the tenant to be moved.
        if (laneOf(script) !== lane) return undefined;
        const count = script.alone > 0 ? 1 : Math.min(MAX_CALLS, script.queue.length);
        script.alone = Math.max(0, script.alone - 1);
        calls = script.queue.splice(0, count);
        return calls.map(({ input }) => input);
      });
    } catch (error) {
      // It does not compile, so all waiting calls fail.
      if (!(error instanceof SandboxGone)) calls.push(...script.queue.splice(0));
      if (!(error instanceof SandboxGone)) for (const call of calls) call.reject(error as Error);
      else if (!error.suspect) script.queue.unshift(...calls);
      else handleOffence(script, lane, calls, 'Script took the sandbox down');
      return;
    }
    if (!reply) return;
    script.cost.note(take(script, lane, calls, reply), reply.cpu);
    watchCost(script, lane);
  }

  /**
   * Settles the calls that have results, and decides what becomes of the others.
   * @returns how many have results
   */
  function take(script: ScriptState, lane: ScriptLane, calls: Call[], { done, stopped, cpu }: SandboxReply): number {
    if (stopped === 'unknown') {
      script.queue.unshift(...calls);
      return 0;
    }
    const results = Array.isArray(done) ? done.slice(0, calls.length) : [];
    for (const [index, result] of results.entries()) settle(script, calls[index] as Call, result);
    const left = calls.slice(results.length);
    const [first] = left;
    if (!first) return results.length;
    if (stopped === 'memory') {
      handleOffence(script, lane, left, 'Script used too much memory');
      return results.length;
    }
    // A single call had all the time; the first of several is retried with those behind it.
    if (results.length === 0 && !wasStarved(first, cpu, lane.slice)) {
      if (lane === patient) {
        fail(script, first, `Script execution timed out after ${timeout} ms`);
        left.shift();
      } else standing.strike(script.tenantId);
    }
    script.queue.unshift(...left);
    return results.length;
  }

  /** Many heavy calls together take as long as a slow one. */
  function watchCost(script: ScriptState, lane: ScriptLane): void {
    const oldest = script.queue[0];
    if (lane === patient || !oldest || oldest.mayWait || !script.cost.isHeavy()) return;
    if (performance.now() - oldest.since > MAX_WAIT) standing.strike(script.tenantId);
  }

  /** Whether a call timed out without having had the processor for long. */
  function wasStarved(call: Call, cpu: number, slice: number): boolean {
    return wasHeldUp(cpu, slice) && ++call.attempts < MAX_ATTEMPTS;
  }

  /** One of the calls did harm. A single call fails; several are run again one by one, apart from other tenants. */
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

  /** The result is not trusted: a script may have tampered with what creates it. */
  function settle(script: ScriptState, call: Call, result: unknown): void {
    if (!Array.isArray(result)) fail(script, call, 'The result of the script cannot be read');
    else if (result[0] === null) fail(script, call, String(result[1]));
    else {
      const json = typeof result[1] === 'string' ? result[1] : undefined;
      if (call.batch && json && json.length > LARGE) noteReturned(script.tenantId, call.batch, json.length);
      call.resolve({ type: String(result[0]), json });
    }
  }

  return {
    async compile(tenantId, body, argNames = SCRIPT_ARGUMENTS): Promise<Script> {
      if (usage) requireScripts(usage, tenantId);
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
        cost: createScriptCost(),
      };
      await compile(script);
      return {
        run(input, { mayWait, batch }) {
          if (isBlocked(script)) return Promise.reject(blockedError(script));
          // It would wait behind calls that may take long.
          if (!mayWait && shared && (script.isApart || standing.isSlow(tenantId))) return Promise.reject(tooSlow());
          if (!mayWait && hasReturnedMuch(tenantId, batch)) return Promise.reject(tooSlow());
          return new Promise((resolve, reject) => {
            if (usage) requireScripts(usage, tenantId).add(COUNTER.scriptExecutions);
            const call: SandboxCall = [input.msg, input.metadata, input.msgType];
            script.queue.push({ input: call, attempts: 0, mayWait, batch, since: performance.now(), resolve, reject });
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
