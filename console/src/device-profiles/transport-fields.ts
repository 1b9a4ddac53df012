import './texts/texts.ts';
import { DEVICE_TRANSPORT_TYPES, type DeviceTransportType } from '@signalbox/contract/device';
import {
  DEFAULT_ATTRIBUTES_TOPIC,
  DEFAULT_TELEMETRY_TOPIC,
  type DeviceProfileDataInput,
} from '@signalbox/contract/device-profile';
import { topicFilterProblem } from '@signalbox/contract/mqtt-topic';
import { DEFAULT_RPC_REQUEST_SCHEMA, DEFAULT_RPC_RESPONSE_SCHEMA } from '@signalbox/contract/rpc-schemas';
import type { TFunction } from 'i18next';
import { type FormField, type FormValues, textOrNull } from '../entity-page/form.ts';
import { snmpProfileConfiguration, snmpProfileFields, snmpProfileValues } from './snmp-profile-fields.ts';

/** Those with a form; the settings of others stay as they are. */
export const SERVED_TRANSPORTS = ['DEFAULT', 'MQTT', 'SNMP'] as const satisfies readonly DeviceTransportType[];
const PAYLOADS = ['JSON', 'PROTOBUF'] as const;

/** What a schema begins with; the form asks for other messages only where a tenant has its own. */
const TELEMETRY_SCHEMA = `syntax = "proto3";
package telemetry;

message Telemetry {
  optional double temperature = 1;
  optional double humidity = 2;
}
`;
const ATTRIBUTES_SCHEMA = `syntax = "proto3";
package attributes;

message Attributes {
  optional string serialNumber = 1;
  optional string firmwareVersion = 2;
}
`;

export type TransportConfiguration = NonNullable<DeviceProfileDataInput['transportConfiguration']>;

const SCHEMAS = [
  {
    name: 'telemetrySchema',
    member: 'deviceTelemetryProtoSchema',
    alias: 'telemetry proto schema',
    first: TELEMETRY_SCHEMA,
  },
  {
    name: 'attributesSchema',
    member: 'deviceAttributesProtoSchema',
    alias: 'attributes proto schema',
    first: ATTRIBUTES_SCHEMA,
  },
  {
    name: 'rpcRequestSchema',
    member: 'deviceRpcRequestProtoSchema',
    alias: 'rpc request proto schema',
    first: DEFAULT_RPC_REQUEST_SCHEMA,
  },
  {
    name: 'rpcResponseSchema',
    member: 'deviceRpcResponseProtoSchema',
    alias: 'rpc response proto schema',
    first: DEFAULT_RPC_RESPONSE_SCHEMA,
  },
] as const;

const isMqtt = (values: FormValues) => values.transportType === 'MQTT';
const hasSchemas = (values: FormValues) => isMqtt(values) && values.payloadType === 'PROTOBUF';
const path = (member: string) => `profileData.transportConfiguration.${member}`;
const payloadPath = (member: string) => path(`transportPayloadTypeConfiguration.${member}`);

/** A text of a configuration, or what stands for it. */
const textOr = (value: unknown, otherwise: string) => (typeof value === 'string' && value !== '' ? value : otherwise);

/** The type of transport that the fields say. */
export const transportTypeOf = (values: FormValues): DeviceTransportType =>
  DEVICE_TRANSPORT_TYPES.find((type) => type === values.transportType) ?? 'DEFAULT';

/**
 * How devices of a profile connect. @param stored the type of a profile that is there: it stays among the choices though
 * it has no form
 */
