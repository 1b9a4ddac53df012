/** What is too large for `localStorage`: values of one store of the browser's database, by key. */
export interface LargeStore {
  /** Rejects when the browser has no room for it, or no database. */
  set: (key: string, value: unknown) => Promise<void>;
  get: (key: string) => Promise<unknown>;
  remove: (key: string) => Promise<void>;
  keys: () => Promise<string[]>;
}

const DATABASE = 'signalbox';
const STORE = 'large';

const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => {
      const database = request.result;
      // Another tab has a newer version of the console, or the person cleared what the browser keeps.
      database.onversionchange = () => database.close();
      database.onclose = () => {
        opened = undefined;
      };
      resolve(database);
    };
    request.onerror = () => reject(request.error);
    request.onblocked = () => reject(new Error('The database of the browser is in use.'));
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function change(does: (store: IDBObjectStore) => unknown): Promise<void> {
  const database = await open();
  await new Promise<void>((resolve, reject) => {
    const transaction = database.transaction(STORE, 'readwrite');
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('The browser did not keep it.'));
    does(transaction.objectStore(STORE));
  });
}

const read = async <T>(ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
  resultOf(ask((await open()).transaction(STORE).objectStore(STORE)));

export const largeStore: LargeStore = {
  set: (key, value) => change((store) => store.put(value, key)),
  get: (key) => read((store) => store.get(key)),
  remove: (key) => change((store) => store.delete(key)),
  keys: async () => (await read((store) => store.getAllKeys())).map(String),
};
