import { CATALOGUE } from '../entities/widget/catalogue/catalogue.ts';
import type { BundleDefinition, TypeDefinition } from '../entities/widget/catalogue/type-definition.ts';

interface Schema {
  title?: string;
  type?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  properties?: Readonly<Record<string, Schema>>;
  items?: Schema;
}
interface FormItem {
  key?: string;
  type?: string;
  functionArgs?: readonly string[];
  helpId?: string;
  items?: readonly unknown[];
}

const KINDS: Readonly<Record<TypeDefinition['type'], string>> = {
  timeseries: 'time series',
  latest: 'latest values',
  rpc: 'calls to a device',
  alarm: 'alarms',
  static: 'no data',
};

/** Id of the page of a bundle. */
export const bundleHelpId = (alias: string): string => `widgets/${alias.replaceAll('_', '-')}`;

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
/** Longer defaults, such as pictures and functions, are seen in the form. */
const LONG = 40;

function defaultOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' && value.length <= LONG ? `\`${cell(value)}\`` : '';
}

function limitsOf({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `${minimum} to ${maximum}`;
  if (minimum !== undefined) return `at least ${minimum}`;
  return maximum === undefined ? '' : `at most ${maximum}`;
}

/** Fields of a form by the paths of their settings. */
function itemsOf(form: readonly unknown[]): Map<string, FormItem> {
  const found = new Map<string, FormItem>();
  const walk = (item: unknown) => {
    if (Array.isArray(item)) item.forEach(walk);
    else if (typeof item === 'object' && item !== null) {
      const part = item as FormItem;
      if (typeof part.key === 'string') found.set(part.key, part);
      (part.items ?? []).forEach(walk);
    }
  };
  form.forEach(walk);
  return found;
}

/** The choices of a field. */
function choicesOf(item: FormItem | undefined): string {
  const labels = (item?.items ?? []).flatMap((one) => {
    const label = (one as { label?: unknown } | null)?.label;
    return typeof label === 'string' ? [label] : [];
  });
  return labels.length > 0 && labels.length <= 12 ? labels.join(', ') : '';
}

function rowsOf(properties: Readonly<Record<string, Schema>>, items: Map<string, FormItem>, path = ''): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const key = path + name;
    const item = items.get(key);
    if (schema.type === 'object' && schema.properties) return rowsOf(schema.properties, items, `${key}.`);
    const what =
      item?.type === 'javascript' && item.helpId
        ? `[function](/help/${item.helpId}) of ${(item.functionArgs ?? []).map((one) => `\`${one}\``).join(', ')}`
        : [choicesOf(item), limitsOf(schema)].filter(Boolean).join('; ');
    const row = `| ${cell(schema.title ?? name)} | \`${key}\` | ${cell(what)} | ${defaultOf(schema.default)} |`;
    const members = schema.items?.properties;
    return members ? [row, ...rowsOf(members, items, `${key}[].`)] : [row];
  });
}

/** The settings of a form as a table that is opened when it is wanted; empty without any. */
function settingsTable(title: string, text: string | undefined): string {
  const { schema, form = [] } = JSON.parse(text ?? '{}') as { schema?: Schema; form?: unknown[] };
  const rows = rowsOf(schema?.properties ?? {}, itemsOf(form));
  if (rows.length === 0) return '';
  const table = ['| setting | in JSON | may be | at first |', '| --- | --- | --- | --- |', ...rows].join('\n');
  return `<details>\n<summary>${title}</summary>\n\n${table}\n\n</details>`;
}

/** Forms that several types of a bundle have are written once, with the first of them. */
function typePart(definition: TypeDefinition, written: string, seen: Map<string, TypeDefinition>): string {
  const { alias, name, type, size } = definition;
  const settings = [
    [`Settings of ${name}`, definition.settings?.text] as const,
    [`Settings of the keys of ${name}`, definition.keySettings?.text] as const,
  ].map(([title, text]) => {
    if (!text || text === '{}') return '';
    // Presets differ, names and meanings do not.
    const sameAs = seen.get(text.replace(/"default":[^,}]+/g, ''));
    if (sameAs !== undefined) return `${title}: the same as those of [${sameAs.name}](#${sameAs.alias}).`;
    seen.set(text.replace(/"default":[^,}]+/g, ''), definition);
    return settingsTable(title, text);
  });
  return [
    `## ${name} {#${alias}}`,
    definition.description,
    `Shows ${KINDS[type]}; ${size[0]} by ${size[1]} cells of the grid at first.`,
    written,
    ...settings,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/**
 * The page of a bundle. What is written by hand has a section `## alias` for each type, which gets name, description and
 * settings of the type; what stands before the first of them begins the page.
 */
export function bundlePage(bundle: BundleDefinition, written: string): string {
  const [beginning = '', ...sections] = written.split(/^## /m);
  const byAlias = new Map(
    sections.map((section) => {
      const end = section.indexOf('\n');
      return [section.slice(0, end).trim(), section.slice(end + 1).trim()];
    }),
  );
  const seen = new Map<string, TypeDefinition>();
  const types = bundle.types.map((type) => typePart(type, byAlias.get(type.alias) ?? '', seen));
  const aliases = new Set(bundle.types.map(({ alias }) => alias));
  const others = [...byAlias].filter(([title]) => !aliases.has(title)).map(([title, text]) => `## ${title}\n\n${text}`);
  return [`# ${bundle.title}`, bundle.description, beginning.trim(), ...types, ...others].join('\n\n');
}

/** Id of the page → its bundle. */
export const bundlesById = (): ReadonlyMap<string, BundleDefinition> =>
  new Map(CATALOGUE.map((bundle) => [bundleHelpId(bundle.alias), bundle]));
