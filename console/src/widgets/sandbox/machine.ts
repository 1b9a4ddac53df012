import {
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
  Scope,
} from 'quickjs-emscripten-core';
import INSIDE from './inside.js?raw';
import { localText } from './local-text.ts';
import { ScriptError } from './script-error.ts';
import { decoded, encoded } from './values.ts';

/** A function of settings, ready to be called as often as wanted. Throws what its script throws. */
export type Compiled = (...args: readonly unknown[]) => unknown;

/**
 * The function run over points in the order of time, all in one go, each call seeing what came of the one before:
 * `f(time, value, result before, time before, value before)`, or `f(time, result before)` where there are no values.
 * What stands before the first point is 0, for the result `previous`. One result a point.
 */
export type CompiledSeries = (
  times: readonly number[],
  values: readonly unknown[] | undefined,
  previous: unknown,
) => unknown[];

/** Compiles function bodies from settings. A body that does not parse, or fails when it runs, throws. */
export interface Scripts {
  /** The function with this body and these parameter names. */
  compile(body: string, names: readonly string[]): Compiled;
  compileSeries(body: string, names: readonly string[]): CompiledSeries;
}

export interface ScriptMachine extends Scripts {
  /** Frees the memory; compiled functions fail from then on. */
  dispose(): void;
}

/** ms that one call may take, and one series. */
const CALL_TIME = 250;
const SERIES_TIME = 1000;
/** ms that a world may take to open, which runs nothing of its script: the first one of a busy machine takes a while. */
const OPEN_TIME = 2000;
/** Bytes of all scripts of a machine together. */
const MEMORY = 32 * 1024 * 1024;
/**
 * Bytes. Enough for about 140 calls inside each other; half of what, measured, the parser needs to use up the stack
 * of a browser that is below it.
 */
const STACK = 24 * 1024;
/** A script that was stopped so often rests for REST ms, so that its widget cannot hold up the page for ever. */
const STOPS = 3;
const REST = 60_000;
/** Worlds, about 60 kB each, that are open at once; and scripts that are remembered. */
const MAX_WORLDS = 100;
const MAX_SCRIPTS = 500;
/** Elements of a list, and characters times characters of a search, that a native of the machine gets. */
const LIMITS = { list: 100_000, search: 100_000_000, time: SERIES_TIME };

/** Everything but Proxy: with it, a list could be longer than it says. */
const INTRINSICS = {
  BaseObjects: true,
  Date: true,
  Eval: true,
  StringNormalize: true,
  RegExp: true,
  JSON: true,
  MapSet: true,
  TypedArrays: true,
  Promise: true,
};

type Answer = ReturnType<QuickJSContext['callFunction']>;

/** Where a script lives: globals of its own, which no other script sees. */
interface World {
  context: QuickJSContext;
  call: QuickJSHandle;
  series: QuickJSHandle;
}

interface Script {
  body: string;
  names: readonly string[];
  /** Absent before the first use, and after the machine was emptied. */
  world?: World | undefined;
  compiled?: Compiled;
  /** The body does not parse. */
  broken?: SyntaxError;
  /** Stops since the last rest. */
  stops: number;
  /** ms of the clock */
  restsUntil: number;
  lastStop?: ScriptError;
}

/**
 * A virtual machine for the scripts of one dashboard. They see their arguments and the language, nothing of the page,
 * and each has a world of its own; together they have one bounded memory. `onBroken`: `quickjs` can no longer be used.
 * `now`: the clock, in ms, by which a run may take its time.
 */
