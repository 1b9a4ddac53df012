/** Wire types of Protobuf. */
const VARINT = 0;
const FIXED_64 = 1;
const LENGTH = 2;
const FIXED_32 = 5;

type Bytes = number[];

const utf8 = (text: string): Bytes => [...new TextEncoder().encode(text)];

function varint(value: number): Bytes {
  const bytes: Bytes = [];
  for (let rest = value; ; ) {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low + 128 : low);
    if (rest === 0) return bytes;
  }
}

function fixed(length: 4 | 8, write: (view: DataView) => void): Bytes {
  const view = new DataView(new ArrayBuffer(length));
  write(view);
  return [...new Uint8Array(view.buffer)];
}

const tag = (field: number, wireType: number): Bytes => varint(field * 8 + wireType);
const whole = (field: number, value: number): Bytes => [...tag(field, VARINT), ...varint(value)];
const bytes = (field: number, value: Bytes): Bytes => [...tag(field, LENGTH), ...varint(value.length), ...value];

/** The value of a sample, and the same as a whole number. */
const VALUE = 23.6;
const WHOLE = 23;

/** Type of a field → a sample of it. */
const SCALARS: Readonly<Record<string, (field: number) => Bytes>> = {
  double: (field) => [...tag(field, FIXED_64), ...fixed(8, (view) => view.setFloat64(0, VALUE, true))],
  float: (field) => [...tag(field, FIXED_32), ...fixed(4, (view) => view.setFloat32(0, VALUE, true))],
  int32: (field) => whole(field, WHOLE),
  int64: (field) => whole(field, WHOLE),
  uint32: (field) => whole(field, WHOLE),
  uint64: (field) => whole(field, WHOLE),
  sint32: (field) => whole(field, WHOLE * 2),
  sint64: (field) => whole(field, WHOLE * 2),
  fixed32: (field) => [...tag(field, FIXED_32), ...fixed(4, (view) => view.setUint32(0, WHOLE, true))],
  sfixed32: (field) => [...tag(field, FIXED_32), ...fixed(4, (view) => view.setInt32(0, WHOLE, true))],
  fixed64: (field) => [...tag(field, FIXED_64), ...fixed(8, (view) => view.setUint32(0, WHOLE, true))],
  sfixed64: (field) => [...tag(field, FIXED_64), ...fixed(8, (view) => view.setUint32(0, WHOLE, true))],
  bool: (field) => whole(field, 1),
  string: (field) => bytes(field, utf8(String(VALUE))),
};

interface Field {
  type: string;
  name: string;
  number: number;
}

/** Messages within messages that are looked into. */
const MAX_DEPTH = 5;
const FIELD = /(?:^|[;{}])\s*(?:optional\s+)?([A-Za-z_][\w.]*)\s+([A-Za-z_]\w*)\s*=\s*(\d+)/g;

/** Bodies of the messages of a schema, those within others as well: name → fields that are there once. */
function messagesIn(schema: string): Map<string, Field[]> {
  const text = schema.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, ' ');
  const messages = new Map<string, Field[]>();
  const top: string[] = [];
  for (const { 1: name = '', index, 0: head } of text.matchAll(/\bmessage\s+(\w+)\s*\{/g)) {
    let depth = 1;
    let own = '';
    let at = index + head.length;
    for (; at < text.length && depth > 0; at++) {
      const character = text[at] as string;
      if (character === '{') depth++;
      else if (character === '}') depth--;
      // What is within is of other messages, or of a choice between fields.
      else if (depth === 1) own += character;
      if (depth > 1 && character === '{') own += ';';
    }
    const fields = [...own.matchAll(FIELD)].map(({ 1: type = '', 2: field = '', 3: number }) => ({
      ...{ type, name: field, number: Number(number) },
    }));
    messages.set(
      name,
      fields.filter(({ type }) => type !== 'repeated'),
    );
    if (depthAt(text, index) === 0) top.push(name);
  }
  // The last one at the top is the one that devices send.
  const sent = top.at(-1);
  if (sent !== undefined) messages.set('', messages.get(sent) ?? []);
  return messages;
}

function depthAt(text: string, end: number): number {
  let depth = 0;
  for (let at = 0; at < end; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}') depth--;
  }
  return depth;
}

function sampleOf(messages: ReadonlyMap<string, Field[]>, name: string, depth: number): Bytes | undefined {
  const fields = messages.get(name) ?? [];
  for (const { type, name: field, number } of fields) {
    // A time alone is no value.
    if (field !== 'ts' && Object.hasOwn(SCALARS, type)) return SCALARS[type]?.(number);
  }
  for (const { type, number } of fields) {
    const inner = depth < MAX_DEPTH ? sampleOf(messages, type.split('.').at(-1) ?? '', depth + 1) : undefined;
    if (inner) return bytes(number, inner);
  }
  return undefined;
}

/** A message with one value as a schema says; undefined: none of its fields holds one. */
export function protobufSample(schema: string): Bytes | undefined {
  return sampleOf(messagesIn(schema), '', 0);
}

/** Type of a channel that measures temperatures, in tenths. */
const TEMPERATURE = 1;

/** What a sensor of Efento sends that has measured a temperature now. */
export function efentoSample(token: string, now = Date.now()): Bytes {
  const seconds = Math.floor(now / 1000);
  const channel = [
    ...whole(1, TEMPERATURE),
    ...whole(2, seconds),
    ...whole(4, Math.round(VALUE * 10) * 2),
    ...bytes(5, [0]),
  ];
  return [
    ...bytes(1, [0x28, 0x2c, 0x02, 0x4f, 0xff, 0x01]),
    ...whole(2, 1),
    ...whole(3, 60),
    ...bytes(4, channel),
    ...whole(5, seconds + 60),
    ...whole(8, 1),
    ...bytes(16, utf8(token)),
  ];
}

/** A command that prints bytes, for any shell of POSIX. */
export function printfOf(given: Bytes): string {
  return `printf '${given.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}'`;
}
