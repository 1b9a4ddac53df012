import type { MemberPath } from './members.ts';
import { type FormPart, isObject, type SettingsSchema, typeOf, type ValueSchema } from './settings-schema.ts';

/** In the path of a field: the place in a list. */
export const EACH = '[]';

/** How a setting is edited. */
export type Control =
  | 'text'
  | 'textarea'
  | 'password'
  | 'number'
  | 'switch'
  | 'color'
  | 'icon'
  | 'image'
  | 'date'
  | 'choice'
  | 'choices'
  | 'radios'
  | 'texts'
  | 'javascript'
  | 'html'
  | 'css'
  | 'markdown'
  | 'json'
  /** Any value, as JSON: for what no other control is for. */
  | 'value'
  | 'object'
  | 'list'
  | 'fieldset'
  | 'help';

export interface ChoiceOption {
  value: unknown;
  label: string;
}

/** A field of a form. */
export interface Field {
  /** Names of objects on the way to the setting, with `EACH` in lists; empty for a fieldset or help. */
  path: readonly string[];
  control: Control;
  label: string;
  help: string | undefined;
  placeholder: string | undefined;
  schema: ValueSchema;
  isRequired: boolean;
  condition: string | undefined;
  /** Of choices and radio buttons. */
  options: readonly ChoiceOption[];
  /** Any other text is allowed, too. */
  isOpen: boolean;
  /** Id of the text that explains it. */
  helpId: string | undefined;
  /** Of a function; undefined where they are not known. */
  parameters: readonly string[] | undefined;
  /** Of an object or a fieldset; of each element of a list. */
  children: readonly Field[];
}

/** Fields under a heading. */
export interface FieldGroup {
  title: string | undefined;
  fields: readonly Field[];
}

/** Controls by the names that forms have for them. */
const BY_FORM_TYPE: Readonly<Record<string, Control>> = {
  text: 'text',
  textarea: 'textarea',
  password: 'password',
  number: 'number',
  checkbox: 'switch',
  color: 'color',
  icon: 'icon',
  image: 'image',
  date: 'date',
  select: 'choice',
  'rc-select': 'choice',
  radios: 'radios',
  'radios-inline': 'radios',
  radiobuttons: 'radios',
  javascript: 'javascript',
  html: 'html',
  css: 'css',
  markdown: 'markdown',
  json: 'json',
  fieldset: 'fieldset',
  section: 'fieldset',
  help: 'help',
};

const KEY_PART = /\[(\d*)\]|\[(?:'([^']*)'|"([^"]*)")\]|([^.[\]]+)/g;

/** The path that a key of a form says: `labels[].pattern`, `a['b-c']`. */
function pathOfKey(key: string | readonly string[]): string[] {
  if (typeof key !== 'string') return key.map((part) => (part === '' ? EACH : String(part)));
  return [...key.matchAll(KEY_PART)].map(([, place, single, double, name]) =>
    place === undefined ? (single ?? double ?? name ?? '') : EACH,
  );
}

function schemaAt(root: ValueSchema, path: readonly string[]): ValueSchema | undefined {
  let at: ValueSchema | undefined = root;
  for (const part of path) {
    const next: unknown =
      part === EACH ? at?.items : Object.hasOwn(at?.properties ?? {}, part) && at?.properties?.[part];
    at = isObject(next) ? (next as ValueSchema) : undefined;
  }
  return at;
}

/** Choices as forms write them: a list of values with labels, or an object of labels by value. */
function optionsOf(source: unknown): ChoiceOption[] {
  if (isObject(source)) return Object.entries(source).map(([value, label]) => ({ value, label: String(label) }));
  if (!Array.isArray(source)) return [];
  return source.map((item: unknown) => {
    if (!isObject(item)) return { value: item, label: String(item) };
    return { value: item.value, label: String(item.label ?? item.name ?? item.value) };
  });
}

function controlBySchema(schema: ValueSchema, hasOptions: boolean): Control {
  const type = typeOf(schema);
  if (type === 'object') return Object.keys(schema.properties ?? {}).length > 0 ? 'object' : 'value';
  if (type === 'array') return isObject(schema.items) ? 'list' : 'value';
  if (hasOptions) return 'choice';
  if (type === 'boolean') return 'switch';
  if (type === 'number' || type === 'integer') return 'number';
  return type === 'string' ? 'text' : 'value';
}

