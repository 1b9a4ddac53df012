import { useCallback, useRef, useState } from 'react';
import { finishUndoable } from '../app/undoable.ts';
import { errorText } from '../controls/error-text.ts';
import { isRefusal, onRefusal } from './entity-action.ts';
import { type FormProblems, fieldNamedBy, type NamedField } from './form.ts';
import { goToField } from './form-problem-list.tsx';

/** Saves; when that is refused while a deletion still waits for its Undo, carries out the deletion, which may free the name, and tries again. */
async function saveOrMakeRoom(save: () => Promise<unknown>): Promise<void> {
  try {
    await save();
  } catch (error) {
    if (!isRefusal(error) || !(await finishUndoable())) throw error;
    await save();
  }
}

/**
 * Submitting a form, and what is wrong with it. The first problem gets the focus, a refusal of the server stands at the
 * field it names, and nothing typed is lost.
 * @param fields all fields, in order
 */
export function useSubmission(fields: readonly NamedField[]) {
  const [problems, setProblems] = useState<FormProblems>({});
  /** Fields that were wrong when it was submitted last. */
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);

  const show = (found: FormProblems) => {
    setProblems(found);
    const first = fields.find(({ name }) => found[name] !== undefined);
    if (first) requestAnimationFrame(() => goToField(element.current, first.name));
  };

  async function submit(
    check: () => FormProblems | Promise<FormProblems>,
    save: () => Promise<unknown>,
  ): Promise<boolean> {
    if (busy) return false;
    setBusy(true);
    setFailure(undefined);
    try {
      const found = await check();
      setRefused(Object.keys(found));
      show(found);
      if (Object.keys(found).length > 0) return false;
      await saveOrMakeRoom(save);
      return true;
    } catch (error) {
      if (isRefusal(error)) for (const hear of onRefusal) hear();
      const field = isRefusal(error) ? fieldNamedBy(error.message, fields) : undefined;
      if (field) {
        setRefused([field]);
        show({ [field]: errorText(error) });
      } else setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    element,
    /** Shows what is wrong, and brings the first of it into view. */
    show,
    problems,
    refused,
    failure,
    busy,
    submit,
    /** Notes what is wrong with a field; with nothing, that it was changed. */
    note: useCallback((name: string, problem?: string) => {
      setProblems(({ [name]: _, ...others }) => (problem === undefined ? others : { ...others, [name]: problem }));
    }, []),
    clear() {
      setProblems({});
      setRefused([]);
      setFailure(undefined);
    },
  };
}
export type Submission = ReturnType<typeof useSubmission>;