export function createMachine(
  quickjs: QuickJSWASMModule,
  onBroken: () => void,
  now: () => number = () => performance.now(),
): ScriptMachine {
  let runtime: QuickJSRuntime | undefined;
  /** ms of the clock, of the run in progress. */
  let deadline = 0;
  /** Why nothing can run; undefined while it can. */
  let ended: string | undefined;
  /**
   * A run is in progress. Still true when the next one begins: the browser broke off in the middle, and nothing in there
   * can be relied upon any more.
   */
  let running = false;
  /** By parameter names and body. */
  const scripts = new Map<string, Script>();
  /** The scripts that have a world. */
  const open = new Set<Script>();

  function scriptOf(body: string, names: readonly string[]): Script {
    const key = `${names.join(',')}\n${body}`;
    let script = scripts.get(key);
    if (!script) {
      script = { body, names, stops: 0, restsUntil: 0 };
      if (scripts.size >= MAX_SCRIPTS) scripts.clear();
      scripts.set(key, script);
    }
    return script;
  }

  /** Frees everything that scripts hold; their worlds are created again when next used. */
  function empty(): void {
    for (const script of open) {
      close(script.world);
      script.world = undefined;
    }
    open.clear();
    runtime?.dispose();
    runtime = undefined;
  }

  function openRuntime(): QuickJSRuntime {
    runtime ??= quickjs.newRuntime({
      maxStackSizeBytes: STACK,
      interruptHandler: () => now() > deadline,
    });
    return runtime;
  }

  /** The value of what the machine did. Throws what stopped it: everything else is answered by inside.js. */
  function taken(context: QuickJSContext, result: Answer): QuickJSHandle {
    if (!result.error) return result.value;
    const { error } = result;
    try {
      // A machine without a byte left throws null.
      if (context.eq(error, context.null)) throw stopFor('');
      const message = context.getProp(error, 'message').consume((handle) => context.getString(handle));
      throw stopFor(message) ?? new Error(message);
    } finally {
      error.dispose();
    }
  }

  /** Runs something of a script within its limits. They hold for it alone: making and reading values needs memory too. */
  function within(ms: number, work: () => Answer) {
    const limited = openRuntime();
    deadline = now() + ms;
    limited.setMemoryLimit(MEMORY);
    try {
      return work();
    } finally {
      limited.setMemoryLimit(-1);
    }
  }

  /** @throws SyntaxError for a body that does not parse */
  function openWorld(script: Script): World {
    const context = openRuntime().newContext({ intrinsics: INTRINSICS });
    try {
      return Scope.withScope((scope) => {
        deadline = now() + OPEN_TIME;
        const inside = scope.manage(taken(context, context.evalCode(INSIDE, 'inside', { type: 'global' })));
        const local = scope.manage(
          context.newFunction('local', (request) => context.newString(localText(context.getString(request)))),
        );
        const limits = scope.manage(context.newString(JSON.stringify(LIMITS)));
        const source = scope.manage(context.newString(`(function(${script.names.join(',')}){${script.body}\n})`));
        const made = scope.manage(
          taken(
            context,
            within(OPEN_TIME, () => context.callFunction(inside, context.undefined, local, limits, source)),
          ),
        );
        if (context.typeof(made) === 'string') textOf(context, made);
        return { context, call: context.getProp(made, 'call'), series: context.getProp(made, 'series') };
      });
    } catch (error) {
      context.dispose();
      throw error instanceof ScriptError && error.name === 'SyntaxError' ? new SyntaxError(error.message) : error;
    }
  }

  function attempt<T>(script: Script, work: (world: World) => T): T {
    if (!script.world) {
      if (open.size >= MAX_WORLDS) empty();
      script.world = openWorld(script);
      open.add(script);
    }
    return work(script.world);
  }

  function run<T>(script: Script, work: (world: World) => T): T {
    if (running && !ended) {
      onBroken();
      ended = 'The scripts of this dashboard have been stopped';
    }
    if (ended) throw new ScriptError(ended);
    if (script.broken) throw script.broken;
    if (script.lastStop && now() < script.restsUntil) throw script.lastStop;
    running = true;
    try {
      const result = attemptTwice(script, work);
      running = false;
      return result;
    } catch (error) {
      if (error instanceof SyntaxError) script.broken = error;
      else if (!(error instanceof ScriptError)) throw error;
      else if (error.limit === 'time' || error.limit === 'memory') noteStop(script, error);
      running = false;
      throw error;
    }
  }

  function attemptTwice<T>(script: Script, work: (world: World) => T): T {
    try {
      return attempt(script, work);
    } catch (error) {
      if (!(error instanceof ScriptError) || error.limit !== 'memory') throw error;
      // The memory may be full of what other scripts hold: the script gets a second try with all of it.
      empty();
      return attempt(script, work);
    }
  }

  function noteStop(script: Script, error: ScriptError): void {
    script.lastStop = error;
    if (++script.stops < STOPS) return;
    script.stops = 0;
    script.restsUntil = now() + REST;
  }

  /** Calls `fn` of a script's world and reads what it answers. */
  function answer<T>(
    context: QuickJSContext,
    call: { fn: QuickJSHandle; args: QuickJSHandle[]; ms: number },
    read: (context: QuickJSContext, handle: QuickJSHandle) => T,
  ): T {
    return Scope.withScope((scope) => {
      for (const arg of call.args) scope.manage(arg);
      const result = within(call.ms, () => context.callFunction(call.fn, context.undefined, call.args));
      return read(context, scope.manage(taken(context, result)));
    });
  }

  return {
    compile(body, names) {
      const script = scriptOf(body, names);
      script.compiled ??= (...args) => {
        const text = encoded(args);
        return decoded(
          run(script, ({ context, call }) =>
            answer(context, { fn: call, args: [context.newString(text)], ms: CALL_TIME }, textOf),
          ),
        );
      };
      if (!script.world) run(script, () => undefined);
      return script.compiled;
    },
    compileSeries(body, names) {
      const script = scriptOf(body, names);
      if (!script.world) run(script, () => undefined);
      return (times, values, previous) => {
        const numeric = values?.every((value) => typeof value === 'number');
        const given = values && (numeric ? bytes(values as readonly number[]) : encoded(values));
        const before = encoded([previous]);
        const result = run(script, ({ context, series }) => {
          const column = (data: ArrayBuffer | string | undefined) => {
            if (data === undefined) return context.undefined;
            return typeof data === 'string' ? context.newString(data) : context.newArrayBuffer(data);
          };
          const args = [column(bytes(times)), column(given), column(before)];
          return answer(context, { fn: series, args, ms: SERIES_TIME }, columnOf);
        });
        return typeof result === 'string' ? (decoded(result) as unknown[]) : result;
      };
    },
    dispose() {
      if (ended) return;
      ended = 'The dashboard of this script is closed';
      if (running) onBroken();
      else empty();
    },
  };
}

