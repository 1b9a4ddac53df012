import { describe, expect, it } from 'vitest';
import { completeDeviceData } from './device-data.ts';

describe('device data', () => {
  it('follows the transport of the profile', () => {
    expect(completeDeviceData('DEFAULT', null)).toEqual({
      configuration: { type: 'DEFAULT' },
      transportConfiguration: { type: 'DEFAULT' },
    });
    const other = { transportConfiguration: { type: 'MQTT', extra: 1 } };
    expect(completeDeviceData('DEFAULT', other).transportConfiguration).toEqual({ type: 'DEFAULT' });
  });

  it('keeps further members of MQTT and drops those of DEFAULT', () => {
    const mqtt = { transportConfiguration: { type: 'MQTT', extra: 1 } };
    expect(completeDeviceData('MQTT', mqtt).transportConfiguration).toEqual({ type: 'MQTT', extra: 1 });
    const plain = { transportConfiguration: { type: 'DEFAULT', extra: 1 } };
    expect(completeDeviceData('DEFAULT', plain).transportConfiguration).toEqual({ type: 'DEFAULT' });
  });

  it('gives a device of an SNMP profile a configuration and checks the one it brings', () => {
    expect(completeDeviceData('SNMP', undefined).transportConfiguration).toMatchObject({
      ...{ type: 'SNMP', host: 'localhost', port: 161, protocolVersion: 'V2C', community: 'public' },
    });
    const bring = (members: object) =>
      completeDeviceData('SNMP', { transportConfiguration: { type: 'SNMP', ...members } });
    expect(bring({ host: '10.0.0.1', community: 'c' }).transportConfiguration).toMatchObject({ host: '10.0.0.1' });
    expect(() => bring({ host: '' })).toThrow('Transport configuration is not valid');
    expect(() => bring({ protocolVersion: 'V3' })).toThrow('Transport configuration is not valid');
  });

  it('names the time of a device that saves power which no device sleeps for', () => {
    const bring = (members: object) =>
      completeDeviceData('LWM2M', { transportConfiguration: { type: 'LWM2M', ...members } });
    expect(bring({ powerMode: 'PSM', psmActivityTimer: 10_000 }).transportConfiguration).toMatchObject({
      psmActivityTimer: 10_000,
    });
    expect(() => bring({ powerMode: 'E_DRX', edrxCycle: 2 ** 31 })).toThrow('edrxCycle must be');
    expect(() => bring({ powerMode: 'E_DRX', pagingTransmissionWindow: 0.5 })).toThrow('pagingTransmissionWindow');
  });
});
