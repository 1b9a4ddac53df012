import { describe, expect, it } from 'vitest';
import { completeSnmpConfiguration } from './snmp-configuration.ts';

describe('what a profile says about SNMP', () => {
  const snmp = (mappings: unknown[]) =>
    completeSnmpConfiguration({
      type: 'SNMP',
      timeoutMs: 500,
      retries: 0,
      communicationConfigs: [{ spec: 'TELEMETRY_QUERYING', mappings, queryingFrequencyMs: 5000 }],
    });
  const mapping = { oid: '.1.3.6.1', key: 'uptime', dataType: 'LONG' };

  it('is kept as it was sent', () => {
    expect(snmp([mapping])).toMatchObject({ type: 'SNMP', communicationConfigs: [{ mappings: [mapping] }] });
  });

  it.each([[[mapping, mapping]], [[]], [[null]], [[5]]])('is refused with the mappings %j', (mappings) => {
    expect(() => snmp(mappings)).toThrow('SNMP transport configuration is not valid');
  });

  it.each(['1', '0.40.1', '1.40.0', '1.3.6.4294967296', `1.3${'.1'.repeat(127)}`])(
    'is refused with the object %s, which no request could name, with its line',
    (oid) => {
      expect(() => snmp([mapping, { ...mapping, oid }])).toThrow(
        `SNMP transport configuration is not valid: communicationConfigs[0].mappings[1].oid '${oid}' is no object`,
      );
    },
  );
});
