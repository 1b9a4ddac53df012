import { DEFAULT_RPC_REQUEST_SCHEMA, DEFAULT_RPC_RESPONSE_SCHEMA } from '@signalbox/contract/rpc-schemas';
import { decodeToJson } from '../../protobuf/decode.ts';
import { encodeJson, encodeMessage } from '../../protobuf/encode.ts';
import { type MessageType, ProtobufError } from '../../protobuf/message-type.ts';
import { readSchema } from '../../protobuf/schema.ts';
import { SchemaError } from '../../protobuf/schema-error.ts';
import { TIMEOUT_ANSWER } from '../../rpc/client-calls.ts';
import { createEmbeddedCache } from '../../storage/cache.ts';
import type { AttributeEntry } from '../../values/attribute.ts';
import { PayloadError } from '../../values/json-scanner.ts';
import { jsonOrString } from '../../values/json-text.ts';
import {
  ATTRIBUTES_REQUEST,
  ATTRIBUTES_RESPONSE,
  ATTRIBUTES_UPDATE,
  CALL,
  CALL_ANSWER,
  CLAIM,
} from './device-messages.ts';
import { readAttributesRequest } from './json-attributes.ts';
import { readClaim } from './json-claim.ts';
import { jsonPayloads } from './json-payloads.ts';
import type { PayloadFormat } from './payload-format.ts';
import type { ProtobufPayloads } from './protobuf-profile.ts';

/** Protobuf only, and protobuf with JSON for anything else. */
export interface ProtobufFormats {
  strict: PayloadFormat;
  orJson: PayloadFormat;
}

/** Maximum number of cached schema texts. */
const MAX_FORMATS = 1000;
/** What a profile says of protobuf → its formats: found without a look at the texts, for every message. */
const formatsOf = new WeakMap<ProtobufPayloads, ProtobufFormats>();
/** The four schemas as JSON → their formats, so that profiles that were read twice do not have theirs parsed twice. */
const formatsByText = createEmbeddedCache<ProtobufFormats>(MAX_FORMATS);

/** For topics that want protobuf of devices whose profile has JSON: calls have a schema by default, values have none. */
const WITHOUT_SCHEMAS: ProtobufPayloads = {
  telemetrySchema: '',
  attributesSchema: '',
  rpcRequestSchema: DEFAULT_RPC_REQUEST_SCHEMA,
  rpcResponseSchema: DEFAULT_RPC_RESPONSE_SCHEMA,
  acceptsJson: false,
  sendsJsonOnV1: false,
};

/** The formats of a profile; its schemas are read once, when they are first needed. */
export function protobufPayloads(profile: ProtobufPayloads = WITHOUT_SCHEMAS): ProtobufFormats {
  const known = formatsOf.get(profile);
  if (known) return known;
  const { telemetrySchema, attributesSchema, rpcRequestSchema, rpcResponseSchema } = profile;
  const texts = JSON.stringify([telemetrySchema, attributesSchema, rpcRequestSchema, rpcResponseSchema]);
  let formats = formatsByText.get(texts);
  if (!formats) {
    const strict = createFormat(profile);
    formats = { strict, orJson: withJson(strict) };
    formatsByText.set(texts, formats);
  }
  formatsOf.set(profile, formats);
  return formats;
}

