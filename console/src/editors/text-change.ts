/** The part of a text that another one has in its place. */
export interface TextChange {
  from: number;
  to: number;
  insert: string;
}

/** The smallest single change that makes `after` of `before`; undefined when they are the same. */
export function changeBetween(before: string, after: string): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let same = 0;
  while (same < shorter - from && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}
