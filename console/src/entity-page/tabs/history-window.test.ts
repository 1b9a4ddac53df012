import { describe, expect, it } from 'vitest';
import { historyBounds, readHistoryWindow, writeHistoryWindow } from './history-window.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 18, 15, 30);
const boundsOf = (text: string | undefined) => historyBounds(readHistoryWindow(text), NOW);

describe('the window of a list of what happened', () => {
  it('is the last day, up to now, unless the address says otherwise', () => {
    for (const text of [undefined, '', 'nonsense', '0', '5-4', '-1', '99999999999999999']) {
      expect(boundsOf(text), text).toEqual({ startTime: NOW - DAY, endTime: NOW });
    }
  });

  it('can be a length, a period of the calendar, or both ends', () => {
    expect(boundsOf('3600000')).toEqual({ startTime: NOW - 3_600_000, endTime: NOW });
    expect(boundsOf('1000-2000')).toEqual({ startTime: 1000, endTime: 2000 });
    const yesterday = boundsOf('YESTERDAY');
    expect(yesterday.endTime - yesterday.startTime).toBe(DAY);
    expect(yesterday.endTime).toBeLessThanOrEqual(NOW);
  });

  it('stands in the address as it was read, and not at all when it is the usual one', () => {
    for (const text of ['3600000', 'PREVIOUS_WEEK', '1000-2000']) {
      expect(writeHistoryWindow(readHistoryWindow(text))).toBe(text);
    }
    expect(writeHistoryWindow(readHistoryWindow(undefined))).toBeUndefined();
    expect(writeHistoryWindow(readHistoryWindow(String(DAY)))).toBeUndefined();
  });

  it('has another usual length where a list says so', () => {
    const month = 30 * DAY;
    expect(historyBounds(readHistoryWindow(undefined, month), NOW)).toEqual({ startTime: NOW - month, endTime: NOW });
    expect(writeHistoryWindow(readHistoryWindow(undefined, month), month)).toBeUndefined();
    expect(writeHistoryWindow(readHistoryWindow(String(DAY), month), month)).toBe(String(DAY));
  });
});
