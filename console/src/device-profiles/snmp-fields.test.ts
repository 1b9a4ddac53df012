import { describe, expect, it } from 'vitest';
import { checkForm, type ProblemWords } from '../entity-page/form.ts';
import { snmpDeviceConfiguration, snmpDeviceFields, snmpDeviceValues } from './snmp-device-fields.ts';
import { mappingText, type SnmpDataType } from './snmp-mappings.ts';
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
