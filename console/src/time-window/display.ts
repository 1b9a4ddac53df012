import './texts/texts.ts';
import { boundedCalendar, calendarOf } from './calendar-grouping.ts';
import { boundedInterval, DAY, HOUR, MINUTE, SECOND } from './intervals.ts';
import {
  HISTORY_FIXED,
  HISTORY_LAST_INTERVAL,
  historyType,
  REALTIME_INTERVAL,
  REALTIME_TAB,
  realtimeType,
  sectionOf,
  selectedTab,
  type TimeWindow,
} from './model.ts';
import { isQuickInterval, quickIntervalPeriod } from './quick-intervals.ts';
import { timezoneAbbreviation } from './timezones.ts';

/** Looks a text up: key and the values that its placeholders take. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

const UNITS = [
  ['days', DAY],
  ['hours', HOUR],
  ['minutes', MINUTE],
  ['seconds', SECOND],
] as const;

type Unit = (typeof UNITS)[number][0];

/** Lengths in ms that are one unit, and which. */
const ONE_UNIT = new Map<number, Unit>(UNITS.map(([unit, length]) => [length, unit]));

/** A length in its units, each written by `textOf`, largest first. */
function parted(intervalMs: number, textOf: (unit: Unit, count: number) => string): string {
  let rest = Math.max(0, Math.floor(intervalMs / SECOND) * SECOND);
  const words: string[] = [];
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) words.push(textOf(unit, count));
  }
  return words.length > 0 ? words.join(' ') : textOf('seconds', 0);
}

/** A length in words, largest units first: "1 day 2 hours". `intervalMs` in ms. */
export function intervalText(intervalMs: number, translate: Translate): string {
  return parted(intervalMs, (unit, count) => translate(`timeWindow.unit.${unit}`, { count }));
}

/** The same behind "Last", where a single unit goes without its number: "hour", "2 hours", "1 day 2 hours". */
export function lastIntervalText(intervalMs: number, translate: Translate): string {
  const one = ONE_UNIT.get(intervalMs);
  return one ? translate(`timeWindow.one.${one}`) : intervalText(intervalMs, translate);
}

/** The same in short form for chips: "4 h", "1 h 30 min". */
export function shortIntervalText(intervalMs: number, translate: Translate): string {
  return parted(intervalMs, (unit, count) => translate(`timeWindow.short.${unit}`, { count }));
}

/** One line that says what a window shows: "Last 12 hours", "History: 2 May 2026, 10:00 – 3 May 2026, 10:00". */
export function displayText(window: TimeWindow, translate: Translate, locale?: string): string {
  if (selectedTab(window) === REALTIME_TAB) {
    const section = window.realtime ?? {};
    if (realtimeType(section) === REALTIME_INTERVAL && isQuickInterval(section.quickInterval)) {
      return translate(`timeWindow.quick.${section.quickInterval}`);
    }
    return translate('timeWindow.lastLive', { interval: lastIntervalText(section.timewindowMs || MINUTE, translate) });
  }
  const section = window.history ?? {};
  const type = historyType(section);
  if (type === HISTORY_LAST_INTERVAL) {
    return translate('timeWindow.lastHistory', {
      interval: lastIntervalText(section.timewindowMs || MINUTE, translate),
    });
  }
  if (type === HISTORY_FIXED && section.fixedTimewindow) {
    return translate('timeWindow.range', {
      start: instantText(section.fixedTimewindow.startTimeMs, locale),
      end: instantText(section.fixedTimewindow.endTimeMs, locale),
    });
  }
  return translate('timeWindow.quickHistory', {
    interval: translate(
      `timeWindow.quick.${isQuickInterval(section.quickInterval) ? section.quickInterval : 'CURRENT_DAY'}`,
    ),
  });
}

const INSTANT_FORMAT = { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const;

function instantText(time: number, locale: string | undefined): string {
  return new Intl.DateTimeFormat(locale, INSTANT_FORMAT).format(time);
}

/** What follows the window on its chip: how points are put together, and the zone when one is chosen. */
export function aggregationText(window: TimeWindow, translate: Translate, length: number): string {
  const type = window.aggregation?.type ?? 'AVG';
  if (type === 'NONE') return '';
  const section = sectionOf(window);
  const calendar = calendarOf(section);
  if (calendar) {
    const bounded = boundedCalendar(calendar, length);
    return `${translate(`timeWindow.aggregationShort.${type}`)} ${translate(`timeWindow.calendarShort.${bounded}`)}`;
  }
  const interval = boundedInterval(section?.interval, length, type);
  return `${translate(`timeWindow.aggregationShort.${type}`)} ${shortIntervalText(interval, translate)}`;
}

/**
 * The chosen zone in its short form ("CET"), or an empty text for the browser's own. It is that of the time which is
 * shown; both where clocks change within fixed bounds ("CET/CEST").
 */
export function zoneText(window: TimeWindow, now: number): string {
  const { timezone } = window;
  if (!timezone) return '';
  const section = selectedTab(window) === REALTIME_TAB ? undefined : window.history;
  const fixed = section && historyType(section) === HISTORY_FIXED ? section.fixedTimewindow : undefined;
  const moments = fixed ? [fixed.startTimeMs, fixed.endTimeMs] : [now];
  return [...new Set(moments.map((moment) => timezoneAbbreviation(timezone, moment)))].join('/');
}

/** Nominal length of a window in ms, for the bounds of its buckets. */
export function nominalLength(window: TimeWindow): number {
  if (selectedTab(window) === REALTIME_TAB) {
    const section = window.realtime ?? {};
    if (realtimeType(section) === REALTIME_INTERVAL && isQuickInterval(section.quickInterval)) {
      return quickIntervalPeriod(section.quickInterval);
    }
    return section.timewindowMs || MINUTE;
  }
  const section = window.history ?? {};
  const type = historyType(section);
  if (type === HISTORY_LAST_INTERVAL) return section.timewindowMs || MINUTE;
  if (type === HISTORY_FIXED && section.fixedTimewindow) {
    return section.fixedTimewindow.endTimeMs - section.fixedTimewindow.startTimeMs;
  }
  return isQuickInterval(section.quickInterval) ? quickIntervalPeriod(section.quickInterval) : DAY;
}
