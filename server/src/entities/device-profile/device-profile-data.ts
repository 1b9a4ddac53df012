import type { AlarmPredicate, DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import type { DeviceTransportType } from '@signalbox/contract/device';
import type { DeviceProfileData, DeviceProfileDataInput, ProvisionType } from '@signalbox/contract/device-profile';
import { badRequest } from '../../http/errors.ts';
import { completeAlarm } from './complete-alarms.ts';
import type { TransportConfiguration, TransportConfigurations } from './transport-configuration.ts';

type Json = Record<string, unknown>;

function completeTransport(
  type: DeviceTransportType,
  given: Json | null | undefined,
  transports: TransportConfigurations,
): TransportConfiguration {
  const configuration = { ...given, type: (given?.type as DeviceTransportType | undefined) ?? type };
  if (configuration.type === 'DEFAULT') return { type: 'DEFAULT' };
  return transports[configuration.type]?.(configuration) ?? configuration;
}

/** Comparisons in the alarm rules of a profile: every message of its devices costs up to a tenth of a microsecond for each. */
const MAX_COMPARISONS = 2_000;

const comparisonsOf = (predicate: AlarmPredicate): number =>
  predicate.type === 'COMPLEX' ? predicate.predicates.reduce((count, inner) => count + comparisonsOf(inner), 1) : 1;

function comparisonsIn({ createRules, clearRule }: DeviceProfileAlarm): number {
  let count = 0;
  for (const rule of [...Object.values(createRules ?? {}), clearRule]) {
    for (const { predicate } of rule?.condition?.condition ?? []) count += comparisonsOf(predicate);
  }
  return count;
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
  const comparisons = alarms.reduce((count, alarm) => count + comparisonsIn(alarm), 0);
  if (comparisons > MAX_COMPARISONS) {
    throw badRequest(
      `Validation error: alarms must have at most ${MAX_COMPARISONS} conditions in all, and these have ${comparisons}`,
    );
  }
}

function completeAlarms(alarms: DeviceProfileDataInput['alarms']): DeviceProfileData['alarms'] {
  if (!alarms) return null;
  checkAlarms(alarms);
  return alarms.map(completeAlarm);
}

/**
 * Profile data with its four members, complete alarm rules and the defaults of its transport; unknown members stay as they were sent.
 * @param transports validate and complete the configuration of each of them
 * @throws ApiError 400 / 31 for alarm rules, and for what its transport cannot use
 */
export function completeProfileData(
  transportType: DeviceTransportType,
  provisionType: ProvisionType,
  given: DeviceProfileDataInput | null | undefined,
  transports: TransportConfigurations,
): DeviceProfileData {
  if (!given) throw badRequest('Device profile data should be specified!');
  const provision = (given.provisionConfiguration ?? {}) as Json;
  return {
    ...given,
    configuration: { ...given.configuration, type: 'DEFAULT' },
    transportConfiguration: completeTransport(transportType, given.transportConfiguration, transports),
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
  return completeProfileData('DEFAULT', 'DISABLED', {}, {});
}
