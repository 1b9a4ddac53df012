import './texts/texts.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifySuccess } from '../app/notices.ts';
import type { EntityForm } from './form.ts';
import { FormFields } from './form-fields.tsx';
import { SaveBar, useSaveKey } from './save-bar.tsx';
import { saveForm } from './save-form.tsx';
import { useUnsavedGuard } from './unsaved-guard.ts';
import { useForm } from './use-form.ts';

/** What a form gives to what stands beside its fields. */
export type StoredFormState = ReturnType<typeof useForm>;

/**
 * A form that stands on a page and changes something stored: saves with its button or Ctrl+S, and asks before unsaved
 * changes are left. What others save meanwhile is shown while nothing is typed, else when this is saved; what is typed
 * while it is being saved stays.
 */
export function StoredForm<Stored extends object | undefined, Body>(props: {
  /** Stable while the same thing is edited. */
  described: EntityForm<Stored, Body>;
  stored: Stored;
  /** Heading of Ctrl+S in the list of shortcuts; absent where another form of the page has that key. */
  group?: string;
  /** Saves over what is stored. @param basedOn the state that it has; absent: nothing is stored yet */
  save: (body: Body, stored: Stored, basedOn: string | undefined) => Promise<unknown>;
  /** Reads what is stored now. */
  reload: () => Promise<Stored>;
  /** Above the fields. */
  before?: (form: StoredFormState) => ReactNode;
  /** Beside the buttons, and below them. */
  beside?: (form: StoredFormState) => ReactNode;
  after?: (form: StoredFormState) => ReactNode;
}) {
  const { t } = useTranslation();
  const { described, stored, group, save } = props;
  // As stored when editing began, with the values that were shown or saved last.
  const [origin, setOrigin] = useState(() => ({ stored, values: described.values(stored) }));
  const form = useForm(described, origin.values, origin.stored);
  useUnsavedGuard(form.dirty);
  const { dirty, busy, reset } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `reset` is another function each time
  useEffect(() => {
    if (dirty || busy || origin.stored === stored) return;
    const values = described.values(stored);
    setOrigin({ stored, values });
    reset(values);
  }, [dirty, busy, origin, stored, described]);

  const submit = async () => {
    const result = await saveForm({ form, described, stored: origin.stored, save, reload: props.reload });
    if (!result) return;
    if (result.since) {
      const values = described.values(result.since.stored);
      setOrigin({ stored: result.since.stored, values });
      form.rebase(result.sent, values);
    } else {
      setOrigin((now) => ({ ...now, values: result.saved }));
      reset(result.saved);
    }
    notifySuccess(t('details.saved'));
  };
  useSaveKey(group, submit);
  return (
    <form
      ref={form.element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {props.before?.(form)}
      <FormFields fields={described.fields} form={form} />
      <SaveBar
        fields={described.fields}
        form={form}
        onCancel={() => reset(origin.values)}
        beside={props.beside?.(form)}
      />
      {props.after?.(form)}
    </form>
  );
}
