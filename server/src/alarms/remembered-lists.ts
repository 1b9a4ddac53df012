/** A name for each list that differs from those of others. */
export function nameLists(): (ids: readonly string[]) => string {
  const names = new WeakMap<readonly string[], string>();
  let count = 0;
  return (ids) => {
    const name = names.get(ids) ?? String(++count);
    names.set(ids, name);
    return name;
  };
}

/** Sets of lists, as long as there are the lists. */
export function rememberSets(): (ids: readonly string[]) => ReadonlySet<string> {
  const known = new WeakMap<readonly string[], ReadonlySet<string>>();
  return (ids) => {
    const before = known.get(ids);
    if (before) return before;
    const set = new Set(ids);
    known.set(ids, set);
    return set;
  };
}
