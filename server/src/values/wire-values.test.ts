import { describe, expect, it } from 'vitest';
import { doubleText, toJsonText, toJsonValue, toWireText } from './wire-values.ts';

describe('values as text', () => {
  it.each([
    [25, '25.0'],
    [-25.5, '-25.5'],
    [0, '0.0'],
    [-0, '-0.0'],
    [9_999_999, '9999999.0'],
    [1e7, '1.0E7'],
    [1e10, '1.0E10'],
    [123456789.25, '1.2345678925E8'],
    [0.001, '0.001'],
    [0.00025, '2.5E-4'],
    [9.99999e-4, '9.99999E-4'],
    [1e300, '1.0E300'],
    [5e-324, '5.0E-324'],
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'Infinity'],
  ])('writes the double %d as Java does', (value, expected) => {
    expect(doubleText(value)).toBe(expected);
  });

  it('writes the other types in their plain form', () => {
    expect(toWireText({ type: 'LONG', value: 9223372036854775807n })).toBe('9223372036854775807');
    expect(toWireText({ type: 'BOOLEAN', value: true })).toBe('true');
    expect(toWireText({ type: 'STRING', value: 'a "b"' })).toBe('a "b"');
    expect(toWireText({ type: 'JSON', value: '{"a":1}' })).toBe('{"a":1}');
  });
});

describe('values as JSON', () => {
  it('keeps all digits of a long', () => {
    expect(JSON.stringify({ v: toJsonValue({ type: 'LONG', value: 9223372036854775807n }) })).toBe(
      '{"v":9223372036854775807}',
    );
  });

  it.each([
    [25, '25.0'],
    [-3, '-3.0'],
    [0, '0.0'],
    [1e21, '1000000000000000000000.0'],
    [1.5, '1.5'],
  ])('writes the double %s as %s', (value, text) => {
    expect(JSON.stringify(toJsonValue({ type: 'DOUBLE', value }))).toBe(text);
  });

  it('writes each type in its own form', () => {
    expect(toJsonValue({ type: 'DOUBLE', value: 1.5 })).toBe(1.5);
    expect(toJsonValue({ type: 'DOUBLE', value: Number.NaN })).toBeNull();
    expect(toJsonValue({ type: 'JSON', value: '{"a":[1]}' })).toEqual({ a: [1] });
    expect(toJsonText({ type: 'DOUBLE', value: 1e21 })).toBe('1000000000000000000000.0');
    expect(toJsonText({ type: 'STRING', value: 'a"b' })).toBe('"a\\"b"');
  });
});
