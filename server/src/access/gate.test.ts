import { describe, expect, it } from 'vitest';
import { createGate } from './gate.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a gate', () => {
  it('lets as many through as it may, and the others in their order', async () => {
    const gate = createGate(2, 10, () => new Error('full'));
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2, 3].map((n) =>
      gate(() => {
        started.push(n);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    await settled();
    expect(started).toEqual([0, 1]);
    ends[1]?.();
    await settled();
    expect(started).toEqual([0, 1, 2]);
    ends[0]?.();
    ends[2]?.();
    await settled();
    expect(started).toEqual([0, 1, 2, 3]);
    ends[3]?.();
    await Promise.all(all);
  });

  it('refuses whoever comes when too many wait, and stays open after failures', async () => {
    const gate = createGate(1, 1, () => new Error('full'));
    const fails = () => Promise.reject(new Error('failed'));
    const [first, second, third] = await Promise.allSettled([gate(fails), gate(fails), gate(fails)]);
    expect([first, second, third].map((one) => one?.status === 'rejected' && one.reason.message)).toEqual([
      'failed',
      'failed',
      'full',
    ]);
    expect(await gate(async () => 'through')).toBe('through');
  });
});
