import {
  boundedCalendar,
  type CalendarGrouping,
  calendarOf,
  calendarZone,
  intervalAt,
  momentShownAs,
  shownInterval,
  shownMoment,
  usualLength,
} from './calendar-grouping.ts';
import { type CalendarPlace, clockAt } from './clock.ts';
import { boundedInterval } from './intervals.ts';
import {
  type AggregationType,
  DEFAULT_MAX_DATAPOINTS_LIMIT,
  type FixedTimeWindow,
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
import {
  isQuickInterval,
  type QuickInterval,
  quickIntervalEnd,
  quickIntervalRealtimeLength,
  quickIntervalStart,
} from './quick-intervals.ts';

/** What a time window means at one moment: the part of a live command that depends on time. */
export interface SubscriptionWindow {
  /** Set for history. Epoch ms. */
  fixedWindow: FixedTimeWindow | null;
  /** Set for realtime: length of the visible window, ms. */
  realtimeWindowMs: number | null;
  /** First instant asked for, epoch ms. */
  startTs: number;
  aggregation: {
    /** ms; usual length where the calendar counts. */
    interval: number;
    /** Buckets of the calendar in place of those of fixed length; absent: none. */
    calendar?: CalendarGrouping;
    limit: number;
    type: AggregationType;
    /** Length asked for, ms; at least the visible window. */
    timeWindow: number;
    /** Values hold until the next one: read raw, with the last value before the window. */
    stateData: boolean;
  };
  quickInterval: QuickInterval | null;
  timezone: string | null;
  /** Added to every received time so that the browser's clock shows the chosen zone, ms. */
  tsOffset: number;
}

export interface WindowContext {
  /** Epoch ms of the browser. */
  now: number;
  /** Server time minus browser time, ms. */
  serverOffset?: number;
  stateData?: boolean;
  maxDatapoints?: number;
  locale?: string | undefined;
}

/** Offset of `timezone` against the browser's own zone at `now`, ms; 0 without a zone. */
export function timezoneShift(timezone: string | null | undefined, now: number): number {
  if (!timezone) return 0;
  return (clockAt(now, {}).getTimezoneOffset() - clockAt(now, { timezone }).getTimezoneOffset()) * 60_000;
}

/** Computes start, length, bucket and limit of a time window for a subscription that begins at `context.now`. */
export function subscriptionWindow(window: TimeWindow, context: WindowContext): SubscriptionWindow {
  const { now, serverOffset = 0, stateData = false, maxDatapoints = DEFAULT_MAX_DATAPOINTS_LIMIT } = context;
  const timezone = window.timezone || null;
  const place: CalendarPlace = { timezone, locale: context.locale };
  const tsOffset = timezoneShift(timezone, now);
  const type: AggregationType = stateData ? 'NONE' : (window.aggregation?.type ?? 'AVG');
  const limit = window.aggregation?.limit || maxDatapoints;
  const base = { timezone, tsOffset };
  const section = sectionOf(window);
  const wanted = type === 'NONE' ? undefined : calendarOf(section);
  const groupingOf = (length: number): CalendarGrouping | undefined =>
    wanted && { interval: boundedCalendar(wanted, length), zone: calendarZone(timezone) };
  /** The aggregation over `timeWindow` ms of a window that is `length` ms long. */
  const aggregationOf = (timeWindow: number, length: number): SubscriptionWindow['aggregation'] => {
    const calendar = groupingOf(length);
    const interval = calendar ? usualLength(calendar.interval) : boundedInterval(section?.interval, length, type);
    return {
      interval,
      ...(calendar ? { calendar } : {}),
      // Intervals of the calendar may be shorter than usual, and cut at both ends.
      limit: pointLimit(type, limit, timeWindow, calendar ? 0.9 * interval : interval) + (calendar ? 2 : 0),
      type,
      timeWindow,
      stateData,
    };
  };

  if (selectedTab(window) === REALTIME_TAB) {
    const { realtime = {} } = window;
    if (realtimeType(realtime) === REALTIME_INTERVAL) {
      const quickInterval = isQuickInterval(realtime.quickInterval) ? realtime.quickInterval : 'CURRENT_DAY';
      const length = quickIntervalRealtimeLength(quickInterval, now, place) ?? 0;
      return {
        ...base,
        fixedWindow: null,
        realtimeWindowMs: length,
        startTs: quickIntervalStart(quickInterval, now, place),
        quickInterval,
        aggregation: aggregationOf(length, length),
      };
    }
    const length = realtime.timewindowMs || 60_000;
    const end = now + serverOffset;
    let startTs = end - length;
    let timeWindow = length;
    const calendar = groupingOf(length);
    if (calendar) {
      startTs = intervalAt(calendar, startTs).start;
      timeWindow = end - startTs;
    } else {
      const interval = boundedInterval(realtime.interval, length, type);
      const past = startTs % interval;
      if (past !== 0) {
        startTs -= past;
        timeWindow += interval;
      }
    }
    return {
      ...base,
      fixedWindow: null,
      realtimeWindowMs: length,
      startTs,
      quickInterval: null,
      aggregation: aggregationOf(timeWindow, length),
    };
  }

  const { fixedWindow, quickInterval } = historyWindow(window, now, place, tsOffset, wanted !== undefined);
  const timeWindow = fixedWindow.endTimeMs - fixedWindow.startTimeMs;
  return {
    ...base,
    fixedWindow,
    realtimeWindowMs: null,
    startTs: fixedWindow.startTimeMs,
    quickInterval,
    aggregation: aggregationOf(timeWindow, timeWindow),
  };
}

function historyWindow(
  window: TimeWindow,
  now: number,
  place: CalendarPlace,
  tsOffset: number,
  byCalendar: boolean,
): { fixedWindow: FixedTimeWindow; quickInterval: QuickInterval | null } {
  const section = window.history ?? {};
  const type = historyType(section);
  if (type === HISTORY_LAST_INTERVAL) {
    return {
      fixedWindow: { startTimeMs: now - (section.timewindowMs || 60_000), endTimeMs: now },
      quickInterval: null,
    };
  }
  if (type === HISTORY_FIXED && section.fixedTimewindow) {
    const { startTimeMs, endTimeMs } = section.fixedTimewindow;
    if (byCalendar && place.timezone) {
      // Each end by the clock of its own time, which may be another one than today's.
      const zone = calendarZone(place.timezone);
      return {
        fixedWindow: { startTimeMs: momentShownAs(zone, startTimeMs), endTimeMs: momentShownAs(zone, endTimeMs) },
        quickInterval: null,
      };
    }
    return {
      fixedWindow: { startTimeMs: startTimeMs - tsOffset, endTimeMs: endTimeMs - tsOffset },
      quickInterval: null,
    };
  }
  const quickInterval = isQuickInterval(section.quickInterval) ? section.quickInterval : 'CURRENT_DAY';
  return {
    fixedWindow: {
      startTimeMs: quickIntervalStart(quickInterval, now, place),
      endTimeMs: quickIntervalEnd(quickInterval, now, place),
    },
    quickInterval,
  };
}

function pointLimit(type: AggregationType, limit: number, timeWindow: number, interval: number): number {
  return type === 'NONE' ? limit : Math.ceil(timeWindow / interval);
}

/** What a chart shows from left to right, epoch ms on the shifted clock. */
export function visibleRange(
  window: SubscriptionWindow,
  now: number,
  serverOffset = 0,
  locale?: string,
): { minTime: number; maxTime: number } {
  const { calendar } = window.aggregation;
  if (calendar) return calendarRange(window, calendar, now + serverOffset, locale);
  if (window.fixedWindow) {
    return {
      minTime: window.fixedWindow.startTimeMs + window.tsOffset,
      maxTime: window.fixedWindow.endTimeMs + window.tsOffset,
    };
  }
  if (window.quickInterval) {
    const place = { timezone: window.timezone, locale };
    return {
      minTime: quickIntervalStart(window.quickInterval, now, place) + window.tsOffset,
      maxTime: quickIntervalEnd(window.quickInterval, now, place) + window.tsOffset,
    };
  }
  const maxTime = now + window.tsOffset + serverOffset;
  return { minTime: maxTime - (window.realtimeWindowMs ?? 0), maxTime };
}

/** Live windows end with the interval that is running, and "last" ones begin with a whole one. */
function calendarRange(window: SubscriptionWindow, calendar: CalendarGrouping, now: number, locale?: string) {
  const shown = (ts: number) => shownMoment(calendar.zone, ts);
  if (window.fixedWindow) {
    const { startTimeMs, endTimeMs } = window.fixedWindow;
    return { minTime: shown(startTimeMs), maxTime: shown(endTimeMs) };
  }
  const running = shownInterval(calendar, now).end;
  if (window.quickInterval) {
    const place = { timezone: window.timezone, locale };
    const isSoFar = window.quickInterval.endsWith('_SO_FAR');
    return {
      minTime: shown(quickIntervalStart(window.quickInterval, now, place)),
      maxTime: isSoFar ? running : shown(quickIntervalEnd(window.quickInterval, now, place)),
    };
  }
  return { minTime: shownInterval(calendar, now - (window.realtimeWindowMs ?? 0)).start, maxTime: running };
}
