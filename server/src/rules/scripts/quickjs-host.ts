import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  RELEASE_SYNC,
  Scope,
} from 'quickjs-emscripten';
import type { SandboxResult } from './frames.ts';
import { createRecentScripts } from './recent-scripts.ts';
import { CONFINE, MAX_RESULT, type ScriptHost, type ScriptLimits, SETUP } from './script-host.ts';

/** Node has this global; TypeScript declares it only for browsers. */
declare const WebAssembly: {
  Memory: new (limits: { initial: number; maximum: number }) => object;
  RuntimeError: new () => Error;
};

/** Bytes of a page of WebAssembly memory. */
const PAGE = 65_536;
/** Pages the interpreter needs to start. */
const INITIAL_PAGES = 256;

/** Maximum number of compiled scripts. Each has globals of its own, which take about 100 kB. */
const MAX_SCRIPTS = 80;
/**
 * Bytes, enough for about 140 calls inside each other. What is nested more deeply than the interpreter allows is an error of
 * the script; the stack of the process, with less room than it thinks, would overflow from 40 kB on.
 */
const STACK = 24 * 1024;
/** ms to return the results computed before a timeout */
const TAKE_TIMEOUT = 100;

interface CompiledScript {
  context: QuickJSContext;
  run: QuickJSHandle;
  take: QuickJSHandle;
}

/**
 * Runs scripts in QuickJS where isolated-vm has no build for the platform: five to ten times slower. All scripts share
 * one memory of fixed size; when it is exhausted the process ends and the server starts another one.
 */
export async function createQuickJsHost({ timeout, memory }: ScriptLimits): Promise<ScriptHost> {
  const wasmMemory = new WebAssembly.Memory({
    initial: INITIAL_PAGES,
    maximum: Math.max(INITIAL_PAGES, (memory * 1024 * 1024) / PAGE),
  });
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmMemory: wasmMemory as never }));
  const compiled = createRecentScripts<CompiledScript>(MAX_SCRIPTS, ({ context, run, take }) => {
    for (const held of [run, take, context]) held.dispose();
  });

  /** An error of the interpreter itself leaves it in no state to go on: the server starts another process. */
  function endAfterFatal(error: unknown): void {
    if (error instanceof RangeError || error instanceof WebAssembly.RuntimeError) process.abort();
  }

  function call(context: QuickJSContext, fn: QuickJSHandle, args: QuickJSHandle[], ms: number): QuickJSHandle {
    const deadline = Date.now() + ms;
    context.runtime.setInterruptHandler(() => Date.now() > deadline);
    return context.unwrapResult(context.callFunction(fn, context.undefined, ...args));
  }

  function prepare(context: QuickJSContext, body: string, argNames: readonly string[]): CompiledScript {
    return Scope.withScope((scope) => {
      const managed = (handle: QuickJSHandle): QuickJSHandle => scope.manage(handle);
      managed(context.unwrapResult(context.evalCode(CONFINE)));
      const setup = managed(context.unwrapResult(context.evalCode(SETUP)));
      const functions = managed(call(context, setup, [managed(context.newNumber(MAX_RESULT))], timeout));
      const names = managed(context.newString(JSON.stringify(argNames)));
      const compile = managed(context.getProp(functions, 'compile'));
      managed(call(context, compile, [names, managed(context.newString(body))], timeout));
      return { context, run: context.getProp(functions, 'run'), take: context.getProp(functions, 'take') };
    });
  }

  return {
    // All contexts share one memory, which has its own limit.
    forgetOldest: () => false,
    compile(_tenant, script, body, argNames) {
      const context = quickjs.newContext();
      context.runtime.setMaxStackSize(STACK);
      try {
        compiled.set(script, prepare(context, body, argNames));
      } catch (error) {
        endAfterFatal(error);
        context.dispose();
        throw error;
      }
    },
    run(script, calls, ms) {
      const entry = compiled.get(script);
      if (!entry) return { stopped: 'unknown' };
      const { context, run, take } = entry;
      const text = context.newString(JSON.stringify(calls));
      try {
        return { done: resultsOf(context, call(context, run, [text], ms)) };
      } catch (error) {
        endAfterFatal(error);
        // A lost result looks like one that came too late, so the first remaining call is retried alone.
        try {
          return { done: resultsOf(context, call(context, take, [], TAKE_TIMEOUT)), stopped: 'timeout' };
        } catch {
          return { done: [], stopped: 'timeout' };
        }
      } finally {
        text.dispose();
      }
    },
    drop: (script) => compiled.delete(script),
  };
}

function resultsOf(context: QuickJSContext, handle: QuickJSHandle): SandboxResult[] {
  const text = context.getString(handle);
  handle.dispose();
  return JSON.parse(text) as SandboxResult[];
}
