import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { type Draft, dropDraft, keepDraft, type LiveChain } from './drafts.ts';
import type { Chain } from './model/chain.ts';
import { compareChains } from './model/difference.ts';
import { beginHistory, doStep, redo, undo } from './model/history.ts';
import { useOtherTab } from './use-other-tab.ts';

/** ms after the last change at which a draft is kept */
const DRAFT_DELAY = 400;

/**
 * A chain that is being edited, every step of it to be undone, kept as a draft in this browser until it is saved.
 * @param stored the chain as it is live
 * @param isNew it is live nowhere yet
 * @param draft what was kept of it before
 */
export function useChain(ruleChainId: string, stored: LiveChain, isNew: boolean, kept?: Draft) {
  const [draft] = useState(kept);
  /** What is live, as far as this editor knows. */
  const [base, setBase] = useState<LiveChain>(() => draft?.base ?? stored);
  const [history, setHistory] = useState(() => beginHistory(draft?.chain ?? stored.chain));
  const chain = history.present;
  /** Keys of nodes that were new when they were saved → the keys that they have since. */
  const [renamed, setRenamed] = useState<ReadonlyMap<string, string>>(() => new Map());

  const edit = useCallback(
    (label: string, change: (chain: Chain) => Chain, group?: string) =>
      setHistory((now) => doStep(now, label, change(now.present), group)),
    [],
  );
  const changes = useMemo(() => compareChains(base.chain, chain), [base.chain, chain]);
  const isDirty = isNew || changes.length > 0;

  const [isDraftKept, setDraftKept] = useState(true);
  const latest = useRef({ base, chain, isDirty });
  latest.current = { base, chain, isDirty };
  /** Whether there is a draft of this tab: that of another one is not this one's to forget. */
  const hasDraft = useRef(draft !== undefined);
  const keep = useCallback(() => {
    if (isNew) return;
    const { base: before, chain: now, isDirty: dirty } = latest.current;
    if (dirty) {
      hasDraft.current = true;
      void Promise.resolve(keepDraft(ruleChainId, { base: before, chain: now, savedAt: Date.now() })).then(
        setDraftKept,
      );
      return;
    }
    setDraftKept(true);
    if (hasDraft.current) void dropDraft(ruleChainId);
    hasDraft.current = false;
  }, [ruleChainId, isNew]);
  const isOtherTabEditing = useOtherTab(ruleChainId, isDirty && !isNew);
  const isFirst = useRef(true);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the chain begins the wait again
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      keep();
    }, DRAFT_DELAY);
  }, [chain, keep]);
  useEffect(
    () => () => {
      // A page that is left keeps what was changed a moment ago.
      if (timer.current !== undefined) keep();
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [keep],
  );
  useEffect(() => {
    // A tab that is closed or hidden keeps what was changed a moment ago.
    window.addEventListener('pagehide', keep);
    return () => window.removeEventListener('pagehide', keep);
  }, [keep]);

  return {
    chain,
    base,
    changes,
    isDirty,
    /** When the draft that this editing began with was kept, epoch ms. */
    restoredFrom: draft?.savedAt,
    /** Whether what is not saved would survive a closed tab. */
    isDraftKept,
    isOtherTabEditing,
    renamed,
    edit,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undoLabel: history.past.at(-1)?.label,
    redoLabel: history.future.at(-1)?.label,
    undo: useCallback(() => setHistory(undo), []),
    redo: useCallback(() => setHistory(redo), []),
    /** Everything is as it is live; can itself be undone. */
    revert: useCallback((label: string) => setHistory((now) => doStep(now, label, base.chain)), [base.chain]),
    /** It was saved: `live` is what the server has now. */
    saved: useCallback(
      (live: LiveChain, keys: ReadonlyMap<string, string>) => {
        setRenamed(keys);
        setBase(live);
        setHistory(beginHistory(live.chain));
        if (!isNew) void dropDraft(ruleChainId);
        hasDraft.current = false;
      },
      [ruleChainId, isNew],
    ),
    /** Somebody else saved meanwhile: goes on from `live` with `merged`. */
    rebase: useCallback((live: LiveChain, merged: Chain, label: string) => {
      setBase(live);
      setHistory((now) => doStep(now, label, merged));
    }, []),
  };
}
export type EditedChain = ReturnType<typeof useChain>;
