import { describe, expect, it } from 'vitest';
import { checkForm, type FormValues, type ProblemWords } from '../entity-page/form.ts';
import { snmpDeviceConfiguration, snmpDeviceFields, snmpDeviceValues } from './snmp-device-fields.ts';
import { mappingOf, mappingText, type SnmpDataType, type StoredWithMapping } from './snmp-mappings.ts';
import { snmpProfileConfiguration, snmpProfileFields, snmpProfileValues } from './snmp-profile-fields.ts';

const t = ((key: string, { number }: { number?: number } = {}) => [key, number].filter(Boolean).join(' ')) as never;
const words: ProblemWords = { required: 'required', tooLong: () => '', malformed: '', invalid: '' };
const row = (key: string, oid: string, dataType: SnmpDataType = 'LONG') => mappingText({ dataType, key, oid });
const UPTIME = '.1.3.6.1.2.1.1.3.0';

describe('the form of SNMP in a profile', () => {
  const values = { transportType: 'SNMP', ...snmpProfileValues() };
  const problems = (changes: object) => checkForm(snmpProfileFields(t), { ...values, ...changes }, words);

  it('begins without objects', () => {
    expect(problems({})).toEqual({});
    expect(snmpProfileConfiguration(values, undefined)).toEqual({
      timeoutMs: 500,
      retries: 0,
      communicationConfigs: [],
    });
  });

  it('has a configuration for each purpose with objects, and a frequency for those that are asked for', () => {
    const changed = {
      ...values,
      snmpTimeout: '800',
      snmpTelemetry: [row(' uptime ', ` ${UPTIME}`)],
      snmpTelemetryFrequency: '10000',
      snmpCalls: [row('reset', '1.3.6.1.4.1.1.0', 'STRING')],
    };
    expect(snmpProfileConfiguration(changed, undefined)).toEqual({
      timeoutMs: 800,
      retries: 0,
      communicationConfigs: [
        {
          spec: 'TELEMETRY_QUERYING',
          mappings: [{ oid: UPTIME, key: 'uptime', dataType: 'LONG' }],
          queryingFrequencyMs: 10_000,
        },
        { spec: 'TO_DEVICE_RPC_REQUEST', mappings: [{ oid: '1.3.6.1.4.1.1.0', key: 'reset', dataType: 'STRING' }] },
      ],
    });
  });

  it('keeps what is stored and was not changed: each configuration with its frequency, and members of others', () => {
    const [load, name, contact] = ['1.3.6.1.4.1.2021.10', '.1.3.6.1.2.1.1.5.0', '1.3.6.1.2.1.1.4.0'];
    const stored = {
      timeoutMs: 500,
      retries: 0,
      communicationConfigs: [
        { spec: 'TO_DEVICE_RPC_REQUEST', mappings: [{ oid: contact, key: 'contact', dataType: 'STRING' }], note: 'c' },
        {
          spec: 'TELEMETRY_QUERYING',
          queryingFrequencyMs: 5_000,
          mappings: [{ oid: UPTIME, key: 'uptime', dataType: 'LONG', scale: 2 }],
        },
        {
          spec: 'TELEMETRY_QUERYING',
          queryingFrequencyMs: 3_600_000,
          ofAnotherClient: { a: 1 },
          mappings: [
            { oid: load, key: 'load', dataType: 'DOUBLE' },
            { oid: name, key: 'name', dataType: 'STRING' },
          ],
        },
      ],
    };
    const read: FormValues = { transportType: 'SNMP', ...snmpProfileValues(stored) };
    expect(checkForm(snmpProfileFields(t), read, words)).toEqual({});
    const [, ...others] = stored.communicationConfigs;
    expect(snmpProfileConfiguration({ ...read, snmpRetries: '3' }, stored)).toEqual({ ...stored, retries: 3 });
    expect(snmpProfileConfiguration({ ...read, snmpTelemetryFrequency: '9000' }, stored)).toEqual({
      ...stored,
      communicationConfigs: [stored.communicationConfigs[0], { ...others[0], queryingFrequencyMs: 9_000 }, others[1]],
    });
    const telemetry = read.snmpTelemetry as readonly string[];
    const rare = mappingOf(telemetry[2] ?? '');
    expect(rare.stored?.every).toBe('3600000');
    const changed = (every: string) => ({
      ...read,
      snmpTelemetry: [
        ...telemetry.slice(0, 2),
        mappingText({ ...rare, stored: { ...(rare.stored as StoredWithMapping), every } }),
      ],
    });
    expect(snmpProfileConfiguration(changed('60000'), stored).communicationConfigs).toEqual([
      ...stored.communicationConfigs.slice(0, 2),
      { ...others[1], mappings: [others[1]?.mappings[0]] },
      { ...others[1], mappings: [others[1]?.mappings[1]], queryingFrequencyMs: 60_000 },
    ]);
    expect(checkForm(snmpProfileFields(t), changed('1'), words)).toEqual({ snmpTelemetry: 'snmp.problem.every 3' });
  });

  it.each(['1', '0.40.1', '1.40.0', '1.3.6.4294967296', `1.3${'.1'.repeat(127)}`])(
    'refuses the object %s, which no request could name',
    (oid) => {
      expect(problems({ snmpTelemetry: [row('a', oid)] })).toEqual({ snmpTelemetry: 'snmp.problem.oid 1' });
    },
  );

  it.each([
    [{ snmpTelemetry: [row('a', UPTIME)], snmpTelemetryFrequency: '99' }, 'snmpTelemetryFrequency'],
    [{ snmpTimeout: '60001' }, 'snmpTimeout'],
    [{ snmpRetries: '11' }, 'snmpRetries'],
  ])('refuses %j, which would be done in another way', (changes, field) => {
    expect(problems(changes)).toEqual({ [field]: 'snmp.problem.number' });
  });

  it.each([
    [{ snmpTelemetry: [row('', UPTIME)] }, { snmpTelemetry: 'snmp.problem.key 1' }],
    [{ snmpTelemetry: [row('a', UPTIME), row('b', '1.03')] }, { snmpTelemetry: 'snmp.problem.oid 2' }],
    [{ snmpCalls: [row('a', UPTIME), row('b', UPTIME.slice(1))] }, { snmpCalls: 'snmp.problem.repeated 2' }],
    [{ snmpTelemetry: [row('a', UPTIME)], snmpCalls: [row('b', UPTIME)] }, { snmpCalls: 'snmp.problem.repeated 1' }],
    [
      { snmpTelemetry: [row('a', UPTIME)], snmpTelemetryFrequency: '0', snmpRetries: '-1', snmpTimeout: '' },
      { snmpTelemetryFrequency: 'snmp.problem.number', snmpRetries: 'snmp.problem.number', snmpTimeout: 'required' },
    ],
  ])('refuses %j', (changes, expected) => {
    expect(problems(changes)).toEqual(expected);
  });
});

