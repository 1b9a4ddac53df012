import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCallTurns } from './call-turns.ts';
import { SYSTEM_USER } from './security-user.ts';

const LIMITS = {
  atOnce: 4,
  ofOwner: 3,
  waiting: { perOwner: 100, total: 150 },
  bytes: { perOwner: 1_000, total: 1_500 },
  patience: 1_000,
};
const userOf = (tenantId: string, isPublic = false) => ({ ...SYSTEM_USER, tenantId, isPublic });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Calls that take so many ms each, and whose they were in the order of their answers. */
function calls() {
  const inTurn = createCallTurns(LIMITS);
  const answered: string[] = [];
  const call = (tenant: string, ms: number, isPublic = false): Promise<void> =>
    inTurn(userOf(tenant, isPublic), 0, () => new Promise<void>((resolve) => setTimeout(resolve, ms))).then(() => {
      answered.push(isPublic ? `visitor of ${tenant}` : tenant);
    });
  return { call, answered };
}

describe('calls of the API', () => {
  it('of a tenant with very many at once hold up nobody else', async () => {
    const { call, answered } = calls();
    const loud = Array.from({ length: 100 }, () => call('loud', 10));
    const others = [call('quiet', 10), call('loud', 10, true)];
    await vi.advanceTimersByTimeAsync(20);
    expect(answered).toContain('quiet');
    expect(answered).toContain('visitor of loud');
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all([...loud, ...others]);
    expect(answered).toHaveLength(102);
  });

  it('that wait for long keep the next from nothing', async () => {
    const { call, answered } = calls();
    const long = Array.from({ length: 3 }, () => call('loud', 60_000));
    const next = call('loud', 10);
    await vi.advanceTimersByTimeAsync(1_011);
    expect(answered).toEqual(['loud']);
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all([...long, next]);
  });

  it('are refused when too many of a tenant wait, and others are not', async () => {
    const { call, answered } = calls();
    const loud = Array.from({ length: 104 }, () => call('loud', 10));
    await expect(loud.at(-1)).rejects.toMatchObject({ status: 429 });
    const quiet = call('quiet', 10);
    await vi.advanceTimersByTimeAsync(2_000);
    await quiet;
    expect(answered).toHaveLength(104);
  });

  it('that fail tell why, and give their turn to the next', async () => {
    const inTurn = createCallTurns({ ...LIMITS, ofOwner: 1 });
    const failing = inTurn(userOf('a'), 0, () => Promise.reject(new Error('no')));
    const next = inTurn(userOf('a'), 0, () => Promise.resolve('yes'));
    await expect(failing).rejects.toThrow('no');
    expect(await next).toBe('yes');
  });

  it('hold only so much of what a tenant sends in memory, and take a single large body all the same', async () => {
    const inTurn = createCallTurns(LIMITS);
    const send = (tenant: string, bytes: number) =>
      inTurn(userOf(tenant), bytes, () => new Promise<void>((resolve) => setTimeout(resolve, 10)));
    const large = send('loud', 5_000);
    await expect(send('loud', 1)).rejects.toMatchObject({ status: 429 });
    const others = [send('quiet', 900), send('loud', 0)];
    await vi.advanceTimersByTimeAsync(20);
    await Promise.all([large, ...others]);
    const again = [send('loud', 600), send('loud', 400)];
    await vi.advanceTimersByTimeAsync(20);
    await Promise.all(again);
  });
});
