import { FUNCTION_HELP } from './function-help.ts';

/** What a setting may hold, as a JSON schema says it. */
export interface SettingSchema {
  title: string;
  type: 'string' | 'number' | 'boolean' | 'object' | 'array';
  /** Null: there is no value until somebody chooses one. */
  default?: unknown;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, SettingSchema>;
  required?: string[];
  items?: SettingSchema;
}

/** What a form shows of a setting besides its key (widgets.md §1.2). */
export interface FormPart {
  type?: string;
  /** JavaScript over `model`: the field is there while it is true. */
  condition?: string;
  items?: unknown[];
  multiple?: boolean;
  /** Parameters of a function whose body the field holds. */
  functionArgs?: readonly string[];
  /** Id of the text that explains it. */
  helpId?: string;
}

export type FormItem = string | (FormPart & { key: string });

/** A setting of a widget type: its place in the schema, and its field in the form. */
export interface Setting {
  name: string;
  schema: SettingSchema;
  form: FormPart;
  /** Members of an object, or of each element of a list of objects. */
  members?: readonly Setting[];
  isRequired?: true;
}

type Default<T> = T | null | undefined;

function setting(
  name: string,
  title: string,
  type: SettingSchema['type'],
  value: unknown,
  form: FormPart = {},
): Setting {
  return { name, schema: { title, type, ...(value === undefined ? {} : { default: value }) }, form };
}

/** A line of text. */
export const text = (name: string, title: string, value?: Default<string>): Setting =>
  setting(name, title, 'string', value);

export function number(
  name: string,
  title: string,
  value?: Default<number>,
  limits: { minimum?: number; maximum?: number } = {},
): Setting {
  const made = setting(name, title, 'number', value);
  return { ...made, schema: { ...made.schema, ...limits } };
}

/** A checkbox. */
export const toggle = (name: string, title: string, value?: boolean): Setting => setting(name, title, 'boolean', value);

export const color = (name: string, title: string, value?: Default<string>): Setting =>
  setting(name, title, 'string', value, { type: 'color' });

/** A picture: an address, or the picture itself as a data URL. */
export const image = (name: string, title: string, value?: Default<string>): Setting =>
  setting(name, title, 'string', value, { type: 'image' });

/** The name of an icon. */
export const icon = (name: string, title: string, value?: Default<string>): Setting =>
  setting(name, title, 'string', value, { type: 'icon' });

/** Text in a language that the form edits with its own editor. */
export const code = (
  name: string,
  title: string,
  language: 'html' | 'css' | 'json' | 'markdown',
  value?: Default<string>,
): Setting => setting(name, title, 'string', value, { type: language });

/** The body of a JavaScript function with these parameters. */
export const script = (name: string, title: string, functionArgs: readonly string[], value?: string): Setting =>
  setting(name, title, 'string', value, {
    type: 'javascript',
    functionArgs,
    ...(FUNCTION_HELP[name] ? { helpId: FUNCTION_HELP[name] } : {}),
  });

/** One of several texts, each with its label. */
export const choice = (
  name: string,
  title: string,
  choices: Readonly<Record<string, string>>,
  value?: Default<string>,
): Setting =>
  setting(name, title, 'string', value, {
    type: 'rc-select',
    multiple: false,
    items: Object.entries(choices).map(([key, label]) => ({ value: key, label })),
  });

/** A list of texts, numbers or colours; `item` says what they are. */
export function list(name: string, title: string, item: Setting, value?: unknown[]): Setting {
  const made = setting(name, title, 'array', value, {
    ...(Object.keys(item.form).length > 0 ? { items: [{ key: `${name}[]`, ...item.form }] } : {}),
  });
  return { ...made, schema: { ...made.schema, items: item.schema } };
}

/** A list of objects with these members. */
export function listOf(
  name: string,
  title: string,
  of: string,
  members: readonly Setting[],
  value?: unknown[],
): Setting {
  const made = setting(name, title, 'array', value);
  return { ...made, schema: { ...made.schema, items: objectSchema(of, members) }, members };
}

/** An object with these members. */
export const object = (name: string, title: string, members: readonly Setting[]): Setting => ({
  name,
  schema: objectSchema(title, members),
  form: {},
  members,
});

/** The setting has to have a value. */
export const required = (made: Setting): Setting => ({ ...made, isRequired: true });

/** The settings with a condition for their fields: JavaScript over `model`. */
export const when = (condition: string, settings: readonly Setting[]): Setting[] =>
  settings.map((made) => ({ ...made, form: { ...made.form, condition } }));

/** The condition that a checkbox is set. */
export const isSet = (name: string): string => `model.${name} === true`;

/** The condition that a checkbox is not set. */
export const isNotSet = (name: string): string => `model.${name} !== true`;

/** The condition that a setting has this value. */
export const is = (name: string, value: string): string => `model.${name} === '${value}'`;

/** A checkbox that decides between a function and what stands in its place. */
export const functionOr = (flag: Setting, body: Setting, otherwise: readonly Setting[] = []): Setting[] => [
  flag,
  ...when(isNotSet(flag.name), otherwise),
  ...when(isSet(flag.name), [body]),
];

export function objectSchema(title: string, members: readonly Setting[]): SettingSchema {
  return {
    title,
    type: 'object',
    properties: Object.fromEntries(members.map(({ name, schema }) => [name, schema])),
    required: members.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}

/** The fields of settings, with the path to them: `grid.`, `labels[].`. */
export function formOf(settings: readonly Setting[], path = ''): FormItem[] {
  return settings.map(({ name, schema, form, members }) => {
    const key = path + name;
    const part: FormPart = members
      ? { ...form, items: formOf(members, `${key}${schema.type === 'array' ? '[]' : ''}.`) }
      : form;
    return Object.keys(part).length === 0 ? key : { key, ...part };
  });
}

/** The values that settings have until they are changed; those without a value are left out. */
export function defaultsOf(settings: readonly Setting[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const { name, schema, members } of settings) {
    const value = schema.type === 'object' && members ? defaultsOf(members) : schema.default;
    if (value !== undefined && value !== null) values[name] = value;
  }
  return values;
}
