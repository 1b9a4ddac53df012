import './texts/texts.ts';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { notifySuccess } from '../app/notices.ts';
import type { EntityForm } from './form.ts';
import { FormFields } from './form-fields.tsx';
import { SaveBar, useSaveKey } from './save-bar.tsx';
import { useUnsavedGuard } from './unsaved-guard.ts';
import { useForm } from './use-form.ts';

/** What a form gives to what stands beside its fields. */
export type StoredFormState = ReturnType<typeof useForm>;

/**
 * A form that stands on a page and changes something stored: saves with its button or Ctrl+S, and asks before unsaved
 * changes are left. Mount it with another key when something else is stored.
 */
export function StoredForm<Stored, Body>(props: {
  /** Stable while the same thing is edited. */
  described: EntityForm<Stored, Body>;
  stored: Stored;
  /** Heading of Ctrl+S in the list of shortcuts; absent where another form of the page has that key. */
  group?: string;
  save: (body: Body) => Promise<unknown>;
  /** Above the fields. */
  before?: (form: StoredFormState) => ReactNode;
  /** Beside the buttons, and below them. */
  beside?: (form: StoredFormState) => ReactNode;
  after?: (form: StoredFormState) => ReactNode;
}) {
  const { t } = useTranslation();
  const { described, stored, group, save } = props;
  const initial = useMemo(() => described.values(stored), [described, stored]);
  const form = useForm(described, initial, stored);
  useUnsavedGuard(form.dirty);

  const submit = async () => {
    const isSaved = await form.submit((values) => save(described.body(values, stored)));
    if (isSaved) notifySuccess(t('details.saved'));
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
        onCancel={() => form.reset(initial)}
        beside={props.beside?.(form)}
      />
      {props.after?.(form)}
    </form>
  );
}