function controlOf(part: FormPart, schema: ValueSchema, options: readonly ChoiceOption[]): Control {
  const type = typeOf(schema);
  const named = BY_FORM_TYPE[part.type ?? ''];
  if (named === undefined || (type === undefined && named === 'text'))
    return controlBySchema(schema, options.length > 0);
  if (named === 'choice' && (part.multiple || type === 'array')) return part.tags ? 'texts' : 'choices';
  // An editor for text cannot hold anything else.
  if (named === 'json' && type !== 'string') return 'value';
  if (type === 'object' && named !== 'fieldset') return controlBySchema(schema, false);
  return type === 'array' && named !== 'fieldset' ? controlBySchema(schema, false) : named;
}

/** `lineWidth` → `Line width`: for settings without a title. */
function wordsOf(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_-]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1).toLowerCase();
}

const textOf = (text: unknown): string | undefined => (typeof text === 'string' && text !== '' ? text : undefined);

/** Fields of the members of an object, or of what a list holds. */
function memberFields(root: ValueSchema, schema: ValueSchema, path: readonly string[]): Field[] {
  if (typeOf(schema) === 'object' && schema.properties) {
    return Object.keys(schema.properties).flatMap((name) => fieldsOf(root, { key: [...path, name] }));
  }
  return fieldsOf(root, { key: path });
}

/** How deep fields may stand in each other. */
const MAX_DEPTH = 12;

/** The fields that an item of a form stands for: all settings for `*`, else one. */
function fieldsOf(root: ValueSchema, item: unknown): Field[] {
  if (item === '*') return memberFields(root, root, []);
  const part: FormPart | undefined = typeof item === 'string' ? { key: item } : isObject(item) ? item : undefined;
  if (!part) return Array.isArray(item) ? item.flatMap((one) => fieldsOf(root, one)) : [];
  const hasKey = typeof part.key === 'string' || Array.isArray(part.key);
  const path = hasKey ? pathOfKey(part.key ?? []) : [];
  if (path.length > MAX_DEPTH) return [];
  const schema = hasKey ? (schemaAt(root, path) ?? {}) : {};
  const options = optionsOf(part.titleMap ?? (part.type === 'rc-select' ? part.items : undefined) ?? schema.enum);
  const control = hasKey ? controlOf(part, schema, options) : part.type === 'help' ? 'help' : 'fieldset';
  const own = path.at(-1) ?? '';
  const holder = schemaAt(root, path.slice(0, -1));
  return [
    {
      path,
      control,
      label: textOf(part.title) ?? textOf(schema.title) ?? wordsOf(own === EACH ? (path.at(-2) ?? '') : own),
      help: textOf(part.description) ?? textOf(schema.description),
      placeholder: textOf(part.placeholder),
      schema,
      isRequired: own !== EACH && Array.isArray(holder?.required) && holder.required.includes(own),
      condition: textOf(part.condition),
      options,
      isOpen: part.tags === true,
      helpId: textOf(part.helpId),
      parameters: Array.isArray(part.functionArgs) ? part.functionArgs.map(String) : undefined,
      children: childrenOf(root, part, schema, path, control),
    },
  ];
}

function childrenOf(
  root: ValueSchema,
  part: FormPart,
  schema: ValueSchema,
  path: readonly string[],
  control: Control,
): Field[] {
  if (control !== 'object' && control !== 'list' && control !== 'fieldset') return [];
  const written = (part.items ?? []).flatMap((item) => fieldsOf(root, item));
  if (control !== 'list') return written.length > 0 || path.length === 0 ? written : memberFields(root, schema, path);
  const element = [...path, EACH];
  // A field for the whole element stands for the fields within it.
  const inElement = written.flatMap((field) =>
    field.path.length === element.length && field.control === 'object' ? field.children : [field],
  );
  return inElement.length > 0 ? inElement : memberFields(root, schema.items ?? {}, element);
}

/** The fields of a form, in its groups; one without a title where it has none. */
export function fieldGroups({ schema, form, groupInfoes }: SettingsSchema): readonly FieldGroup[] {
  if (!groupInfoes) return [{ title: undefined, fields: form.flatMap((item) => fieldsOf(schema, item)) }];
  return groupInfoes
    .map(({ formIndex, GroupTitle }) => ({ title: GroupTitle, fields: fieldsOf(schema, form[formIndex] ?? []) }))
    .filter(({ fields }) => fields.length > 0);
}

/** The path of a field with the places in lists that it is looked at in. */
export function placeOf({ path }: Pick<Field, 'path'>, places: readonly number[]): MemberPath {
  let next = 0;
  return path.map((part) => (part === EACH ? (places[next++] ?? 0) : part));
}
