import type { Compiled } from './interpreter.ts';

/** Compiles function bodies from settings. A body that does not parse, or fails when it runs, throws. */
export interface Scripts {
  /** The function with this body and these parameter names; the same one for the same text. */
  compile(body: string, names: readonly string[]): Compiled;
}

let loading: Promise<Scripts> | undefined;

/** Loads the script sandbox; dashboards without scripts never fetch it. */
export function loadScripts(): Promise<Scripts> {
  loading ??= Promise.all([import('acorn'), import('./interpreter.ts')]).then(([{ parse }, { compileBody }]) => {
    /** By parameter names and body. */
    const known = new Map<string, Compiled>();
    return {
      compile(body, names) {
        const key = `${names.join(',')}\n${body}`;
        let compiled = known.get(key);
        if (!compiled) {
          compiled = compileBody(parse, body, names);
          if (known.size > 500) known.clear();
          known.set(key, compiled);
        }
        return compiled;
      },
    };
  });
  return loading;
}
