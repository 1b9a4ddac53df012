import './texts/texts.ts';
import { FieldWords } from './field-words.tsx';
import type { EntityForm, FormField, FormValue, FormValues } from './form.ts';
import { saveBasedOn } from './save-based-on.tsx';
import type { useForm } from './use-form.ts';

/** A form of something stored that is about to be saved. */
interface SubmittedForm<Stored extends object | undefined, Body> {
  form: Pick<ReturnType<typeof useForm>, 'submit' | 'isStill'>;
  described: EntityForm<NonNullable<Stored>, Body>;
  /** As it was when editing began. */
  stored: Stored;
  /** @param basedOn the state of `stored`; absent: nothing is stored yet */
  save: (body: Body, stored: Stored, basedOn: string | undefined) => Promise<unknown>;
  reload: () => Promise<Stored>;
}

/** What a form has saved. */
interface SavedForm<Stored> {
  /** The values that it had when it was submitted. */
  sent: FormValues;
  /** Those that are stored: some may be somebody else's. */
  saved: FormValues;
  /** Only when the person typed on while it was being saved: what is stored now, for the form to go on from. */
  since?: { stored: Stored };
}

const wordsOf = (fields: readonly FormField[], name: string, value: FormValue | undefined) => {
  const field = fields.find((one) => one.name === name);
  return field && <FieldWords field={field} value={value ?? null} />;
};

async function saveNew<Stored extends object | undefined, Body>(
  { described, stored, save }: SubmittedForm<Stored, Body>,
  values: FormValues,
): Promise<FormValues> {
  await save(described.body(values, undefined), stored, undefined);
  return values;
}

async function saveStored<Stored extends object | undefined, Body>(
  { described, save, reload }: SubmittedForm<Stored, Body>,
  stored: NonNullable<Stored>,
  values: FormValues,
): Promise<FormValues | undefined> {
  const saved = await saveBasedOn<NonNullable<Stored>, FormValue>({
    stored,
    values,
    valuesOf: (one) => described.values(one),
    parts: () => described.fields,
    draw: (name, value) => wordsOf(described.fields, name, value),
    save: (merged, over, basedOn) => save(described.body(merged as FormValues, over), over, basedOn),
    reload: async () => (await reload()) ?? ({} as NonNullable<Stored>),
  });
  return saved as FormValues | undefined;
}

/**
 * Checks and saves a form; when somebody else has saved the same meanwhile, each field is mine or theirs as the person
 * chooses.
 * @returns undefined when something is wrong, or the person goes on editing
 */
export async function saveForm<Stored extends object | undefined, Body>(
  edited: SubmittedForm<Stored, Body>,
): Promise<SavedForm<Stored> | undefined> {
  const { form, stored } = edited;
  let result: SavedForm<Stored> | undefined;
  await form.submit(async (values) => {
    const saved = stored === undefined ? await saveNew(edited, values) : await saveStored(edited, stored, values);
    if (!saved) return;
    const isTypedOn = !form.isStill(values);
    result = { sent: values, saved, ...(isTypedOn ? { since: { stored: await edited.reload() } } : {}) };
  });
  return result;
}
