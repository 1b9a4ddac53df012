import { isExactNumber, parseExactJson } from '../api/exact-json.ts';
import { jsonFault } from './json-text.ts';

/** How a person enters a value whose type is free. */
export const VALUE_TYPES = ['string', 'integer', 'double', 'boolean', 'json'] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

/** A value as it is entered: its type, and what was typed. */
export interface TypedValue {
  type: ValueType;
  text: string;
}

const WHOLE = /^-?\d+$/;
/** As JSON has it: what else is a number loses how it was written. */
const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** The type that a stored value is edited as. */
function valueTypeOf(value: unknown): ValueType {
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number' || isExactNumber(value)) return WHOLE.test(valueText(value)) ? 'integer' : 'double';
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

/** A whole number of up to 64 bits with all its digits; undefined: it is none, or the browser would round it. */
function readWhole(text: string): unknown {
  if (!WHOLE.test(text)) return undefined;
  const whole = BigInt(text);
  if (BigInt.asIntN(64, whole) !== whole) return undefined;
  const value = parseExactJson(String(whole));
  return isExactNumber(value) || Number.isSafeInteger(value) ? value : undefined;
}

function readNumber(text: string): unknown {
  if (text === '' || !Number.isFinite(Number(text))) return undefined;
  return NUMBER.test(text) ? parseExactJson(text) : Number(text);
}

/** The value that is meant; undefined when it means none. Numbers keep their digits where the browser can. */
export function readTypedValue({ type, text }: TypedValue): unknown {
  const trimmed = text.trim();
  switch (type) {
    case 'string':
      return text === '' ? undefined : text;
    case 'integer':
      return readWhole(trimmed);
    case 'double':
      return readNumber(trimmed);
    case 'boolean':
      return trimmed === 'true' ? true : trimmed === 'false' ? false : undefined;
    case 'json': {
      if (trimmed === '' || jsonFault(text) !== undefined) return undefined;
      const value = parseExactJson(text);
      return typeof value === 'object' && value !== null && !isExactNumber(value) ? value : undefined;
    }
  }
}
