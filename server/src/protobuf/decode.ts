import protobuf from 'protobufjs';
import { toJsonText } from '../values/wire-values.ts';
import {
  type FieldType,
  LENGTH_DELIMITED,
  MAX_DEPTH,
  type MessageField,
  type MessageType,
  ProtobufError,
  type ScalarType,
  WIRE_TYPE,
} from './message-type.ts';

/** Longest JSON text of one message, in characters: few bytes can expand to many default values. */
const MAX_JSON_LENGTH = 1024 * 1024;
/** Maximum number of fields that are examined per message, present or not. */
const MAX_STEPS = 1_000_000;

/** A message as its fields that came: values, lists of values, maps of values, or messages. */
type Decoded = Map<MessageField, unknown>;

/**
 * The canonical JSON text of a message, default values of fields without presence included: whole numbers of 64 bits
 * as text, bytes in base64, enumerations by name, doubles and floats always with a point or an exponent.
 * @throws ProtobufError when the bytes are not such a message, or expand to more than a device may send
 */
export function decodeToJson(type: MessageType, bytes: Buffer): string {
  const decoded: Decoded = new Map();
  try {
    const reader = protobuf.Reader.create(bytes);
    readMessage(reader, bytes.length, type, decoded, 0);
  } catch (error) {
    if (error instanceof ProtobufError) throw error;
    // The reader reports all of them as plain errors: a value that is cut off, text that is not UTF-8, and the like.
    throw new ProtobufError(`The bytes are no ${type.name}: ${(error as Error).message}`);
  }
  const writer: JsonWriter = { text: '', steps: 0 };
  writeMessage(writer, type, decoded);
  return writer.text;
}

// Reading

function readMessage(reader: protobuf.Reader, end: number, type: MessageType, into: Decoded, depth: number): void {
  if (depth > MAX_DEPTH) throw new ProtobufError(`Messages are nested deeper than ${MAX_DEPTH} levels`);
  while (reader.pos < end) {
    const tag = reader.uint32();
    const field = type.byNumber.get(tag >>> 3);
    if (!field || !readField(reader, field, tag & 7, into, depth)) reader.skipType(tag & 7, depth, tag >>> 3);
  }
  if (reader.pos !== end) throw new ProtobufError('A message is longer than it says');
}

/** Reads a field; false when it came with another wire type than its own, and is passed over as if it was unknown. */
function readField(
  reader: protobuf.Reader,
  field: MessageField,
  wireType: number,
  into: Decoded,
  depth: number,
): boolean {
  const { type } = field;
  const own = wireTypeOf(type);
  if (field.repeats === 'map') {
    if (wireType !== LENGTH_DELIMITED) return false;
    readMapEntry(reader, field, into, depth);
    return true;
  }
  if (field.repeats === 'repeated') {
    const isPacked = wireType === LENGTH_DELIMITED && own !== LENGTH_DELIMITED;
    if (wireType !== own && !isPacked) return false;
    const list = (into.get(field) as unknown[] | undefined) ?? [];
    into.set(field, list);
    if (!isPacked) {
      list.push(readValue(reader, type, depth, undefined));
      return true;
    }
    const end = endOfPart(reader);
    while (reader.pos < end) list.push(readValue(reader, type, depth, undefined));
    if (reader.pos !== end) throw new ProtobufError('A packed list is longer than it says');
    return true;
  }
  if (wireType !== own) return false;
  const before = into.get(field);
  for (const other of field.oneof) if (other !== field) into.delete(other);
  into.set(field, readValue(reader, type, depth, before));
  return true;
}

function readMapEntry(reader: protobuf.Reader, field: MessageField, into: Decoded, depth: number): void {
  const end = endOfPart(reader);
  const keyType = field.mapKey as ScalarType;
  const { type } = field;
  let key: unknown = keyType === 'string' ? '' : keyType === 'bool' ? false : 0;
  let value: unknown;
  while (reader.pos < end) {
    const tag = reader.uint32();
    const [number, wireType] = [tag >>> 3, tag & 7];
    if (number === 1 && wireType === WIRE_TYPE[keyType]) key = readScalar(reader, keyType);
    else if (number === 2 && wireType === wireTypeOf(type)) value = readValue(reader, type, depth, value);
    else reader.skipType(wireType, depth, number);
  }
  if (reader.pos !== end) throw new ProtobufError('An entry of a map is longer than it says');
  const map = (into.get(field) as Map<string, unknown> | undefined) ?? new Map<string, unknown>();
  into.set(field, map.set(String(key), value));
}

