import type { ComponentType } from 'react';
import * as z from 'zod/mini';
import type { Choice, FindChoices } from '../controls/choice.ts';

export type FormValue = string | boolean | Choice | readonly string[] | null;
export type FormValues = Readonly<Record<string, FormValue>>;
/** What is wrong, in words, by name of the field. */
export type FormProblems = Readonly<Partial<Record<string, string>>>;

/** A field as its problems are told: where it is and what it is called. */
export interface NamedField {
  /** Also `data-field` of the element around it. */
  name: string;
  label: string;
  /** Heading of a part of a long form; neighbours with the same one stand below it together. */
  section?: string | undefined;
  /** Path of what it holds in the body of the call, when that is not its name: `additionalInfo.description`. */
  path?: string | undefined;
  /** Other names that the server calls it by, in lower case. */
  aliases?: readonly string[] | undefined;
}

/** What `useForm` gives, as far as fields need it. */
export interface FormState {
  values: FormValues;
  problems: FormProblems;
  change: (name: string, value: FormValue) => void;
  blur: (name: string) => void;
}

/** What a field that draws itself is given. */
export interface FormPartProps {
  field: FormField;
  form: FormState;
  /** What is wrong with it, in words. */
  error: string | undefined;
}

/** One field of an entity's form. */
export interface FormField extends NamedField {
  kind:
    | 'text'
    | 'suggested'
    | 'keys'
    | 'multiline'
    | 'schema'
    | 'switch'
    | 'picker'
    | 'choice'
    | 'radio'
    | 'rates'
    | 'mappings'
    | 'image'
    | 'part';
  /** With kind 'part': draws it. */
  part?: ComponentType<FormPartProps> | undefined;
  required?: boolean | undefined;
  /** With `required`: what is said when it holds nothing, in other words than the usual ones. */
  missing?: string | undefined;
  help?: string | undefined;
  /** Id of the text that explains it. */
  helpId?: string | undefined;
  type?: 'text' | 'email' | 'tel' | 'datetime-local' | 'password' | undefined;
  /** The keyboard of phones has digits only. */
  isNumber?: boolean | undefined;
  /** What is wrong with it, in words; undefined when it is fine. For what the contract cannot say. */
  check?: ((value: FormValue, values: FormValues) => string | undefined) | undefined;
  /** With kind 'picker'. */
  load?: FindChoices | undefined;
  /** With kind 'picker': what is offered depends on what other fields hold. */
  loadFor?: ((values: FormValues) => { kind: string; load: FindChoices }) | undefined;
  /** With kind 'picker': what is said where nothing is called like the typed text. */
  noMatches?: ((text: string) => string) | undefined;
  /** Emptied when the field of that name changes. */
  emptiedBy?: string | undefined;
  /** With kind 'picker': the name of a choice of which only the id is known, see `unnamedChoice`. */
  labelOf?: ((id: string) => Promise<string>) | undefined;
  /** With kind 'suggested': texts in use. */
  suggest?: { kind: string; load: () => Promise<readonly string[]> } | undefined;
  /** With kind 'keys': those in use, which depend on what other fields hold. */
  suggestFor?: ((values: FormValues) => NonNullable<FormField['suggest']>) | undefined;
  /** What its value looks like when it is read, where that is not the value itself. */
  words?: ((value: FormValue) => string) | undefined;
  /** What stands there when it is read and holds nothing. */
  emptyWords?: string | undefined;
  /** With kind 'mappings': lets people choose from what a device has; resolves with what the field then holds. */
  browse?: { label: string; run: (value: readonly string[]) => Promise<readonly string[]> } | undefined;
  /** With kind 'choice' and 'radio', in order. */
  options?: readonly Choice[] | undefined;
  placeholder?: string | undefined;
  /** Behind a text: `MB`, `days`. */
  unit?: string | undefined;
  /** Only shown when this says so. */
  shown?: ((values: FormValues) => boolean) | undefined;
  /** Has a button that copies it. */
  copies?: boolean | undefined;
  /** Cannot be changed here. */
  readOnly?: boolean | undefined;
  /** With `readOnly`: has a button that lets it be changed after all. */
  unlock?: (() => void) | undefined;
  /** With kind 'picker': where the chosen one has its own page; it is a link where it is only read. */
  addressOf?: ((id: string) => string) | undefined;
}

/**
 * The form of a kind of entity, described once: its add dialog and the tab where it is read and edited are made from
 * it. What the contract says of the body (lengths, markup, forms) is checked from the contract.
 */
export interface EntityForm<Entity, Body> {
  fields: readonly FormField[];
  /** What the fields hold for `entity`, or for a new one without it. */
  values: (entity: Entity | undefined) => FormValues;
  /** The body of the call that saves it; members that the form does not know are kept from `stored`. */
  body: (values: FormValues, stored: Entity | undefined) => Body;
  /** Schema of that body. */
  schema: z.core.$ZodType;
}

/** A form that stands for no entity: only its fields are checked. */
export type PlainForm = Pick<EntityForm<never, never>, 'fields'>;

/** Whether a value is that of a field of kind 'keys', 'rates' or 'mappings'. */
const isList = (value: FormValue | undefined): value is readonly string[] => Array.isArray(value);

/** The texts of a field of kind 'keys', the pairs of one of kind 'rates', or the rows of one of kind 'mappings'. */
export function keysOf(value: FormValue | undefined): readonly string[] {
  return isList(value) ? value : [];
}

/** The choice of a picker; null for any other value. */
export function choiceOf(value: FormValue | undefined): Choice | null {
  return typeof value === 'object' && value !== null && !isList(value) ? value : null;
}

