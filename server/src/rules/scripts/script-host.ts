import type { SandboxCall, SandboxReply } from './frames.ts';

/** An interpreter that holds compiled scripts, one world per tenant. Lives in the sandbox process. */
export interface ScriptHost {
  /** @throws with the text of the syntax error */
  compile(tenant: string, script: number, body: string, argNames: readonly string[]): void;
  /** @param ms time limit of all calls together */
  run(script: number, calls: SandboxCall[], ms: number): Pick<SandboxReply, 'done' | 'stopped'>;
  drop(script: number): void;
  /** Drops the scripts of the tenant that was idle longest, unless it is one of the last `kept`. @returns whether it was dropped */
  forgetOldest(kept: number): boolean;
}

/** Resource limits of scripts. */
export interface ScriptLimits {
  /** ms for preparing a script */
  timeout: number;
  /** MB for one tenant */
  memory: number;
  /** MB of the process above which scripts of idle tenants are dropped */
  roomy: number;
}

/** Longest text of one result, in characters; those of a turn take about as much together, the rest has another turn. */
export const MAX_RESULT = 4 * 1024 * 1024;

/**
 * Evaluated in the world of a script before anything else: takes out what uses memory that no limit of the interpreter
 * counts (WebAssembly, shared and resizable buffers), what blocks the thread (Atomics.wait), and what shows how memory
 * is collected. A function of one message needs none of it.
 */
export const CONFINE = `(() => {
  for (const name of ['WebAssembly', 'SharedArrayBuffer', 'Atomics', 'FinalizationRegistry', 'WeakRef', 'console']) {
    delete globalThis[name];
  }
  const Native = ArrayBuffer;
  const { construct, defineProperty } = Reflect;
  // Without its second argument, which makes buffers that grow beside the limit. A function, not a class: the native
  // constructor would be the prototype of a class, and in reach.
  const Confined = function ArrayBuffer(length) {
    if (new.target === undefined) throw new TypeError("Constructor ArrayBuffer requires 'new'");
    return construct(Native, [length], new.target);
  };
  defineProperty(Confined, 'prototype', { value: Native.prototype, writable: false });
  defineProperty(Confined, 'isView', { value: Native.isView, writable: true, configurable: true });
  defineProperty(Native.prototype, 'constructor', { value: Confined, writable: true, configurable: true });
  defineProperty(globalThis, 'ArrayBuffer', { value: Confined, writable: true, configurable: true });
  delete Native.prototype.resize;
})()`;

/**
 * Evaluated in the world of a script before the script: makes the function and what calls it. It keeps its own hold of
 * what the language offers, so that a script that changes JSON or prototypes only confuses itself.
 */
export const SETUP = `((maxResult) => {
  const { parse, stringify } = JSON;
  const { isArray } = Array;
  const Compiled = Function;
  const Text = String;
  let user;
  let done = [];
  const typeOf = (value) => (value === null ? 'null' : isArray(value) ? 'array' : typeof value);
  const explain = (error) => {
    try {
      const text = typeof error === 'object' && error !== null && error.message !== undefined
        ? Text(error.name) + ': ' + Text(error.message)
        : Text(error);
      return text.length > 1000 ? text.slice(0, 1000) : text;
    } catch {
      return 'Error';
    }
  };
  return {
    compile(argNames, body) {
      user = Compiled(...parse(argNames), body);
    },
    run(text) {
      done = [];
      const calls = parse(text);
      let length = 0;
      for (let i = 0; i < calls.length && length < maxResult; i++) {
        let result;
        try {
          const value = user(parse(calls[i][0]), calls[i][1], calls[i][2]);
          const json = stringify(value);
          if (json !== undefined && json.length > maxResult) result = [null, 'The result of the script is too long'];
          else result = [typeOf(value), json === undefined ? null : json];
          if (json !== undefined) length += json.length;
        } catch (error) {
          result = [null, explain(error)];
        }
        done[i] = result;
      }
      return stringify(done);
    },
    take: () => stringify(done),
  };
})`;
