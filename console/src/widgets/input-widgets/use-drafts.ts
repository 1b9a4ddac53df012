import { useEffect, useRef, useState } from 'react';
import type { Draft } from './input-value.ts';

/** What somebody has made of a value: `base` is what was stored when they began. */
export interface Edit {
  draft: Draft;
  base: Draft;
  /** It is stored; shown until the value has arrived. */
  isSaved: boolean;
  /** What was stored when something was sent that has not arrived: until there is something else, it says nothing. */
  outdated?: Draft | undefined;
}

export type Edits = ReadonlyMap<string, Edit>;

/** By the id of a field what it shows of the value that is stored. */
export type Stored = ReadonlyMap<string, Draft>;

/** What has been stored of a draft, and what its field shows of it. */
type Saved = ReadonlyMap<string, { draft: Draft; becomes: Draft }>;

/** The edits that still count, given what is stored. */
export function currentEdits(edits: Edits, stored: Stored): Edits {
  const isOver = ([id, { draft, base, isSaved, outdated }]: [string, Edit]) => {
    const now = stored.get(id);
    if (now === undefined) return false;
    return isSaved ? now !== base || draft === base : draft === now && now !== outdated;
  };
  return [...edits].some(isOver) ? new Map([...edits].filter((entry) => !isOver(entry))) : edits;
}

/** The edits after somebody has changed a field. */
export function withDraft(edits: Edits, stored: Stored, id: string, draft: Draft): Edits {
  const known = edits.get(id);
  const begun: Edit = known?.isSaved
    ? { draft, base: known.draft, isSaved: false, outdated: known.base }
    : { draft, base: stored.get(id) ?? '', isSaved: false };
  return new Map(edits).set(id, known && !known.isSaved ? { ...known, draft } : begun);
}

/** The edits while some of them are on their way: who goes back to what is stored yet has not given up. */
export function withSent(edits: Edits, stored: Stored, ids: readonly string[], isSent: boolean): Edits {
  const next = new Map(edits);
  for (const id of ids) {
    const edit = edits.get(id);
    if (edit) next.set(id, { ...edit, outdated: isSent ? (stored.get(id) ?? '') : undefined });
  }
  return next;
}

/** The edits after some have been stored. What was typed meanwhile stays. */
export function withSaved(edits: Edits, stored: Stored, saved: Saved): Edits {
  const next = new Map(edits);
  for (const [id, { draft, becomes }] of saved) {
    const edit = edits.get(id);
    if (!edit) continue;
    const before = edit.outdated ?? stored.get(id) ?? '';
    if (edit.draft === draft) next.set(id, { draft: becomes, base: before, isSaved: true });
    // Nothing arrives where the same was stored before.
    else next.set(id, { ...edit, base: becomes, outdated: before === becomes ? undefined : before });
  }
  return next;
}

/** Fields that people fill in while their values go on changing. */
export interface Drafts {
  /** What the field shows. */
  shown: (id: string) => Draft;
  /** What has been stored since the person began to edit; undefined: still the same. */
  changedTo: (id: string) => Draft | undefined;
  isDirty: (id: string) => boolean;
  /** Whether this is stored, and nothing else is on its way. */
  isStored: (id: string, draft: Draft) => boolean;
  edit: (id: string, draft: Draft) => void;
  /** Shows again what is stored. */
  restore: (ids: readonly string[]) => void;
  /** The drafts of these are on their way, or no longer, since they were refused. */
  noteSent: (ids: readonly string[], isSent: boolean) => void;
  /** These have been stored: the draft, and what a field shows of it once it is. What was typed meanwhile stays. */
  noteSaved: (saved: Saved) => void;
}

export function useDrafts(stored: Stored): Drafts {
  const [all, setAll] = useState<Edits>(new Map());
  const latest = useRef(stored);
  latest.current = stored;
  const edits = currentEdits(all, stored);
  useEffect(() => setAll(edits), [edits]);
  return {
    shown: (id) => edits.get(id)?.draft ?? stored.get(id) ?? '',
    changedTo(id) {
      const edit = edits.get(id);
      const now = stored.get(id);
      return edit && !edit.isSaved && now !== edit.base && now !== edit.outdated ? now : undefined;
    },
    isDirty: (id) => edits.get(id)?.isSaved === false,
    isStored(id, draft) {
      const edit = edits.get(id);
      return draft === (edit?.isSaved ? edit.draft : stored.get(id)) && edit?.outdated === undefined;
    },
    edit: (id, draft) => setAll((before) => withDraft(before, latest.current, id, draft)),
    restore: (ids) => setAll((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
    noteSent: (ids, isSent) => setAll((before) => withSent(before, latest.current, ids, isSent)),
    noteSaved: (saved) => setAll((before) => withSaved(before, latest.current, saved)),
  };
}
