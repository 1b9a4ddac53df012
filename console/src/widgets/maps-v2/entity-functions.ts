import type { Scripts } from '../sandbox/scripts.ts';

function isBody(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** What came of a function for each entity; undefined where it failed. */
export type Results = readonly unknown[];

/**
 * A function `f(data, dsData, dsIndex)` of settings for all entities in one go: passing all of them for each one again
 * would take as many copies as there are pairs.
 * @param more further parameters, between `data` and `dsData`
 * @returns undefined where there is no function, or it is not to be used
 */
export function entityFunction(
  scripts: Scripts | undefined,
  isUsed: unknown,
  body: unknown,
  more: readonly string[] = [],
): ((rows: readonly unknown[], ...values: readonly unknown[]) => Results) | undefined {
  if (!scripts || isUsed !== true || !isBody(body)) return undefined;
  const names = ['data', ...more, 'dsData', 'dsIndex'];
  try {
    const all = scripts.compile(
      `function own(${names.join(', ')}) {\n${body}\n}
      return dsData.map(function (data, dsIndex) {
        try { return own(${names.join(', ')}); } catch (_) { return undefined; }
      });`,
      ['dsData', ...more],
    );
    return (rows, ...values) => {
      try {
        const results = all(rows, ...values);
        return Array.isArray(results) ? results : [];
      } catch {
        return [];
      }
    };
  } catch {
    // A function that does not compile is ignored.
    return undefined;
  }
}
