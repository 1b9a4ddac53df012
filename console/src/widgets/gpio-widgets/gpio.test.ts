import { describe, expect, it } from 'vitest';
import type { DataRow } from '../model.ts';
import { boardRows, changeParams, isPinOn, litPins, pinsOf, requestOf } from './gpio-settings.ts';

const pins = pinsOf({
  gpioList: [
    { pin: 7, label: 'Seven', row: 0, col: 0 },
    { pin: 8, label: '', row: 0, col: 1, color: 'blue' },
    { pin: 9, label: 'Nine', row: 4, col: 1 },
    { label: 'no pin' },
    null,
  ],
});

describe('a board', () => {
  it('has the pins of its settings, row by row', () => {
    expect(pins.map(({ pin, label, color }) => [pin, label, color])).toEqual([
      [7, 'Seven', 'red'],
      [8, '8', 'blue'],
      [9, 'Nine', 'red'],
    ]);
    expect(boardRows(pins)).toEqual([
      { row: 0, left: pins[0], right: pins[1] },
      { row: 4, left: undefined, right: pins[2] },
    ]);
    expect(pinsOf({ gpioList: 'none' })).toEqual([]);
  });

  it('puts the pin and its state into the parameters of a call', () => {
    expect(changeParams('{"pin": "{$pin}", "enabled": "{$enabled}"}', 7, true)).toEqual({ pin: 7, enabled: true });
    expect(() => changeParams('{', 7, true)).toThrow(SyntaxError);
    expect(requestOf(undefined, 'get', '{}')).toEqual({ method: 'get', paramsBody: '{}' });
    expect(requestOf({ method: 'read', paramsBody: '[]' }, 'get', '{}')).toEqual({ method: 'read', paramsBody: '[]' });
  });

  it('reads how pins stand from the answer', () => {
    expect(isPinOn({ 7: true, 8: 1 }, 7)).toBe(true);
    expect(isPinOn({ 7: true, 8: 1 }, 8)).toBe(false);
    expect(isPinOn(null, 7)).toBe(false);
  });

  it('lights the lamps of keys that are labelled like a pin', () => {
    const row = (label: string, value: unknown) => ({ dataKey: { label }, data: [[0, value]] }) as unknown as DataRow;
    expect([...litPins([row('7', 'true'), row('8', 'false'), row('9', true), row('10', 1)])]).toEqual([7, 9]);
  });
});