function close(world: World | undefined): void {
  if (!world) return;
  world.call.dispose();
  world.series.dispose();
  world.context.dispose();
}

function bytes(numbers: readonly number[]): ArrayBuffer {
  return Float64Array.from(numbers).buffer;
}

/** The JSON that inside.js answered: `=` and the value. Throws what it says that failed: `!` and the error. */
function textOf(context: QuickJSContext, handle: QuickJSHandle): string {
  const text = context.getString(handle);
  if (text.startsWith('=')) return text.slice(1);
  const [name, message, line] = JSON.parse(text.slice(1)) as [string, string, (number | null)?];
  // The parser calls it a syntax error.
  const stop = name === 'InternalError' || message === 'stack overflow' ? stopFor(message) : undefined;
  throw stop ?? new ScriptError(message, { name, line: line ?? undefined });
}

/** A column that inside.js answered: numbers as their bytes, or JSON. */
function columnOf(context: QuickJSContext, handle: QuickJSHandle): string | number[] {
  if (context.typeof(handle) === 'string') return textOf(context, handle);
  return context.getArrayBuffer(handle).consume(({ value }) => Array.from(new Float64Array(value.slice().buffer)));
}

/** The error for what the machine says when it stops a script; undefined for any other message. */
function stopFor(message: string): ScriptError | undefined {
  if (message === 'interrupted') return new ScriptError('The script takes too long', { limit: 'time' });
  if (message === 'stack overflow') return new ScriptError('The script calls itself too deeply', { limit: 'depth' });
  if (message === 'string too long') return new ScriptError('A text grows too long', { limit: 'memory' });
  // A machine without a byte left cannot even say so.
  if (message === '' || message.startsWith('out of memory'))
    return new ScriptError('The script needs too much memory', { limit: 'memory' });
  return undefined;
}
