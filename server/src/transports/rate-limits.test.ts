import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateLimiter, RateLimitError } from './rate-limits.ts';

const NONE = { messages: '', telemetryMessages: '', telemetryDataPoints: '' };

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('rate limits', () => {
  it('let through what refills, message by message', () => {
    const limiter = createRateLimiter();
    const limits = { tenant: NONE, device: { ...NONE, messages: '2:10' } };
    const send = () => limiter.count(limits, 't', 'd', 0);
    send();
    send();
    expect(send).toThrow(RateLimitError);
    vi.advanceTimersByTime(5000);
    send();
    expect(send).toThrow('2:10');
  });

  it('hold all of several limits, and take from none when one refuses', () => {
    const limiter = createRateLimiter();
    const limits = { tenant: NONE, device: { ...NONE, telemetryDataPoints: '100:1,150:60' } };
    limiter.count(limits, 't', 'd', 100);
    expect(() => limiter.count(limits, 't', 'd', 60)).toThrow(RateLimitError);
    vi.advanceTimersByTime(1000);
    limiter.count(limits, 't', 'd', 50);
  });

  it('count telemetry and other messages apart, for the tenant as a whole and for each device', () => {
    const limiter = createRateLimiter();
    const limits = { tenant: { ...NONE, telemetryMessages: '3:60' }, device: { ...NONE, telemetryMessages: '2:60' } };
    limiter.count(limits, 't', 'a', 5);
    limiter.count(limits, 't', 'a', 5);
    limiter.count(limits, 't', 'a', 0);
    expect(() => limiter.count(limits, 't', 'a', 5)).toThrow('the device');
    expect(() => limiter.count(limits, 't', 'b', 5)).toThrow('the tenant');
    limiter.count(limits, 'other tenant', 'c', 5);
  });

  it('start over when the profile changes', () => {
    const limiter = createRateLimiter();
    const limits = (messages: string) => ({ tenant: NONE, device: { ...NONE, messages } });
    limiter.count(limits('1:60'), 't', 'd', 0);
    expect(() => limiter.count(limits('1:60'), 't', 'd', 0)).toThrow();
    limiter.count(limits('5:60'), 't', 'd', 0);
  });
});
