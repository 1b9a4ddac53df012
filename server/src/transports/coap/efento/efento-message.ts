import { decodeToJson } from '../../../protobuf/decode.ts';
import { ProtobufError } from '../../../protobuf/message-type.ts';
import { readSchema } from '../../../protobuf/schema.ts';
import { PayloadError } from '../../../values/json-scanner.ts';

/** What sensors of Efento send, as far as it is used (device-protocols.md §7.5). The last message is the one. */
const SCHEMA = `
syntax = "proto3";
message ProtoChannel {
  int32 type = 1;
  int32 timestamp = 2;
  sint32 startPoint = 4;
  repeated sint32 sampleOffsets = 5;
}
message ProtoMeasurements {
  bytes serialNum = 1;
  bool batteryStatus = 2;
  uint32 measurementPeriodBase = 3;
  repeated ProtoChannel channels = 4;
  uint32 nextTransmissionAt = 5;
  uint32 signal = 7;
  uint32 measurementPeriodFactor = 8;
  string cloudToken = 16;
}
`;

export const EFENTO_MEASUREMENTS = readSchema(SCHEMA);

export interface EfentoChannel {
  type: number;
  /** Of its first sample, s since 1970. */
  timestamp: number;
  startPoint: number;
  /** Each sample as its difference from the start point. */
  sampleOffsets: number[];
}

export interface EfentoMessage {
  /** base64 */
  serialNum: string;
  batteryStatus: boolean;
  /** s */
  measurementPeriodBase: number;
  measurementPeriodFactor: number;
  channels: EfentoChannel[];
  /** s since 1970 */
  nextTransmissionAt: number;
  signal: number;
  /** Access token of the device. */
  cloudToken: string;
}

/** @throws PayloadError */
export function readEfentoMessage(payload: Buffer): EfentoMessage {
  try {
    return JSON.parse(decodeToJson(EFENTO_MEASUREMENTS, payload)) as EfentoMessage;
  } catch (error) {
    throw error instanceof ProtobufError ? new PayloadError(error.message) : error;
  }
}
