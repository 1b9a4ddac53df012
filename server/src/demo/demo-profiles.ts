import { randomUUID } from 'node:crypto';
import type { AlarmSeverity } from '@signalbox/contract/alarm';
import type { AlarmConditionSpec, AlarmKeyFilter, AlarmRule, DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import type { NowKey } from '@signalbox/contract/now-keys';
import type { DeviceKind } from './device-models.ts';

/** The device profile of a kind of simulated devices, which has its name. */
export interface DemoProfile {
  description: string;
  /** What lists of devices show of them. */
  nowKeys: readonly NowKey[];
  alarms: readonly DeviceProfileAlarm[];
}

const SIMPLE: AlarmConditionSpec = { type: 'SIMPLE' };
const ONE_MINUTE: AlarmConditionSpec = { type: 'DURATION', unit: 'MINUTES', predicate: { defaultValue: 1 } };
const THREE_TIMES: AlarmConditionSpec = { type: 'REPEATING', predicate: { defaultValue: 3 } };

const when = (filter: AlarmKeyFilter, spec: AlarmConditionSpec): AlarmRule => ({
  condition: { condition: [filter], spec },
});

/** A comparison with a limit, in `unit`; alarms tell what was measured. */
const compared =
  (operation: 'GREATER' | 'LESS') =>
  (key: string, defaultValue: number, unit: string, spec: AlarmConditionSpec = SIMPLE): AlarmRule => ({
    ...when(
      {
        key: { type: 'TIME_SERIES', key },
        valueType: 'NUMERIC',
        predicate: { type: 'NUMERIC', operation, value: { defaultValue } },
      },
      spec,
    ),
    alarmDetails: `\${${key}} ${unit}`,
  });
const above = compared('GREATER');
const below = compared('LESS');

const is = (key: string, defaultValue: boolean, spec: AlarmConditionSpec = SIMPLE): AlarmRule =>
  when(
    {
      key: { type: 'TIME_SERIES', key },
      valueType: 'BOOLEAN',
      predicate: { type: 'BOOLEAN', operation: 'EQUAL', value: { defaultValue } },
    },
    spec,
  );

/** Told to what contains the device, too. */
function alarm(
  alarmType: string,
  createRules: Partial<Record<AlarmSeverity, AlarmRule>>,
  clearRule: AlarmRule,
): DeviceProfileAlarm {
  return { id: randomUUID(), alarmType, createRules, clearRule, propagate: true, propagateRelationTypes: ['Contains'] };
}

/** Limits that the simulated devices reach now and then, one device or another at nearly any time. */
export const DEMO_PROFILES: Record<DeviceKind, DemoProfile> = {
  climate: {
    description: 'Climate of greenhouses: air, light and soil',
    nowKeys: [
      { key: 'temperature', unit: '°C' },
      { key: 'humidity', unit: '%' },
      { key: 'soilMoisture', unit: '%' },
    ],
    alarms: [
      alarm('Soil too dry', { MINOR: below('soilMoisture', 52, '%') }, above('soilMoisture', 54, '%')),
      alarm('Too hot', { MAJOR: above('temperature', 26, '°C') }, below('temperature', 25, '°C')),
    ],
  },
  freezer: {
    description: 'Cold stores and refrigerated vans, which must stay below -17 °C',
    nowKeys: [
      { key: 'temperature', unit: '°C' },
      { key: 'doorOpen', unit: '' },
    ],
    alarms: [
      alarm(
        'Too warm',
        { CRITICAL: above('temperature', -16.6, '°C'), MAJOR: above('temperature', -17, '°C') },
        below('temperature', -17.6, '°C'),
      ),
      alarm('Door left open', { WARNING: is('doorOpen', true, ONE_MINUTE) }, is('doorOpen', false)),
    ],
  },
  meter: {
    description: 'Electricity meters of the sites',
    nowKeys: [
      { key: 'power', unit: 'kW' },
      { key: 'energy', unit: 'kWh' },
    ],
    alarms: [
      alarm(
        'High load',
        { MAJOR: above('power', 20, 'kW'), MINOR: above('power', 17, 'kW') },
        below('power', 15.5, 'kW'),
      ),
      alarm('Low voltage', { WARNING: below('voltage', 229.2, 'V', THREE_TIMES) }, above('voltage', 230, 'V')),
    ],
  },
};

/** The body that saves a profile with these alarm rules. */
export function profileBody(kind: DeviceKind, alarms: readonly DeviceProfileAlarm[]): object {
  return {
    name: kind,
    description: DEMO_PROFILES[kind].description,
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    provisionType: 'DISABLED',
    profileData: {
      configuration: { type: 'DEFAULT' },
      transportConfiguration: { type: 'DEFAULT' },
      provisionConfiguration: { type: 'DISABLED' },
      alarms,
    },
  };
}
