/** A schema of settings as widget types carry it, in parts (widgets.md §1.2). */
interface Schema {
  type?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

interface FormPart {
  key: string;
  type?: string;
  condition?: string;
  items?: unknown[];
  functionArgs?: string[];
}

/** A setting with a value of its own, within objects and within elements of lists, too. */
export interface Field {
  /** Its place: names of members, `0` for an element of a list. */
  path: readonly string[];
  type: string;
  /** Of the form: color, image, html, javascript … */
  editor: string | undefined;
  default: unknown;
  minimum: number | undefined;
  maximum: number | undefined;
  isRequired: boolean;
  /** Of a choice. */
  choices: readonly string[];
  functionArgs: readonly string[];
  /** JavaScript over `model`: whether the setting counts. */
  condition: string | undefined;
  /** An element of a list with default values; of lists only. */
  element: unknown;
}

const isPart = (value: unknown): value is FormPart =>
  typeof value === 'object' && value !== null && typeof (value as FormPart).key === 'string';

/** Every part of a form by its key, those within others as well. */
function partsOf(items: readonly unknown[]): FormPart[] {
  return items.flatMap((item) => {
    if (Array.isArray(item)) return partsOf(item);
    if (!isPart(item)) return [];
    return [item, ...(item.type === 'rc-select' ? [] : partsOf(item.items ?? []))];
  });
}

/** The value that a setting has until it is changed. */
function defaultOf(schema: Schema): unknown {
  if (schema.type !== 'object' || !schema.properties) return schema.default ?? undefined;
  const members = Object.entries(schema.properties).map(([name, member]) => [name, defaultOf(member)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

/** The settings of a schema as text, each with what its form says of it. */
export function fieldsOf(text: string | null | undefined): Field[] {
  const { schema, form = [] } = JSON.parse(text || '{}') as { schema?: Schema; form?: unknown[] };
  const parts = new Map(partsOf(form).map((part) => [part.key, part]));
  const walk = (of: Schema, path: readonly string[], key: string, outer: string | undefined): Field[] =>
    Object.entries(of.properties ?? {}).flatMap(([name, member]) => {
      const place = [...path, name];
      const partKey = key + name;
      const part = parts.get(partKey);
      const condition = [outer, part?.condition].filter(Boolean).join(' && ') || undefined;
      if (member.type === 'object') return walk(member, place, `${partKey}.`, condition);
      const editor = part?.type;
      const items = (editor === 'rc-select' ? (part?.items ?? []) : []) as { value: string }[];
      const field: Field = {
        path: place,
        type: member.type ?? 'string',
        editor: editor ?? parts.get(`${partKey}[]`)?.type,
        default: defaultOf(member),
        minimum: member.minimum,
        maximum: member.maximum,
        isRequired: of.required?.includes(name) ?? false,
        choices: items.map(({ value }) => value),
        functionArgs: part?.functionArgs ?? [],
        condition,
        element: member.items && defaultOf(member.items),
      };
      return [
        field,
        ...(member.items?.properties ? walk(member.items, [...place, '0'], `${partKey}[].`, condition) : []),
      ];
    });
  return walk(schema ?? {}, [], '', undefined);
}
