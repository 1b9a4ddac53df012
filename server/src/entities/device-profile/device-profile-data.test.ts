import type { DeviceTransportType } from '@signalbox/contract/device';
import { describe, expect, it } from 'vitest';
import { completeProfileData, defaultProfileData } from './device-profile-data.ts';
import type { TransportConfiguration } from './transport-configuration.ts';

describe('profile data', () => {
  it('has all four members by default', () => {
    expect(defaultProfileData()).toEqual({
      configuration: { type: 'DEFAULT' },
      transportConfiguration: { type: 'DEFAULT' },
      provisionConfiguration: { type: 'DISABLED', provisionDeviceSecret: null },
      alarms: null,
    });
  });

  it('asks the transport that the configuration names, or else that of the profile', () => {
    const transports = {
      MQTT: (given: TransportConfiguration) => ({ ...given, by: 'mqtt' }),
      COAP: (given: TransportConfiguration) => ({ ...given, by: 'coap' }),
    };
    const configurationOf = (transportConfiguration: { type?: DeviceTransportType } | undefined) =>
      completeProfileData('MQTT', 'DISABLED', { transportConfiguration }, transports).transportConfiguration;
    expect(configurationOf(undefined)).toEqual({ type: 'MQTT', by: 'mqtt' });
    expect(configurationOf({ type: 'COAP' })).toEqual({ type: 'COAP', by: 'coap' });
    expect(configurationOf({ type: 'DEFAULT' })).toEqual({ type: 'DEFAULT' });
  });

  it('keeps what it does not know, alarm rules included', () => {
    const alarms = [{ id: 'a', alarmType: 'Hot', createRules: { MAJOR: { condition: { condition: [], extra: 1 } } } }];
    const data = completeProfileData(
      'LWM2M',
      'DISABLED',
      {
        transportConfiguration: { type: 'LWM2M', bootstrap: { servers: { any: 1 } } },
        alarms,
      },
      {},
    );
    expect(data.alarms).toMatchObject(alarms);
    expect(data.transportConfiguration).toEqual({ type: 'LWM2M', bootstrap: { servers: { any: 1 } } });
  });

  it('answers alarm rules with all their members, whatever was left out', () => {
    const filter = {
      key: { type: 'TIME_SERIES' as const, key: 'temperature' },
      predicate: { type: 'NUMERIC' as const, operation: 'GREATER' as const, value: { defaultValue: 50 } },
    };
    const spec = { type: 'DURATION' as const, unit: 'SECONDS' as const, predicate: { defaultValue: 3 } };
    const schedule = { type: 'CUSTOM' as const, items: [{ dayOfWeek: 1 }] };
    const { alarms } = completeProfileData(
      'DEFAULT',
      'DISABLED',
      {
        alarms: [
          {
            ...{ id: 'a', alarmType: 'Hot' },
            createRules: { MAJOR: { condition: { condition: [filter] } } },
            clearRule: { condition: { condition: [], spec }, schedule },
          },
        ],
      },
      {},
    );
    const neutral = { schedule: null, alarmDetails: null, dashboardId: null };
    const value = { userValue: null, dynamicValue: null };
    expect(alarms).toEqual([
      {
        ...{ id: 'a', alarmType: 'Hot', propagate: false, propagateRelationTypes: null },
        createRules: {
          MAJOR: {
            ...neutral,
            condition: {
              condition: [
                {
                  ...{ ...filter, valueType: null, value: null },
                  predicate: { ...filter.predicate, value: { ...value, defaultValue: 50 } },
                },
              ],
              spec: null,
            },
          },
        },
        clearRule: {
          ...neutral,
          condition: { condition: [], spec: { ...spec, predicate: { ...value, defaultValue: 3 } } },
          schedule: {
            ...{ type: 'CUSTOM', timezone: null },
            items: [{ dayOfWeek: 1, enabled: false, startsOn: 0, endsOn: 0 }],
          },
        },
      },
    ]);
  });

  it('writes the strongest severity of an alarm rule first, whatever the order in which they were sent', () => {
    const createRules = { WARNING: {}, INDETERMINATE: {}, CRITICAL: {}, MINOR: {}, MAJOR: {} };
    const { alarms } = completeProfileData(
      'DEFAULT',
      'DISABLED',
      {
        alarms: [{ id: 'a', alarmType: 'Hot', createRules }],
      },
      {},
    );
    expect(Object.keys(alarms?.[0]?.createRules as object)).toEqual([
      'CRITICAL',
      'MAJOR',
      'MINOR',
      'WARNING',
      'INDETERMINATE',
    ]);
  });

  it('refuses two alarm rules of one type, and a rule without a type', () => {
    const same = [
      { id: 'a', alarmType: 'X' },
      { id: 'b', alarmType: 'X' },
    ];
    expect(() => completeProfileData('DEFAULT', 'DISABLED', { alarms: same }, {})).toThrow(
      `Can't create device profile with the same alarm rule types: "X"!`,
    );
    expect(() => completeProfileData('DEFAULT', 'DISABLED', { alarms: [{ id: 'a', alarmType: null }] }, {})).toThrow(
      'Alarm rule type should be specified!',
    );
  });

  it('refuses rules that compare so much that every message of a device would take long', () => {
    const comparison = { type: 'NUMERIC' as const, operation: 'GREATER' as const, value: { defaultValue: 50 } };
    const filter = (many: number) => ({
      key: { type: 'TIME_SERIES' as const, key: 'temperature' },
      predicate: { type: 'COMPLEX' as const, operation: 'OR' as const, predicates: Array(many - 1).fill(comparison) },
    });
    const alarms = (...many: number[]) =>
      many.map((count, at) => ({
        id: `${at}`,
        alarmType: `Alarm ${at}`,
        createRules: { CRITICAL: { condition: { condition: Array(10).fill(filter(count)) } } },
      }));
    const complete = (...many: number[]) => completeProfileData('DEFAULT', 'DISABLED', { alarms: alarms(...many) }, {});
    expect(complete(100, 100).alarms).toHaveLength(2);
    expect(() => complete(100, 101)).toThrow('alarms must have at most 2000 conditions in all, and these have 2010');
  });
});
