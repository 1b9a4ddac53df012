import { storableJsonText } from '../storage/storable-text.ts';
import { decimalOf, exceedsLong, plainDigits } from './decimal-text.ts';
import { JsonScanner, PayloadError } from './json-scanner.ts';
import type { KeyValue, TelemetryValue, TimedValues } from './value.ts';
import { requireKey, requireKeys } from './value-rules.ts';

export interface PayloadOptions {
  /** Text that looks like a number becomes one (`transport.json.type_cast_enabled`). Default true. */
  castStrings?: boolean;
  /** How to treat null values. Payloads of devices: skip (default); telemetry by REST and rule nodes: error. */
  nulls?: 'skip' | 'error';
  /** Longest text in characters (`transport.json.max_string_value_length`); 0 (default): any. */
  maxStringLength?: number;
  /** Accepts bare words and single quotes as text. Default true. */
  lenient?: boolean;
  /** Omits null members inside nested values, as for device payloads. Default false. */
  dropNestedNulls?: boolean;
  /** Types numbers by notation alone: DOUBLE with `.` or exponent, else LONG (attributes by REST). Default false. */
  plainNumbers?: boolean;
}

/** Maximum number of decimals of a DOUBLE; longer numbers stay text. */
const MAX_DECIMALS = 16;
/** Largest time that the store can hold (the year 73,000 in milliseconds). */
const MAX_TS = 2 ** 51;
const NUMERIC_TEXT = /^-?(?:\d+(?:\.\d+)?|\.\d+)$/;
const NULL = null;

/**
 * Reads a telemetry payload in any of its forms (device-protocols.md §2.1): `{"k":v}` at `now`,
 * `{"ts":…,"values":{…}}`, or an array of both. In the order given; objects without values are left out.
 * @throws PayloadError when anything in it cannot be read: one bad value refuses the whole payload
 */
export function parseTelemetry(text: string, now: number, options: PayloadOptions = {}): TimedValues[] {
  const scanner = new JsonScanner(text, options.lenient !== false);
  const result: TimedValues[] = [];
  const kind = scanner.kind();
  if (kind === 'object') {
    readTelemetryObject(scanner, now, options, result);
  } else if (kind === 'array') {
    scanner.openArray();
    for (let first = true; scanner.nextElement(first); first = false) {
      if (scanner.kind() !== 'object') cannotParse(text);
      readTelemetryObject(scanner, now, options, result);
    }
  } else {
    cannotParse(text);
  }
  scanner.end();
  return result;
}

/**
 * Reads attributes: one flat object. A later member of the same name wins.
 * @throws PayloadError when it is not an object or a value in it cannot be read
 */
export function parseAttributes(text: string, options: PayloadOptions = {}): KeyValue[] {
  const scanner = new JsonScanner(text, options.lenient !== false);
  if (scanner.kind() !== 'object') cannotParse(text);
  const values = readMembers(scanner, options);
  scanner.end();
  return values;
}

/**
 * Splits an object into the compact texts of its members, numbers as they were written: for payloads that hold
 * payloads, such as those of gateways. The last of equal names wins.
 * @throws PayloadError when the text is not an object
 */
export function splitObject(text: string, options: PayloadOptions = {}): Map<string, string> {
  const scanner = new JsonScanner(text, options.lenient !== false);
  if (scanner.kind() !== 'object') cannotParse(text);
  const members = new Map<string, string>();
  scanner.openObject();
  for (let key = scanner.nextKey(true); key !== undefined; key = scanner.nextKey(false)) {
    members.set(key, scanner.compact(options.dropNestedNulls === true));
  }
  scanner.end();
  return members;
}

/** A value of type JSON: the compact text, numbers as they were written. @throws PayloadError when it is no JSON */
export function valueOfJson(text: string): TelemetryValue {
  const scanner = new JsonScanner(text, false);
  const value = storableJsonText(scanner.compact(false));
  scanner.end();
  return { type: 'JSON', value };
}

/** The typed value of a text: a number when it looks like one and casting is on, else STRING. */
export function valueOfText(text: string, castStrings = true): TelemetryValue {
  if (castStrings && looksNumeric(text)) return valueOfDecimal(text, true);
  return { type: 'STRING', value: text };
}

function readTelemetryObject(scanner: JsonScanner, now: number, options: PayloadOptions, result: TimedValues[]): void {
  scanner.openObject();
  const plain: KeyValue[] = [];
  /** Members besides `ts` and `values` are ignored, so a null is an error only when the object is plain. */
  const plainOptions: PayloadOptions = options.nulls === 'error' ? { ...options, nulls: 'skip' } : options;
  let nullKey: string | undefined;
  let hasTs = false;
  let hasValues = false;
  let ts = now;
  /** Why `ts` is not a time; only an error when `values` is present too. */
  let badTs: string | undefined;
  let timed: KeyValue[] | undefined;
  /** Position of `values` when they came before `ts`. */
  let valuesAt = -1;
  for (let key = scanner.nextKey(true); key !== undefined; key = scanner.nextKey(false)) {
    if (key === 'values') {
      hasValues = true;
      if (scanner.startsObject()) {
        if (hasTs) {
          timed = readMembers(scanner, options);
          continue;
        }
        valuesAt = scanner.position;
      } else if (hasTs) {
        throw new PayloadError('"values" must be an object');
      }
    }
    const value = readValue(scanner, key, plainOptions);
    if (value === NULL) nullKey ??= key;
    else plain.push({ key, value });
    if (key === 'ts') {
      hasTs = true;
      const parsed = timeOf(value);
      if (parsed === undefined) badTs = '"ts" must be a time in milliseconds';
      else ts = parsed;
    }
  }
  if (hasTs && hasValues) {
    if (badTs) throw new PayloadError(badTs);
    if (!timed) {
      if (valuesAt < 0) throw new PayloadError('"values" must be an object');
      const end = scanner.position;
      scanner.position = valuesAt;
      timed = readMembers(scanner, options);
      scanner.position = end;
    }
    if (timed.length > 0) result.push({ ts, values: timed });
    return;
  }
  if (nullKey !== undefined && options.nulls === 'error') refuseNull(nullKey);
  if (plain.length > 0) {
    requireKeys(plain);
    result.push({ ts: now, values: withoutDuplicates(plain) });
  }
}

