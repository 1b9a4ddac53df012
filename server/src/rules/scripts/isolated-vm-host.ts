import ivm from 'isolated-vm';
import type { SandboxResult } from './frames.ts';
import { createRecentScripts, type RecentScripts } from './recent-scripts.ts';
import { CONFINE, MAX_RESULT, type ScriptHost, type ScriptLimits, SETUP } from './script-host.ts';

interface TenantWorld {
  isolate: ivm.Isolate;
  scripts: RecentScripts<CompiledScript>;
}

interface CompiledScript {
  context: ivm.Context;
  run: ivm.Reference<(text: string) => string>;
  take: ivm.Reference<() => string>;
}

/** Maximum number of worlds; the one idle longest is dropped first. */
const MAX_WORLDS = 100;
/** Maximum number of compiled scripts in a world. Each has globals of its own, which take 100 to 160 kB. */
const MAX_SCRIPTS = 80;
/** ms to return the results computed before a timeout */
const TAKE_TIMEOUT = 100;

/** Runs scripts in V8 isolates: each tenant has a heap of its own, each script its own globals. */
export function createIsolatedVmHost({ timeout, memory }: ScriptLimits): ScriptHost {
  /** tenant id → its isolate; the one used last is the last */
  const worlds = new Map<string, TenantWorld>();
  /** script → its tenant, for those that were compiled and not dropped */
  const tenantOf = new Map<number, string>();

  function worldOf(tenant: string): TenantWorld {
    let world = worlds.get(tenant);
    if (!world) {
      forgetOldest(MAX_WORLDS - 1);
      const isolate = new ivm.Isolate({
        memoryLimit: memory,
        // The heap cannot be recovered, so the process ends and the server starts another one.
        onCatastrophicError: () => process.abort(),
      });
      world = { isolate, scripts: createRecentScripts(MAX_SCRIPTS, release) };
    }
    use(tenant, world);
    return world;
  }

  function use(tenant: string, world: TenantWorld): void {
    worlds.delete(tenant);
    worlds.set(tenant, world);
  }

  function forget(tenant: string): void {
    const world = worlds.get(tenant);
    if (!world) return;
    worlds.delete(tenant);
    if (!world.isolate.isDisposed) world.isolate.dispose();
  }

  function forgetOldest(kept: number): boolean {
    const [oldest] = worlds.keys();
    if (oldest === undefined || worlds.size <= kept) return false;
    forget(oldest);
    return true;
  }

  function compileIn(world: TenantWorld, body: string, argNames: readonly string[]): CompiledScript {
    const context = world.isolate.createContextSync();
    try {
      context.evalSync(CONFINE, { timeout });
      const setup = context.evalSync(SETUP, { reference: true, timeout }) as ivm.Reference<(max: number) => unknown>;
      const functions = setup.applySync(undefined, [MAX_RESULT], {
        result: { reference: true },
      }) as unknown as ivm.Reference<Record<string, unknown>>;
      const compile = functions.getSync('compile', { reference: true }) as unknown as ivm.Reference<
        (argNames: string, body: string) => void
      >;
      compile.applySync(undefined, [JSON.stringify(argNames), body], { timeout });
      const run = functions.getSync('run', { reference: true }) as unknown as CompiledScript['run'];
      const take = functions.getSync('take', { reference: true }) as unknown as CompiledScript['take'];
      for (const reference of [setup, functions, compile]) reference.release();
      return { context, run, take };
    } catch (error) {
      if (!world.isolate.isDisposed) context.release();
      throw error;
    }
  }

  return {
    forgetOldest,
    compile(tenant, script, body, argNames) {
      const world = worldOf(tenant);
      try {
        world.scripts.set(script, compileIn(world, body, argNames));
      } catch (error) {
        if (!world.isolate.isDisposed) throw error;
        // What the other scripts hold was too much, perhaps: this one is tried alone.
        forget(tenant);
        const fresh = worldOf(tenant);
        fresh.scripts.set(script, compileIn(fresh, body, argNames));
      }
      tenantOf.set(script, tenant);
    },
    run(script, calls, ms) {
      const tenant = tenantOf.get(script);
      if (tenant === undefined) return { stopped: 'unknown' };
      const world = worlds.get(tenant);
      const entry = world?.scripts.get(script);
      if (!world || !entry) {
        tenantOf.delete(script);
        return { stopped: 'unknown' };
      }
      use(tenant, world);
      try {
        return { done: resultsOf(entry.run.applySync(undefined, [JSON.stringify(calls)], { timeout: ms })) };
      } catch {
        if (world.isolate.isDisposed) {
          forget(tenant);
          tenantOf.delete(script);
          return { stopped: 'memory' };
        }
      }
      try {
        return { done: resultsOf(entry.take.applySync(undefined, [], { timeout: TAKE_TIMEOUT })), stopped: 'timeout' };
      } catch {
        if (world.isolate.isDisposed) forget(tenant);
        return { done: [], stopped: 'timeout' };
      }
    },
    drop(script) {
      const tenant = tenantOf.get(script);
      if (tenant === undefined) return;
      tenantOf.delete(script);
      const world = worlds.get(tenant);
      if (!world) return;
      if (!world.isolate.isDisposed) world.scripts.delete(script);
      if (world.isolate.isDisposed || world.scripts.size === 0) forget(tenant);
    },
  };
}

/** Everything that refers to the context keeps it. */
function release({ context, run, take }: CompiledScript): void {
  for (const reference of [run, take, context]) reference.release();
}

/** Results as the script's world returned them; the server checks their form. */
function resultsOf(text: unknown): SandboxResult[] {
  return JSON.parse(String(text)) as SandboxResult[];
}
