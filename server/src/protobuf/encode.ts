import protobuf from 'protobufjs';
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

/** Least and greatest value of each kind of whole number. */
const RANGES = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  sint32: [-(2n ** 31n), 2n ** 31n - 1n],
  sfixed32: [-(2n ** 31n), 2n ** 31n - 1n],
  uint32: [0n, 2n ** 32n - 1n],
  fixed32: [0n, 2n ** 32n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
  sint64: [-(2n ** 63n), 2n ** 63n - 1n],
  sfixed64: [-(2n ** 63n), 2n ** 63n - 1n],
  uint64: [0n, 2n ** 64n - 1n],
  fixed64: [0n, 2n ** 64n - 1n],
} as const;

/**
 * Bytes of a message from its JSON text, as decodeToJson writes it; members that the message does not have are ignored.
 * @throws ProtobufError when a member has a value that its field cannot hold
 */
export function encodeJson(type: MessageType, json: string): Buffer {
  return encodeMessage(type, JSON.parse(json, keepDigits));
}

/**
 * Bytes of a message from its members, by their names in JSON.
 * @throws ProtobufError when a member has a value that its field cannot hold
 */
export function encodeMessage(type: MessageType, members: unknown): Buffer {
  const writer = protobuf.Writer.create();
  writeMessage(writer, type, members, 0);
  return Buffer.from(writer.finish());
}

/** Whole numbers that a double would round stay as they were written. */
function keepDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isRounded = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return isRounded && context?.source && /^-?\d+$/.test(context.source) ? context.source : value;
}

function writeMessage(writer: protobuf.Writer, type: MessageType, members: unknown, depth: number): void {
  if (depth > MAX_DEPTH) throw new ProtobufError(`Messages are nested deeper than ${MAX_DEPTH} levels`);
  if (members === null || typeof members !== 'object' || Array.isArray(members)) {
    throw new ProtobufError(`${type.name} must be an object`);
  }
  const written = new Set<MessageField>();
  for (const [name, value] of Object.entries(members)) {
    const field = type.byName.get(name);
    if (!field || value === null || value === undefined) continue;
    if (written.has(field) || field.oneof.some((other) => written.has(other))) {
      throw new ProtobufError(`${type.name}.${name} is given twice, or together with another of its oneof`);
    }
    written.add(field);
    writeField(writer, field, value, `${type.name}.${name}`, depth);
  }
}

function writeField(writer: protobuf.Writer, field: MessageField, value: unknown, path: string, depth: number): void {
  const { type, number } = field;
  if (field.repeats === 'map') {
    if (typeof value !== 'object' || Array.isArray(value)) throw new ProtobufError(`${path} must be an object`);
    for (const [key, one] of Object.entries(value as object)) {
      writer.uint32((number << 3) | LENGTH_DELIMITED).fork();
      writeScalar(writer, 1, field.mapKey as ScalarType, keyOf(field.mapKey as ScalarType, key), path);
      writeValue(writer, 2, type, one, path, depth);
      writer.ldelim();
    }
    return;
  }
  if (field.repeats === 'repeated') {
    if (!Array.isArray(value)) throw new ProtobufError(`${path} must be a list`);
    for (const one of value) writeValue(writer, number, type, one, path, depth);
    return;
  }
  if (field.hasPresence || !isDefault(type, value)) writeValue(writer, number, type, value, path, depth);
}

function writeValue(
  writer: protobuf.Writer,
  number: number,
  type: FieldType,
  value: unknown,
  path: string,
  depth: number,
): void {
  switch (type.kind) {
    case 'scalar':
      writeScalar(writer, number, type.scalar, value, path);
      return;
    case 'enum': {
      const chosen = typeof value === 'string' ? type.numbers.get(value) : value;
      if (typeof chosen !== 'number' || (chosen | 0) !== chosen) {
        throw new ProtobufError(`${path} is not one of the values of ${type.name}`);
      }
      writer.uint32(number << 3).int32(chosen);
      return;
    }
    case 'message':
      writer.uint32((number << 3) | LENGTH_DELIMITED).fork();
      writeMessage(writer, type, value, depth + 1);
      writer.ldelim();
  }
}

function writeScalar(writer: protobuf.Writer, number: number, type: ScalarType, value: unknown, path: string): void {
  writer.uint32((number << 3) | WIRE_TYPE[type]);
  switch (type) {
    case 'string':
      // Numbers and truth values have a text; objects and lists have none.
      if (typeof value === 'object') throw new ProtobufError(`${path} must be a text`);
      writer.string(String(value));
      return;
    case 'bytes':
      if (typeof value !== 'string') throw new ProtobufError(`${path} must be a text in base64`);
      writer.bytes(Buffer.from(value, 'base64'));
      return;
    case 'bool':
      if (value !== true && value !== false) throw new ProtobufError(`${path} must be true or false`);
      writer.bool(value);
      return;
    case 'double':
    case 'float':
      writer[type](numberOf(value, path));
      return;
    default:
      writer[type](wholeNumberOf(value, type, path) as never);
  }
}

function numberOf(value: unknown, path: string): number {
  if (typeof value === 'number') return value;
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') return Number(value);
  const isNumber = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
  if (!isNumber) throw new ProtobufError(`${path} must be a number`);
  return Number(value);
}

/** A number for 32 bits, its text for 64. */
function wholeNumberOf(value: unknown, type: keyof typeof RANGES, path: string): number | string {
  const isText = typeof value === 'string' && /^-?\d{1,20}$/.test(value);
  if (!isText && !(typeof value === 'number' && Number.isInteger(value))) {
    throw new ProtobufError(`${path} must be a whole number`);
  }
  const whole = BigInt(value);
  const [least, most] = RANGES[type];
  if (whole < least || whole > most) throw new ProtobufError(`${path} must be from ${least} to ${most}`);
  return type.endsWith('64') ? whole.toString() : Number(whole);
}

function keyOf(type: ScalarType, key: string): unknown {
  return type === 'bool' ? (key === 'true' ? true : key === 'false' ? false : key) : key;
}

/** Whether it is the default value, which a field without presence does not send. */
function isDefault(type: FieldType, value: unknown): boolean {
  if (type.kind === 'enum') return value === 0 || (typeof value === 'string' && type.numbers.get(value) === 0);
  if (type.kind === 'message') return false;
  if (type.scalar === 'string' || type.scalar === 'bytes') return value === '';
  return value === false || value === '0' || (value === 0 && !Object.is(value, -0));
}
