import type { ScriptMachine, Scripts } from './machine.ts';

export type { Compiled, CompiledSeries, Scripts } from './machine.ts';

let loading: Promise<() => ScriptMachine> | undefined;

async function load(): Promise<() => ScriptMachine> {
  const { createMachine, startQuickJs } = await import('./quickjs.ts');
  const quickjs = await startQuickJs();
  return () =>
    createMachine(quickjs, () => {
      loading = undefined;
    });
}

/** A machine of its own for scripts; dashboards without scripts never fetch what it is made of. */
async function loadScripts(): Promise<ScriptMachine> {
  loading ??= load();
  try {
    return (await loading)();
  } catch (error) {
    // The next one tries again.
    loading = undefined;
    throw error;
  }
}

/** The machine of one dashboard: there while a widget of it uses it. */
export interface ScriptHome {
  /** The machine, loaded by the first call. */
  join(): Promise<Scripts>;
  /** Once for each `join`. The last one frees the machine. */
  leave(): void;
}

export function createScriptHome(open: () => Promise<ScriptMachine> = loadScripts): ScriptHome {
  let users = 0;
  let machine: Promise<ScriptMachine> | undefined;
  return {
    join() {
      users++;
      machine ??= open();
      return machine;
    },
    leave() {
      if (--users > 0) return;
      machine?.then(
        (opened) => opened.dispose(),
        () => undefined,
      );
      machine = undefined;
    },
  };
}
