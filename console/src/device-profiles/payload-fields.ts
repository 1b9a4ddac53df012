import './texts/texts.ts';
import { DEFAULT_RPC_REQUEST_SCHEMA, DEFAULT_RPC_RESPONSE_SCHEMA } from '@signalbox/contract/rpc-schemas';
import type { TFunction } from 'i18next';
import type { FormField, FormValues } from '../entity-page/form.ts';

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

type Json = Readonly<Record<string, unknown>>;

const isMqtt = (values: FormValues) => values.transportType === 'MQTT';
/** Whether devices choose their payloads: those of Efento have a form of their own. */
const hasPayloads = (values: FormValues) =>
  isMqtt(values) || (values.transportType === 'COAP' && values.coapDeviceType !== 'EFENTO');
const hasSchemas = (values: FormValues) => hasPayloads(values) && values.payloadType === 'PROTOBUF';
const path = (member: string) => `profileData.transportConfiguration.transportPayloadTypeConfiguration.${member}`;

/** A text of a configuration, or what stands for it. */
export const textOr = (value: unknown, otherwise: string): string =>
  typeof value === 'string' && value !== '' ? value : otherwise;

/** The form of messages over MQTT and CoAP. */
export function payloadFields(t: TFunction): FormField[] {
  return [
    {
      name: 'payloadType',
      path: path('transportPayloadType'),
      label: t('deviceProfile.payloadType'),
      kind: 'choice',
      options: PAYLOADS.map((id) => ({ id, label: t(`deviceProfile.payloads.${id}`) })),
      help: t('deviceProfile.payloadHelp'),
      helpId: 'devices/mqtt#payloads',
      shown: hasPayloads,
    },
    {
      name: 'takesJson',
      path: path('enableCompatibilityWithJsonPayloadFormat'),
      label: t('deviceProfile.takesJson'),
      kind: 'switch',
      help: t('deviceProfile.takesJsonHelp'),
      shown: hasSchemas,
    },
    {
      name: 'getsJson',
      path: path('useJsonPayloadFormatForDefaultDownlinkTopics'),
      label: t('deviceProfile.getsJson'),
      kind: 'switch',
      help: t('deviceProfile.getsJsonHelp'),
      shown: (values) => isMqtt(values) && hasSchemas(values) && values.takesJson === true,
    },
    ...SCHEMAS.map(
      ({ name, member, alias }): FormField => ({
        name,
        path: path(member),
        aliases: [alias],
        label: t(`deviceProfile.${name}`),
        kind: 'schema',
        required: true,
        shown: hasSchemas,
      }),
    ),
  ];
}

/** What the fields hold for a stored configuration of payloads, or for a new profile. */
export function payloadValues(stored: Json = {}): FormValues {
  return {
    payloadType: stored.transportPayloadType === 'PROTOBUF' ? 'PROTOBUF' : 'JSON',
    takesJson: stored.enableCompatibilityWithJsonPayloadFormat === true,
    getsJson: stored.useJsonPayloadFormatForDefaultDownlinkTopics === true,
    ...Object.fromEntries(SCHEMAS.map(({ name, member, first }) => [name, textOr(stored[member], first)])),
  };
}

/** The configuration of payloads that the fields say. Members that they do not know are kept. */
export function payloadConfiguration(values: FormValues, stored: Json | undefined): Json {
  if (values.payloadType !== 'PROTOBUF') return { transportPayloadType: 'JSON' };
  return {
    ...stored,
    transportPayloadType: 'PROTOBUF',
    ...Object.fromEntries(SCHEMAS.map(({ name, member }) => [member, String(values[name] ?? '')])),
    enableCompatibilityWithJsonPayloadFormat: values.takesJson === true,
    useJsonPayloadFormatForDefaultDownlinkTopics: values.takesJson === true && values.getsJson === true,
  };
}
