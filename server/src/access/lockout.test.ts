import { describe, expect, it, vi } from 'vitest';
import { createStrangers, LOCK_TIME, lockAfter } from './lockout.ts';

describe('a lock', () => {
  it.each([
    [9, null, undefined],
    [10, null, 'for a while'],
    [3, 3, undefined],
    [4, 3, 'until enabled'],
    [1000, 0, undefined],
  ] as const)('after %i failures with the limit %s: %s', (failures, limit, lock) => {
    expect(lockAfter(failures, limit)).toBe(lock);
  });
});

describe('a name that nobody has', () => {
  it('is not remembered when it is longer than any can be', () => {
    const strangers = createStrangers();
    const refusals = Array.from({ length: 12 }, () => strangers.refuse('x'.repeat(256), null));
    expect(new Set(refusals)).toEqual(new Set(['wrong']));
  });

  it('is locked for a while like a user, and starts anew after that', () => {
    vi.useFakeTimers();
    const strangers = createStrangers();
    const refusals = Array.from({ length: 10 }, () => strangers.refuse('nobody@example.com', null));
    expect(refusals).toEqual([...Array(9).fill('wrong'), 'locked']);
    expect(strangers.isLocked('nobody@example.com')).toBe(true);
    expect(strangers.isLocked('somebody@example.com')).toBe(false);
    vi.advanceTimersByTime(LOCK_TIME);
    expect(strangers.isLocked('nobody@example.com')).toBe(false);
    expect(strangers.refuse('nobody@example.com', null)).toBe('wrong');
    vi.useRealTimers();
  });

  it('is told once that it is locked until somebody enables it', () => {
    const strangers = createStrangers();
    const refusals = Array.from({ length: 5 }, () => strangers.refuse('nobody@example.com', 2));
    expect(refusals).toEqual(['wrong', 'wrong', 'locked', 'wrong', 'wrong']);
    expect(strangers.isLocked('nobody@example.com')).toBe(false);
  });
});
