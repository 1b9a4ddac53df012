import { expect, it } from 'vitest';
import { zoneText } from './display.ts';
import type { TimeWindow } from './model.ts';

const at = (text: string) => Date.parse(`${text}T12:00:00Z`);
const NOW = at('2026-11-28');

const fixed = (start: string, end: string): TimeWindow => ({
  selectedTab: 1,
  timezone: 'America/New_York',
  history: { historyType: 1, fixedTimewindow: { startTimeMs: at(start), endTimeMs: at(end) } },
});

it('names the zone as it is called at the time that is shown', () => {
  expect(zoneText(fixed('2026-11-03', '2026-11-09'), NOW)).toBe('EST');
  expect(zoneText(fixed('2026-07-03', '2026-07-09'), NOW)).toBe('EDT');
  expect(zoneText(fixed('2026-10-30', '2026-11-03'), NOW)).toBe('EDT/EST');
});

it('names it as it is called now where the window moves on, and not where it is that of the browser', () => {
  const moving: TimeWindow = { selectedTab: 0, timezone: 'America/New_York', realtime: { timewindowMs: 60_000 } };
  expect(zoneText(moving, NOW)).toBe('EST');
  expect(zoneText(moving, at('2026-07-03'))).toBe('EDT');
  expect(zoneText({ ...fixed('2026-07-03', '2026-07-09'), timezone: null }, NOW)).toBe('');
  expect(zoneText({ ...moving, timezone: 'Nowhere/City' }, NOW)).toBe('');
  expect(zoneText({ ...moving, timezone: 'x+01:00' }, NOW)).toBe('UTC+01:00');
});
