import { largeStore } from '../api/browser-database.ts';
import { localStore } from '../api/browser-storage.ts';
import type { Chain } from './model/chain.ts';

/** Most drafts that are kept; the oldest go. */
const MAX_DRAFTS = 20;
const MAX_LARGE_DRAFTS = 5;
/** Characters of a draft beside which others have room too; a larger one is kept in the browser's database. */
const MAX_SMALL = 1_000_000;
const PREFIX = 'signalbox-rule-draft ';
const INDEX = 'signalbox-rule-drafts';

/** A chain as it is stored, with its state, by which a save says what it changes. */
export interface LiveChain {
  chain: Chain;
  state: string;
}

/** What was edited and not saved, when the tab was closed. */
export interface Draft {
  /** The chain as it was stored when the editing began. */
  base: LiveChain;
  chain: Chain;
  /** epoch ms */
  savedAt: number;
}

function readIndex(): string[] {
  try {
    const ids: unknown = JSON.parse(localStore.getItem(INDEX) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** Writes what stays in the index; a full storage takes less than it has. */
function writeIndex(ids: readonly string[]): void {
  try {
    localStore.setItem(INDEX, JSON.stringify(ids));
  } catch {
    localStore.removeItem(INDEX);
  }
}

/** Chains whose drafts are large: they are not written out to find that. */
const large = new Set<string>();

/** The last change of each large draft: one behind the other, so that the newest one stays. */
const changing = new Map<string, Promise<unknown>>();

function inTurn<T>(ruleChainId: string, does: () => Promise<T>): Promise<T> {
  const after = (changing.get(ruleChainId) ?? Promise.resolve()).then(does, does);
  const settled = after
    .catch(() => undefined)
    .finally(() => {
      if (changing.get(ruleChainId) === settled) changing.delete(ruleChainId);
    });
  changing.set(ruleChainId, settled);
  return after;
}

/**
 * Keeps what is edited for this browser: at once when it is small, in the database of the browser when it is large.
 * @returns false when it has no room for it: then no earlier draft stays either
 */
export function keepDraft(ruleChainId: string, draft: Draft): boolean | Promise<boolean> {
  if (large.has(ruleChainId)) return keepLarge(ruleChainId, draft);
  const ids = [ruleChainId, ...readIndex().filter((id) => id !== ruleChainId)];
  const text = JSON.stringify(draft);
  if (text.length > MAX_SMALL) return keepLarge(ruleChainId, draft);
  for (const old of ids.slice(MAX_DRAFTS)) localStore.removeItem(PREFIX + old);
  try {
    localStore.setItem(PREFIX + ruleChainId, text);
    localStore.setItem(INDEX, JSON.stringify(ids.slice(0, MAX_DRAFTS)));
    return true;
  } catch {
    return keepLarge(ruleChainId, draft);
  }
}

async function keepLarge(ruleChainId: string, draft: Draft): Promise<boolean> {
  large.add(ruleChainId);
  try {
    await inTurn(ruleChainId, async () => {
      await largeStore.set(PREFIX + ruleChainId, draft);
      await dropOldest(ruleChainId);
    });
    // An earlier small one would come back as if it were the last one.
    dropSmall(ruleChainId);
    return true;
  } catch {
    await dropDraft(ruleChainId);
    return false;
  }
}

async function dropOldest(ruleChainId: string): Promise<void> {
  const keys = (await largeStore.keys()).filter((key) => key.startsWith(PREFIX) && key !== PREFIX + ruleChainId);
  if (keys.length < MAX_LARGE_DRAFTS) return;
  const drafts = await Promise.all(
    keys.map(async (key) => ({ key, savedAt: ((await largeStore.get(key)) as Draft | undefined)?.savedAt ?? 0 })),
  );
  drafts.sort((one, other) => other.savedAt - one.savedAt);
  for (const { key } of drafts.slice(MAX_LARGE_DRAFTS - 1)) await largeStore.remove(key);
}

function dropSmall(ruleChainId: string): void {
  localStore.removeItem(PREFIX + ruleChainId);
  const ids = readIndex();
  if (ids.includes(ruleChainId)) writeIndex(ids.filter((id) => id !== ruleChainId));
}

/** Forgets the draft of a chain. */
export async function dropDraft(ruleChainId: string): Promise<void> {
  large.delete(ruleChainId);
  dropSmall(ruleChainId);
  // A browser without a database has none to forget.
  await inTurn(ruleChainId, () => largeStore.remove(PREFIX + ruleChainId)).catch(() => undefined);
}

function readDraft(stored: unknown): Draft | undefined {
  const draft = stored as Draft | undefined;
  if (!Array.isArray(draft?.chain?.nodes) || !Array.isArray(draft.base?.chain?.nodes)) return undefined;
  // Drafts of earlier versions have no notes.
  const withNotes = (chain: Chain): Chain => ({ ...chain, notes: chain.notes ?? [] });
  return {
    ...draft,
    chain: withNotes(draft.chain),
    base: { ...draft.base, chain: withNotes(draft.base.chain) },
  };
}

function findSmall(ruleChainId: string): Draft | undefined {
  try {
    return readDraft(JSON.parse(localStore.getItem(PREFIX + ruleChainId) ?? ''));
  } catch {
    return undefined;
  }
}

/** What was kept of a chain last. */
export async function findDraft(ruleChainId: string): Promise<Draft | undefined> {
  const small = findSmall(ruleChainId);
  const stored = await largeStore.get(PREFIX + ruleChainId).catch(() => undefined);
  const found = readDraft(stored);
  return found && found.savedAt > (small?.savedAt ?? 0) ? found : small;
}
