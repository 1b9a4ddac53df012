import type { DeviceTransportType } from '@signalbox/contract/device';
import {
  DEFAULT_ATTRIBUTES_TOPIC,
  DEFAULT_TELEMETRY_TOPIC,
  type DeviceProfileData,
  type DeviceProfileDataInput,
  type ProvisionType,
} from '@signalbox/contract/device-profile';
import { containsMarkup } from '@signalbox/contract/text';
import { badRequest } from '../../http/errors.ts';
import { completeProtoSchemas } from './proto-schemas.ts';

const MAX_TOPIC_BYTES = 65_535;

/**
 * What is wrong with an MQTT topic filter, or undefined: `+` stands for one whole level, `#` for all further ones
 * (MQTT 3.1.1 §4.7).
 */
export function topicFilterProblem(filter: string): string | undefined {
  if (filter === '') return 'must not be empty';
  if (filter.includes('\u0000')) return 'must not contain the null character';
  if (containsMarkup(filter)) return 'must not contain markup';
  if (Buffer.byteLength(filter) > MAX_TOPIC_BYTES) return `must not be longer than ${MAX_TOPIC_BYTES} bytes`;
  const levels = filter.split('/');
  for (const [at, level] of levels.entries()) {
    if (level.includes('#') && (level !== '#' || at !== levels.length - 1)) {
      return "may have '#' only as its last level";
    }
    if (level.includes('+') && level !== '+') return "may have '+' only as a whole level";
  }
  return undefined;
}

type Json = Record<string, unknown>;

/** Payload type of MQTT and CoAP devices, with its defaults. */
function completePayloadType(given: unknown): Json {
  const payload = (given ?? {}) as Json;
  const type = payload.transportPayloadType ?? 'JSON';
  if (type === 'JSON') return { transportPayloadType: 'JSON' };
  if (type !== 'PROTOBUF') {
    throw badRequest(`Device profile transport payload type must be JSON or PROTOBUF, not '${String(type)}'!`);
  }
  return {
    ...payload,
    transportPayloadType: 'PROTOBUF',
    ...completeProtoSchemas(payload),
    enableCompatibilityWithJsonPayloadFormat: payload.enableCompatibilityWithJsonPayloadFormat === true,
    useJsonPayloadFormatForDefaultDownlinkTopics: payload.useJsonPayloadFormatForDefaultDownlinkTopics === true,
  };
}

function completeTopic(given: unknown, name: string, fallback: string): string {
  if (given === undefined || given === null || given === '') return fallback;
  const problem = typeof given === 'string' ? topicFilterProblem(given) : 'must be a text';
  if (problem) throw badRequest(`MQTT ${name} topic ${problem}!`);
  return given as string;
}

const OID = /^\.?([0-2])((\.0)|(\.[1-9][0-9]*))*$/;
const SNMP_DATA_TYPES = ['STRING', 'LONG', 'BOOLEAN', 'DOUBLE', 'JSON'];
const SNMP_SPECS = [
  'TELEMETRY_QUERYING',
  'CLIENT_ATTRIBUTES_QUERYING',
  'SHARED_ATTRIBUTES_SETTING',
  'TO_DEVICE_RPC_REQUEST',
];

function isValidSnmp(configuration: Json): boolean {
  const { timeoutMs, retries, communicationConfigs } = configuration;
  if (!isCount(timeoutMs) || !isCount(retries) || !Array.isArray(communicationConfigs)) return false;
  const oids = new Set<string>();
  return (communicationConfigs as Json[]).every((config) => {
    const { spec, mappings, queryingFrequencyMs } = config ?? {};
    if (!SNMP_SPECS.includes(spec as string) || !Array.isArray(mappings) || mappings.length === 0) return false;
    const isQuery = (spec as string).endsWith('_QUERYING');
    if (isQuery && !(isCount(queryingFrequencyMs) && (queryingFrequencyMs as number) > 0)) return false;
    return (mappings as (Json | null)[]).every((mapping) => {
      const { oid, key, dataType } = mapping ?? {};
      if (typeof oid !== 'string' || !OID.test(oid) || oids.has(oid)) return false;
      oids.add(oid);
      return typeof key === 'string' && key.trim() !== '' && SNMP_DATA_TYPES.includes(dataType as string);
    });
  });
}

