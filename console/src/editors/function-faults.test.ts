// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the scripts under test
import { describe, expect, it } from 'vitest';
import { functionFaults } from './function-faults.ts';

const unknown = (body: string, parameters = ['time', 'value']) =>
  functionFaults(body, parameters).map(({ what }) => ('unknown' in what ? what.unknown : what.syntax));

describe('the body of a function', () => {
  it.each([
    'return Math.round(1000 * Math.sin(time / 5000));',
    'var a = 1, b; let [c, ...d] = [value]; const { e, f: g = a } = {}; b = c + d + e + g; return b;',
    'function double(n) { return n * 2; } return [1, 2].map((x) => double(x)).join();',
    'try { null.x } catch (error) { return error.message; }',
    'for (var i = 0; i < 3; i++) for (const key of [1]) value += key; return value;',
    'outer: while (true) { break outer; } return { time, other: 1, [value]: 2 };',
    'class Pump { level() { return this.of; } } return new Pump().level();',
    'return typeof nothing === "undefined" ? `${value}` : window.innerWidth;',
    'return arguments.length + Number("5") + JSON.stringify([]).length + moment;',
  ])('has nothing wrong: %s', (body) => {
    expect(unknown(body)).toEqual([]);
  });

  it('names what nothing has, once and with its place', () => {
    expect(functionFaults('var size = 1;\nreturn vlaue + size + vlaue + total.of;', ['value'])).toEqual([
      { line: 2, column: 8, what: { unknown: 'vlaue' } },
      { line: 2, column: 31, what: { unknown: 'total' } },
    ]);
    expect(unknown('sum = 1; return sum;')).toEqual(['sum']);
    expect(unknown('return value;', [])).toEqual(['value']);
  });

  it('says where it does not parse', () => {
    const [fault] = functionFaults('var a = 1;\nreturn (;', []);
    expect(fault).toEqual({ line: 2, column: 9, what: { syntax: 'Unexpected token' } });
    expect(functionFaults('return (', [])).toHaveLength(1);
  });

  it('is one', () => {
    expect(unknown('}); globalThis.polluted = 1; (function () {')).toEqual(['One function body is needed']);
  });
});
