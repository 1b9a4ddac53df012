import { DEFAULT_RPC_REQUEST_SCHEMA, DEFAULT_RPC_RESPONSE_SCHEMA } from '@signalbox/contract/rpc-schemas';
import { badRequest } from '../../http/errors.ts';
import type { FieldType, MessageType } from '../../protobuf/message-type.ts';
import { readSchema } from '../../protobuf/schema.ts';
import { SchemaError } from '../../protobuf/schema-error.ts';

/** The four schemas of a payload configuration. */
export interface ProtoSchemas {
  deviceTelemetryProtoSchema: string;
  deviceAttributesProtoSchema: string;
  deviceRpcRequestProtoSchema: string;
  deviceRpcResponseProtoSchema: string;
}

interface Kind {
  /** In messages. */
  title: string;
  /** For profiles that name none; undefined: there must be one. */
  fallback?: string;
  /** Errors specific to the messages that devices send or get. */
  problemOf?: (message: MessageType) => string | undefined;
}

const KINDS: Record<keyof ProtoSchemas, Kind> = {
  deviceTelemetryProtoSchema: { title: 'telemetry proto schema', problemOf: telemetryProblem },
  deviceAttributesProtoSchema: { title: 'attributes proto schema' },
  deviceRpcRequestProtoSchema: {
    title: 'rpc request proto schema',
    fallback: DEFAULT_RPC_REQUEST_SCHEMA,
    problemOf: rpcRequestProblem,
  },
  deviceRpcResponseProtoSchema: { title: 'rpc response proto schema', fallback: DEFAULT_RPC_RESPONSE_SCHEMA },
};

/**
 * The schemas of a payload configuration, those of calls with their defaults.
 * @throws ApiError 400 / 31 that names the schema, its error and, if known, the line
 */
export function completeProtoSchemas(given: Readonly<Record<string, unknown>>): ProtoSchemas {
  const schema = (name: keyof ProtoSchemas): string => {
    const kind = KINDS[name];
    const text = given[name] || kind.fallback;
    if (typeof text !== 'string') {
      throw configurationError(
        `failed to parse ${kind.title} due to: ${name} ${text ? 'must be a text' : 'is missing'}`,
      );
    }
    check(text, kind);
    return text;
  };
  return {
    deviceTelemetryProtoSchema: schema('deviceTelemetryProtoSchema'),
    deviceAttributesProtoSchema: schema('deviceAttributesProtoSchema'),
    deviceRpcRequestProtoSchema: schema('deviceRpcRequestProtoSchema'),
    deviceRpcResponseProtoSchema: schema('deviceRpcResponseProtoSchema'),
  };
}

function check(text: string, { title, problemOf }: Kind): void {
  let message: MessageType;
  try {
    message = readSchema(text);
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    switch (error.kind) {
      case 'parse':
        throw configurationError(`failed to parse ${title} due to: ${error.message}`);
      case 'syntax':
        throw configurationError(`invalid schema syntax: ${error.reason} for ${title} provided! Only proto3 allowed!`);
      case 'rule':
        throw configurationError(`invalid ${title} provided! ${error.message}`);
    }
  }
  const problem = problemOf?.(message);
  if (problem) throw configurationError(`invalid ${title} provided! ${problem}`);
}

function configurationError(text: string) {
  return badRequest(`[Transport Configuration] ${text}`);
}

/** A message with exactly `ts` and `values` is telemetry of a time of its own. */
function telemetryProblem({ name, fields, byName }: MessageType): string | undefined {
  if (fields.length === 0) return `Message '${name}' should have at least one field!`;
  const [ts, values] = [byName.get('ts'), byName.get('values')];
  if (fields.length !== 2 || !ts || !values) return undefined;
  if (values.type.kind !== 'message' || values.repeats === 'map') {
    return "Field 'values' has invalid data type. Only message type is supported!";
  }
  if (!isScalar(ts.type, 'int64')) return "Field 'ts' has invalid data type. Only int64 type is supported!";
  if (!ts.hasPresence) return "Field 'ts' has invalid label. Field 'ts' should have optional keyword!";
  if (values.repeats !== 'once') return "Field 'values' has invalid label!";
  return undefined;
}

function rpcRequestProblem({ name, fields, byName }: MessageType): string | undefined {
  if (fields.length !== 3) return `${name} message should always contains 3 fields: method, requestId and params!`;
  for (const wanted of ['method', 'requestId', 'params']) {
    const field = byName.get(wanted);
    if (!field) return `Failed to get field descriptor for field: ${wanted}!`;
    if (field.repeats !== 'once') return `Field '${wanted}' has invalid label!`;
    if (wanted === 'method' && !isScalar(field.type, 'string')) {
      return "Field 'method' has invalid data type. Only string type is supported!";
    }
    if (wanted === 'requestId' && !isScalar(field.type, 'int32')) {
      return "Field 'requestId' has invalid data type. Only int32 type is supported!";
    }
  }
  return undefined;
}

function isScalar(type: FieldType, scalar: string): boolean {
  return type.kind === 'scalar' && type.scalar === scalar;
}
