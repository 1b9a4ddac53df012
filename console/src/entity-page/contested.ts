/** Values by the name of what can be chosen by itself: a field of a form, an alarm type. */
export type Values<Value> = Readonly<Record<string, Value | undefined>>;

/** What somebody else has changed meanwhile, and is not the same as mine. */
export interface Contested<Value> {
  name: string;
  mine: Value | undefined;
  theirs: Value | undefined;
  /** I have changed it too; else mine is as it was when I began. */
  isMine: boolean;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * What somebody else has changed, in the order of `names`; not what both have changed to the same.
 * @param base as it was when I began
 */
export function contestedOf<Value>(
  names: readonly string[],
  base: Values<Value>,
  mine: Values<Value>,
  theirs: Values<Value>,
): Contested<Value>[] {
  return names
    .filter((name) => !isSame(base[name], theirs[name]) && !isSame(mine[name], theirs[name]))
    .map((name) => ({ name, mine: mine[name], theirs: theirs[name], isMine: !isSame(base[name], mine[name]) }));
}

/** Mine, with theirs of what they have changed, unless I keep it. */
export function mergedValues<Value>(
  contested: readonly Contested<Value>[],
  mine: Values<Value>,
  kept: ReadonlySet<string>,
): Record<string, Value | undefined> {
  const taken = contested.filter(({ name }) => !kept.has(name));
  return { ...mine, ...Object.fromEntries(taken.map(({ name, theirs }) => [name, theirs])) };
}