/** @param before the value of the same field so far: a message is merged from all its parts */
function readValue(reader: protobuf.Reader, type: FieldType, depth: number, before: unknown): unknown {
  switch (type.kind) {
    case 'scalar':
      return readScalar(reader, type.scalar);
    case 'enum':
      return reader.int32();
    case 'message': {
      const message = (before as Decoded | undefined) ?? new Map();
      readMessage(reader, endOfPart(reader), type, message, depth + 1);
      return message;
    }
  }
}

function readScalar(reader: protobuf.Reader, type: ScalarType): unknown {
  // A string must be UTF-8.
  return type === 'string' ? reader.stringVerify() : reader[type]();
}

/** Reads the length that follows and returns where that part ends. */
function endOfPart(reader: protobuf.Reader): number {
  const length = reader.uint32();
  const end = reader.pos + length;
  if (end > reader.len) throw new ProtobufError('A part of the message is cut off');
  return end;
}

function wireTypeOf(type: FieldType): number {
  if (type.kind === 'scalar') return WIRE_TYPE[type.scalar];
  return type.kind === 'enum' ? 0 : LENGTH_DELIMITED;
}

// Writing

interface JsonWriter {
  text: string;
  /** Fields looked at. */
  steps: number;
}

function writeMessage(writer: JsonWriter, type: MessageType, decoded: Decoded | undefined): void {
  writer.text += '{';
  let first = true;
  writer.steps += type.fields.length;
  for (const field of type.fields) {
    const value = decoded?.get(field);
    if (value === undefined && field.hasPresence) continue;
    writer.text += first ? field.jsonKey : `,${field.jsonKey}`;
    first = false;
    writeField(writer, field, value);
  }
  writer.text += '}';
}

function writeField(writer: JsonWriter, { type, repeats }: MessageField, value: unknown): void {
  if (repeats === 'once') {
    writeValue(writer, type, value);
    return;
  }
  if (repeats === 'repeated') {
    writer.text += '[';
    let first = true;
    for (const one of (value as unknown[] | undefined) ?? []) {
      if (!first) writer.text += ',';
      first = false;
      writeValue(writer, type, one);
    }
    writer.text += ']';
    return;
  }
  writer.text += '{';
  let first = true;
  for (const [key, one] of (value as Map<string, unknown> | undefined) ?? []) {
    writer.text += `${first ? '' : ','}${JSON.stringify(key)}:`;
    first = false;
    writeValue(writer, type, one);
  }
  writer.text += '}';
}

/** @param value undefined: the default value of the type */
function writeValue(writer: JsonWriter, type: FieldType, value: unknown): void {
  if (writer.steps > MAX_STEPS || writer.text.length > MAX_JSON_LENGTH) {
    throw new ProtobufError('The message stands for more than a message may hold');
  }
  switch (type.kind) {
    case 'scalar':
      writer.text += scalarJson(type.scalar, value);
      return;
    case 'enum': {
      const number = (value as number | undefined) ?? type.first;
      const name = type.names.get(number);
      writer.text += name === undefined ? String(number) : `"${name}"`;
      return;
    }
    case 'message':
      writeMessage(writer, type, value as Decoded | undefined);
  }
}

function scalarJson(type: ScalarType, value: unknown): string {
  switch (type) {
    case 'bool':
      return value === true ? 'true' : 'false';
    case 'string':
      return JSON.stringify(value ?? '');
    case 'bytes':
      return `"${value === undefined ? '' : Buffer.from(value as Uint8Array).toString('base64')}"`;
    case 'double':
      return doubleJson((value as number | undefined) ?? 0);
    case 'float':
      return doubleJson(shortestFloat((value as number | undefined) ?? 0));
    case 'int64':
    case 'uint64':
    case 'sint64':
    case 'fixed64':
    case 'sfixed64':
      return `"${String(value ?? 0)}"`;
    default:
      return String(value ?? 0);
  }
}

function doubleJson(value: number): string {
  return Number.isFinite(value) ? toJsonText({ type: 'DOUBLE', value }) : `"${value}"`;
}

/** The double with the fewest digits that is the same float: 0.1 for the float nearest to it. */
function shortestFloat(value: number): number {
  if (!Number.isFinite(value) || value === 0) return value;
  for (let digits = 6; digits < 9; digits++) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === value) return shorter;
  }
  return Number(value.toPrecision(9));
}
