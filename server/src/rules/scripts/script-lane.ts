import { createFairTurns } from '../../config/fair-turns.ts';
import type { SandboxCall, SandboxReply } from './frames.ts';
import { createSandboxChild, type SandboxChild, type SandboxChildOptions, SandboxGone } from './sandbox-child.ts';
import { ScriptError } from './script-engine.ts';

/** What lanes need to know of a script. */
export interface LaneScript {
  id: number;
  tenantId: string;
  body: string;
  argNames: readonly string[];
}

export interface ScriptLaneOptions extends SandboxChildOptions {
  /** ms that the calls of one turn may take together */
  slice: number;
  /** Turns sent to the process at a time: with two, it does not wait for the server in between. */
  atOnce: number;
}

/** A script process that tenants share in turns. */
export interface ScriptLane {
  /** ms that the calls of one turn may take together. */
  readonly slice: number;
  /**
   * Compiles the script unless the process has it already.
   * @throws ScriptError when it does not compile
   * @throws SandboxGone
   */
  compile(script: LaneScript): Promise<void>;
  /**
   * Runs calls of a script when it is its tenant's turn. They are chosen at that moment; without any there is no turn.
   * @throws as compile
   */
  run(script: LaneScript, take: () => SandboxCall[] | undefined): Promise<SandboxReply | undefined>;
  /** Drops a script. */
  drop(script: LaneScript): void;
  close(): Promise<void>;
}

/** How often a script is given its time when it had little of the processor in it. */
export const MAX_ATTEMPTS = 4;

/** Whether what has taken all of its time had the processor for less than half of it: the machine was busy, not the script. */
export const wasHeldUp = (cpu: number, ms: number): boolean => cpu < ms / 2;

/** @param child where scripts run; a process by default */
export function createScriptLane(
  options: ScriptLaneOptions,
  child: SandboxChild = createSandboxChild(options),
): ScriptLane {
  const { slice, limits } = options;
  const inTurn = createFairTurns(options.atOnce);
  /** script id → generation of the process that has compiled it */
  const compiledIn = new Map<number, number>();

  async function ensureCompiled(script: LaneScript, charge: (ms: number) => void): Promise<void> {
    let attempts = 0;
    while (compiledIn.get(script.id) !== child.generation()) {
      const generation = child.generation();
      const { id, tenantId, body, argNames } = script;
      try {
        const reply = await child.send({ do: 'compile', tenant: tenantId, script: id, body, argNames }, limits.timeout);
        charge(reply.cpu);
        if (reply.error === undefined) {
          compiledIn.set(id, generation);
          continue;
        }
        const isRetried =
          reply.stopped === 'timeout' && wasHeldUp(reply.cpu, limits.timeout) && ++attempts < MAX_ATTEMPTS;
        if (!isRetried) throw new ScriptError(`Can't compile script: ${reply.error}`);
      } catch (error) {
        if (!(error instanceof SandboxGone) || error.suspect) throw error;
      }
    }
  }

  return {
    slice,
    compile: (script) => inTurn(script.tenantId, (charge) => ensureCompiled(script, charge)),
    run: (script, take) =>
      inTurn(script.tenantId, async (charge) => {
        await ensureCompiled(script, charge);
        const calls = take();
        if (!calls) return undefined;
        const started = performance.now();
        try {
          const reply = await child.send({ do: 'run', script: script.id, calls, ms: slice }, slice);
          charge(reply.cpu);
          // The script went with its world.
          if (reply.stopped === 'unknown' || reply.stopped === 'memory') compiledIn.delete(script.id);
          return reply;
        } catch (error) {
          charge(performance.now() - started);
          throw error;
        }
      }),
    drop(script) {
      const generation = compiledIn.get(script.id);
      compiledIn.delete(script.id);
      if (!child.isRunning() || generation !== child.generation()) return;
      child.send({ do: 'drop', script: script.id }, slice).catch(() => undefined);
    },
    close: () => child.close(),
  };
}
