import type { SavedMeanwhile } from '@signalbox/contract/based-on';
import type { ReactNode } from 'react';
import { RequestError } from '../api/http.ts';
import { storedState } from '../api/stored-state.ts';
import { openDialog } from '../app/dialogs.ts';
import { contestedOf, mergedValues, type Values } from './contested.ts';

/** Two people saved at almost the same time: it is tried this often before the refusal is shown. */
const MAX_TRIES = 5;

/** Something stored, as it was when editing began, and what has become of it. */
export interface EditedThing<Stored extends object, Value> {
  stored: Stored;
  /** As they are to be saved. */
  values: Values<Value>;
  /** The same of what is stored. */
  valuesOf: (stored: Stored) => Values<Value>;
  /** What can be chosen by itself, in order, with what it is called. */
  parts: (...all: readonly Values<Value>[]) => readonly { name: string; label: string }[];
  /** A value of a part as people read it. */
  draw: (name: string, value: Value | undefined) => ReactNode;
  /** Saves values over something stored. @param basedOn the state that it has */
  save: (values: Values<Value>, stored: Stored, basedOn: string) => Promise<unknown>;
  /** Reads what is stored now. */
  reload: () => Promise<Stored>;
}

/** Who saved meanwhile, when a save was refused for that; else undefined. */
function refusalOf(error: unknown): SavedMeanwhile | undefined {
  if (!(error instanceof RequestError) || error.status !== 409) return undefined;
  return typeof error.body === 'object' && error.body !== null ? (error.body as SavedMeanwhile) : {};
}

/**
 * Saves what was edited, unless somebody else has saved the same meanwhile: then it is shown what differs, and each part
 * is mine or theirs as the person chooses. What others changed beside these parts stays.
 * @returns what was saved; undefined when the person goes on editing
 * @throws what the save throws
 */
export async function saveBasedOn<Stored extends object, Value>(
  edited: EditedThing<Stored, Value>,
): Promise<Values<Value> | undefined> {
  const { valuesOf } = edited;
  let { stored, values } = edited;
  for (let tries = 1; ; tries++) {
    try {
      await edited.save(values, stored, storedState(stored));
      return values;
    } catch (error) {
      const meanwhile = refusalOf(error);
      if (!meanwhile || tries === MAX_TRIES) throw error;
      const now = await edited.reload();
      const [base, mine, theirs] = [valuesOf(stored), values, valuesOf(now)];
      const parts = edited.parts(base, mine, theirs);
      const names = parts.map(({ name }) => name);
      const contested = contestedOf(names, base, mine, theirs);
      if (contested.length > 0) {
        const { ContestedDialog } = await import('./contested-dialog.tsx');
        const shown = contested.map((one) => ({
          ...one,
          label: parts.find(({ name }) => name === one.name)?.label ?? one.name,
          mine: edited.draw(one.name, one.mine),
          theirs: edited.draw(one.name, one.theirs),
        }));
        const kept = await openDialog<ReadonlySet<string>>((close) => (
          <ContestedDialog meanwhile={meanwhile} contested={shown} onClose={close} />
        ));
        if (!kept) return undefined;
        values = mergedValues(contested, mine, kept);
      }
      stored = now;
    }
  }
}
