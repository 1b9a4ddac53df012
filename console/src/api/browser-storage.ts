/** Storage that lasts as long as the page; for browsers that give none. */
function createMemoryStorage(): Storage {
  const values = new Map<string, string>();
  return {
    get length() {
      return values.size;
    },
    clear: () => values.clear(),
    getItem: (key) => values.get(key) ?? null,
    key: (index) => [...values.keys()][index] ?? null,
    removeItem: (key) => void values.delete(key),
    setItem: (key, value) => void values.set(key, value),
  };
}

/** What people are told when the browser does not store (specification §8). */
export const STORAGE_PROBLEM = 'localStorage did not return expected value';

const TEST_KEY = 'signalbox-test';

/**
 * The storage that `find` gives when it keeps what is written, else one in memory. Browsers that block cookies throw
 * when it is touched, and some private windows keep nothing.
 */
export function usableStorage(find: () => Storage): { storage: Storage; works: boolean } {
  try {
    const storage = find();
    storage.setItem(TEST_KEY, TEST_KEY);
    const works = storage.getItem(TEST_KEY) === TEST_KEY;
    storage.removeItem(TEST_KEY);
    if (works) return { storage, works };
  } catch {
    // It is blocked, or full.
  }
  return { storage: createMemoryStorage(), works: false };
}

const local = usableStorage(() => window.localStorage);

/** What this browser remembers. */
export const localStore = local.storage;
/** Whether it is still there when the page is loaded again. */
export const isStorageWorking = local.works;
/** What this tab remembers. */
export const sessionStore = usableStorage(() => window.sessionStorage).storage;
