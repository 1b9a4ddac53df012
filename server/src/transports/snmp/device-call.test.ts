import { ObjectType } from 'net-snmp';
import { describe, expect, it } from 'vitest';
import { readCall } from './device-call.ts';
import type { SnmpMapping } from './snmp-profile.ts';

const mapping: SnmpMapping = { oid: '1.3.6.1.0', key: 'k', dataType: 'LONG' };
const mappings = new Map([['k', mapping]]);

describe('a call to a device of SNMP', () => {
  it('reads and sets', () => {
    expect(readCall({ method: 'GET', params: '{"key":"k"}' }, mappings)).toEqual({ mapping, set: undefined });
    const set = { oid: mapping.oid, type: ObjectType.Integer, value: 12 };
    expect(readCall({ method: 'SET', params: '{"key":"k","value":12}' }, mappings).set).toEqual(set);
    expect(readCall({ method: 'SET', params: '{"key":"k","value":"12"}' }, mappings).set).toEqual(set);
    const json = { oid: mapping.oid, type: ObjectType.OctetString, value: '{"a":12345678901234567890}' };
    expect(readCall({ method: 'SET', params: '{"key":"k","value":{"a":12345678901234567890}}' }, mappings).set).toEqual(
      json,
    );
  });

  it.each([
    ['SET', '{"key":"k"}', "Value must be specified for SNMP method 'SET'"],
    ['GET', '{"key":"other"}', 'No SNMP mapping found in the config for specified key'],
    ['GET', '{}', 'No SNMP mapping found'],
    ['WALK', '{"key":"k"}', "Unknown SNMP method 'WALK'"],
    ['GET', '5', 'an object with a key'],
  ])('cannot be %s %s', (method, params, message) => {
    expect(() => readCall({ method, params }, mappings)).toThrow(message);
  });

  it('needs a configuration for calls', () => {
    expect(() => readCall({ method: 'GET', params: '{"key":"k"}' }, undefined)).toThrow(
      'No communication config found with RPC spec',
    );
  });
});
