import { describe, expect, it } from 'vitest';
import { parseExactJson } from '../api/exact-json.ts';
import { jsonFault, readJson } from './json-text.ts';
import { readTypedValue, typedValueOf, VALUE_TYPES, valueOfType } from './typed-value.ts';

describe('a value of any type', () => {
  it.each([
    [true, 'boolean', 'true'],
    [5, 'integer', '5'],
    [-0.5, 'double', '-0.5'],
    [{ a: [1] }, 'json', '{"a":[1]}'],
    ['5', 'string', '5'],
    [null, 'string', ''],
  ])('%j is edited as %s', (value, type, text) => {
    expect(typedValueOf(value)).toEqual({ type, text });
    if (value !== null) expect(readTypedValue(typedValueOf(value))).toEqual(value);
  });

  it('starts over as another type', () => {
    expect(VALUE_TYPES.map((type) => valueOfType(type).text)).toEqual(['', '', '', 'false', '{}']);
    expect(readTypedValue(valueOfType('boolean'))).toBe(false);
    expect(readTypedValue(valueOfType('json'))).toEqual({});
  });

  it.each([
    ['string', ''],
    ['integer', '+5'],
    ['integer', '5.5'],
    ['integer', ''],
    ['integer', '12345678901234567890'],
    ['double', 'warm'],
    ['double', ' '],
    ['boolean', 'yes'],
    ['json', '{'],
    ['json', '5'],
    ['json', ''],
  ] as const)('as %s, “%s” means none', (type, text) => {
    expect(readTypedValue({ type, text })).toBeUndefined();
  });

  it.each(['9007199254740993', '5.0', '{"a":9007199254740993,"b":1.0}'])('%s keeps its digits', (stored) => {
    const value = parseExactJson(stored);
    expect(typedValueOf(value).text).toBe(stored);
    expect(JSON.stringify(readTypedValue(typedValueOf(value)))).toBe(stored);
  });

  it('is a whole number with all its digits, or a number with a fraction', () => {
    expect(typedValueOf(parseExactJson('9007199254740993')).type).toBe('integer');
    expect(typedValueOf(parseExactJson('5.0')).type).toBe('double');
    expect(JSON.stringify(readTypedValue({ type: 'integer', text: '-9223372036854775808' }))).toBe(
      '-9223372036854775808',
    );
    expect(readTypedValue({ type: 'integer', text: '9223372036854775808' })).toBeUndefined();
    expect(readTypedValue({ type: 'json', text: '5.0' })).toBeUndefined();
  });

  it('as a whole number, may begin with a minus', () => {
    expect(readTypedValue({ type: 'integer', text: ' -12 ' })).toBe(-12);
  });
});

describe('JSON text', () => {
  it('says why it is not one', () => {
    expect(jsonFault('{"a": 1}')).toBeUndefined();
    expect(jsonFault('{"a": }')).toMatch(/^SyntaxError: /);
    expect(readJson('{')).toEqual({ reason: expect.stringContaining('SyntaxError') });
    expect(readJson('  ')).toEqual({ value: undefined });
  });
});
