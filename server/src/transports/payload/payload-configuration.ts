import { badRequest } from '../../http/errors.ts';
import { completeProtoSchemas } from './proto-schemas.ts';

/**
 * The `transportPayloadTypeConfiguration` of a profile with its defaults.
 * @throws ApiError 400 / 31 for another type, and for schemas that cannot be used
 */
export function completePayloadConfiguration(given: unknown): Record<string, unknown> {
  const payload = (given ?? {}) as Record<string, unknown>;
  const type = payload.transportPayloadType ?? 'JSON';
  if (type === 'JSON') return { transportPayloadType: 'JSON' };
  if (type !== 'PROTOBUF') {
    throw badRequest(
      `Device profile transport payload type must be JSON or PROTOBUF, not '${typeof type === 'string' ? type : JSON.stringify(type)}'!`,
    );
  }
  return {
    ...payload,
    transportPayloadType: 'PROTOBUF',
    ...completeProtoSchemas(payload),
    enableCompatibilityWithJsonPayloadFormat: payload.enableCompatibilityWithJsonPayloadFormat === true,
    useJsonPayloadFormatForDefaultDownlinkTopics: payload.useJsonPayloadFormatForDefaultDownlinkTopics === true,
  };
}