export function transportFields(t: TFunction, stored?: DeviceTransportType): FormField[] {
  const offered = DEVICE_TRANSPORT_TYPES.filter(
    (type) => type === stored || (SERVED_TRANSPORTS as readonly string[]).includes(type),
  );
  const topic = (name: 'telemetryTopic' | 'attributesTopic', member: string, alias: string): FormField => ({
    name,
    path: path(member),
    aliases: [alias],
    label: t(`deviceProfile.${name}`),
    kind: 'text',
    required: true,
    help: t('deviceProfile.topicHelp'),
    shown: isMqtt,
    check(value, values) {
      const text = textOrNull(value) ?? '';
      const problem = topicFilterProblem(text);
      if (problem) return t(`deviceProfile.topicProblem.${problem}`);
      const isSame = name === 'attributesTopic' && text === textOrNull(values.telemetryTopic);
      return isSame ? t('deviceProfile.sameTopic') : undefined;
    },
  });
  return [
    {
      name: 'transportType',
      label: t('deviceProfile.transportType'),
      kind: 'choice',
      options: offered.map((id) => ({ id, label: t(`deviceProfile.transports.${id}`) })),
      help: t('deviceProfile.transportTypeHelp'),
      helpId: 'devices/transports',
    },
    topic('telemetryTopic', 'deviceTelemetryTopic', 'telemetry topic'),
    topic('attributesTopic', 'deviceAttributesTopic', 'attributes topic'),
    {
      name: 'payloadType',
      path: payloadPath('transportPayloadType'),
      label: t('deviceProfile.payloadType'),
      kind: 'choice',
      options: PAYLOADS.map((id) => ({ id, label: t(`deviceProfile.payloads.${id}`) })),
      help: t('deviceProfile.payloadHelp'),
      helpId: 'devices/mqtt#payloads',
      shown: isMqtt,
    },
    {
      name: 'takesJson',
      path: payloadPath('enableCompatibilityWithJsonPayloadFormat'),
      label: t('deviceProfile.takesJson'),
      kind: 'switch',
      help: t('deviceProfile.takesJsonHelp'),
      shown: hasSchemas,
    },
    {
      name: 'getsJson',
      path: payloadPath('useJsonPayloadFormatForDefaultDownlinkTopics'),
      label: t('deviceProfile.getsJson'),
      kind: 'switch',
      help: t('deviceProfile.getsJsonHelp'),
      shown: (values) => hasSchemas(values) && values.takesJson === true,
    },
    ...SCHEMAS.map(
      ({ name, member, alias }): FormField => ({
        name,
        path: payloadPath(member),
        aliases: [alias],
        label: t(`deviceProfile.${name}`),
        kind: 'schema',
        required: true,
        shown: hasSchemas,
      }),
    ),
    ...snmpProfileFields(t),
  ];
}

/** What the fields hold for a stored configuration, or for a new profile without one. */
export function transportValues(type: DeviceTransportType, stored?: TransportConfiguration): FormValues {
  const settings: Readonly<Record<string, unknown>> = stored ?? {};
  const payload = (settings.transportPayloadTypeConfiguration ?? {}) as Readonly<Record<string, unknown>>;
  return {
    transportType: type,
    telemetryTopic: textOr(settings.deviceTelemetryTopic, DEFAULT_TELEMETRY_TOPIC),
    attributesTopic: textOr(settings.deviceAttributesTopic, DEFAULT_ATTRIBUTES_TOPIC),
    payloadType: payload.transportPayloadType === 'PROTOBUF' ? 'PROTOBUF' : 'JSON',
    takesJson: payload.enableCompatibilityWithJsonPayloadFormat === true,
    getsJson: payload.useJsonPayloadFormatForDefaultDownlinkTopics === true,
    ...Object.fromEntries(SCHEMAS.map(({ name, member, first }) => [name, textOr(payload[member], first)])),
    ...snmpProfileValues(type === 'SNMP' ? settings : undefined),
  };
}

/** The configuration that the fields say. Members that they do not know, and those of other transports, are kept. */
export function transportConfiguration(values: FormValues, stored?: TransportConfiguration): TransportConfiguration {
  const type = transportTypeOf(values);
  const before = stored?.type === type ? stored : undefined;
  if (type === 'SNMP') return { ...before, ...snmpProfileConfiguration(values, before), type };
  if (type !== 'MQTT') return { ...before, type };
  const isProtobuf = values.payloadType === 'PROTOBUF';
  const payload = before?.transportPayloadTypeConfiguration as Record<string, unknown> | undefined;
  return {
    ...before,
    type,
    deviceTelemetryTopic: textOrNull(values.telemetryTopic) ?? '',
    deviceAttributesTopic: textOrNull(values.attributesTopic) ?? '',
    transportPayloadTypeConfiguration: isProtobuf
      ? {
          ...payload,
          transportPayloadType: 'PROTOBUF',
          ...Object.fromEntries(SCHEMAS.map(({ name, member }) => [member, String(values[name] ?? '')])),
          enableCompatibilityWithJsonPayloadFormat: values.takesJson === true,
          useJsonPayloadFormatForDefaultDownlinkTopics: values.takesJson === true && values.getsJson === true,
        }
      : { transportPayloadType: 'JSON' },
  };
}
