/** Scalar types of proto3, as schemas write them. */
export type ScalarType =
  | 'double'
  | 'float'
  | 'int32'
  | 'uint32'
  | 'sint32'
  | 'fixed32'
  | 'sfixed32'
  | 'int64'
  | 'uint64'
  | 'sint64'
  | 'fixed64'
  | 'sfixed64'
  | 'bool'
  | 'string'
  | 'bytes';

/** An enumeration of a schema. */
export interface EnumType {
  kind: 'enum';
  name: string;
  /** number → name; the first of several names of one number */
  names: ReadonlyMap<number, string>;
  /** name → number */
  numbers: ReadonlyMap<string, number>;
  /** The number of a field that is not there: that of the value that is declared first. */
  first: number;
}

/** What a field holds. */
export type FieldType = { kind: 'scalar'; scalar: ScalarType } | EnumType | MessageType;

/** A field of a message. */
export interface MessageField {
  number: number;
  /** As the schema writes it. */
  name: string;
  /** Name in JSON: lower camel case, or what the schema says instead. */
  jsonName: string;
  /** The name as JSON text, with its colon. */
  jsonKey: string;
  type: FieldType;
  repeats: 'once' | 'repeated' | 'map';
  /** Type of the keys of a map. */
  mapKey: ScalarType | undefined;
  /** Absent is not the same as the default value: `optional`, members of a oneof, messages. */
  hasPresence: boolean;
  /** Members of the oneof it belongs to, itself among them; empty when it belongs to none. */
  oneof: readonly MessageField[];
}

/** A message of a schema, ready for encoding and decoding. */
export interface MessageType {
  kind: 'message';
  name: string;
  /** By number. */
  fields: readonly MessageField[];
  byNumber: ReadonlyMap<number, MessageField>;
  /** By the name in JSON, and by the name in the schema. */
  byName: ReadonlyMap<string, MessageField>;
}

/** What follows the number of a field, as the lower three bits of its tag say. */
export const WIRE_TYPE: Readonly<Record<ScalarType, 0 | 1 | 2 | 5>> = {
  double: 1,
  float: 5,
  int32: 0,
  uint32: 0,
  sint32: 0,
  fixed32: 5,
  sfixed32: 5,
  int64: 0,
  uint64: 0,
  sint64: 0,
  fixed64: 1,
  sfixed64: 1,
  bool: 0,
  string: 2,
  bytes: 2,
};
/** The same for messages, packed lists and entries of maps. */
export const LENGTH_DELIMITED = 2;

/** Bytes that are no message of their type, or a JSON value that cannot become one. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError';
}

/** Messages in messages are read and written this deep, as everywhere in protobuf. */
export const MAX_DEPTH = 100;
