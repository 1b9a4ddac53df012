import { sendableOid } from '@signalbox/contract/snmp-profile';
import { describe, expect, it } from 'vitest';
import { readSnmpProfile } from './snmp-profile.ts';
import { readSnmpTarget } from './snmp-target.ts';

const mapping = { oid: '.1.3.6.1.2.1.1.3.0', key: 'uptime', dataType: 'LONG' };

describe('what a profile says about SNMP', () => {
  it('is read by what it is for', () => {
    const read = readSnmpProfile({
      timeoutMs: 800,
      retries: 2,
      communicationConfigs: [
        { spec: 'TELEMETRY_QUERYING', queryingFrequencyMs: 5000, mappings: [mapping] },
        { spec: 'CLIENT_ATTRIBUTES_QUERYING', queryingFrequencyMs: 1, mappings: [mapping] },
        { spec: 'SHARED_ATTRIBUTES_SETTING', mappings: [mapping] },
      ],
    });
    const mappings = [{ ...mapping, oid: '1.3.6.1.2.1.1.3.0' }];
    expect(read).toMatchObject({
      timeout: 800,
      retries: 2,
      queries: [
        { kind: 'telemetry', period: 5000, mappings },
        { kind: 'attributes', period: 100, mappings },
      ],
    });
    expect([...read.shared.keys()]).toEqual(['uptime']);
    expect(read.calls).toBeUndefined();
  });

  it('has defaults, and limits to what it may ask for', () => {
    expect(readSnmpProfile({ timeoutMs: 0, retries: 1e9, communicationConfigs: null })).toMatchObject({
      timeout: 500,
      retries: 10,
      queries: [],
    });
  });

  it.each([
    ['.1.3.6', '1.3.6'],
    ['2.100.3', '2.100.3'],
    ['1', undefined],
    ['1.40.1', undefined],
    ['1.3.4294967296', undefined],
    [`1.3${'.1'.repeat(126)}`, `1.3${'.1'.repeat(126)}`],
    [`1.3${'.1'.repeat(127)}`, undefined],
  ])('names an object by %s as %s', (text, oid) => {
    expect(sendableOid(text)).toBe(oid);
  });
});

describe('where a device is', () => {
  const v3 = {
    host: ' switch ',
    port: 161,
    protocolVersion: 'V3',
    username: 'u',
    securityName: 's',
    contextName: '',
    authenticationProtocol: 'SHA_512',
    authenticationPassphrase: 'authenticate',
    privacyProtocol: 'AES_256',
    privacyPassphrase: 'privately',
  };

  it('is read with its version', () => {
    expect(readSnmpTarget({ host: 'a', port: 1, protocolVersion: 'V1', community: 'c' })).toEqual({
      host: 'a',
      port: 1,
      access: { version: 'V1', community: 'c' },
    });
    expect(readSnmpTarget(v3)).toMatchObject({ host: 'switch', access: { version: 'V3', user: { name: 'u' } } });
  });

  it.each([
    [{ ...v3, port: 0 }, 'The port must be'],
    [{ ...v3, protocolVersion: 'V4' }, 'Unknown version'],
    [{ ...v3, privacyProtocol: 'AES' }, 'Unknown privacy protocol'],
    [{ ...v3, privacyPassphrase: 'short' }, 'at least 8 characters'],
  ])('cannot be %j', (given, message) => {
    expect(() => readSnmpTarget(given)).toThrow(message);
  });
});
