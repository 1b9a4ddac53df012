import { createHash } from 'node:crypto';
import { createEmbeddedCache } from '../storage/cache.ts';

/** Lists that are kept, the latest. */
const MAX_LISTS = 200;

/** The same list for the same ids in the same order, so that what is known of one that was found before is known of it. */
export function keepLists(): (ids: readonly string[]) => readonly string[] {
  /** hash of the ids → the list with these */
  const lists = createEmbeddedCache<readonly string[]>(MAX_LISTS);
  const hashes = new WeakMap<readonly string[], string>();
  return (ids) => {
    const hash = hashes.get(ids) ?? createHash('sha1').update(ids.join()).digest('base64');
    const kept = lists.get(hash);
    if (kept) return kept;
    hashes.set(ids, hash);
    lists.set(hash, ids);
    return ids;
  };
}

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