/** What a value looks like when it is read. */
export function valueWords(field: FormField, value: FormValue): string {
  if (field.words) return field.words(value);
  if (isList(value)) return value.length > 0 ? value.join(', ') : (field.emptyWords ?? '');
  if (field.kind === 'choice' || field.kind === 'radio')
    return field.options?.find(({ id }) => id === value)?.label ?? String(value ?? '');
  return choiceOf(value)?.label ?? (typeof value === 'string' ? value : '');
}

/** The text of a value, trimmed, or null when it is empty. */
export function textOrNull(value: FormValue | undefined): string | null {
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? null : text;
}

/** A stored id as the value of a picker that finds its name by `labelOf`. */
export function unnamedChoice(id: unknown): Choice | null {
  return typeof id === 'string' && id !== '' ? { id, label: '' } : null;
}

export function choiceId(value: FormValue | undefined): string | undefined {
  return choiceOf(value)?.id;
}

/** The description that clients keep in `additionalInfo`, as text. */
export function descriptionOf(entity: { additionalInfo: unknown } | undefined): string {
  const description = (entity?.additionalInfo as { description?: unknown } | null | undefined)?.description;
  return typeof description === 'string' ? description : '';
}

/** What is wrong, in the person's language. */
export interface ProblemWords {
  required: string;
  tooLong: (max: number) => string;
  /** Markup or control characters. */
  malformed: string;
  invalid: string;
}

const pathOf = (field: NamedField) => field.path ?? field.name;

function contractWords(issue: z.core.$ZodIssue, words: ProblemWords): string {
  if (issue.code === 'too_big' && typeof issue.maximum === 'number') return words.tooLong(issue.maximum);
  return issue.message.includes('malformed') ? words.malformed : words.invalid;
}

/** Whether something in the body belongs to a field: what it holds, or an item of that. */
const isAt = (path: string, field: FormField): boolean =>
  path === pathOf(field) || (field.kind === 'keys' && path.startsWith(`${pathOf(field)}.`));

/** The problems of a form by field, in the order of the fields. `body` is what would be sent, with its schema. */
export function checkForm(
  fields: readonly FormField[],
  values: FormValues,
  words: ProblemWords,
  contract?: { schema: z.core.$ZodType; body: unknown },
): FormProblems {
  const result = contract ? z.safeParse(contract.schema, contract.body) : undefined;
  const issues = result && !result.success ? result.error.issues : [];
  const problems: Record<string, string> = {};
  for (const field of fields) {
    if (field.shown && !field.shown(values)) continue;
    const value = values[field.name] ?? null;
    const empty =
      value === null || (typeof value === 'string' && value.trim() === '') || (isList(value) && value.length === 0);
    if (field.required && empty) {
      problems[field.name] = field.missing || words.required;
      continue;
    }
    const own = empty ? undefined : field.check?.(value, values);
    const issue = issues.find(({ path }) => isAt(path.join('.'), field));
    const problem = own ?? (issue && contractWords(issue, words));
    if (problem) problems[field.name] = problem;
  }
  return problems;
}

/** `deviceProfileId` → the words a message may use for it: `deviceprofileid`, `device profile`. */
function namesOf(field: NamedField): string[] {
  const last = pathOf(field).split('.').at(-1) ?? '';
  const spaced = last
    .replace(/Id$/, '')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  const own = [pathOf(field).toLowerCase(), last.toLowerCase(), spaced, field.name.toLowerCase()];
  return [...new Set([...own, ...(field.aliases ?? [])])];
}

/** The field at a path of the body: the one there, else the first inside it, else the innermost that it is inside of. */
function fieldAt(path: string, fields: readonly NamedField[]): NamedField | undefined {
  const around = fields.filter((field) => path.startsWith(`${pathOf(field)}.`));
  return (
    fields.find((field) => pathOf(field) === path) ??
    fields.find((field) => pathOf(field).startsWith(`${path}.`)) ??
    around.toSorted((one, other) => pathOf(other).length - pathOf(one).length)[0]
  );
}

/**
 * The field that a refusal of the server names, so that it can be shown there: "length of label must…",
 * "Device with such name already exists!". Undefined when it names none. What is quoted in it are values, not names.
 */
export function fieldNamedBy(message: string, fields: readonly NamedField[]): string | undefined {
  const quoted = /Validation error: '([\w.]+)'|field '([\w.]+)'/.exec(message);
  const exact = quoted?.[1] ?? quoted?.[2];
  if (exact) return fieldAt(exact, fields)?.name;
  const text = message.replace(/'[^']*'|"[^"]*"|\[[^\]]*\]/g, ' ').toLowerCase();
  let best: { name: string; length: number } | undefined;
  for (const field of fields) {
    for (const name of namesOf(field)) {
      const stands = new RegExp(`(^|[^\\w.])${name.replaceAll('.', '\\.')}([^\\w.]|\\.?$)`).test(text);
      if (stands && name.length > (best?.length ?? 0)) best = { name: field.name, length: name.length };
    }
  }
  return best?.name;
}

/** Whether two forms hold the same values. */
export function sameValues(one: FormValues, other: FormValues): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** What is stored, with the values that were changed since `sent`. */
export function rebasedValues(now: FormValues, sent: FormValues, live: FormValues): FormValues {
  const changed = Object.entries(now).filter(([name, value]) => !sameValues({ value }, { value: sent[name] ?? null }));
  return { ...live, ...Object.fromEntries(changed) };
}
