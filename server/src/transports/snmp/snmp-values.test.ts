import { ObjectType, type Varbind } from 'net-snmp';
import { describe, expect, it } from 'vitest';
import { jsonOfAnswer, textOfVarbind, varbindOfText } from './snmp-values.ts';

const oid = '1.3.6.1.4.1.1.0';
const mapping = (dataType: string) => ({ oid, key: 'k', dataType: dataType as 'STRING' });
const varbind = (type: ObjectType, value: unknown): Varbind => ({ oid, type, value }) as Varbind;

describe('the text of an object', () => {
  it.each([
    [ObjectType.Integer, -7, '-7'],
    [ObjectType.Gauge, 4_294_967_295, '4294967295'],
    [ObjectType.Counter64, Buffer.from('00ffffffffffffffff', 'hex'), '18446744073709551615'],
    [ObjectType.OctetString, Buffer.from('Grüße\n'), 'Grüße\n'],
    [ObjectType.OctetString, Buffer.from('ended by null\0'), 'ended by null'],
    [ObjectType.OctetString, Buffer.from('001b44fe', 'hex'), '00:1b:44:fe'],
    [ObjectType.OctetString, Buffer.alloc(0), ''],
    [ObjectType.OID, '1.3.6.1', '1.3.6.1'],
    [ObjectType.IpAddress, '10.0.0.1', '10.0.0.1'],
    [ObjectType.TimeTicks, 4711, '4711'],
    [ObjectType.Opaque, Buffer.from('9f78043dcccccd', 'hex'), '0.1'],
    [ObjectType.NoSuchInstance, null, undefined],
  ])('of type %i, %j, is %j', (type, value, text) => {
    expect(textOfVarbind(varbind(type, value))).toBe(text);
  });
});

describe('the value of an object', () => {
  it.each([
    ['LONG', '42', '42'],
    ['LONG', ' +42 ', '42'],
    ['LONG', '9223372036854775807', '9223372036854775807'],
    ['DOUBLE', '42', '42.0'],
    ['DOUBLE', '-1.5e3', '-1500.0'],
    ['DOUBLE', '1e300', '1e+300'],
    ['BOOLEAN', 'TRUE', 'true'],
    ['BOOLEAN', 'yes', 'false'],
    ['STRING', '007', '"007"'],
    ['JSON', '{"a":1}', '"{\\"a\\":1}"'],
  ])('of type %s and text %j is %s', (dataType, text, json) => {
    expect(jsonOfAnswer([mapping(dataType)], [varbind(ObjectType.OctetString, Buffer.from(text))])).toBe(
      `{"k":${json}}`,
    );
  });

  it('is true where a truth value is 1, and false where it is 2', () => {
    const of = (value: number) => jsonOfAnswer([mapping('BOOLEAN')], [varbind(ObjectType.Integer, value)]);
    expect([of(1), of(2)]).toEqual(['{"k":true}', '{"k":false}']);
  });

  it.each([
    ['LONG', '4.2'],
    ['LONG', '9223372036854775808'],
    ['LONG', ''],
    ['DOUBLE', 'warm'],
    ['DOUBLE', '1e999'],
  ])('of type %s cannot be %j', (dataType, text) => {
    const read = () => jsonOfAnswer([mapping(dataType)], [varbind(ObjectType.OctetString, Buffer.from(text))]);
    expect(read).toThrow(`k (${oid}) is no ${dataType}`);
  });

  it('takes no longer to read than its length', () => {
    const text = `${'1'.repeat(200_000)}x`;
    const started = performance.now();
    expect(() => jsonOfAnswer([mapping('DOUBLE')], [varbind(ObjectType.OctetString, Buffer.from(text))])).toThrow();
    expect(performance.now() - started).toBeLessThan(500);
  });

  it('is left out where the device has none', () => {
    expect(jsonOfAnswer([mapping('LONG')], [varbind(ObjectType.NoSuchObject, null)])).toBeUndefined();
    expect(jsonOfAnswer([mapping('LONG')], [])).toBeUndefined();
  });
});

describe('what an object is set to', () => {
  it.each([
    ['LONG', '42', ObjectType.Integer, 42],
    ['LONG', '-2147483648', ObjectType.Integer, -2_147_483_648],
    ['LONG', '2147483648', ObjectType.OctetString, '2147483648'],
    ['STRING', '42', ObjectType.OctetString, '42'],
    ['BOOLEAN', 'true', ObjectType.OctetString, 'true'],
    ['DOUBLE', '1.5', ObjectType.OctetString, '1.5'],
  ])('by %s %s', (dataType, text, type, value) => {
    expect(varbindOfText(mapping(dataType), text)).toEqual({ oid, type, value });
  });
});
