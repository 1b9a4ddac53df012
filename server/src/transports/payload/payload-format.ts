import type { ClaimRequest } from '../../claiming/device-claims.ts';
import type { CallToDevice } from '../../rpc/device-calls.ts';
import type { AttributeEntry } from '../../values/attribute.ts';
import type { AttributesReply, AttributesRequest, DeviceSession } from '../device-session.ts';

/**
 * The format of messages between devices and the platform.
 * Readers throw PayloadError; they return the JSON form of device-protocols.md §3.4, whatever the format.
 */
export interface PayloadFormat {
  /** Stores telemetry, as DeviceSession.postTelemetry. */
  postTelemetry(session: DeviceSession, payload: Buffer): Promise<void>;
  /** Stores client attributes, as DeviceSession.postAttributes. */
  postAttributes(session: DeviceSession, payload: Buffer): Promise<void>;
  readAttributesRequest(payload: Buffer): AttributesRequest;
  readClaim(payload: Buffer): ClaimRequest;
  /** Text of the device's answer to a call; it should be JSON. */
  readCallAnswer(payload: Buffer): string;
  /** JSON text `{"method":…,"params":…}` of a call of the device. */
  readCall(payload: Buffer): string;

  writeAttributesReply(requestId: number, reply: AttributesReply): string | Buffer;
  writeSharedAttributes(entries: readonly AttributeEntry[]): string | Buffer;
  writeDeletedAttributes(keys: readonly string[]): string | Buffer;
  /** @throws ProtobufError, PayloadError when the call has no place in the message that the profile wants */
  writeCall(call: CallToDevice): string | Buffer;
  /** @param answer JSON text */
  writeCallAnswer(requestId: number, answer: string): string | Buffer;
}
