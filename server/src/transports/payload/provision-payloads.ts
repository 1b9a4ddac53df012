import { decodeToJson } from '../../protobuf/decode.ts';
import { encodeMessage } from '../../protobuf/encode.ts';
import { ProtobufError } from '../../protobuf/message-type.ts';
import {
  type ProvisionReply,
  type ProvisionRequest,
  readProvisionRequest,
  requireType,
} from '../../provisioning/provision-request.ts';
import { PayloadError } from '../../values/json-scanner.ts';
import { PROVISION_REQUEST, PROVISION_RESPONSE } from './device-messages.ts';
import { payloadText } from './json-payloads.ts';

/** A request, and how its answer is written: in the form in which it came. */
export interface ReadProvisionRequest {
  request: ProvisionRequest;
  write: (reply: ProvisionReply) => string | Buffer;
}

/** `ProvisionDeviceRequestMsg` as JSON. */
interface WireRequest {
  deviceName: string;
  credentialsType: string;
  provisionDeviceCredentialsMsg?: { provisionDeviceKey: string; provisionDeviceSecret: string };
  credentialsDataProto?: {
    validateDeviceTokenRequestMsg?: { token: string };
    validateDeviceX509CertRequestMsg?: { hash: string };
    validateBasicMqttCredRequestMsg?: { clientId: string; userName: string; password: string };
  };
}

/**
 * Reads a request: JSON, or protobuf where it is not one.
 * @throws PayloadError when it is neither, or a field is missing
 */
export function readProvisionPayload(payload: Buffer): ReadProvisionRequest {
  // The first byte of an object in JSON is no field of the message in protobuf.
  const isJson = /^\s*\{/.test(payload.subarray(0, 16).toString('latin1'));
  if (isJson) return { request: readProvisionRequest(payloadText(payload)), write: writeJson };
  return { request: readProtobuf(payload), write: writeProtobuf };
}

/** JSON text of an answer. */
export const writeJson = (reply: ProvisionReply): string => JSON.stringify(reply);

function readProtobuf(payload: Buffer): ProvisionRequest {
  let wire: WireRequest;
  try {
    wire = JSON.parse(decodeToJson(PROVISION_REQUEST, payload)) as WireRequest;
  } catch (error) {
    throw error instanceof ProtobufError ? new PayloadError(error.message) : error;
  }
  const { provisionDeviceCredentialsMsg: of, credentialsDataProto: brought } = wire;
  const basic = brought?.validateBasicMqttCredRequestMsg;
  return {
    deviceName: wire.deviceName || undefined,
    provisionDeviceKey: of?.provisionDeviceKey ?? '',
    provisionDeviceSecret: of?.provisionDeviceSecret ?? '',
    credentialsType: requireType(wire.credentialsType),
    credentials: {
      ...brought?.validateDeviceTokenRequestMsg,
      ...brought?.validateDeviceX509CertRequestMsg,
      ...(basic ? { clientId: basic.clientId, username: basic.userName, password: basic.password } : {}),
    },
  };
}

function writeProtobuf(reply: ProvisionReply): Buffer {
  if (reply.status !== 'SUCCESS') return encodeMessage(PROVISION_RESPONSE, { status: reply.status });
  const { status, credentialsType, credentialsValue: value } = reply;
  const credentialsValue = typeof value === 'string' ? value : JSON.stringify(value);
  return encodeMessage(PROVISION_RESPONSE, { status, credentialsType, credentialsValue });
}