function isCount(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function completeTransport(type: DeviceTransportType, given: Json | null | undefined) {
  const configuration = { ...given, type: (given?.type as DeviceTransportType | undefined) ?? type };
  switch (configuration.type) {
    case 'DEFAULT':
      return { type: 'DEFAULT' as const };
    case 'MQTT':
      return {
        ...configuration,
        deviceTelemetryTopic: completeTopic(given?.deviceTelemetryTopic, 'telemetry', DEFAULT_TELEMETRY_TOPIC),
        deviceAttributesTopic: completeTopic(given?.deviceAttributesTopic, 'attributes', DEFAULT_ATTRIBUTES_TOPIC),
        transportPayloadTypeConfiguration: completePayloadType(given?.transportPayloadTypeConfiguration),
      };
    case 'COAP': {
      const deviceType = (given?.coapDeviceTypeConfiguration ?? {}) as Json;
      const coapDeviceType = deviceType.coapDeviceType ?? 'DEFAULT';
      return {
        ...configuration,
        coapDeviceTypeConfiguration:
          coapDeviceType === 'EFENTO'
            ? { coapDeviceType }
            : {
                coapDeviceType,
                transportPayloadTypeConfiguration: completePayloadType(deviceType.transportPayloadTypeConfiguration),
              },
        clientSettings: given?.clientSettings ?? null,
      };
    }
    case 'SNMP':
      if (!isValidSnmp(configuration)) throw badRequest('SNMP transport configuration is not valid');
      return configuration;
    default:
      return configuration;
  }
}

function checkAlarms(alarms: NonNullable<DeviceProfileDataInput['alarms']>): void {
  const types = new Set<string>();
  for (const { alarmType } of alarms) {
    if (!alarmType) throw badRequest('Alarm rule type should be specified!');
    if (types.has(alarmType)) {
      throw badRequest(`Can't create device profile with the same alarm rule types: "${alarmType}"!`);
    }
    types.add(alarmType);
  }
}

/** Strongest first: the order in which rules are written and evaluated (rest-content.md §1.6). */
const SEVERITIES = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INDETERMINATE'];

/** The create rules of an alarm rule by severity; what is no severity comes last, as it was sent. */
function inOrderOfSeverity(rules: object): Json {
  const bySeverity = Object.entries(rules).sort(([a], [b]) => rankOf(a) - rankOf(b));
  return Object.fromEntries(bySeverity);
}

function rankOf(severity: string): number {
  const at = SEVERITIES.indexOf(severity);
  return at === -1 ? SEVERITIES.length : at;
}

function completeAlarms(alarms: DeviceProfileDataInput['alarms']): DeviceProfileData['alarms'] {
  if (!alarms) return null;
  checkAlarms(alarms);
  return alarms.map((alarm) => {
    const { createRules } = alarm;
    if (typeof createRules !== 'object' || createRules === null || Array.isArray(createRules)) return alarm;
    return { ...alarm, createRules: inOrderOfSeverity(createRules) };
  });
}

/**
 * Profile data with its four members and the defaults of its transport; what is not known here stays as it was sent.
 * @throws ApiError 400 / 31 for topics, SNMP settings and alarm rules that cannot be used
 */
export function completeProfileData(
  transportType: DeviceTransportType,
  provisionType: ProvisionType,
  given: DeviceProfileDataInput | null | undefined,
): DeviceProfileData {
  if (!given) throw badRequest('Device profile data should be specified!');
  const provision = (given.provisionConfiguration ?? {}) as Json;
  return {
    ...given,
    configuration: { ...given.configuration, type: 'DEFAULT' },
    transportConfiguration: completeTransport(transportType, given.transportConfiguration),
    provisionConfiguration: {
      ...provision,
      type: (provision.type as ProvisionType | undefined) ?? provisionType,
      provisionDeviceSecret: (provision.provisionDeviceSecret as string | null | undefined) ?? null,
    },
    alarms: completeAlarms(given.alarms),
  };
}

/** Profile data of a profile that a device's type names and that did not exist yet. */
export function defaultProfileData(): DeviceProfileData {
  return completeProfileData('DEFAULT', 'DISABLED', {});
}
