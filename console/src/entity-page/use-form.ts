import './texts/texts.ts';
import { type RefObject, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RequestError } from '../api/http.ts';
import { finishUndoable } from '../app/undoable.ts';
import { errorText } from '../controls/error-text.ts';
import {
  checkForm,
  type EntityForm,
  type FormProblems,
  type FormValue,
  type FormValues,
  fieldNamedBy,
  type PlainForm,
  type ProblemWords,
  sameValues,
} from './form.ts';
import { goToField } from './form-problem-list.tsx';

/** Saves; when that is refused and a deletion still waits for its Undo, the name may be free after it. */
async function saveOrMakeRoom(save: () => Promise<unknown>): Promise<void> {
  try {
    await save();
  } catch (error) {
    if (!isRefusal(error) || !(await finishUndoable())) throw error;
    await save();
  }
}

function isRefusal(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status >= 400 && error.status < 500;
}

function useProblemWords(): ProblemWords {
  const { t } = useTranslation();
  return {
    required: t('common.required'),
    tooLong: (most) => t('form.tooLong', { count: most }),
    malformed: t('form.malformed'),
    invalid: t('form.invalid'),
  };
}

/** State of a form: values, what is wrong with them, and submitting. */
export function useForm<Entity, Body>(
  form: EntityForm<Entity, Body> | PlainForm,
  initial: FormValues,
  stored?: Entity,
) {
  const words = useProblemWords();
  const [values, setValues] = useState(initial);
  const [problems, setProblems] = useState<FormProblems>({});
  /** Fields that were wrong when it was submitted last. */
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null) as RefObject<HTMLFormElement | null>;

  const check = () =>
    checkForm(
      form.fields,
      values,
      words,
      'schema' in form ? { schema: form.schema, body: form.body(values, stored) } : undefined,
    );

  const change = useCallback((name: string, value: FormValue) => {
    setValues((now) => ({ ...now, [name]: value }));
    setProblems((now) => {
      const { [name]: _, ...rest } = now;
      return rest;
    });
  }, []);

  const blur = (name: string) => {
    const problem = check()[name];
    // An untouched empty field is not nagged about before submitting.
    if (problem && values[name]) setProblems((now) => ({ ...now, [name]: problem }));
  };

  const focusProblem = (found: FormProblems) =>
    requestAnimationFrame(() => {
      const first = form.fields.find(({ name }) => found[name] !== undefined);
      if (first) goToField(element.current, first.name);
    });

  /**
   * Checks, then saves. The first problem gets the focus, a refusal of the server stands at the field it names, and
   * nothing typed is lost.
   */
  async function submit(save: (values: FormValues) => Promise<unknown>): Promise<boolean> {
    if (busy) return false;
    const found = check();
    setProblems(found);
    setRefused(Object.keys(found));
    setFailure(undefined);
    if (Object.keys(found).length > 0) {
      focusProblem(found);
      return false;
    }
    setBusy(true);
    try {
      await saveOrMakeRoom(() => save(values));
      return true;
    } catch (error) {
      const field = isRefusal(error) ? fieldNamedBy(error.message, form.fields) : undefined;
      if (field && isRefusal(error)) {
        const problem = { [field]: errorText(error) };
        setProblems(problem);
        focusProblem(problem);
      } else setFailure(error);
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    element,
    values,
    problems,
    refused,
    failure,
    busy,
    change,
    blur,
    submit,
    dirty: !sameValues(values, initial),
    reset(next: FormValues) {
      setValues(next);
      setProblems({});
      setRefused([]);
      setFailure(undefined);
    },
  };
}
