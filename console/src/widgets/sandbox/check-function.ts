import type { ScriptError } from './script-error.ts';
import type { Scripts } from './scripts.ts';

/** What a function has to give: anything but nothing, or a value of a type. */
type ResultType = 'any' | 'string' | 'number' | 'boolean' | 'object';

/** What is wrong with a function that was run. */
export type FunctionProblem =
  | { kind: 'noReturn' }
  | { kind: 'wrongType'; wanted: ResultType; given: string }
  | { kind: 'failed'; message: string; line: number | undefined };

/**
 * Runs a function with examples of its arguments, of which the first counts that it does not fail with (specification §5).
 */
export function checkFunction(
  scripts: Scripts,
  body: string,
  names: readonly string[],
  examples: readonly (readonly unknown[])[],
  resultType: ResultType = 'any',
): FunctionProblem | undefined {
  let failed: FunctionProblem | undefined;
  for (const example of examples) {
    try {
      const result = scripts.compile(body, names)(...example);
      if (result === undefined) return { kind: 'noReturn' };
      const given = typeof result;
      return resultType === 'any' || resultType === given
        ? undefined
        : { kind: 'wrongType', wanted: resultType, given };
    } catch (error) {
      // What the parser refuses has no line of its own.
      const { name, message, line } = error as Error & Partial<Pick<ScriptError, 'line'>>;
      failed ??= {
        kind: 'failed',
        message: `${name}: ${message}`,
        line,
      };
    }
  }
  return failed;
}
