import { DEFAULT_TELEMETRY_TOPIC, type DeviceProfile } from '@signalbox/contract/device-profile';

/** What of a profile says how its devices send. */
export type SendingProfile = Pick<DeviceProfile, 'transportType'> & {
  profileData: Pick<DeviceProfile['profileData'], 'transportConfiguration'>;
};

/** How devices of a profile send telemetry. */
export interface Sending {
  /** Of MQTT. */
  topic: string;
  /** Messages are Protobuf, and JSON is not taken for one. */
  isJsonRefused: boolean;
  /** Of telemetry in Protobuf. */
  schema: string;
  /** Sensors of Efento, by CoAP. */
  isEfento: boolean;
}

type Json = Readonly<Record<string, unknown>>;

const objectIn = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});
const textIn = (value: unknown, absent: string): string => (typeof value === 'string' && value !== '' ? value : absent);

/** A topic that a filter of a profile takes. */
function topicOf(filter: string): string {
  return filter.replace(/(^|\/)#$/, '').replaceAll('+', 'device') || 'telemetry';
}

/** @param profile undefined: as devices of the default profile */
export function sendingOf(profile: SendingProfile | undefined): Sending {
  const settings: Json = profile?.profileData.transportConfiguration ?? {};
  const device = objectIn(settings.coapDeviceTypeConfiguration);
  const payload = objectIn(
    profile?.transportType === 'COAP'
      ? device.transportPayloadTypeConfiguration
      : settings.transportPayloadTypeConfiguration,
  );
  const isProtobuf = payload.transportPayloadType === 'PROTOBUF';
  return {
    topic: topicOf(textIn(settings.deviceTelemetryTopic, DEFAULT_TELEMETRY_TOPIC)),
    isJsonRefused: isProtobuf && payload.enableCompatibilityWithJsonPayloadFormat !== true,
    schema: textIn(payload.deviceTelemetryProtoSchema, ''),
    isEfento: profile?.transportType === 'COAP' && device.coapDeviceType === 'EFENTO',
  };
}
