import { largeStore } from '../api/browser-database.ts';
import { localStore } from '../api/browser-storage.ts';
import { tokens } from '../api/client.ts';

/** Most drafts that are kept; the oldest go. */
const MAX_DRAFTS = 20;
const MAX_LARGE_DRAFTS = 5;
/** Characters of a draft beside which others have room too; a larger one is kept in the browser's database. */
const MAX_SMALL = 1_000_000;

/** What every draft says. */
export interface AnyDraft {
  /** epoch ms */
  savedAt: number;
}

/** The drafts of one kind of object in this browser, by id: those of the user who is signed in. */
export interface Drafts<Kept extends AnyDraft> {
  /**
   * Keeps what is edited for this browser: at once when it is small, in the database of the browser when it is large.
   * @returns false when it has no room for it: then no earlier draft stays either
   */
  keep: (id: string, draft: Kept) => boolean | Promise<boolean>;
  /** Forgets the draft. */
  drop: (id: string) => Promise<void>;
  /** What was kept last. */
  find: (id: string) => Promise<Kept | undefined>;
}

/**
 * @param prefix of the keys that drafts of this kind are stored under
 * @param index the key of the list of their ids
 * @param read what was stored, by whatever version; undefined when it is no draft
 * @param userId of who is signed in; undefined: nobody is
 */
export function createDrafts<Kept extends AnyDraft>(
  prefix: string,
  index: string,
  read: (stored: unknown) => Kept | undefined,
  userId: () => string | undefined = () => tokens.claims()?.userId,
): Drafts<Kept> {
  let owner = '';
  /** Several people may use one browser. What is kept when a session has ended is of whose it was. */
  function own(id: string): string {
    owner = userId() ?? owner;
    return `${id} ${owner}`;
  }

  function readIndex(): string[] {
    try {
      const ids: unknown = JSON.parse(localStore.getItem(index) ?? '[]');
      return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
    } catch {
      return [];
    }
  }

  /** Writes what stays in the index; a full storage takes less than it has. */
  function writeIndex(ids: readonly string[]): void {
    try {
      localStore.setItem(index, JSON.stringify(ids));
    } catch {
      localStore.removeItem(index);
    }
  }

  /** Whose drafts are large: they are not written out to find that. */
  const large = new Set<string>();

  /** The last change of each large draft: one behind the other, so that the newest one stays. */
  const changing = new Map<string, Promise<unknown>>();

  function inTurn<T>(id: string, does: () => Promise<T>): Promise<T> {
    const after = (changing.get(id) ?? Promise.resolve()).then(does, does);
    const settled = after
      .catch(() => undefined)
      .finally(() => {
        if (changing.get(id) === settled) changing.delete(id);
      });
    changing.set(id, settled);
    return after;
  }

  /**
   * Keeps what is edited for this browser: at once when it is small, in the database of the browser when it is large.
   * @returns false when it has no room for it: then no earlier draft stays either
   */
  function keep(id: string, draft: Kept): boolean | Promise<boolean> {
    if (large.has(id)) return keepLarge(id, draft);
    const ids = [id, ...readIndex().filter((other) => other !== id)];
    const text = JSON.stringify(draft);
    if (text.length > MAX_SMALL) return keepLarge(id, draft);
    for (const old of ids.slice(MAX_DRAFTS)) localStore.removeItem(prefix + old);
    try {
      localStore.setItem(prefix + id, text);
      localStore.setItem(index, JSON.stringify(ids.slice(0, MAX_DRAFTS)));
      return true;
    } catch {
      return keepLarge(id, draft);
    }
  }

  async function keepLarge(id: string, draft: Kept): Promise<boolean> {
    large.add(id);
    try {
      await inTurn(id, async () => {
        await largeStore.set(prefix + id, draft);
        await dropOldest(id);
      });
      // An earlier small one would come back as if it were the last one.
      dropSmall(id);
      return true;
    } catch {
      await drop(id);
      return false;
    }
  }

  async function dropOldest(id: string): Promise<void> {
    const keys = (await largeStore.keys()).filter((key) => key.startsWith(prefix) && key !== prefix + id);
    if (keys.length < MAX_LARGE_DRAFTS) return;
    const drafts = await Promise.all(
      keys.map(async (key) => ({ key, savedAt: ((await largeStore.get(key)) as Kept | undefined)?.savedAt ?? 0 })),
    );
    drafts.sort((one, other) => other.savedAt - one.savedAt);
    for (const { key } of drafts.slice(MAX_LARGE_DRAFTS - 1)) await largeStore.remove(key);
  }

  function dropSmall(id: string): void {
    localStore.removeItem(prefix + id);
    const ids = readIndex();
    if (ids.includes(id)) writeIndex(ids.filter((other) => other !== id));
  }

  /** Forgets the draft. */
  async function drop(id: string): Promise<void> {
    large.delete(id);
    dropSmall(id);
    // A browser without a database has none to forget.
    await inTurn(id, () => largeStore.remove(prefix + id)).catch(() => undefined);
  }

  function findSmall(id: string): Kept | undefined {
    try {
      return read(JSON.parse(localStore.getItem(prefix + id) ?? ''));
    } catch {
      return undefined;
    }
  }

  /** What was kept last. */
  async function find(id: string): Promise<Kept | undefined> {
    const small = findSmall(id);
    const stored = await largeStore.get(prefix + id).catch(() => undefined);
    const found = read(stored);
    return found && found.savedAt > (small?.savedAt ?? 0) ? found : small;
  }

  return {
    keep: (id, draft) => keep(own(id), draft),
    drop: (id) => drop(own(id)),
    find: (id) => find(own(id)),
  };
}