function readMembers(scanner: JsonScanner, options: PayloadOptions): KeyValue[] {
  scanner.openObject();
  const values: KeyValue[] = [];
  for (let key = scanner.nextKey(true); key !== undefined; key = scanner.nextKey(false)) {
    const value = readValue(scanner, key, options);
    if (value === NULL) continue;
    requireKey(key);
    values.push({ key, value });
  }
  return withoutDuplicates(values);
}

/** Keeps the last of equal keys, at the place of the first. */
function withoutDuplicates(values: KeyValue[]): KeyValue[] {
  const count = values.length;
  let duplicate = false;
  if (count <= 8) {
    for (let i = 1; i < count && !duplicate; i++) {
      const key = values[i]!.key;
      for (let j = 0; j < i; j++) if (values[j]!.key === key) duplicate = true;
    }
    if (!duplicate) return values;
  }
  const byKey = new Map<string, KeyValue>();
  for (const entry of values) byKey.set(entry.key, entry);
  return byKey.size === count ? values : [...byKey.values()];
}

/** Reads one value; null when it is null and to be skipped. */
function readValue(scanner: JsonScanner, key: string, options: PayloadOptions): TelemetryValue | null {
  switch (scanner.kind()) {
    case 'number':
      return readNumber(scanner, options);
    case 'true':
      return { type: 'BOOLEAN', value: true };
    case 'false':
      return { type: 'BOOLEAN', value: false };
    case 'null':
      if (options.nulls === 'error') refuseNull(key);
      return NULL;
    case 'string':
      return textValue(scanner.readString(), key, options);
    case 'bare':
      return textValue(scanner.readBare(), key, options);
    default:
      return { type: 'JSON', value: storableJsonText(scanner.compact(options.dropNestedNulls === true)) };
  }
}

function readNumber(scanner: JsonScanner, options: PayloadOptions): TelemetryValue {
  if (scanner.numberExact) {
    // Up to 15 digits without exponent: the dot alone decides the type.
    return scanner.hasDot
      ? { type: 'DOUBLE', value: scanner.numberValue }
      : { type: 'LONG', value: scanner.numberValue + 0 };
  }
  const text = scanner.numberText();
  if (!options.plainNumbers) return valueOfDecimal(text, options.castStrings !== false);
  if (scanner.hasDot || scanner.hasExponent) return { type: 'DOUBLE', value: finite(Number(text)) };
  return valueOfDecimal(text, false);
}

function textValue(text: string, key: string, options: PayloadOptions): TelemetryValue {
  const max = options.maxStringLength ?? 0;
  if (max > 0 && text.length > max) {
    throw new PayloadError(
      `String value length [${text.length}] for key [${key}] is greater than maximum allowed [${max}]`,
    );
  }
  // Devices cut texts without looking where characters end. Such a value reads the same from memory and from the database.
  return valueOfText(text.toWellFormed(), options.castStrings !== false);
}

function looksNumeric(text: string): boolean {
  const first = text.charCodeAt(0);
  // Most texts are ruled out by their first character: digits, minus and dot are all below ":".
  return first < 0x3a && NUMERIC_TEXT.test(text);
}

/** Types a number by its exact decimal text (device-protocols.md §2.2). `asText`: numbers that fit no type stay text. */
function valueOfDecimal(text: string, asText: boolean): TelemetryValue {
  const decimal = decimalOf(text);
  if (decimal === undefined) throw new PayloadError(`The number ${text.slice(0, 40)} is out of range`);
  const whole = decimal.decimals <= 0;
  const writtenWithDot = text.includes('.') && !/[eE]/.test(text);
  if (whole && !writtenWithDot) {
    const digits = plainDigits(decimal);
    if (!exceedsLong(digits)) {
      const value = Number(digits);
      return { type: 'LONG', value: Number.isSafeInteger(value) ? value + 0 : BigInt(digits) };
    }
    if (asText) return { type: 'STRING', value: digits };
    throw new PayloadError('Big integer values are not supported!');
  }
  if (decimal.writtenDecimals <= MAX_DECIMALS) return { type: 'DOUBLE', value: finite(Number(text)) };
  if (asText) return { type: 'STRING', value: plainDigits(decimal) };
  throw new PayloadError('Big decimal values are not supported!');
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new PayloadError('A number is out of range');
  return value;
}

/** Epoch ms of a `ts` member: a whole number, or text of one; fractions are cut. */
function timeOf(value: TelemetryValue | null): number | undefined {
  if (value === NULL || value.type === 'BOOLEAN' || value.type === 'JSON') return undefined;
  if (value.type === 'STRING' && !NUMERIC_TEXT.test(value.value)) return undefined;
  const ts = Math.trunc(Number(value.value));
  return Math.abs(ts) <= MAX_TS ? ts : undefined;
}

function refuseNull(key: string): never {
  throw new PayloadError(`Can't parse value of key [${key}]: null`);
}

function cannotParse(text: string): never {
  throw new PayloadError(`Can't parse value: ${text.length > 100 ? `${text.slice(0, 100)}…` : text}`);
}
