import './texts/texts.ts';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  checkForm,
  type EntityForm,
  type FormProblems,
  type FormValue,
  type FormValues,
  type NamedField,
  type PlainForm,
  type ProblemWords,
  rebasedValues,
  sameValues,
} from './form.ts';
import { useSubmission } from './use-submission.ts';

/** Fields beside those of the form that are checked and saved with it. */
export interface MoreFields {
  fields: readonly NamedField[];
  check: () => Promise<FormProblems>;
  dirty: boolean;
}

function useProblemWords(): ProblemWords {
  const { t } = useTranslation();
  return {
    required: t('common.required'),
    tooLong: (max) => t('form.tooLong', { count: max }),
    malformed: t('form.malformed'),
    invalid: t('form.invalid'),
  };
}

/** State of a form: values, what is wrong with them, and submitting. */
export function useForm<Entity, Body>(
  form: EntityForm<Entity, Body> | PlainForm,
  initial: FormValues,
  stored?: Entity,
  more?: MoreFields,
) {
  const words = useProblemWords();
  const [values, setValues] = useState(initial);
  const latest = useRef(values);
  latest.current = values;
  // Nothing can be wrong with a field that is not there.
  const shown = form.fields.filter((field) => field.shown?.(values) ?? true);
  const fields: readonly NamedField[] = more ? [...shown, ...more.fields] : shown;
  const submission = useSubmission(fields);
  const { note } = submission;

  const check = () =>
    checkForm(
      form.fields,
      values,
      words,
      'schema' in form ? { schema: form.schema, body: form.body(values, stored) } : undefined,
    );

  const described = useRef(form.fields);
  described.current = form.fields;
  const change = useCallback(
    (name: string, value: FormValue) => {
      const emptied = described.current
        .filter(({ emptiedBy }) => emptiedBy === name)
        .map((field) => [field.name, null]);
      setValues((now) => ({ ...now, [name]: value, ...Object.fromEntries(emptied) }));
      note(name);
    },
    [note],
  );

  const blur = (name: string) => {
    const problem = check()[name];
    // An empty field is not complained about before submitting.
    if (problem && values[name]) note(name, problem);
  };

  return {
    ...submission,
    fields,
    values,
    change,
    blur,
    /** Checks, then saves. */
    submit: (save: (values: FormValues) => Promise<unknown>): Promise<boolean> =>
      submission.submit(
        async () => ({ ...check(), ...(await more?.check()) }),
        () => save(values),
      ),
    /** Whether some of the fields are fine; shows what is wrong with them. */
    areFine(names: readonly string[]): boolean {
      const found = Object.fromEntries(Object.entries(check()).filter(([name]) => names.includes(name)));
      submission.show(found);
      return Object.keys(found).length === 0;
    },
    dirty: !sameValues(values, initial) || more?.dirty === true,
    /** Whether nothing was changed since it had these values, as it is now rather than when it was drawn. */
    isStill: useCallback((sent: FormValues) => sameValues(latest.current, sent), []),
    /** Takes over what is stored, but for the fields that were changed since `sent`. */
    rebase(sent: FormValues, live: FormValues) {
      setValues((now) => rebasedValues(now, sent, live));
      submission.clear();
    },
    reset(next: FormValues) {
      setValues(next);
      submission.clear();
    },
  };
}
