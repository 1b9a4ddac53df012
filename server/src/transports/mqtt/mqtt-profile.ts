import { DEFAULT_ATTRIBUTES_TOPIC, DEFAULT_TELEMETRY_TOPIC } from '@signalbox/contract/device-profile';
import type { DeviceProfileRecord } from '../../entities/device-directory.ts';
import { type ProtobufPayloads, readProtobufPayloads, textOr } from '../payload/protobuf-profile.ts';

/** What a profile says about MQTT. */
export interface MqttProfile {
  /** Topic filters of the two publish topics that a profile can replace. */
  telemetryTopic: string;
  attributesTopic: string;
  /** undefined: payloads are JSON. */
  protobuf: ProtobufPayloads | undefined;
}

/** Profiles are never changed, only replaced, and needed with every message: each is read once. */
const read = new WeakMap<DeviceProfileRecord, MqttProfile>();

/** What a profile says about MQTT; the defaults when it is for another transport. */
export function mqttProfile(profile: DeviceProfileRecord): MqttProfile {
  const known = read.get(profile);
  if (known) return known;
  const transport = profile.transportType === 'MQTT' ? profile.transport : {};
  const own: MqttProfile = {
    telemetryTopic: textOr(transport.deviceTelemetryTopic, DEFAULT_TELEMETRY_TOPIC),
    attributesTopic: textOr(transport.deviceAttributesTopic, DEFAULT_ATTRIBUTES_TOPIC),
    protobuf: readProtobufPayloads(transport.transportPayloadTypeConfiguration),
  };
  read.set(profile, own);
  return own;
}
