import type { DeviceTransportType } from '@signalbox/contract/device';
import {
  DEFAULT_ATTRIBUTES_TOPIC,
  DEFAULT_TELEMETRY_TOPIC,
  type DeviceProfileInput,
  PROVISION_TYPES,
  type ProvisionType,
} from '@signalbox/contract/device-profile';
import type { TFunction } from 'i18next';
import { getQueues } from '../../api/queues.ts';
import { getRuleChains } from '../../api/rule-chains.ts';
import { type FindChoices, textChoices, textsBeginningWith } from '../../controls/choice.ts';
import { randomSecret } from '../../controls/random-text.ts';
import { choiceId, type FormField, type FormValues, textOrNull } from '../../entity-page/form.ts';

/** Those that devices can connect with. */
const TRANSPORTS = ['DEFAULT', 'MQTT'] as const satisfies readonly DeviceTransportType[];
const PAYLOADS = ['JSON', 'PROTOBUF'] as const;

/** What a new profile begins with; the form asks for other messages only where a tenant has its own. */
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

export const wantsNewProfile = (values: FormValues): boolean => values.profileFrom === 'new';
const isMqtt = (values: FormValues) => wantsNewProfile(values) && values.transportType === 'MQTT';
const hasSchemas = (values: FormValues) => isMqtt(values) && values.payloadType === 'PROTOBUF';
const isProvisioned = (values: FormValues) => wantsNewProfile(values) && values.provisionType !== 'DISABLED';

const findRuleChains: FindChoices = async (textSearch, page) => {
  const { data, hasNext } = await getRuleChains({
    ...{ pageSize: 50, page, textSearch },
    ...{ sortProperty: 'name', sortOrder: 'ASC' },
  });
  return { choices: data.map(({ id, name }) => ({ id: id.id, label: name })), hasNext };
};

const findQueues: FindChoices = async (search) => textChoices(textsBeginningWith(await getQueues(), search));

/** The fields of a new profile, by the step that asks for them. */
export function newProfileFields(t: TFunction): Record<'details' | 'transport' | 'provisioning', FormField[]> {
  const schema = (name: string): FormField => ({
    name,
    label: t(`newProfile.${name}`),
    kind: 'multiline',
    required: true,
    shown: hasSchemas,
  });
  const key = { kind: 'text', required: true, copies: true, shown: isProvisioned } as const;
  return {
    details: [
      {
        name: 'newProfileName',
        // As the server calls it where it refuses one.
        path: 'deviceProfile',
        label: t('newProfile.name'),
        kind: 'text',
        required: true,
        shown: wantsNewProfile,
        check: (value) => (String(value).length > 255 ? t('form.tooLong', { count: 255 }) : undefined),
      },
      {
        name: 'ruleChain',
        path: 'defaultRuleChainId',
        label: t('newProfile.ruleChain'),
        kind: 'picker',
        load: findRuleChains,
        help: t('newProfile.ruleChainHelp'),
        shown: wantsNewProfile,
      },
      {
        name: 'queue',
        path: 'defaultQueueName',
        label: t('newProfile.queue'),
        kind: 'picker',
        load: findQueues,
        help: t('newProfile.queueHelp'),
        shown: wantsNewProfile,
      },
    ],
    transport: [
      {
        name: 'transportType',
        label: t('newProfile.transportType'),
        kind: 'choice',
        options: TRANSPORTS.map((id) => ({ id, label: t(`profileFacts.transports.${id}`) })),
        help: t('newProfile.transportTypeHelp'),
      },
      {
        name: 'telemetryTopic',
        label: t('newProfile.telemetryTopic'),
        kind: 'text',
        required: true,
        help: t('newProfile.topicHelp'),
        shown: isMqtt,
      },
      {
        name: 'attributesTopic',
        label: t('newProfile.attributesTopic'),
        kind: 'text',
        required: true,
        shown: isMqtt,
        check: (value, values) => (value === values.telemetryTopic ? t('newProfile.sameTopic') : undefined),
      },
      {
        name: 'payloadType',
        label: t('newProfile.payloadType'),
        kind: 'choice',
        options: PAYLOADS.map((id) => ({ id, label: t(`newProfile.payloads.${id}`) })),
        shown: isMqtt,
      },
      schema('telemetrySchema'),
      schema('attributesSchema'),
      {
        name: 'takesJson',
        label: t('newProfile.takesJson'),
        kind: 'switch',
        shown: hasSchemas,
      },
    ],
    provisioning: [
      {
        name: 'provisionType',
        label: t('newProfile.provisionType'),
        kind: 'choice',
        options: PROVISION_TYPES.map((id) => ({ id, label: t(`profileFacts.provisions.${id}`) })),
        help: t('newProfile.provisionTypeHelp'),
      },
      { name: 'provisionDeviceKey', label: t('newProfile.provisionKey'), ...key },
      { name: 'provisionDeviceSecret', label: t('newProfile.provisionSecret'), ...key },
    ],
  };
}

