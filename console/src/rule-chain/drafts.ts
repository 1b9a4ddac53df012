import { type AnyDraft, createDrafts } from '../editing/drafts.ts';
import type { Chain } from './model/chain.ts';
import type { ImportedChain } from './model/exchange.ts';

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

/** A chain of a file that was not stored, when the tab was closed. */
export interface ImportDraft extends AnyDraft {
  imported: ImportedChain;
  /** The chain that was created for it, when its nodes were refused: the next save goes on with that. */
  begunId?: string | undefined;
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

export const {
  keep: keepDraft,
  drop: dropDraft,
  find: findDraft,
} = createDrafts('signalbox-rule-draft ', 'signalbox-rule-drafts', readDraft);

/** By the type of the chains: the last one that was imported. */
export const importDrafts = createDrafts<ImportDraft>(
  'signalbox-imported-chain ',
  'signalbox-imported-chains',
  (stored) => {
    const { imported } = (stored as ImportDraft | undefined) ?? {};
    const isWhole = typeof imported?.name === 'string' && Array.isArray(imported.chain?.nodes);
    return isWhole ? (stored as ImportDraft) : undefined;
  },
);
