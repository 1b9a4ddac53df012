// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import {
  formatAgo,
  formatDateTime,
  formatDuration,
  formatExact,
  formatNumber,
  formatRoughDuration,
  formatTime,
  machineTime,
} from './format.ts';

const MOMENT = Date.UTC(2026, 4, 2, 10, 30, 5, 7);

describe('dates and times', () => {
  it('are those of the browser, in its zone', () => {
    const shown = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });
    expect(formatDateTime(MOMENT)).toBe(shown.format(MOMENT));
    expect(formatDateTime(0)).toBe('');
  });

  it('that no date can be are the numbers that they are, and nothing where they are none', () => {
    for (const format of [formatDateTime, formatTime, formatExact]) {
      expect(format(8.64e15 + 1)).toBe('8,640,000,000,000,001');
      expect(format(-9e15)).toBe('-9,000,000,000,000,000');
      expect(format(Number.NaN)).toBe('');
      expect(format(Number.POSITIVE_INFINITY)).toBe('');
    }
    expect(formatDateTime(8.64e15)).toContain('275760');
    expect(formatAgo(Number.NaN, MOMENT)).toBe('');
    expect(formatAgo(9e15, MOMENT)).toBe('now');
    expect(machineTime(9e15)).toBeUndefined();
    expect(machineTime(MOMENT)).toBe('2026-05-02T10:30:05.007Z');
  });

  it('have milliseconds and the zone where they are exact', () => {
    expect(formatExact(MOMENT)).toMatch(/^05\/02\/2026, \d\d:\d\d:05\.007.*[A-Z]/);
  });

  it('say how long ago something was, never in the future', () => {
    expect([3, 12, 200, 7200, 86_400 * 3].map((seconds) => formatAgo(MOMENT - seconds * 1000, MOMENT))).toEqual([
      'now',
      '12s ago',
      '3m ago',
      '2h ago',
      '3d ago',
    ]);
    expect(formatAgo(MOMENT + 60_000, MOMENT)).toBe('now');
  });
});

describe('stretches of time', () => {
  it('are in the largest unit that they are whole in', () => {
    expect([1000, 60_000, 90_000, 3_600_000, 86_400_000, 172_800_000].map(formatDuration)).toEqual([
      '1 second',
      '1 minute',
      '90 seconds',
      '1 hour',
      '1 day',
      '2 days',
    ]);
  });

  it('are rounded where they are guessed', () => {
    expect([200, 40_000, 170_000, 9_000_000].map(formatRoughDuration)).toEqual([
      '1 second',
      '40 seconds',
      '3 minutes',
      '3 hours',
    ]);
  });
});

it('numbers have the group marks of the browser', () => {
  expect(formatNumber(2_147_483_647)).toBe('2,147,483,647');
});