/** What those fields begin with; key and secret are other ones each time. */
export const newProfileValues = (): FormValues => ({
  newProfileName: '',
  ruleChain: null,
  queue: null,
  transportType: 'DEFAULT',
  telemetryTopic: DEFAULT_TELEMETRY_TOPIC,
  attributesTopic: DEFAULT_ATTRIBUTES_TOPIC,
  payloadType: 'JSON',
  telemetrySchema: TELEMETRY_SCHEMA,
  attributesSchema: ATTRIBUTES_SCHEMA,
  takesJson: false,
  provisionType: 'DISABLED',
  provisionDeviceKey: randomSecret(),
  provisionDeviceSecret: randomSecret(),
});

const trimmed = (value: FormValues[string] | undefined) => textOrNull(value) ?? '';

/** The type of transport that those fields say. */
export const newTransportType = (values: FormValues): (typeof TRANSPORTS)[number] =>
  TRANSPORTS.find((type) => type === values.transportType) ?? 'DEFAULT';

function transportConfiguration(values: FormValues) {
  const type = newTransportType(values);
  if (type === 'DEFAULT') return { type };
  const schemas = {
    deviceTelemetryProtoSchema: String(values.telemetrySchema),
    deviceAttributesProtoSchema: String(values.attributesSchema),
    enableCompatibilityWithJsonPayloadFormat: values.takesJson === true,
  };
  return {
    type,
    deviceTelemetryTopic: trimmed(values.telemetryTopic),
    deviceAttributesTopic: trimmed(values.attributesTopic),
    transportPayloadTypeConfiguration:
      values.payloadType === 'PROTOBUF'
        ? { transportPayloadType: 'PROTOBUF', ...schemas }
        : { transportPayloadType: 'JSON' },
  };
}

/** The profile that those fields describe. */
export function newProfileBody(values: FormValues): DeviceProfileInput {
  const ruleChainId = choiceId(values.ruleChain);
  const provisionType: ProvisionType = PROVISION_TYPES.find((type) => type === values.provisionType) ?? 'DISABLED';
  const isOn = provisionType !== 'DISABLED';
  return {
    name: trimmed(values.newProfileName),
    description: null,
    type: 'DEFAULT',
    transportType: newTransportType(values),
    provisionType,
    defaultRuleChainId: ruleChainId === undefined ? null : { entityType: 'RULE_CHAIN', id: ruleChainId },
    defaultQueueName: choiceId(values.queue) ?? null,
    provisionDeviceKey: isOn ? trimmed(values.provisionDeviceKey) : null,
    profileData: {
      configuration: { type: 'DEFAULT' },
      transportConfiguration: transportConfiguration(values),
      provisionConfiguration: {
        type: provisionType,
        provisionDeviceSecret: isOn ? trimmed(values.provisionDeviceSecret) : null,
      },
      alarms: null,
    },
  };
}
