import './texts/texts.ts';
import { FieldWords } from './field-words.tsx';
import type { EntityForm, FormField, FormValue, FormValues } from './form.ts';
import { saveBasedOn } from './save-based-on.tsx';
import type { useForm } from './use-form.ts';

/** A form of something stored that is about to be saved. */
interface SavedForm<Stored extends object | undefined, Body> {
  form: Pick<ReturnType<typeof useForm>, 'submit'>;
  described: EntityForm<NonNullable<Stored>, Body>;
  /** As it was when editing began. */
  stored: Stored;
  /** @param basedOn the state of `stored`; absent: nothing is stored yet */
  save: (body: Body, stored: Stored, basedOn: string | undefined) => Promise<unknown>;
  reload: () => Promise<Stored>;
}

const wordsOf = (fields: readonly FormField[], name: string, value: FormValue | undefined) => {
  const field = fields.find((one) => one.name === name);
  return field && <FieldWords field={field} value={value ?? null} />;
};

/**
 * Checks and saves a form; when somebody else has saved the same meanwhile, each field is mine or theirs as the person
 * chooses.
 * @returns the values that were saved; undefined when something is wrong, or the person goes on editing
 */
export async function saveForm<Stored extends object | undefined, Body>(
  edited: SavedForm<Stored, Body>,
): Promise<FormValues | undefined> {
  const { form, described, stored } = edited;
  let saved: FormValues | undefined;
  await form.submit(async (values) => {
    if (stored === undefined) {
      await edited.save(described.body(values, undefined), stored, undefined);
      saved = values;
      return;
    }
    saved = (await saveBasedOn<object, FormValue>({
      stored,
      values,
      valuesOf: (one) => described.values(one as NonNullable<Stored>),
      parts: () => described.fields,
      draw: (name, value) => wordsOf(described.fields, name, value),
      save: (merged, over, basedOn) =>
        edited.save(
          described.body(merged as FormValues, over as NonNullable<Stored>),
          over as NonNullable<Stored>,
          basedOn,
        ),
      reload: async () => (await edited.reload()) ?? {},
    })) as FormValues | undefined;
  });
  return saved;
}
