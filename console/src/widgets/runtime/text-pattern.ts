import { withNamedTexts } from '../../i18n/named-texts.ts';
import { formatNumber, shownText } from './values.ts';

/** Keeps text from being read as markup. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

export interface PatternKey {
  /** Whose value it is, where there are several entities. */
  entityId?: string | undefined;
  label: string;
  name: string;
  value: unknown;
  /** When it was measured, epoch ms. */
  ts?: number | undefined;
  decimals?: number | undefined;
  units?: string;
}

/** The values that a text pattern draws from: the first row's keys in order, and more by name. */
export interface PatternValues {
  /** Keys of the datasource in order: label, name, value. */
  keys: readonly PatternKey[];
  /** Further names, such as entityName. */
  names: Readonly<Record<string, string>>;
}

/** The key of a label or name. Several keys of an entity may have one label: the last counts that is not blank. */
function keyWith(keys: readonly PatternKey[], member: 'label' | 'name', wanted: string): PatternKey | undefined {
  const first = keys.find((key) => key[member] === wanted);
  if (!first) return undefined;
  const isBlank = ({ value }: PatternKey): boolean => value === undefined || value === null || value === '';
  const isOne = (key: PatternKey): boolean => key[member] === wanted && key.entityId === first.entityId;
  return keys.findLast((key) => isOne(key) && !isBlank(key)) ?? first;
}

const TIME = '|ts';

/**
 * Writes values into `${label}`, `${label:decimals}`, `${#index}` and `${#index:decimals}`, and the time of a value (epoch
 * ms) into `${label|ts}`; what is unknown becomes empty.
 * `written` is applied to every value, because values come from devices.
 */
export function textFromPattern(pattern: string, values: PatternValues, written: (text: string) => string): string {
  // One that does not end is looked for once.
  return withNamedTexts(pattern, written).replace(
    /\$\{([^}]*)(\}|$)/g,
    (placeholder, expression: string, end: string) => {
      if (end === '') return placeholder;
      const match = /^(.*?)(?::(\d+))?$/s.exec(expression);
      const name = match?.[1] ?? expression;
      const decimals = match?.[2] === undefined ? undefined : Number(match[2]);
      const known = values.names[name];
      if (known !== undefined && Object.hasOwn(values.names, name)) return written(known);
      const called = (text: string) => keyWith(values.keys, 'label', text) ?? keyWith(values.keys, 'name', text);
      const key = /^#\d+$/.test(name) ? values.keys[Number(name.slice(1))] : called(name);
      if (!key && name.endsWith(TIME)) return written(String(called(name.slice(0, -TIME.length))?.ts ?? ''));
      if (!key || key.value === undefined || key.value === null) return '';
      if (decimals === undefined) return written(shownText(key.value, key.decimals));
      return written(formatNumber(key.value, decimals, undefined, true));
    },
  );
}
