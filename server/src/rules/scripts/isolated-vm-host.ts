import ivm from 'isolated-vm';
import type { SandboxResult } from './frames.ts';
import { CONFINE, MAX_RESULT, type ScriptHost, type ScriptLimits, SETUP } from './script-host.ts';

interface TenantWorld {
  isolate: ivm.Isolate;
  /** Ids of its scripts. */
  scripts: Set<number>;
  usedAt: number;
}

interface CompiledScript {
  tenant: string;
  context: ivm.Context;
  run: ivm.Reference<(text: string) => string>;
  take: ivm.Reference<() => string>;
}

/** Maximum number of worlds; the one idle longest is dropped first. */
const MAX_WORLDS = 100;
/** ms to return the results computed before a timeout */
const TAKE_TIMEOUT = 100;

/** Runs scripts in V8 isolates: each tenant has a heap of its own, each script its own globals. */
export function createIsolatedVmHost({ timeout, memory }: ScriptLimits): ScriptHost {
  /** tenant id → its isolate */
  const worlds = new Map<string, TenantWorld>();
  const compiled = new Map<number, CompiledScript>();

  function worldOf(tenant: string): TenantWorld {
    let world = worlds.get(tenant);
    if (!world) {
      if (worlds.size >= MAX_WORLDS) forgetOldest();
      const isolate = new ivm.Isolate({
        memoryLimit: memory,
        // The heap cannot be recovered, so the process ends and the server starts another one.
        onCatastrophicError: () => process.abort(),
      });
      world = { isolate, scripts: new Set(), usedAt: 0 };
      worlds.set(tenant, world);
    }
    world.usedAt = Date.now();
    return world;
  }

  function forget(tenant: string): void {
    const world = worlds.get(tenant);
    if (!world) return;
    worlds.delete(tenant);
    for (const script of world.scripts) compiled.delete(script);
    if (!world.isolate.isDisposed) world.isolate.dispose();
  }

  function forgetOldest(): void {
    const [oldest] = [...worlds].sort(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest) forget(oldest[0]);
  }

  return {
    forgetOldest,
    compile(tenant, script, body, argNames) {
      const world = worldOf(tenant);
      const context = world.isolate.createContextSync();
      context.evalSync(CONFINE, { timeout });
      const setup = context.evalSync(SETUP, { reference: true, timeout }) as ivm.Reference<(max: number) => unknown>;
      const functions = setup.applySync(undefined, [MAX_RESULT], {
        result: { reference: true },
      }) as unknown as ivm.Reference<Record<string, unknown>>;
      const compile = functions.getSync('compile', { reference: true }) as unknown as ivm.Reference<
        (argNames: string, body: string) => void
      >;
      compile.applySync(undefined, [JSON.stringify(argNames), body], { timeout });
      compiled.set(script, {
        tenant,
        context,
        run: functions.getSync('run', { reference: true }) as unknown as CompiledScript['run'],
        take: functions.getSync('take', { reference: true }) as unknown as CompiledScript['take'],
      });
      world.scripts.add(script);
    },
    run(script, calls, ms) {
      const entry = compiled.get(script);
      if (!entry) return { stopped: 'unknown' };
      const world = worldOf(entry.tenant);
      try {
        return { done: resultsOf(entry.run.applySync(undefined, [JSON.stringify(calls)], { timeout: ms })) };
      } catch {
        if (world.isolate.isDisposed) {
          forget(entry.tenant);
          return { stopped: 'memory' };
        }
      }
      try {
        return { done: resultsOf(entry.take.applySync(undefined, [], { timeout: TAKE_TIMEOUT })), stopped: 'timeout' };
      } catch {
        if (world.isolate.isDisposed) forget(entry.tenant);
        return { done: [], stopped: 'timeout' };
      }
    },
    drop(script) {
      const entry = compiled.get(script);
      if (!entry) return;
      compiled.delete(script);
      const world = worlds.get(entry.tenant);
      world?.scripts.delete(script);
      if (world?.scripts.size === 0) forget(entry.tenant);
      else entry.context.release();
    },
  };
}

/** Results as the script's world returned them; the server checks their form. */
function resultsOf(text: unknown): SandboxResult[] {
  return JSON.parse(String(text)) as SandboxResult[];
}
