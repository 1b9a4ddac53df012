import './texts/texts.ts';
import { DEVICE_TRANSPORT_TYPES, type DeviceTransportType } from '@signalbox/contract/device';
import {
  DEFAULT_ATTRIBUTES_TOPIC,
  DEFAULT_TELEMETRY_TOPIC,
  type DeviceProfileDataInput,
} from '@signalbox/contract/device-profile';
import { topicFilterProblem } from '@signalbox/contract/mqtt-topic';
import type { TFunction } from 'i18next';
import { type FormField, type FormValues, textOrNull } from '../entity-page/form.ts';
import { coapConfiguration, coapDeviceField, coapValues } from './coap-fields.ts';
import { lwm2mJsonField, lwm2mProfileFields } from './lwm2m/lwm2m-profile-fields.ts';
import { lwm2mConfiguration, lwm2mValues } from './lwm2m/lwm2m-values.ts';
import { payloadConfiguration, payloadFields, payloadValues, textOr } from './payload-fields.ts';
import { powerFields, powerValues } from './power-fields.ts';
import { snmpProfileConfiguration, snmpProfileFields, snmpProfileValues } from './snmp-profile-fields.ts';

export type TransportConfiguration = NonNullable<DeviceProfileDataInput['transportConfiguration']>;

type Json = Readonly<Record<string, unknown>>;

const isMqtt = (values: FormValues) => values.transportType === 'MQTT';

/** The type of transport that the fields say. */
export const transportTypeOf = (values: FormValues): DeviceTransportType =>
  DEVICE_TRANSPORT_TYPES.find((type) => type === values.transportType) ?? 'DEFAULT';

/** Whether devices may sleep, and the profile says how. */
const maySleep = (values: FormValues) => values.transportType === 'COAP' || values.transportType === 'LWM2M';

/** How devices of a profile connect. */
export function transportFields(t: TFunction): FormField[] {
  const topic = (name: 'telemetryTopic' | 'attributesTopic', member: string, alias: string): FormField => ({
    name,
    path: `profileData.transportConfiguration.${member}`,
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
      options: DEVICE_TRANSPORT_TYPES.map((id) => ({ id, label: t(`deviceProfile.transports.${id}`) })),
      help: t('deviceProfile.transportTypeHelp'),
      helpId: 'devices/transports',
    },
    topic('telemetryTopic', 'deviceTelemetryTopic', 'telemetry topic'),
    topic('attributesTopic', 'deviceAttributesTopic', 'attributes topic'),
    coapDeviceField(t),
    ...payloadFields(t),
    ...lwm2mProfileFields(t),
    ...powerFields(t, {
      prefix: 'profile',
      path: 'profileData.transportConfiguration.clientSettings',
      shown: maySleep,
      section: t('power.section'),
    }),
    lwm2mJsonField(t),
    ...snmpProfileFields(t),
  ];
}

/** What the fields hold for a stored configuration, or for a new profile without one. */
export function transportValues(type: DeviceTransportType, stored?: TransportConfiguration): FormValues {
  const settings: Json = stored ?? {};
  return {
    transportType: type,
    telemetryTopic: textOr(settings.deviceTelemetryTopic, DEFAULT_TELEMETRY_TOPIC),
    attributesTopic: textOr(settings.deviceAttributesTopic, DEFAULT_ATTRIBUTES_TOPIC),
    ...lwm2mValues(type === 'LWM2M' ? settings : undefined),
    ...coapValues(type === 'COAP' ? settings : undefined),
    ...(type === 'MQTT' ? payloadValues(settings.transportPayloadTypeConfiguration as Json | undefined) : {}),
    ...snmpProfileValues(type === 'SNMP' ? settings : undefined),
    ...powerValues(
      'profile',
      (type === 'LWM2M' ? settings.clientLwM2mSettings : settings.clientSettings) as Json | null,
    ),
  };
}

/** The configuration that the fields say. Members that they do not know, and those of other transports, are kept. */
export function transportConfiguration(values: FormValues, stored?: TransportConfiguration): TransportConfiguration {
  const type = transportTypeOf(values);
  const before = stored?.type === type ? stored : undefined;
  if (type === 'SNMP') return { ...before, ...snmpProfileConfiguration(values, before), type };
  if (type === 'COAP') return { ...before, ...coapConfiguration(values, before), type };
  if (type === 'LWM2M') return { ...lwm2mConfiguration(values, before), type };
  if (type !== 'MQTT') return { ...before, type };
  return {
    ...before,
    type,
    deviceTelemetryTopic: textOrNull(values.telemetryTopic) ?? '',
    deviceAttributesTopic: textOrNull(values.attributesTopic) ?? '',
    transportPayloadTypeConfiguration: payloadConfiguration(
      values,
      before?.transportPayloadTypeConfiguration as Json | undefined,
    ),
  };
}
