import { type CalendarPlace, clockAt, plusUnits } from './clock.ts';
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
  selectedTab,
  type TimeWindow,
} from './model.ts';
import {
  isQuickInterval,
  precedingQuickInterval,
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
    interval: number;
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

  if (selectedTab(window) === REALTIME_TAB) {
    const section = window.realtime ?? {};
    if (realtimeType(section) === REALTIME_INTERVAL) {
      const quickInterval = isQuickInterval(section.quickInterval) ? section.quickInterval : 'CURRENT_DAY';
      const length = quickIntervalRealtimeLength(quickInterval, now, place) ?? 0;
      const interval = boundedInterval(section.interval, length, type);
      return {
        ...base,
        fixedWindow: null,
        realtimeWindowMs: length,
        startTs: quickIntervalStart(quickInterval, now, place),
        quickInterval,
        aggregation: {
          interval,
          limit: pointLimit(type, limit, length, interval),
          type,
          timeWindow: length,
          stateData,
        },
      };
    }
    const length = section.timewindowMs || 60_000;
    const interval = boundedInterval(section.interval, length, type);
    let startTs = now + serverOffset - length;
    let timeWindow = length;
    const past = startTs % interval;
    if (past !== 0) {
      startTs -= past;
      timeWindow += interval;
    }
    return {
      ...base,
      fixedWindow: null,
      realtimeWindowMs: length,
      startTs,
      quickInterval: null,
      aggregation: { interval, limit: pointLimit(type, limit, timeWindow, interval), type, timeWindow, stateData },
    };
  }

  const { fixedWindow, quickInterval } = historyWindow(window, now, place, tsOffset);
  const timeWindow = fixedWindow.endTimeMs - fixedWindow.startTimeMs;
  const interval = boundedInterval(window.history?.interval, timeWindow, type);
  return {
    ...base,
    fixedWindow,
    realtimeWindowMs: null,
    startTs: fixedWindow.startTimeMs,
    quickInterval,
    aggregation: { interval, limit: pointLimit(type, limit, timeWindow, interval), type, timeWindow, stateData },
  };
}

function historyWindow(
  window: TimeWindow,
  now: number,
  place: CalendarPlace,
  tsOffset: number,
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

export type TimeForComparison = 'previousInterval' | 'customInterval' | 'days' | 'weeks' | 'months' | 'years';

const COMPARED_UNITS = { days: 'day', weeks: 'week', months: 'month', years: 'year' } as const;

/** The window that a history window is compared with, epoch ms. `customValue` in ms. */
export function comparisonWindow(
  window: SubscriptionWindow,
  comparison: TimeForComparison,
  customValue: number | undefined,
  locale?: string,
): FixedTimeWindow | null {
  const fixed = window.fixedWindow;
  if (!fixed) return null;
  const { startTimeMs, endTimeMs } = fixed;
  const length = endTimeMs - startTimeMs;
  const place = { timezone: window.timezone, locale };
  if (comparison === 'previousInterval') {
    if (window.quickInterval) return precedingQuickInterval(window.quickInterval, startTimeMs, endTimeMs, place);
    return { startTimeMs: startTimeMs - length, endTimeMs: startTimeMs };
  }
  if (comparison === 'customInterval') {
    const shift = Number.isFinite(customValue) && (customValue ?? 0) > 0 ? (customValue ?? 0) : 0;
    return { startTimeMs: startTimeMs - shift, endTimeMs: endTimeMs - shift };
  }
  const end = plusUnits(clockAt(endTimeMs, place), COMPARED_UNITS[comparison], -1).getTime();
  return { startTimeMs: end - length, endTimeMs: end };
}
