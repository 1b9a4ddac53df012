import type { MessageType } from '../../protobuf/message-type.ts';
import { readMessages } from '../../protobuf/schema.ts';

/** The messages that are the same for all devices (device-protocols.md §5.2). */
const SCHEMA = `
syntax = "proto3";

enum KeyValueType { BOOLEAN_V = 0; LONG_V = 1; DOUBLE_V = 2; STRING_V = 3; JSON_V = 4; }
message KeyValueProto {
  string key = 1;
  KeyValueType type = 2;
  bool bool_v = 3;
  int64 long_v = 4;
  double double_v = 5;
  string string_v = 6;
  string json_v = 7;
}
message TsKvProto { int64 ts = 1; KeyValueProto kv = 2; }
message AttributesRequest { string clientKeys = 1; string sharedKeys = 2; }
message GetAttributeResponseMsg {
  int32 requestId = 1;
  repeated TsKvProto clientAttributeList = 2;
  repeated TsKvProto sharedAttributeList = 3;
  string error = 5;
  bool sharedStateMsg = 6;
}
message AttributeUpdateNotificationMsg { repeated TsKvProto sharedUpdated = 1; repeated string sharedDeleted = 2; }
message RpcRequest { string method = 1; string params = 2; }
message ClaimDevice { string secretKey = 1; int64 durationMs = 2; }
message ToServerRpcResponseMsg { int32 requestId = 1; string payload = 2; string error = 3; }
`;

const messages = new Map(readMessages(SCHEMA).map((message) => [message.name, message]));

function message(name: string): MessageType {
  const found = messages.get(name);
  if (!found) throw new Error(`There is no message ${name}`);
  return found;
}

/** Keys that a device requests. */
export const ATTRIBUTES_REQUEST = message('AttributesRequest');
/** Values that it requested. */
export const ATTRIBUTES_RESPONSE = message('GetAttributeResponseMsg');
/** Shared attributes that changed or are gone. */
export const ATTRIBUTES_UPDATE = message('AttributeUpdateNotificationMsg');
/** A call of the device. */
export const CALL = message('RpcRequest');
/** Its answer. */
export const CALL_ANSWER = message('ToServerRpcResponseMsg');
/** Lets the device be claimed. */
export const CLAIM = message('ClaimDevice');
