import { describe, expect, it } from 'vitest';
import { completeProfileData, defaultProfileData, topicFilterProblem } from './device-profile-data.ts';

describe('topic filters', () => {
  it.each(['v1/devices/me/telemetry', '+/telemetry', 'a/+/b', 'a/#', '#', '/a', 'sensors/+/data/#'])(
    'takes %s',
    (filter) => {
      expect(topicFilterProblem(filter)).toBeUndefined();
    },
  );
  it.each(['', 'a/#/b', 'a#', 'a+/b', 'a\u0000b', '<b>x</b>', 'x'.repeat(70_000)])('refuses %j', (filter) => {
    expect(topicFilterProblem(filter)).toBeTypeOf('string');
  });
});

describe('profile data', () => {
  it('has all four members by default', () => {
    expect(defaultProfileData()).toEqual({
      configuration: { type: 'DEFAULT' },
      transportConfiguration: { type: 'DEFAULT' },
      provisionConfiguration: { type: 'DISABLED', provisionDeviceSecret: null },
      alarms: null,
    });
  });

  it('gives MQTT devices the default topics and JSON', () => {
    const data = completeProfileData('MQTT', 'DISABLED', { transportConfiguration: { type: 'MQTT' } });
    expect(data.transportConfiguration).toEqual({
      type: 'MQTT',
      deviceTelemetryTopic: 'v1/devices/me/telemetry',
      deviceAttributesTopic: 'v1/devices/me/attributes',
      transportPayloadTypeConfiguration: { transportPayloadType: 'JSON' },
    });
  });

  it('keeps what it does not know, alarm rules included', () => {
    const alarms = [{ id: 'a', alarmType: 'Hot', createRules: { MAJOR: { condition: { condition: [], extra: 1 } } } }];
    const data = completeProfileData('LWM2M', 'DISABLED', {
      transportConfiguration: { type: 'LWM2M', bootstrap: { servers: { any: 1 } } },
      alarms,
    });
    expect(data.alarms).toEqual(alarms);
    expect(data.transportConfiguration).toEqual({ type: 'LWM2M', bootstrap: { servers: { any: 1 } } });
  });

  it('writes the strongest severity of an alarm rule first, whatever the order in which they were sent', () => {
    const createRules = { WARNING: {}, INDETERMINATE: {}, CRITICAL: {}, MINOR: {}, MAJOR: {} };
    const { alarms } = completeProfileData('DEFAULT', 'DISABLED', {
      alarms: [{ id: 'a', alarmType: 'Hot', createRules }],
    });
    expect(Object.keys(alarms?.[0]?.createRules as object)).toEqual([
      'CRITICAL',
      'MAJOR',
      'MINOR',
      'WARNING',
      'INDETERMINATE',
    ]);
  });

  it('refuses two alarm rules of one type, a rule without a type and a bad topic', () => {
    const same = [
      { id: 'a', alarmType: 'X' },
      { id: 'b', alarmType: 'X' },
    ];
    expect(() => completeProfileData('DEFAULT', 'DISABLED', { alarms: same })).toThrow(
      `Can't create device profile with the same alarm rule types: "X"!`,
    );
    expect(() => completeProfileData('DEFAULT', 'DISABLED', { alarms: [{ id: 'a', alarmType: null }] })).toThrow(
      'Alarm rule type should be specified!',
    );
    expect(() =>
      completeProfileData('MQTT', 'DISABLED', {
        transportConfiguration: { type: 'MQTT', deviceTelemetryTopic: 'a/#/b' },
      }),
    ).toThrow(/telemetry topic/);
  });

  it('refuses SNMP settings with a repeated object id, and what is no mapping', () => {
    const mapping = { oid: '.1.3.6.1', key: 'uptime', dataType: 'LONG' };
    const snmp = (mappings: unknown[]) =>
      completeProfileData('SNMP', 'DISABLED', {
        transportConfiguration: {
          type: 'SNMP',
          timeoutMs: 500,
          retries: 0,
          communicationConfigs: [{ spec: 'TELEMETRY_QUERYING', mappings, queryingFrequencyMs: 5000 }],
        },
      });
    expect(snmp([mapping]).transportConfiguration.type).toBe('SNMP');
    expect(() => snmp([mapping, mapping])).toThrow('SNMP transport configuration is not valid');
    for (const mappings of [[], [null], [5]]) {
      expect(() => snmp(mappings)).toThrow('SNMP transport configuration is not valid');
    }
  });
});
