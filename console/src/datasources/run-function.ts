import type { TFunction } from 'i18next';
import type { RunFault } from '../editors/function-input.tsx';
import { checkFunction } from '../widgets/sandbox/check-function.ts';
import { createScriptHome } from '../widgets/sandbox/scripts.ts';
import { KEY_FUNCTIONS, type KeyFunction } from './key-functions.ts';

/** Examples of the arguments. */
const EXAMPLES: Readonly<Record<KeyFunction, readonly (readonly unknown[])[]>> = {
  funcBody: [
    [1, 1],
    [1, '1'],
  ],
  postFuncBody: [
    [1, 1, 1, 1, 1],
    [1, '1', '1', 1, '1'],
  ],
};

/** Runs a function of a key where nothing of the page is in reach. Resolves with what is wrong with it, in words. */
export async function runFunction(t: TFunction, which: KeyFunction, body: string): Promise<RunFault | undefined> {
  const home = createScriptHome();
  try {
    const problem = checkFunction(await home.join(), body, KEY_FUNCTIONS[which], EXAMPLES[which]);
    if (!problem) return undefined;
    if (problem.kind === 'failed') {
      // The line is said beside it.
      return { message: problem.message.replace(/ \(line \d+\)$/, ''), line: problem.line };
    }
    return { message: t('dataKey.noReturn') };
  } catch {
    // Without the machine, nothing is known.
    return undefined;
  } finally {
    home.leave();
  }
}
