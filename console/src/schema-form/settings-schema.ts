/** What a setting may hold, as a JSON schema says it; what else such a schema may say is not looked at. */
export interface ValueSchema {
  title?: string;
  description?: string;
  type?: string | readonly string[];
  default?: unknown;
  enum?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  properties?: Readonly<Record<string, ValueSchema>>;
  required?: readonly string[];
  items?: ValueSchema;
}

/** A field of a form as widget types write it (widgets.md §1.2), where it is not only the key of a setting. */
export interface FormPart {
  /** Path of a setting: `grid.color`, `labels[].pattern`. */
  key?: string | readonly string[];
  type?: string;
  title?: string;
  description?: string;
  placeholder?: string;
  /** JavaScript over `model`. */
  condition?: string;
  /** Fields of an object, a list or a fieldset; choices of an `rc-select`. */
  items?: readonly unknown[];
  titleMap?: unknown;
  multiple?: boolean;
  /** Besides the choices, any text may be entered. */
  tags?: boolean;
  /** Id of the text that explains the field, or the address of a site. */
  helpId?: string;
  /** Parameters of a function whose body the field holds. */
  functionArgs?: readonly string[];
}

/** The form for the settings of a widget type, or of its data keys. */
export interface SettingsSchema {
  schema: ValueSchema;
  /** Fields; or a list of fields for each group. */
  form: readonly unknown[];
  groupInfoes?: readonly { formIndex: number; GroupTitle: string }[];
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The form that a descriptor holds, as text or as an object; undefined where there is none, or it cannot be read. A form
 * without fields has all settings of the schema.
 */
export function readSettingsSchema(source: unknown): SettingsSchema | undefined {
  let read = source;
  if (typeof source === 'string') {
    try {
      read = JSON.parse(source);
    } catch {
      return undefined;
    }
  }
  if (!isObject(read) || !isObject(read.schema)) return undefined;
  const groups = Array.isArray(read.groupInfoes) ? read.groupInfoes.filter(isObject) : [];
  return {
    schema: read.schema,
    form: Array.isArray(read.form) && read.form.length > 0 ? read.form : ['*'],
    ...(groups.length > 0
      ? {
          groupInfoes: groups.map((group) => ({
            formIndex: Number(group.formIndex),
            GroupTitle: String(group.GroupTitle ?? ''),
          })),
        }
      : {}),
  };
}

/** The first type that is not null of those that a schema allows. */
export function typeOf({ type, properties, items }: ValueSchema): string | undefined {
  const types = typeof type === 'string' ? [type] : Array.isArray(type) ? type : [];
  return types.find((one) => one !== 'null') ?? (properties ? 'object' : items ? 'array' : undefined);
}
