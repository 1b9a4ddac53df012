import { isStorableText, UNSTORABLE_TEXT } from '@signalbox/contract/text';
import { decodeToJson } from '../../../protobuf/decode.ts';
import { encodeMessage } from '../../../protobuf/encode.ts';
import { type MessageType, ProtobufError } from '../../../protobuf/message-type.ts';
import type { AttributeEntry } from '../../../values/attribute.ts';
import { PayloadError } from '../../../values/json-scanner.ts';
import { valueOfJson } from '../../../values/json-values.ts';
import type { KeyValue, TelemetryValue } from '../../../values/value.ts';
import { gatewayMessage } from '../../payload/device-messages.ts';
import { readClaim } from '../../payload/json-claim.ts';
import { timedValue } from '../../payload/protobuf-payloads.ts';
import { type GatewayFormat, requireDeviceName } from './gateway-format.ts';

/** `KeyValueProto` as JSON. */
interface WireValue {
  key: string;
  type: 'BOOLEAN_V' | 'LONG_V' | 'DOUBLE_V' | 'STRING_V' | 'JSON_V';
  boolV: boolean;
  longV: string;
  doubleV: number | string;
  stringV: string;
  jsonV: string;
}
interface WireAttributes {
  deviceName: string;
  msg?: { kv: WireValue[] };
}
interface WireTelemetry {
  deviceName: string;
  msg?: { tsKvList: { ts: string; kv: WireValue[] }[] };
}

const CONNECT = gatewayMessage('ConnectMsg');
const DISCONNECT = gatewayMessage('DisconnectMsg');
const TELEMETRY = gatewayMessage('GatewayTelemetryMsg');
const ATTRIBUTES = gatewayMessage('GatewayAttributesMsg');
const CLAIM = gatewayMessage('GatewayClaimMsg');
const ATTRIBUTES_REQUEST = gatewayMessage('GatewayAttributesRequestMsg');
const ATTRIBUTES_RESPONSE = gatewayMessage('GatewayAttributeResponseMsg');
const ATTRIBUTES_UPDATE = gatewayMessage('GatewayAttributeUpdateNotificationMsg');
const CALL = gatewayMessage('GatewayDeviceRpcRequestMsg');
const CALL_ANSWER = gatewayMessage('GatewayRpcResponseMsg');

function decode<T>(type: MessageType, payload: Buffer): T {
  try {
    return JSON.parse(decodeToJson(type, payload)) as T;
  } catch (error) {
    throw error instanceof ProtobufError ? new PayloadError(error.message) : error;
  }
}

function whole(text: string): number | bigint {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
}

function typed({ key, type, ...of }: WireValue): TelemetryValue {
  switch (type) {
    case 'BOOLEAN_V':
      return { type: 'BOOLEAN', value: of.boolV };
    case 'LONG_V':
      return { type: 'LONG', value: whole(of.longV) };
    case 'DOUBLE_V': {
      const value = Number(of.doubleV);
      if (!Number.isFinite(value)) throw new PayloadError(`The value of ${key} is not a number`);
      return { type: 'DOUBLE', value };
    }
    case 'STRING_V':
      if (of.stringV === '') throw new PayloadError(`The value of ${key} is empty`);
      if (!isStorableText(of.stringV)) throw new PayloadError(`The value of ${key} ${UNSTORABLE_TEXT}`);
      return { type: 'STRING', value: of.stringV };
    case 'JSON_V':
      return valueOfJson(of.jsonV);
    default:
      throw new PayloadError(`The value of ${key} has an unknown type`);
  }
}

function valuesOf(kv: readonly WireValue[]): KeyValue[] {
  if (kv.length === 0) throw new PayloadError('A list of values is empty');
  return kv.map((one) => {
    if (one.key === '') throw new PayloadError('A key is empty');
    return { key: one.key, value: typed(one) };
  });
}

const timedList = (entries: readonly AttributeEntry[]): object[] => entries.map(timedValue);

/** Messages of gateways whose profile has protobuf. */
export const protobufGateway: GatewayFormat = {
  readConnect(payload) {
    const { deviceName, deviceType } = decode<{ deviceName: string; deviceType: string }>(CONNECT, payload);
    return { device: requireDeviceName(deviceName), type: deviceType };
  },
  readDisconnect: (payload) => requireDeviceName(decode<{ deviceName: string }>(DISCONNECT, payload).deviceName),
  readTelemetry(payload) {
    const now = Date.now();
    return decode<{ msg: WireTelemetry[] }>(TELEMETRY, payload).msg.map(({ deviceName, msg }) => ({
      device: requireDeviceName(deviceName),
      part: (msg?.tsKvList ?? []).map(({ ts, kv }) => ({ ts: Number(ts) || now, values: valuesOf(kv) })),
    }));
  },
  readAttributes: (payload) =>
    decode<{ msg: WireAttributes[] }>(ATTRIBUTES, payload).msg.map(({ deviceName, msg }) => ({
      device: requireDeviceName(deviceName),
      part: valuesOf(msg?.kv ?? []),
    })),
  readAttributesRequest(payload) {
    const { id, deviceName, client, keys } = decode<{
      id: number;
      deviceName: string;
      client: boolean;
      keys: string[];
    }>(ATTRIBUTES_REQUEST, payload);
    return { id, device: requireDeviceName(deviceName), scope: client ? 'client' : 'shared', keys };
  },
  readClaims: (payload) =>
    decode<{ msg: { deviceName: string; claimRequest?: object }[] }>(CLAIM, payload).msg.map((one) => ({
      device: requireDeviceName(one.deviceName),
      part: readClaim(JSON.stringify(one.claimRequest ?? {})),
    })),
  readCallAnswer(payload) {
    const { deviceName, id, data } = decode<{ deviceName: string; id: number; data: string }>(CALL_ANSWER, payload);
    return { device: requireDeviceName(deviceName), id, data };
  },

  writeAttributesReply: (deviceName, requestId, { client, shared }) =>
    encodeMessage(ATTRIBUTES_RESPONSE, {
      deviceName,
      responseMsg: { requestId, clientAttributeList: timedList(client), sharedAttributeList: timedList(shared) },
    }),
  writeSharedAttributes: (deviceName, entries) =>
    encodeMessage(ATTRIBUTES_UPDATE, { deviceName, notificationMsg: { sharedUpdated: timedList(entries) } }),
  writeDeletedAttributes: (deviceName, keys) =>
    encodeMessage(ATTRIBUTES_UPDATE, { deviceName, notificationMsg: { sharedDeleted: keys } }),
  writeCall: (deviceName, { requestId, method, params, oneway, persisted, expirationTime }) =>
    encodeMessage(CALL, {
      deviceName,
      rpcRequestMsg: {
        requestId,
        methodName: method,
        params,
        expirationTime: String(expirationTime),
        oneway,
        persisted,
      },
    }),
};
