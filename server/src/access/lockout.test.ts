import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLockout, LOCK_TIME } from './lockout.ts';

const NAME = 'ann@example.com';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('wrong passwords', () => {
  const locksOf = (count: number, limit: number | null, name = NAME) => {
    const lockout = createLockout();
    return Array.from({ length: count }, () => lockout.fail('192.0.2.1', name, limit));
  };

  it('lock a name for a while after ten, then counting starts over', () => {
    const lockout = createLockout();
    const locks = Array.from({ length: 10 }, () => lockout.fail('192.0.2.1', NAME, null));
    expect(locks).toEqual([...Array(9).fill(false), true]);
    expect(lockout.isLocked('192.0.2.1', NAME)).toBe(true);
    vi.advanceTimersByTime(LOCK_TIME);
    expect(lockout.isLocked('192.0.2.1', NAME)).toBe(false);
    expect(lockout.fail('192.0.2.1', NAME, null)).toBe(false);
  });

  it('are counted together however the name is written, and so released', () => {
    const lockout = createLockout();
    for (let count = 0; count < 9; count++) lockout.fail('192.0.2.1', count % 2 ? NAME : NAME.toUpperCase(), null);
    expect(lockout.fail('192.0.2.1', 'Ann@example.com', null)).toBe(true);
    expect(lockout.isLocked('192.0.2.1', NAME)).toBe(true);
    vi.advanceTimersByTime(1);
    lockout.release('ANN@example.com');
    expect(lockout.isLocked('192.0.2.1', NAME)).toBe(false);
  });

  it('lock a name for their source only, and the source for that name only', () => {
    const lockout = createLockout();
    for (let count = 0; count < 10; count++) lockout.fail('192.0.2.1', NAME, null);
    expect(lockout.isLocked('192.0.2.2', NAME)).toBe(false);
    expect(lockout.isLocked('192.0.2.1', 'bob@example.com')).toBe(false);
  });

  it('are forgotten after the correct one', () => {
    const lockout = createLockout();
    for (let count = 0; count < 9; count++) lockout.fail('192.0.2.1', NAME, null);
    lockout.clear('192.0.2.1', NAME);
    expect(lockout.fail('192.0.2.1', NAME, null)).toBe(false);
  });

  it('are forgotten for all sources when a name is released, and counted from then on', () => {
    const lockout = createLockout();
    for (const source of ['192.0.2.1', 'device 1']) {
      for (let count = 0; count < 3; count++) lockout.fail(source, NAME, 2);
    }
    lockout.release(NAME);
    vi.advanceTimersByTime(1);
    expect(lockout.isLocked('192.0.2.1', NAME)).toBe(false);
    expect(lockout.isLocked('device 1', NAME)).toBe(false);
    const locks = Array.from({ length: 3 }, () => lockout.fail('192.0.2.1', NAME, 2));
    expect(locks).toEqual([false, false, true]);
    expect(lockout.isLocked('192.0.2.1', NAME)).toBe(true);
  });

  it('lock a name for a while when they exceed the limit', () => {
    expect(locksOf(3, 2)).toEqual([false, false, true]);
  });

  it('are not counted with a limit of 0, nor for names longer than allowed', () => {
    expect(new Set(locksOf(1000, 0))).toEqual(new Set([false]));
    expect(new Set(locksOf(12, null, 'x'.repeat(256)))).toEqual(new Set([false]));
  });
});