describe('the form of SNMP of a device', () => {
  const fields = snmpDeviceFields(t, () => true);

  it('has the members of its version', () => {
    const values = snmpDeviceValues();
    expect(checkForm(fields, values, words)).toEqual({});
    expect(snmpDeviceConfiguration({ ...values, snmpHost: ' switch ' })).toEqual({
      type: 'SNMP',
      host: 'switch',
      port: 161,
      protocolVersion: 'V2C',
      community: 'public',
    });
  });

  it('asks for user and passphrases by version 3, and keeps what it does not know', () => {
    const stored = { type: 'SNMP', host: 'a', port: 161, protocolVersion: 'V2C', community: 'c', ofAnotherClient: 1 };
    const values = { ...snmpDeviceValues(stored), snmpVersion: 'V3', snmpPrivacyPassphrase: 'short', snmpPort: '0' };
    expect(checkForm(fields, values, words)).toEqual({
      snmpPort: 'snmp.problem.port',
      snmpUsername: 'required',
      snmpAuthenticationPassphrase: 'required',
      snmpPrivacyPassphrase: 'snmp.problem.passphrase',
    });
    expect(snmpDeviceConfiguration({ ...values, snmpUsername: 'u' }, stored)).toMatchObject({
      community: 'c',
      ofAnotherClient: 1,
      username: 'u',
      securityName: 'public',
      authenticationProtocol: 'SHA_512',
      privacyProtocol: 'DES',
      contextName: '',
      engineId: '',
    });
  });
});
