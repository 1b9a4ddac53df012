import type { SnmpObject } from '@signalbox/contract/snmp-walk';
import { describe, expect, it } from 'vitest';
import { mappingOf, mappingText } from '../snmp-mappings.ts';
import { suggestedKey, suggestedType, withObjects } from './suggested-mappings.ts';

const object = (oid: string, name: string | null, type: string, value = ''): SnmpObject => ({ oid, name, type, value });
const UPTIME = object('1.3.6.1.2.1.1.3.0', 'sysUpTime.0', 'TimeTicks', '1');

describe('what is suggested for an object', () => {
  it.each([
    [UPTIME, 'sysUpTime', 'LONG'],
    [object('1.3.6.1.2.1.2.2.1.10.2', 'ifInOctets.2', 'Counter32', '5'), 'ifInOctets_2', 'LONG'],
    [object('1.3.6.1.2.1.1.1.0', 'sysDescr.0', 'OctetString', 'Linux'), 'sysDescr', 'STRING'],
    [object('1.3.6.1.4.1.2021.10.1.3.1', null, 'OctetString', '0.42'), 'oid_10_1_3_1', 'DOUBLE'],
    [object('1.3.6.1.4.1.2021.10.1.6.1', null, 'Opaque', '0.42'), 'oid_10_1_6_1', 'DOUBLE'],
    [object('1.3.6.1.2.1.1.2.0', 'sysObjectID.0', 'OID', '1.3.6'), 'sysObjectID', 'STRING'],
  ])('%o', (given, key, type) => {
    expect(suggestedKey(given)).toBe(key);
    expect(suggestedType(given)).toBe(type);
  });

  it('is added behind the others, each object once and under a key of its own', () => {
    const before = [
      mappingText({ dataType: 'LONG', key: 'x', oid: '.1.3.6.1.2.1.1.3.0' }),
      mappingText({ dataType: 'LONG', key: 'ifIndex_1', oid: '1.1' }),
    ];
    const after = withObjects(before, [UPTIME, object('1.3.6.1.2.1.2.2.1.1.1', 'ifIndex.1', 'Integer', '1')]);
    expect(after.slice(0, 2)).toEqual(before);
    expect(after.slice(2).map(mappingOf)).toEqual([
      { dataType: 'LONG', key: 'ifIndex_1_2', oid: '1.3.6.1.2.1.2.2.1.1.1' },
    ]);
  });
});
