import { useEffect, useState } from 'react';
import type { Draft } from './input-value.ts';

/** What somebody has made of a value: `base` is what was stored when they began. */
export interface Edit {
  draft: Draft;
  base: Draft;
  /** It is stored; shown until the value has arrived. */
  isSaved: boolean;
}

type Edits = ReadonlyMap<string, Edit>;

/** The edits that still count, given what is stored. */
export function currentEdits(edits: Edits, stored: ReadonlyMap<string, Draft>): Edits {
  const isOver = ([id, { draft, base, isSaved }]: [string, Edit]) =>
    stored.has(id) && (isSaved ? stored.get(id) !== base || draft === base : draft === stored.get(id));
  return [...edits].some(isOver) ? new Map([...edits].filter((entry) => !isOver(entry))) : edits;
}

/** Fields that people fill in while their values go on changing. */
export interface Drafts {
  /** What the field shows. */
  shown: (id: string) => Draft;
  /** What has been stored since the person began to edit; undefined: still the same. */
  changedTo: (id: string) => Draft | undefined;
  isDirty: (id: string) => boolean;
  edit: (id: string, draft: Draft) => void;
  /** Shows again what is stored. */
  restore: (ids: readonly string[]) => void;
  /** These have been stored: the draft, and what a field shows of it once it is. What was typed meanwhile stays. */
  noteSaved: (saved: ReadonlyMap<string, { draft: Draft; becomes: Draft }>) => void;
}

/** @param stored by the id of the field what it would show of the value that is stored */
export function useDrafts(stored: ReadonlyMap<string, Draft>): Drafts {
  const [all, setAll] = useState<Edits>(new Map());
  const edits = currentEdits(all, stored);
  useEffect(() => setAll(edits), [edits]);
  return {
    shown: (id) => edits.get(id)?.draft ?? stored.get(id) ?? '',
    changedTo(id) {
      const edit = edits.get(id);
      const now = stored.get(id);
      return edit && !edit.isSaved && now !== edit.base ? now : undefined;
    },
    isDirty: (id) => edits.get(id)?.isSaved === false,
    edit(id, draft) {
      setAll((before) => {
        const known = before.get(id);
        const base = known && !known.isSaved ? known.base : (stored.get(id) ?? '');
        return new Map(before).set(id, { draft, base, isSaved: false });
      });
    },
    restore: (ids) => setAll((before) => new Map([...before].filter(([id]) => !ids.includes(id)))),
    noteSaved(saved) {
      setAll((before) => {
        const next = new Map(before);
        for (const [id, { draft, becomes }] of saved) {
          const edit = before.get(id);
          if (edit?.draft === draft) next.set(id, { draft: becomes, base: stored.get(id) ?? '', isSaved: true });
          else if (edit) next.set(id, { ...edit, base: becomes });
        }
        return next;
      });
    },
  };
}
