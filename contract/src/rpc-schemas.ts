/** Schema of calls to devices, for profiles that name none. */
export const DEFAULT_RPC_REQUEST_SCHEMA = `syntax ="proto3";
package rpc;

message RpcRequestMsg {
  optional string method = 1;
  optional int32 requestId = 2;
  optional string params = 3;
}`;

/** Schema of their answers. */
export const DEFAULT_RPC_RESPONSE_SCHEMA = `syntax ="proto3";
package rpc;

message RpcResponseMsg {
  optional string payload = 1;
}`;
