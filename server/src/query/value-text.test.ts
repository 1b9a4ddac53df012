import { describe, expect, it } from 'vitest';
import type { TelemetryValue } from '../values/value.ts';
import { pageText } from './value-text.ts';

const string = (value: string): TelemetryValue => ({ type: 'STRING', value });
const double = (value: number): TelemetryValue => ({ type: 'DOUBLE', value });

describe('the text of a value on a page', () => {
  it.each([
    [string('007'), '7'],
    [string('21.50'), '21.5'],
    [string('1e10'), '1.0E10'],
    [string('9223372036854775807'), '9223372036854775807'],
    [string('9223372036854775808'), '9.223372036854776E18'],
    [string('-0'), '0'],
    [string('+5'), '5'],
    [string('1e999'), '1e999'],
    [string('12 rooms'), '12 rooms'],
    [string(''), ''],
    [double(25), '25'],
    [double(21.5), '21.5'],
    [double(1e15), '1.0E15'],
    [{ type: 'LONG', value: 2n ** 62n }, '4611686018427387904'],
    [{ type: 'BOOLEAN', value: true }, 'true'],
    [{ type: 'JSON', value: '{"a":1}' }, '{"a":1}'],
  ] as [TelemetryValue, string][])('%o is shown as %s', (value, text) => {
    expect(pageText(value)).toBe(text);
  });

  it('takes no longer than its length', () => {
    const text = `${'1'.repeat(200_000)}x`;
    const started = performance.now();
    expect(pageText(string(text))).toBe(text);
    expect(performance.now() - started).toBeLessThan(500);
  });
});
