import { isUtf8 } from 'node:buffer';
import { ObjectType, type Varbind } from 'net-snmp';
import type { TelemetryValue } from '../../values/value.ts';
import type { SnmpDataType, SnmpMapping } from './snmp-profile.ts';

/** An object whose value is not what its mapping says. */
class UnreadableValueError extends Error {
  override readonly name = 'UnreadableValueError';
}

const INT32 = 2 ** 31;
const MAX_LONG = 2n ** 63n - 1n;
const WHOLE = /^[+-]?\d{1,40}$/;
const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
/** What a text of people does not have: control characters other than tab and line breaks. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
/** Floats of agents that have no type for them (the opaque types of net-snmp): tag, length, bytes. */
const OPAQUE_FLOAT = 0x9f78;
const OPAQUE_DOUBLE = 0x9f79;

/** Bytes as text where they are text, else as `0a:ff`. Some agents end texts with a null character. */
function textOfBytes(bytes: Buffer): string {
  const end = bytes.at(-1) === 0 ? bytes.length - 1 : bytes.length;
  const own = bytes.subarray(0, end);
  if (isUtf8(own)) {
    const text = own.toString('utf8');
    if (!CONTROL.test(text)) return text;
  }
  return bytes.toString('hex').replace(/..(?=.)/g, '$&:');
}

function textOfOpaque(bytes: Buffer): string {
  const type = bytes.length > 3 ? bytes.readUInt16BE(0) : 0;
  if (type === OPAQUE_FLOAT && bytes.length === 7) return String(Number(bytes.readFloatBE(3).toPrecision(7)));
  if (type === OPAQUE_DOUBLE && bytes.length === 11) return String(bytes.readDoubleBE(3));
  return textOfBytes(bytes);
}

/** The value of an object as text; undefined when the device has no such object. Times are hundredths of a second. */
export function textOfVarbind({ type, value }: Varbind): string | undefined {
  if (value === null || value === undefined) return undefined;
  if (!Buffer.isBuffer(value)) return String(value);
  if (type === ObjectType.Counter64) return value.length === 0 ? '0' : BigInt(`0x${value.toString('hex')}`).toString();
  return type === ObjectType.Opaque ? textOfOpaque(value) : textOfBytes(value);
}

/** A value as JSON text, of which a number without a point or an exponent is a LONG. */
function jsonOf(dataType: SnmpDataType, text: string, type: Varbind['type']): string | undefined {
  const trimmed = text.trim();
  switch (dataType) {
    case 'LONG': {
      if (!WHOLE.test(trimmed)) return undefined;
      const whole = BigInt(trimmed.replace(/^\+/, ''));
      return whole > MAX_LONG || whole < -MAX_LONG - 1n ? undefined : whole.toString();
    }
    case 'DOUBLE': {
      const decimal = DECIMAL.test(trimmed) ? Number(trimmed) : Number.NaN;
      if (!Number.isFinite(decimal)) return undefined;
      const written = String(decimal);
      return /[.e]/.test(written) ? written : `${written}.0`;
    }
    case 'BOOLEAN':
      // A truth value of SNMP is a number: 1 or 2 (RFC 2579).
      return String(trimmed.toLowerCase() === 'true' || (type === ObjectType.Integer && trimmed === '1'));
    default:
      return JSON.stringify(text);
  }
}

/**
 * An answer as JSON: the keys of its objects with their values; undefined when the device has none of them.
 * @throws UnreadableValueError when a value is not of the type that its mapping says
 */
export function jsonOfAnswer(mappings: readonly SnmpMapping[], varbinds: readonly Varbind[]): string | undefined {
  /** object → its value; a device answers in the order of the request, but need not name the objects as it was asked */
  const byOid = new Map(varbinds.map((varbind) => [varbind.oid, varbind]));
  const members: string[] = [];
  for (const { oid, key, dataType } of mappings) {
    const varbind = byOid.get(oid);
    const text = varbind && textOfVarbind(varbind);
    if (varbind === undefined || text === undefined) continue;
    const json = jsonOf(dataType, text, varbind.type);
    if (json === undefined) throw new UnreadableValueError(`${key} (${oid}) is no ${dataType}: ${text.slice(0, 100)}`);
    members.push(`${JSON.stringify(key)}:${json}`);
  }
  return members.length === 0 ? undefined : `{${members.join(',')}}`;
}

/** What an object is set to: LONG as Integer32 where it is one, all else as a text. */
export function varbindOfText({ oid, dataType }: SnmpMapping, text: string): Varbind {
  const trimmed = text.trim();
  if (dataType === 'LONG' && WHOLE.test(trimmed)) {
    const whole = Number(trimmed);
    if (whole >= -INT32 && whole < INT32) return { oid, type: ObjectType.Integer, value: whole };
  }
  return { oid, type: ObjectType.OctetString, value: text };
}

/** The text of a value, for the device. */
export function textOfValue({ value }: TelemetryValue): string {
  return String(value);
}
