import type { DeviceProfileRecord } from '../../entities/device-directory.ts';
import { type ProtobufPayloads, readProtobufPayloads } from '../payload/protobuf-profile.ts';

/** What a profile says about CoAP. */
export interface CoapProfile {
  deviceType: 'DEFAULT' | 'EFENTO';
  /** undefined: payloads are JSON. */
  protobuf: ProtobufPayloads | undefined;
}

/** Profiles are never changed, only replaced, and needed with every message: each is read once. */
const read = new WeakMap<DeviceProfileRecord, CoapProfile>();

const NONE: CoapProfile = { deviceType: 'DEFAULT', protobuf: undefined };

/** What a profile says about CoAP; the defaults when it is for another transport, or there is none. */
export function coapProfile(profile: DeviceProfileRecord | undefined): CoapProfile {
  if (!profile) return NONE;
  const known = read.get(profile);
  if (known) return known;
  const transport = profile.transportType === 'COAP' ? profile.transport : {};
  const deviceType = (transport.coapDeviceTypeConfiguration ?? {}) as Record<string, unknown>;
  const own: CoapProfile = {
    deviceType: deviceType.coapDeviceType === 'EFENTO' ? 'EFENTO' : 'DEFAULT',
    protobuf: readProtobufPayloads(deviceType.transportPayloadTypeConfiguration),
  };
  read.set(profile, own);
  return own;
}
