import { unlessBlank } from '@signalbox/contract/text';
import type { ClaimRequest } from '../../../claiming/device-claims.ts';
import type { CallToDevice } from '../../../rpc/device-calls.ts';
import type { AttributeEntry } from '../../../values/attribute.ts';
import { PayloadError } from '../../../values/json-scanner.ts';
import type { KeyValue, TimedValues } from '../../../values/value.ts';
import type { AttributesReply } from '../../device-session.ts';

/** What a message says about one device cannot be used: that of the others can. */
export class DevicePartError extends PayloadError {
  override readonly name = 'DevicePartError';
}

/** What a message says about one device; an error instead when that alone cannot be used. */
export interface DevicePart<T> {
  device: string;
  part: T | DevicePartError;
}

/** Attributes of one device that its gateway requests. */
export interface GatewayAttributesRequest {
  id: number;
  device: string;
  scope: 'client' | 'shared';
  keys: string[];
}

/**
 * The form of messages between gateways and the platform (device-protocols.md §4).
 * Readers throw PayloadError where the whole message cannot be used.
 */
export interface GatewayFormat {
  /** @returns type '' when the message names none */
  readConnect(payload: Buffer): { device: string; type: string };
  readDisconnect(payload: Buffer): string;
  readTelemetry(payload: Buffer): DevicePart<string | TimedValues[]>[];
  readAttributes(payload: Buffer): DevicePart<string | KeyValue[]>[];
  readAttributesRequest(payload: Buffer): GatewayAttributesRequest;
  readClaims(payload: Buffer): DevicePart<ClaimRequest>[];
  /** @returns the device's answer to a call as text; it should be JSON */
  readCallAnswer(payload: Buffer): { device: string; id: number; data: string };

  writeAttributesReply(device: string, id: number, reply: AttributesReply): string | Buffer;
  writeSharedAttributes(device: string, entries: readonly AttributeEntry[]): string | Buffer;
  writeDeletedAttributes(device: string, keys: readonly string[]): string | Buffer;
  writeCall(device: string, call: CallToDevice): string | Buffer;
}

/** @throws PayloadError when nobody can be called so */
export function requireDeviceName(name: string | undefined): string {
  const given = unlessBlank(name);
  if (given === undefined) throw new PayloadError('"device" must be the name of a device');
  return given;
}