function createFormat(profile: ProtobufPayloads): PayloadFormat {
  const telemetry = readLazily('telemetry', profile.telemetrySchema);
  const attributes = readLazily('attributes', profile.attributesSchema);
  const rpcRequest = readLazily('rpc request', profile.rpcRequestSchema);
  const rpcResponse = readLazily('rpc response', profile.rpcResponseSchema);
  return {
    postTelemetry: (session, payload) => session.postTelemetry(decode(telemetry(), payload), 'schema'),
    postAttributes: (session, payload) => session.postAttributes(decode(attributes(), payload), 'schema'),
    readAttributesRequest: (payload) => readAttributesRequest(decode(ATTRIBUTES_REQUEST, payload)),
    readClaim: (payload) => readClaim(decode(CLAIM, payload)),
    readCallAnswer: (payload) => decode(rpcResponse(), payload),
    readCall(payload) {
      const { method, params } = JSON.parse(decode(CALL, payload)) as { method: string; params: string };
      return `{"method":${JSON.stringify(method)},"params":${params === '' ? '{}' : jsonOrString(params)}}`;
    },

    writeAttributesReply: (requestId, { client, shared }) =>
      encodeMessage(ATTRIBUTES_RESPONSE, {
        requestId,
        clientAttributeList: client.map(timedValue),
        sharedAttributeList: shared.map(timedValue),
      }),
    writeSharedAttributes: (entries) => encodeMessage(ATTRIBUTES_UPDATE, { sharedUpdated: entries.map(timedValue) }),
    writeDeletedAttributes: (keys) => encodeMessage(ATTRIBUTES_UPDATE, { sharedDeleted: keys }),
    writeCall: ({ method, requestId, params }) =>
      encodeJson(rpcRequest(), `{"method":${JSON.stringify(method)},"requestId":${requestId},"params":${params}}`),
    writeCallAnswer: (requestId, answer) =>
      encodeMessage(
        CALL_ANSWER,
        answer === TIMEOUT_ANSWER ? { requestId, error: 'timeout' } : { requestId, payload: answer },
      ),
  };
}

/** The same, but anything else is read as JSON. */
function withJson(strict: PayloadFormat): PayloadFormat {
  const either = <T>(protobuf: () => T, json: () => T): T => {
    try {
      return protobuf();
    } catch (error) {
      if (error instanceof PayloadError) return json();
      throw error;
    }
  };
  return {
    ...strict,
    postTelemetry: (session, payload) =>
      either(
        () => strict.postTelemetry(session, payload),
        () => jsonPayloads.postTelemetry(session, payload),
      ),
    postAttributes: (session, payload) =>
      either(
        () => strict.postAttributes(session, payload),
        () => jsonPayloads.postAttributes(session, payload),
      ),
    readAttributesRequest: (payload) =>
      either(
        () => strict.readAttributesRequest(payload),
        () => jsonPayloads.readAttributesRequest(payload),
      ),
    readClaim: (payload) =>
      either(
        () => strict.readClaim(payload),
        () => jsonPayloads.readClaim(payload),
      ),
    readCallAnswer: (payload) =>
      either(
        () => strict.readCallAnswer(payload),
        () => jsonPayloads.readCallAnswer(payload),
      ),
    readCall: (payload) =>
      either(
        () => strict.readCall(payload),
        () => jsonPayloads.readCall(payload),
      ),
  };
}

/**
 * Reads a schema when it is first needed.
 * @returns a function that throws PayloadError when the schema cannot be used, each time it is needed
 */
function readLazily(title: string, text: string): () => MessageType {
  let read: MessageType | PayloadError | undefined;
  return () => {
    read ??= readOrRefuse(title, text);
    if (read instanceof PayloadError) throw read;
    return read;
  };
}

function readOrRefuse(title: string, text: string): MessageType | PayloadError {
  if (text === '') return new PayloadError(`The device profile has no ${title} proto schema`);
  try {
    return readSchema(text);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return new PayloadError(`The ${title} proto schema of the device profile cannot be used: ${error.message}`);
  }
}

function decode(type: MessageType, payload: Buffer): string {
  try {
    return decodeToJson(type, payload);
  } catch (error) {
    throw error instanceof ProtobufError ? new PayloadError(error.message) : error;
  }
}

/** The members of a TsKvProto. */
export function timedValue({ key, value, lastUpdateTs }: AttributeEntry): object {
  const kv = { key, type: `${value.type}_V` };
  switch (value.type) {
    case 'BOOLEAN':
      return { ts: lastUpdateTs, kv: { ...kv, boolV: value.value } };
    case 'LONG':
      return { ts: lastUpdateTs, kv: { ...kv, longV: String(value.value) } };
    case 'DOUBLE':
      return { ts: lastUpdateTs, kv: { ...kv, doubleV: value.value } };
    case 'STRING':
      return { ts: lastUpdateTs, kv: { ...kv, stringV: value.value } };
    case 'JSON':
      return { ts: lastUpdateTs, kv: { ...kv, jsonV: value.value } };
  }
}
