import { describe, expect, it } from 'vitest';
import { memberAt, withMember } from './members.ts';

const VALUE = { name: 'Pump', grid: { color: 'red', width: 1 }, list: [{ a: 1 }, { a: 2 }] };

describe('a member of settings', () => {
  it('is read', () => {
    expect(memberAt(VALUE, ['grid', 'color'])).toBe('red');
    expect(memberAt(VALUE, ['list', 1, 'a'])).toBe(2);
    expect(memberAt(VALUE, ['grid', 'none', 'deep'])).toBeUndefined();
    expect(memberAt(VALUE, ['constructor'])).toBeUndefined();
  });

  it('is changed, and nothing else is', () => {
    const next = withMember(VALUE, ['list', 1, 'a'], 3) as typeof VALUE;
    expect(next).toEqual({ ...VALUE, list: [{ a: 1 }, { a: 3 }] });
    expect([next.grid, next.list[0]]).toEqual([VALUE.grid, VALUE.list[0]]);
    expect(next.grid).toBe(VALUE.grid);
    expect(next.list[0]).toBe(VALUE.list[0]);
    expect(VALUE.list[1]).toEqual({ a: 2 });
  });

  it('is made with what it stands in, and taken out alone', () => {
    expect(withMember({}, ['yaxis', 'min'], 0)).toEqual({ yaxis: { min: 0 } });
    expect(withMember(null, ['list', 0], 'x')).toEqual({ list: ['x'] });
    expect(withMember(VALUE, ['grid', 'color'], undefined)).toEqual({ ...VALUE, grid: { width: 1 } });
    expect(withMember({ list: [1, 2] }, ['list', 0], undefined)).toEqual({ list: [null, 2] });
    const odd = withMember({}, ['__proto__', 'a'], 1);
    expect(({} as { a?: number }).a).toBeUndefined();
    expect(Object.keys(odd as object)).toEqual(['__proto__']);
  });
});
