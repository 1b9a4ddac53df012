import { useRef, useState } from 'react';
import { errorText } from '../../controls/error-text.ts';
import { draftOf } from './input-value.ts';
import { batchesOf, type EnteredField } from './multiple-fields.ts';
import { saveTo } from './save-target.ts';
import type { Drafts } from './use-drafts.ts';

/** Saves fields of entities one call after the other, and keeps for each field why it was not saved. */
export function useFieldSaving(drafts: Drafts) {
  const [errors, setErrors] = useState<ReadonlyMap<string, string>>(new Map());
  const [pending, setPending] = useState(0);
  const [isSaved, setSaved] = useState(false);
  const queue = useRef<Promise<void>>(Promise.resolve());

  async function saveBatch(batch: readonly EnteredField[]): Promise<boolean> {
    const [first] = batch;
    if (!first) return true;
    const { row, target } = first.field;
    const ids = batch.map(({ field }) => field.spec.id);
    let problem: string | undefined;
    drafts.noteSent(ids, true);
    try {
      await saveTo(
        row.entity,
        target,
        Object.fromEntries(batch.map(({ field, value }) => [field.row.dataKey.name, value])),
      );
      drafts.noteSaved(
        new Map(
          batch.map(({ field: { spec }, draft, value }) => [
            spec.id,
            { draft, becomes: draftOf(spec.kind, value ?? undefined) },
          ]),
        ),
      );
    } catch (error) {
      problem = errorText(error);
      drafts.noteSent(ids, false);
    }
    setErrors((before) => {
      const next = new Map(before);
      for (const { field } of batch) {
        if (problem === undefined) next.delete(field.spec.id);
        else next.set(field.spec.id, problem);
      }
      return next;
    });
    return problem === undefined;
  }

  return {
    errors,
    isBusy: pending > 0,
    /** Everything of the last attempt has been saved. */
    isSaved,
    /** Forgets what became of the last attempt, or why a field was not saved. */
    clear(id?: string) {
      setSaved(false);
      setErrors((before) => {
        if (id === undefined) return before.size === 0 ? before : new Map();
        return before.has(id) ? new Map([...before].filter(([other]) => other !== id)) : before;
      });
    },
    save(entered: readonly EnteredField[]) {
      setPending((count) => count + 1);
      setSaved(false);
      queue.current = queue.current.then(async () => {
        let areSaved = true;
        for (const batch of batchesOf(entered)) areSaved = (await saveBatch(batch)) && areSaved;
        setSaved(areSaved);
        setPending((count) => count - 1);
      });
    },
  };
}
