import { describe, expect, it } from 'vitest';
import { rowAfterKey } from './row-keys.ts';

describe('arrow keys in a list', () => {
  it('lead from row to row and stop at the ends', () => {
    expect(rowAfterKey('ArrowDown', 3, 25)).toBe(4);
    expect(rowAfterKey('ArrowDown', 24, 25)).toBe(24);
    expect(rowAfterKey('ArrowUp', 0, 25)).toBe(0);
    expect(rowAfterKey('PageDown', 20, 25)).toBe(24);
    expect(rowAfterKey('Home', 20, 25)).toBe(0);
    expect(rowAfterKey('End', 0, 25)).toBe(24);
  });

  it('leave other keys alone', () => {
    expect(rowAfterKey('a', 0, 25)).toBeUndefined();
  });
});
