import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Identified } from './entity-action.ts';
import type { EntityForm, FormValues } from './form.ts';
import { FormDialog } from './form-dialog.tsx';
import { FormFields } from './form-fields.tsx';
import { type MoreFields, useForm } from './use-form.ts';

/** Adds an entity with the same form as its details. */
export function AddDialog<Row, Body, Saved extends Identified>(props: {
  title: string;
  form: EntityForm<Row, Body>;
  /** Where the fields begin, when not as `form` says of a new one. */
  initial?: FormValues;
  /** What `children` add to the form. */
  more?: MoreFields | undefined;
  /** Rejects with what is wrong. */
  save: (body: Body, values: FormValues) => Promise<Saved>;
  /** With what was saved; with nothing when it was cancelled. */
  close: (saved?: Saved) => void;
  /** Below the fields; by what they hold where that matters. */
  children?: ReactNode | ((values: FormValues) => ReactNode);
}) {
  const { t } = useTranslation();
  const form = useForm(props.form, props.initial ?? props.form.values(undefined), undefined, props.more);
  const submit = () =>
    form.submit(async (values) => props.close(await props.save(props.form.body(values, undefined), values)));
  return (
    <FormDialog
      title={props.title}
      submitLabel={t('action.add')}
      dirty={form.dirty}
      submission={form}
      fields={form.fields}
      maxWidth="sm"
      isLong
      onSubmit={submit}
      onClose={() => props.close()}
    >
      <FormFields fields={props.form.fields} form={form} focus={props.form.fields[0]?.name} />
      {typeof props.children === 'function' ? props.children(form.values) : props.children}
    </FormDialog>
  );
}
