import { type RefObject, useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkForm, type FormField, type FormValue, type FormValues, sameValues } from './form.ts';

/** State of a form: values, what is wrong with them, and submitting. */
export function useForm(fields: readonly FormField[], initial: FormValues) {
  const { t } = useTranslation();
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null) as RefObject<HTMLFormElement | null>;

  const change = useCallback((name: string, value: FormValue) => {
    setValues((now) => ({ ...now, [name]: value }));
    setErrors((now) => {
      const { [name]: _, ...rest } = now;
      return rest;
    });
  }, []);

  const blur = (name: string) => {
    const problem = checkForm(fields, values, t('common.required'))[name];
    // An untouched empty field is not nagged about before submitting.
    if (problem && values[name]) setErrors((now) => ({ ...now, [name]: problem }));
  };

  /** Checks, then saves; the first error gets the focus and nothing typed is lost. */
  async function submit(save: (values: FormValues) => Promise<unknown>): Promise<boolean> {
    if (busy) return false;
    const found = checkForm(fields, values, t('common.required'));
    setErrors(found);
    setFailure(undefined);
    if (Object.keys(found).length > 0) {
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return false;
    }
    setBusy(true);
    try {
      await save(values);
      return true;
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error));
      return false;
    } finally {
      setBusy(false);
    }
  }

  return {
    form,
    values,
    errors,
    failure,
    busy,
    change,
    blur,
    submit,
    dirty: !sameValues(values, initial),
    reset(next: FormValues) {
      setValues(next);
      setErrors({});
      setFailure(undefined);
    },
  };
}
