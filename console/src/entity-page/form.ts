import type { Choice } from '../controls/entity-picker.tsx';

export type FormValue = string | boolean | Choice | null;
export type FormValues = Readonly<Record<string, FormValue>>;

/** One field of an entity's form. */
export interface FormField {
  name: string;
  label: string;
  kind: 'text' | 'multiline' | 'switch' | 'picker';
  required?: boolean | undefined;
  maxLength?: number | undefined;
  help?: string | undefined;
  type?: 'text' | 'email' | 'tel' | undefined;
  /** Words of what is wrong; undefined when nothing is. */
  check?: ((value: FormValue, values: FormValues) => string | undefined) | undefined;
  /** With kind 'picker'. */
  load?: ((search: string) => Promise<Choice[]>) | undefined;
  placeholder?: string | undefined;
  /** Only shown when this says so. */
  shown?: ((values: FormValues) => boolean) | undefined;
  /** Cannot be changed here. */
  readOnly?: boolean | undefined;
}

/** What a value looks like when it is read. */
export function valueWords(value: FormValue): string {
  return typeof value === 'object' && value !== null ? value.label : typeof value === 'string' ? value : '';
}

/** The text of a value, trimmed, or null when there is none. */
export function textOrNull(value: FormValue | undefined): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

export function choiceId(value: FormValue | undefined): string | undefined {
  return typeof value === 'object' && value !== null ? value.id : undefined;
}

/** The problems of a form by field, in the order of the fields. */
export function checkForm(
  fields: readonly FormField[],
  values: FormValues,
  requiredWords: string,
): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const field of fields) {
    if (field.shown && !field.shown(values)) continue;
    const value = values[field.name] ?? null;
    const empty = value === null || (typeof value === 'string' && value.trim() === '');
    if (field.required && empty) errors[field.name] = requiredWords;
    else {
      const problem = empty ? undefined : field.check?.(value, values);
      if (problem) errors[field.name] = problem;
    }
  }
  return errors;
}

/** Do two forms hold the same? */
export function sameValues(one: FormValues, other: FormValues): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
