import { isObject, type SettingsSchema, typeOf, type ValueSchema } from './settings-schema.ts';

/** A value without members that are null, however deep. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}

function defaultOf(schema: ValueSchema): unknown {
  const own = withoutNulls(schema.default);
  if (typeOf(schema) !== 'object' || (own !== undefined && !isObject(own))) return own;
  return { ...defaultMembers(schema), ...own };
}

function defaultMembers({ properties }: ValueSchema): Record<string, unknown> {
  const members = Object.entries(properties ?? {}).map(([name, schema]) => [name, defaultOf(schema)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined && value !== null));
}

/** The settings of a new widget, or data key: what the schema says is there without anybody choosing it. */
export function defaultSettings({ schema }: SettingsSchema): Record<string, unknown> {
  const settings = defaultOf(schema);
  return isObject(settings) ? settings : defaultMembers(schema);
}

function withDefaults(schema: ValueSchema, value: unknown): unknown {
  if (value === undefined) return defaultOf(schema);
  const { items, properties = {} } = schema;
  if (Array.isArray(value)) return isObject(items) ? value.map((element) => withDefaults(items, element)) : value;
  if (!isObject(value)) return value;
  const members = Object.entries(properties).map(
    ([name, member]) => [name, withDefaults(member, Object.hasOwn(value, name) ? value[name] : undefined)] as const,
  );
  return { ...value, ...Object.fromEntries(members.filter(([, member]) => member !== undefined)) };
}

/** Settings as they count: what they leave out is as the schema says, however deep. Conditions of fields are about these. */
export const settingsInForce = ({ schema }: SettingsSchema, settings: unknown): unknown =>
  withDefaults(schema, settings ?? {});

/** What a new element of a list is. */
export function defaultElement(schema: ValueSchema): unknown {
  const value = defaultOf(schema);
  if (value !== undefined && value !== null) return value;
  const type = typeOf(schema);
  if (type === 'object') return {};
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  return type === 'number' || type === 'integer' ? null : '';
}
