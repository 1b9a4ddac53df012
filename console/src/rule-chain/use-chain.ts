import { useCallback, useMemo, useState } from 'react';
import { type EditedKind, type Stored, useEdited } from '../editing/use-edited.ts';
import { type Draft, dropDraft, importDrafts, keepDraft, type LiveChain } from './drafts.ts';
import { type Chain, withKeys } from './model/chain.ts';
import { type Change, compareChains, mergeChains } from './model/difference.ts';
import type { ImportedChain } from './model/exchange.ts';

const asStored = ({ chain, state }: LiveChain): Stored<Chain> => ({ content: chain, state });
const asLive = ({ content, state }: Stored<Chain>): LiveChain => ({ chain: content, state });

/** How chains are edited, wherever their drafts are kept. */
export type ChainKind = EditedKind<Chain, Change>;

const CHAINS: ChainKind = {
  channel: 'signalbox-rule-chain-tabs',
  changesBetween: compareChains,
  keepDraft: (id, base, chain) => keepDraft(id, { base: asLive(base), chain, savedAt: Date.now() }),
  dropDraft,
};

/**
 * What was edited since a chain was sent, put onto what is live since.
 * @param keys what became of the keys of its nodes
 */
export function changedSince(sent: Chain, now: Chain, live: Chain, keys: ReadonlyMap<string, string>): Chain {
  return mergeChains(withKeys(sent, keys), live, withKeys(now, keys)).chain;
}

/** Chains that are stored nowhere yet, with what else there is to store of them. */
export function importedKind(
  members: Omit<ImportedChain, 'chain'>,
  /** The draft is there. */
  onKept: () => void,
  begunId: () => string | undefined,
): ChainKind {
  return {
    ...CHAINS,
    async keepDraft(id, _base, chain) {
      const imported = { ...members, chain };
      const isKept = await importDrafts.keep(id, { imported, begunId: begunId(), savedAt: Date.now() });
      if (isKept) onKept();
      return isKept;
    },
    dropDraft: importDrafts.drop,
  };
}

/**
 * A chain that is being edited, every step of it to be undone, kept as a draft in this browser until it is saved.
 * @param stored the chain as it is live
 * @param isNew it is live nowhere yet
 * @param draft what was kept of it before
 * @param kind the same object on every drawing
 */
export function useChain(
  ruleChainId: string,
  stored: LiveChain,
  isNew: boolean,
  draft?: Draft,
  kind: ChainKind = CHAINS,
) {
  const {
    content,
    base,
    now: editedNow,
    begin,
    saved,
    rebase,
    ...edited
  } = useEdited(kind, ruleChainId, {
    stored: asStored(stored),
    isNew,
    draft: draft && { base: asStored(draft.base), content: draft.chain, savedAt: draft.savedAt },
  });
  /** Keys of nodes that were new when they were saved → the keys that they have since. */
  const [renamed, setRenamed] = useState<ReadonlyMap<string, string>>(() => new Map());
  return {
    ...edited,
    chain: content,
    /** What is live, as far as this editor knows. */
    base: useMemo(() => asLive(base), [base]),
    /** The chain as it is by now, and what is live, for those who have waited since they were drawn. */
    now: useCallback(() => {
      const edition = editedNow();
      return { chain: edition.content, base: asLive(edition.base) };
    }, [editedNow]),
    renamed,
    /** Goes on with what the server has now, whatever was edited. */
    begin: useCallback(
      (live: LiveChain) => {
        setRenamed(new Map());
        begin(asStored(live));
      },
      [begin],
    ),
    /** It was saved as `sent`: `live` is what the server has now, and `keys` what became of the keys of its nodes. */
    saved: useCallback(
      (live: LiveChain, sent: Chain, keys: ReadonlyMap<string, string>) => {
        setRenamed(keys);
        saved(
          asStored(live),
          sent,
          (now) => changedSince(sent, now, live.chain, keys),
          (earlier) => withKeys(earlier, keys),
        );
      },
      [saved],
    ),
    /** Somebody else saved meanwhile: goes on from `live` with `merged`. */
    rebase: useCallback(
      (live: LiveChain, merged: Chain, label: string) => rebase(asStored(live), merged, label),
      [rebase],
    ),
  };
}
export type EditedChain = ReturnType<typeof useChain>;
