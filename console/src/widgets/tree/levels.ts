/** What is known of the children of a node. Objects are replaced, never changed. */
export interface Level<Item> {
  /** Those that have been read, in order. */
  items: readonly Item[];
  /** How many there are. */
  total: number;
  state: 'loading' | 'ready' | 'failed';
  /** With state 'failed'. */
  error?: unknown;
}

/** Reads a page of children, numbered from 0. */
export type LoadPage<Item> = (page: number) => Promise<{ items: readonly Item[]; total: number }>;

/** The levels of a tree that have been asked for, by the key of the node above. */
export interface Levels<Item> {
  get(): ReadonlyMap<string, Level<Item>>;
  subscribe(listener: () => void): () => void;
  /** Begins to read the children of a node, unless that has begun before. */
  want(key: string, load: LoadPage<Item>): void;
  /** Reads the next page, or the one that failed. */
  more(key: string): void;
  /** Forgets everything; answers that are on their way count no more. */
  clear(): void;
}

/** Keeps levels of a tree, and reads `atOnce` of them at a time, in the order in which they are asked for. */
export function createLevels<Item>(atOnce = 4): Levels<Item> {
  let levels: ReadonlyMap<string, Level<Item>> = new Map();
  /** By key: how the level is read, and which page comes next. */
  let sources = new Map<string, { load: LoadPage<Item>; page: number }>();
  let waiting: string[] = [];
  let running = 0;
  /** Counts how often everything was forgotten. */
  let age = 0;
  const listeners = new Set<() => void>();

  function set(key: string, level: Level<Item>): void {
    levels = new Map(levels).set(key, level);
    for (const listener of listeners) listener();
  }

  async function read(key: string): Promise<void> {
    const source = sources.get(key);
    const before = levels.get(key);
    if (!source || !before) return;
    const begun = age;
    try {
      const { items, total } = await source.load(source.page);
      if (begun !== age) return;
      source.page++;
      // A page without anything is the last one, whatever was counted before.
      const all = [...before.items, ...items];
      set(key, { items: all, total: items.length === 0 ? all.length : Math.max(total, all.length), state: 'ready' });
    } catch (error) {
      if (begun === age) set(key, { ...before, state: 'failed', error });
    }
  }

  function go(): void {
    while (running < atOnce) {
      const key = waiting.shift();
      if (key === undefined) return;
      running++;
      void read(key).finally(() => {
        running--;
        go();
      });
    }
  }

  function ask(key: string, before: Level<Item>): void {
    set(key, { items: before.items, total: before.total, state: 'loading' });
    waiting.push(key);
    go();
  }

  return {
    get: () => levels,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    want(key, load) {
      if (sources.has(key)) return;
      sources.set(key, { load, page: 0 });
      ask(key, { items: [], total: 0, state: 'loading' });
    },
    more(key) {
      const level = levels.get(key);
      if (level && level.state !== 'loading') ask(key, level);
    },
    clear() {
      age++;
      waiting = [];
      sources = new Map();
      if (levels.size === 0) return;
      levels = new Map();
      for (const listener of listeners) listener();
    },
  };
}
