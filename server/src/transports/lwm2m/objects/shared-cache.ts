/** A value with what it weighs. */
interface Entry<V> {
  value: V;
  weight: number;
}

interface Shelf<V> {
  /** key → entry; read longest ago first */
  entries: Map<string, Entry<V>>;
  weight: number;
}

/**
 * A cache that owners share by what their values weigh: where there is no room left, whoever has the most gives up what
 * was read longest ago.
 * @param max weight of all values
 */
export function createSharedCache<V>(max: number) {
  /** owner → what is kept of it; none is empty */
  const shelves = new Map<string, Shelf<V>>();
  let weight = 0;

  function drop(owner: string, key: string): void {
    const shelf = shelves.get(owner);
    const entry = shelf?.entries.get(key);
    if (!shelf || !entry) return;
    shelf.entries.delete(key);
    shelf.weight -= entry.weight;
    weight -= entry.weight;
    if (shelf.entries.size === 0) shelves.delete(owner);
  }

  function dropOne(): void {
    const [heaviest] = [...shelves].reduce((a, b) => (b[1].weight > a[1].weight ? b : a));
    const [oldest] = (shelves.get(heaviest) as Shelf<V>).entries.keys();
    drop(heaviest, oldest as string);
  }

  return {
    get(owner: string, key: string): V | undefined {
      const entries = shelves.get(owner)?.entries;
      const entry = entries?.get(key);
      if (!entries || !entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },

    set(owner: string, key: string, value: V, own = 1): void {
      drop(owner, key);
      if (own > max) return;
      while (weight + own > max) dropOne();
      const shelf = shelves.get(owner) ?? { entries: new Map(), weight: 0 };
      shelves.set(owner, shelf);
      shelf.entries.set(key, { value, weight: own });
      shelf.weight += own;
      weight += own;
    },

    /** Drops what is kept of an owner. */
    clear(owner: string): void {
      weight -= shelves.get(owner)?.weight ?? 0;
      shelves.delete(owner);
    },

    clearAll(): void {
      shelves.clear();
      weight = 0;
    },
  };
}
