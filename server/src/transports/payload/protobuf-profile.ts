import { DEFAULT_RPC_REQUEST_SCHEMA, DEFAULT_RPC_RESPONSE_SCHEMA } from '@signalbox/contract/rpc-schemas';

/** How devices of a profile use protobuf: the schemas as texts, empty if missing, and where JSON is also allowed. */
export interface ProtobufPayloads {
  telemetrySchema: string;
  attributesSchema: string;
  rpcRequestSchema: string;
  rpcResponseSchema: string;
  /** What is not such a message may be JSON (enableCompatibilityWithJsonPayloadFormat). */
  acceptsJson: boolean;
  /** Devices get JSON on the v1 topics (useJsonPayloadFormatForDefaultDownlinkTopics; needs `acceptsJson`). */
  sendsJsonOnV1: boolean;
}

/** Reads the `transportPayloadTypeConfiguration` of a profile; undefined: payloads are JSON. */
export function readProtobufPayloads(configuration: unknown): ProtobufPayloads | undefined {
  const given = (configuration ?? {}) as Record<string, unknown>;
  if (given.transportPayloadType !== 'PROTOBUF') return undefined;
  const acceptsJson = given.enableCompatibilityWithJsonPayloadFormat === true;
  return {
    telemetrySchema: textOr(given.deviceTelemetryProtoSchema, ''),
    attributesSchema: textOr(given.deviceAttributesProtoSchema, ''),
    rpcRequestSchema: textOr(given.deviceRpcRequestProtoSchema, DEFAULT_RPC_REQUEST_SCHEMA),
    rpcResponseSchema: textOr(given.deviceRpcResponseProtoSchema, DEFAULT_RPC_RESPONSE_SCHEMA),
    acceptsJson,
    sendsJsonOnV1: acceptsJson && given.useJsonPayloadFormatForDefaultDownlinkTopics === true,
  };
}

/** Returns a text of a configuration, or the fallback for an absent or empty one. */
export function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback;
}
