/** A value in DER (X.690). */
export interface DerValue {
  tag: number;
  content: Buffer;
  /** With its tag and length. */
  whole: Buffer;
}

export const Tag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
} as const;

/** The bytes are no DER, or not what is expected there. */
export class DerError extends Error {
  override readonly name = 'DerError';
}

/** Lengths take at most so many bytes. */
const MAX_LENGTH_BYTES = 4;

/** The value that begins there. @throws DerError */
export function readDer(bytes: Buffer, at = 0): DerValue {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) throw new DerError('There is no value');
  let length = first;
  let from = at + 2;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > MAX_LENGTH_BYTES || from + count > bytes.length) throw new DerError('A length is wrong');
    length = bytes.readUIntBE(from, count);
    from += count;
  }
  const end = from + length;
  if (end > bytes.length) throw new DerError('A value is cut off');
  return { tag, content: bytes.subarray(from, end), whole: bytes.subarray(at, end) };
}

/** The values one after the other. @throws DerError */
export function* valuesIn(content: Buffer): Generator<DerValue> {
  for (let at = 0; at < content.length; ) {
    const value = readDer(content, at);
    yield value;
    at += value.whole.length;
  }
}

/** The value if it is of a kind. @throws DerError */
export function ofTag(value: DerValue | undefined, ...tags: number[]): DerValue {
  if (!value || !tags.includes(value.tag)) throw new DerError('Another value is expected');
  return value;
}

/** Dotted text of an object identifier. @throws DerError */
export function objectIdentifier(value: DerValue | undefined): string {
  const { content } = ofTag(value, Tag.objectIdentifier);
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [first = 0, ...rest] = arcs;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - top * 40, ...rest].join('.');
}

/** epoch ms. @throws DerError */
export function timeOf(value: DerValue | undefined): number {
  const { tag, content } = ofTag(value, Tag.utcTime, Tag.generalizedTime);
  const text = content.toString('latin1');
  const [, year = '', rest = ''] = (tag === Tag.utcTime ? /^(\d\d)(\d{10})Z$/ : /^(\d{4})(\d{10})Z$/).exec(text) ?? [];
  const [month, day, hour, minute, second] = rest.match(/\d\d/g) ?? [];
  // Two digits are of 1950 to 2049 (RFC 5280 §4.1.2.5.1).
  const whole = tag === Tag.utcTime ? `${Number(year) < 50 ? '20' : '19'}${year}` : year;
  const time = Date.parse(`${whole}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time)) throw new DerError('A time is wrong');
  return time;
}

/** Digits of a number that is not negative, in hexadecimal, without zeros before them. @throws DerError */
export function integerHex(value: DerValue | undefined): string {
  return ofTag(value, Tag.integer)
    .content.toString('hex')
    .replace(/^0+(?=.)/, '');
}
