import type { SettingsSchema, ValueSchema } from '../schema-form/settings-schema.ts';

/** A setting, how it is edited and when. */
export interface Part {
  schema: ValueSchema;
  form?: {
    type?: string;
    condition?: string;
    items?: readonly unknown[];
    functionArgs?: readonly string[];
    helpId?: string;
  };
}

/** By the path of the setting: `title`, `legendConfig.position`. */
export type Parts = Readonly<Record<string, Part>>;

export const withForm = (part: Part, form: Part['form']): Part => ({ ...part, form: { ...part.form, ...form } });

export const text = (title: string, value?: string, type?: string): Part => ({
  schema: { type: 'string', title, ...(value === undefined ? {} : { default: value }) },
  ...(type ? { form: { type } } : {}),
});

export const toggle = (title: string, value: boolean): Part => ({
  schema: { type: 'boolean', title, default: value },
});

export const whole = (title: string, limits: Pick<ValueSchema, 'minimum' | 'maximum' | 'default'> = {}): Part => ({
  schema: { type: 'integer', title, ...limits },
});

/** CSS properties by their names in scripts. */
export const style = (title: string, description?: string): Part => ({
  schema: { type: 'object', title, ...(description ? { description } : {}) },
});

export const choice = (
  title: string,
  options: readonly (readonly [value: string, label: string])[],
  value?: string,
): Part => ({
  schema: { type: 'string', title, ...(value === undefined ? {} : { default: value }) },
  form: { type: 'rc-select', items: options.map(([one, label]) => ({ value: one, label })) },
});

/** The body of a function. */
export const script = (title: string, functionArgs: readonly string[]): Part => ({
  schema: { type: 'string', title },
  form: { type: 'javascript', functionArgs },
});

/** The parts while a condition is true; one that a part has itself says more. */
export const when = (condition: string, parts: Parts): Parts =>
  Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, { ...part, form: { condition, ...part.form } }]));

/** The parts as members of an object. */
export const within = (name: string, parts: Parts): Parts =>
  Object.fromEntries(Object.entries(parts).map(([key, part]) => [`${name}.${key}`, part]));

/** The schema of settings, with those at paths in the objects that they stand in. */
export function schemaOfParts(parts: Parts, required: readonly string[] = []): ValueSchema {
  const properties: Record<string, ValueSchema> = {};
  for (const [key, { schema }] of Object.entries(parts)) {
    const [name = '', member] = key.split('.');
    properties[name] =
      member === undefined
        ? schema
        : { type: 'object', properties: { ...properties[name]?.properties, [member]: schema } };
  }
  return { type: 'object', properties, required };
}

export const fieldsOfParts = (parts: Parts) => Object.entries(parts).map(([key, { form }]) => ({ key, ...form }));

/** A form without groups. */
export const formOfParts = (parts: Parts, required: readonly string[] = []): SettingsSchema => ({
  schema: schemaOfParts(parts, required),
  form: fieldsOfParts(parts),
});
