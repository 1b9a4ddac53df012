import { parseJsonAsWritten } from '../config/exact-json.ts';
import type { KeyValue, TelemetryValue } from './value.ts';

/** What `JSON.parse` returns, and what Fastify and the socket can write. */
export type JsonValue = null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** ES2025; TypeScript's library does not declare it yet. */
const { rawJSON } = JSON as typeof JSON & { rawJSON: (text: string) => JsonValue };

/** The value as text, as replies without strict types and the socket carry it: doubles `25.0`, `1.0E10`. */
export function toWireText(value: TelemetryValue): string {
  switch (value.type) {
    case 'DOUBLE':
      return doubleText(value.value);
    case 'STRING':
    case 'JSON':
      return value.value;
    default:
      return String(value.value);
  }
}

/**
 * The value with its own JSON type. Integers beyond 2^53 are wrapped so that `JSON.stringify` writes all their digits,
 * whole doubles so that it writes `25.0`: typed clients infer the type from the point. So are the numbers in a value of
 * type JSON that JavaScript would write in another way. Doubles that JSON cannot hold become null.
 */
export function toJsonValue(value: TelemetryValue): JsonValue {
  switch (value.type) {
    case 'JSON':
      return parseJsonAsWritten(value.value) as JsonValue;
    case 'LONG':
      return typeof value.value === 'bigint' ? rawJSON(value.value.toString()) : value.value;
    case 'DOUBLE':
      return Number.isInteger(value.value) ? rawJSON(doubleJson(value.value)) : finiteOrNull(value.value);
    default:
      return value.value;
  }
}

/** Exact JSON text of a value: `25.0` stays a double when it is read again by parseTelemetry. */
export function toJsonText(value: TelemetryValue): string {
  switch (value.type) {
    case 'STRING':
      return JSON.stringify(value.value);
    case 'JSON':
      return value.value;
    case 'DOUBLE':
      return doubleJson(value.value);
    default:
      return String(value.value);
  }
}

/** One JSON object of the values, in their order, as messages carry it. */
export function valuesToJsonText(values: readonly KeyValue[]): string {
  let text = '{';
  for (let i = 0; i < values.length; i++) {
    const { key, value } = values[i] as KeyValue;
    text += `${i === 0 ? '' : ','}${JSON.stringify(key)}:${toJsonText(value)}`;
  }
  return `${text}}`;
}

/** A double as Java writes it: plain between 10^-3 and 10^7, else with an exponent, always with a decimal. */
export function doubleText(value: number): string {
  const magnitude = Math.abs(value);
  if (magnitude >= 1e-3 && magnitude < 1e7) return Number.isInteger(value) ? `${value}.0` : String(value);
  if (magnitude === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  if (!Number.isFinite(value)) return String(value);
  const [mantissa = '', exponent = ''] = value.toExponential().split('e');
  return `${mantissa}${mantissa.includes('.') ? '' : '.0'}E${Number(exponent)}`;
}

const finiteOrNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** A double as JSON that reads back as DOUBLE: whole ones with a point and without exponent. */
function doubleJson(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  const text = String(value);
  // A whole number with an exponent would be read as LONG.
  if (text.includes('e')) return Number.isInteger(value) ? `${BigInt(value)}.0` : text;
  return text.includes('.') ? text : `${Object.is(value, -0) ? '-0' : text}.0`;
}
