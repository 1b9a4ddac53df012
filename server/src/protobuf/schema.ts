import protobuf from 'protobufjs';
import type { EnumType, FieldType, MessageField, MessageType, ScalarType } from './message-type.ts';
import { SchemaError } from './schema-error.ts';
import { readOutline, type SchemaOutline } from './schema-outline.ts';

/** Longest schema, in characters. */
export const MAX_SCHEMA_LENGTH = 65_536;

const MAX_FIELD_NUMBER = 2 ** 29 - 1;

/*
 * Schemas are written by tenants and messages by devices, so neither may reach code. protobufjs turns a schema into
 * functions with `Function` as soon as a type encodes, decodes, verifies or constructs; here only its parser is used,
 * which makes plain descriptions, and its reader and writer of single values. The tables below are made from the
 * descriptions, and decode.ts and encode.ts walk through them: names of a schema are never more than text, keys of
 * maps or parts of a JSON text that is written.
 */

/**
 * Reads a schema and returns its last top-level message, which is the one that devices send.
 * @throws SchemaError
 */
export function readSchema(text: string): MessageType {
  return readMessages(text).at(-1) as MessageType;
}

/**
 * Reads a schema and returns all its top-level messages, in their order.
 * @throws SchemaError
 */
export function readMessages(text: string): MessageType[] {
  if (text.length > MAX_SCHEMA_LENGTH) {
    throw new SchemaError('parse', `it has ${text.length} characters, more than ${MAX_SCHEMA_LENGTH}`);
  }
  const outline = readOutline(text);
  // For a text that is not a schema at all, the parser has the better explanation.
  if (outline.syntax === undefined && (outline.definitions.length > 0 || text.trim() === '')) {
    throw new SchemaError('syntax', 'none');
  }
  const scope = parse(text, outline);
  const types = outline.definitions.filter(({ path }) => !path.includes('.'));
  if (!types.some(({ kind }) => kind === 'message' || kind === 'enum')) {
    throw new SchemaError('rule', 'Type elements is empty!');
  }
  const messages = types.filter(({ kind }) => kind === 'message');
  if (messages.length === 0) throw new SchemaError('rule', 'At least one Message definition should exists!');
  const compile = createCompiler(outline);
  return messages.map(({ path, line }) => {
    const described = scope?.get(path);
    // The parser has seen something else in the words than the outline.
    if (!(described instanceof protobuf.Type)) throw new SchemaError('parse', `'${path}' cannot be read`, line);
    return compile(described, path);
  });
}

/** The descriptions of a schema, as what holds its top-level types. */
function parse(text: string, outline: SchemaOutline): protobuf.NamespaceBase | null {
  try {
    const { root, package: packageName } = protobuf.parse(text, { keepCase: true });
    return packageName ? (root.lookup(packageName) as protobuf.Namespace | null) : root;
  } catch (error) {
    const refusal = SchemaError.ofParser(error);
    if (refusal.line !== undefined) throw refusal;
    throw new SchemaError('parse', refusal.reason, lineOfDuplicate(refusal.reason, outline));
  }
}

/** Line of what the parser says is there twice: of its second place. */
function lineOfDuplicate(reason: string, { definitions }: SchemaOutline): number | undefined {
  const name = /^duplicate name '(\w+)'/.exec(reason)?.[1];
  const [, id, owner] = /^duplicate id (\d+) in (?:Type|Enum) \.?(?:.*\.)?(\w+)$/.exec(reason) ?? [];
  const same = definitions.filter(({ path, number }) => {
    const names = path.split('.');
    return name === undefined ? number === id && names.at(-2) === owner : names.at(-1) === name;
  });
  return same.length > 1 ? same.at(-1)?.line : undefined;
}

/** Makes tables of descriptions, each once, so that messages may hold themselves. */
function createCompiler(outline: SchemaOutline) {
  const messages = new Map<protobuf.Type, MessageType>();
  const enums = new Map<protobuf.Enum, EnumType>();

  function lineOf(path: string): number | undefined {
    return outline.definitions.find((definition) => definition.path === path)?.line;
  }

  function typeOf(field: protobuf.Field, path: string): FieldType {
    try {
      field.resolve();
    } catch {
      throw new SchemaError('parse', `the type '${field.type}' of '${path}' is not defined`, lineOf(path));
    }
    const { resolvedType } = field;
    if (resolvedType === null) return { kind: 'scalar', scalar: field.type as ScalarType };
    if (resolvedType instanceof protobuf.Enum) return enumOf(resolvedType);
    return messageOf(resolvedType, pathOf(resolvedType, outline));
  }

  function enumOf(described: protobuf.Enum): EnumType {
    const known = enums.get(described);
    if (known) return known;
    const numbers = new Map(Object.entries(described.values));
    const names = new Map<number, string>();
    for (const [name, number] of numbers) if (!names.has(number)) names.set(number, name);
    const first = numbers.values().next().value;
    if (first === undefined) throw new SchemaError('parse', `the enum '${described.name}' has no values`);
    const compiled: EnumType = { kind: 'enum', name: described.name, names, numbers, first };
    enums.set(described, compiled);
    return compiled;
  }

  function messageOf(described: protobuf.Type, path: string): MessageType {
    const known = messages.get(described);
    if (known) return known;
    const fields: MessageField[] = [];
    const byNumber = new Map<number, MessageField>();
    const byName = new Map<string, MessageField>();
    const compiled: MessageType = { kind: 'message', name: described.name, fields, byNumber, byName };
    messages.set(described, compiled);
    /** name of a oneof → its members */
    const oneofs = new Map<string, MessageField[]>();
    for (const one of [...described.fieldsArray].sort((a, b) => a.id - b.id)) {
      const fieldPath = `${path}.${one.name}`;
      if (one.id < 1 || one.id > MAX_FIELD_NUMBER) {
        const range = `from 1 to ${MAX_FIELD_NUMBER}`;
        throw new SchemaError('parse', `the number of '${fieldPath}' is not ${range}`, lineOf(fieldPath));
      }
      const type = typeOf(one, fieldPath);
      const repeats = one.map ? 'map' : one.repeated ? 'repeated' : 'once';
      const members = one.partOf && (oneofs.get(one.partOf.name) ?? []);
      const jsonName = one.jsonName ?? one.name;
      const field: MessageField = {
        number: one.id,
        name: one.name,
        jsonName,
        jsonKey: `${JSON.stringify(jsonName)}:`,
        type,
        repeats,
        mapKey: one instanceof protobuf.MapField ? (one.keyType as ScalarType) : undefined,
        hasPresence: repeats === 'once' && (one.partOf !== null || type.kind === 'message'),
        oneof: members ?? [],
      };
      if (one.partOf && members) oneofs.set(one.partOf.name, members);
      members?.push(field);
      fields.push(field);
      byNumber.set(field.number, field);
      for (const name of new Set([field.jsonName, field.name])) {
        if (byName.has(name)) {
          throw new SchemaError('parse', `two fields of '${path}' are '${name}' in JSON`, lineOf(fieldPath));
        }
        byName.set(name, field);
      }
    }
    return compiled;
  }
  return messageOf;
}

/** Path of a type in the outline: its full name without the package. */
function pathOf(described: protobuf.Type, { definitions }: SchemaOutline): string {
  const names = described.fullName.replace(/^\./, '').split('.');
  for (let from = 0; from < names.length; from++) {
    const path = names.slice(from).join('.');
    if (definitions.some((definition) => definition.kind === 'message' && definition.path === path)) return path;
  }
  return described.name;
}
