import { readJson } from './json-text.ts';

/** How a person enters a value whose type is free. */
export const VALUE_TYPES = ['string', 'integer', 'double', 'boolean', 'json'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** A value as it is entered: its type, and what was typed. */
export interface TypedValue {
  type: ValueType;
  text: string;
}

/** The type that a stored value is edited as. */
function valueTypeOf(value: unknown): ValueType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'double';
  return typeof value === 'object' && value !== null ? 'json' : 'string';
}

/** A value as text; JSON in full. */
export function valueText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A stored value as it is entered; without one, an empty text. */
export function typedValueOf(value: unknown): TypedValue {
  return value === undefined || value === null
    ? { type: 'string', text: '' }
    : { type: valueTypeOf(value), text: valueText(value) };
}

/** A value of another type starts over: false, an empty object, or nothing (specification §4). */
export function valueOfType(type: ValueType): TypedValue {
  return { type, text: type === 'boolean' ? 'false' : type === 'json' ? '{}' : '' };
}

/** The value that is meant; undefined when it means none. */
export function readTypedValue({ type, text }: TypedValue): unknown {
  const trimmed = text.trim();
  switch (type) {
    case 'string':
      return text === '' ? undefined : text;
    case 'integer':
      return /^-?\d+$/.test(trimmed) && Number.isSafeInteger(Number(trimmed)) ? Number(trimmed) : undefined;
    case 'double':
      return trimmed !== '' && Number.isFinite(Number(trimmed)) ? Number(trimmed) : undefined;
    case 'boolean':
      return trimmed === 'true' ? true : trimmed === 'false' ? false : undefined;
    case 'json': {
      const read = readJson(text);
      const value = 'value' in read ? read.value : undefined;
      return typeof value === 'object' && value !== null ? value : undefined;
    }
  }
}
