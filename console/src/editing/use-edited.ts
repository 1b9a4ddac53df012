import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { beginHistory, doStep, type History, mapHistory, redo, undo } from './history.ts';
import { useOtherTab } from './use-other-tab.ts';

/** ms after the last change at which a draft is kept */
const DRAFT_DELAY = 400;

/** What is stored, with its state, by which a save says what it changes. */
export interface Stored<Content> {
  content: Content;
  state: string;
}

/** A kind of object that is edited step by step. */
export interface EditedKind<Content, Change> {
  /** What the tabs that edit such objects speak on. */
  channel: string;
  /** What makes one content of another; compared by identity where nothing was touched. */
  changesBetween: (before: Content, after: Content) => readonly Change[];
  keepDraft: (id: string, base: Stored<Content>, content: Content) => boolean | Promise<boolean>;
  dropDraft: (id: string) => Promise<void>;
}

/** What editing begins with. */
export interface EditedStart<Content> {
  stored: Stored<Content>;
  /** It is stored nowhere yet. */
  isNew: boolean;
  /** What was kept of it before. */
  draft?: { base: Stored<Content>; content: Content; savedAt: number } | undefined;
}

/** What is edited, with what was stored when it was: a step that takes over what others saved replaces both. */
interface Edition<Content> {
  content: Content;
  base: Stored<Content>;
}

type Editions<Content> = History<Edition<Content>>;

/**
 * An object that is being edited, every step of it to be undone, kept as a draft in this browser until it is saved.
 * @param kind the same object on every drawing
 */
export function useEdited<Content, Change>(kind: EditedKind<Content, Change>, id: string, start: EditedStart<Content>) {
  const { isNew } = start;
  const [draft] = useState(start.draft);
  const [history, setHistory] = useState<Editions<Content>>(() =>
    beginHistory(
      draft ? { content: draft.content, base: draft.base } : { content: start.stored.content, base: start.stored },
    ),
  );
  const { content, base } = history.present;

  const edit = useCallback(
    (label: string, change: (content: Content) => Content, group?: string) =>
      setHistory((now) => {
        const changed = change(now.present.content);
        return changed === now.present.content ? now : doStep(now, label, { ...now.present, content: changed }, group);
      }),
    [],
  );
  const changes = useMemo(() => kind.changesBetween(base.content, content), [kind, base.content, content]);
  const isDirty = isNew || changes.length > 0;

  const [isDraftKept, setDraftKept] = useState(true);
  const latest = useRef({ base, content, isDirty });
  latest.current = { base, content, isDirty };
  /** Whether there is a draft of this tab: that of another one is not this one's to forget. */
  const hasDraft = useRef(draft !== undefined);
  /** Whether what is edited has become another object. */
  const isOver = useRef(false);
  const keep = useCallback(() => {
    if (isOver.current) return;
    const { base: before, content: now, isDirty: dirty } = latest.current;
    if (dirty) {
      hasDraft.current = true;
      void Promise.resolve(kind.keepDraft(id, before, now)).then(setDraftKept);
      return;
    }
    setDraftKept(true);
    if (hasDraft.current) void kind.dropDraft(id);
    hasDraft.current = false;
  }, [kind, id]);
  const isOtherTabEditing = useOtherTab(kind.channel, id, isDirty);
  // What is stored nowhere is kept from its first drawing on.
  const isFirst = useRef(!isNew || draft !== undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins the wait again
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
  }, [content, keep]);
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

  /** There is nothing to keep any more. */
  const forget = useCallback(() => {
    void kind.dropDraft(id);
    hasDraft.current = false;
  }, [kind, id]);
  const end = useCallback(() => {
    isOver.current = true;
    forget();
  }, [forget]);
  const begin = useCallback(
    (live: Stored<Content>) => {
      setHistory(beginHistory({ content: live.content, base: live }));
      forget();
    },
    [forget],
  );

  return {
    content,
    base,
    /** What is edited by now, and what it goes by, for those who have waited since they were drawn. */
    now: useCallback((): Edition<Content> => latest.current, []),
    changes,
    isDirty,
    /** When the draft that this editing began with was kept, epoch ms. */
    restoredFrom: draft?.savedAt,
    /** Whether what is not saved would survive a closed tab. */
    isDraftKept,
    isOtherTabEditing,
    edit,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undoLabel: history.past.at(-1)?.label,
    redoLabel: history.future.at(-1)?.label,
    undo: useCallback(() => setHistory(undo), []),
    redo: useCallback(() => setHistory(redo), []),
    /** Everything is as it is stored; can itself be undone. */
    revert: useCallback(
      (label: string) => setHistory((now) => doStep(now, label, { ...now.present, content: now.present.base.content })),
      [],
    ),
    /** The editing begins again with what the server has now, whatever was edited. */
    begin,
    /** What was edited is stored as another object, or given up: no draft of it stays, nor comes back. */
    end,
    /**
     * It was saved: `live` is what the server has now. All steps can still be undone.
     * @param sent what was sent; what was changed since then stays, as `rebased` puts it onto `live`
     * @param renamed makes what was edited before name its parts as `live` does
     */
    saved: useCallback(
      (
        live: Stored<Content>,
        sent: Content,
        rebased: (now: Content) => Content,
        renamed: (earlier: Content) => Content = (earlier) => earlier,
      ) => {
        setHistory((now) => {
          const { base: before, content: present } = now.present;
          // Steps before a merge know nothing of what others saved: their saves are still to be asked about.
          const steps = mapHistory(now, (step) => ({
            content: renamed(step.content),
            base: step.base === before ? live : step.base,
          }));
          return { ...steps, present: { base: live, content: present === sent ? live.content : rebased(present) } };
        });
        if (latest.current.content === sent) forget();
      },
      [forget],
    ),
    /** Somebody else saved meanwhile: goes on from `live` with `merged`. Undone, it is to be merged again. */
    rebase: useCallback(
      (live: Stored<Content>, merged: Content, label: string) =>
        setHistory((now) => doStep(now, label, { content: merged, base: live })),
      [],
    ),
  };
}
export type Edited<Content, Change> = ReturnType<typeof useEdited<Content, Change>>;
