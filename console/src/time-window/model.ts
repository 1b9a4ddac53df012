import { DAY, MINUTE, SECOND } from './intervals.ts';
import { isQuickInterval, type QuickInterval } from './quick-intervals.ts';

export const AGGREGATION_TYPES = ['MIN', 'MAX', 'AVG', 'SUM', 'COUNT', 'NONE'] as const;
export type AggregationType = (typeof AGGREGATION_TYPES)[number];

/** Values of `selectedTab`. */
export const REALTIME_TAB = 0;
export const HISTORY_TAB = 1;
/** Values of `realtime.realtimeType`. */
export const REALTIME_LAST_INTERVAL = 0;
export const REALTIME_INTERVAL = 1;
/** Values of `history.historyType`. */
export const HISTORY_LAST_INTERVAL = 0;
export const HISTORY_FIXED = 1;
export const HISTORY_INTERVAL = 2;

/** Fewest points that a limit may ask for. */
export const MIN_DATAPOINTS_LIMIT = 7;
/** Limit that is assumed until the server has said its own. */
export const DEFAULT_MAX_DATAPOINTS_LIMIT = 500;

/** Epoch ms, both ends. */
export interface FixedTimeWindow {
  startTimeMs: number;
  endTimeMs: number;
}

export interface RealtimeSection {
  realtimeType?: number;
  /** Bucket width in ms; 0 or absent: chosen from the length of the window. */
  interval?: number;
  /** Buckets of the calendar instead; not in 3.3.2, which goes by `interval`. */
  intervalType?: string;
  timewindowMs?: number;
  quickInterval?: QuickInterval;
}

export interface HistorySection {
  historyType?: number;
  /** Bucket width in ms. */
  interval?: number;
  /** As in the realtime section. */
  intervalType?: string;
  timewindowMs?: number;
  fixedTimewindow?: FixedTimeWindow;
  quickInterval?: QuickInterval;
}

/** A time window as dashboards and widgets store it. Edits keep members that are unknown here. */
export interface TimeWindow {
  displayValue?: string;
  hideInterval?: boolean;
  hideAggregation?: boolean;
  hideAggInterval?: boolean;
  hideTimezone?: boolean;
  selectedTab?: number;
  /** IANA name; null: the zone of the browser. */
  timezone?: string | null;
  realtime?: RealtimeSection;
  history?: HistorySection;
  aggregation?: { type?: AggregationType; limit?: number };
}

/** Only the calendar may be absent. */
type CompleteSection<Section extends { intervalType?: string }> = Required<Omit<Section, 'intervalType'>> &
  Pick<Section, 'intervalType'>;

/** A time window with every member present, as the panel edits it. */
export interface CompleteTimeWindow {
  displayValue: string;
  hideInterval: boolean;
  hideAggregation: boolean;
  hideAggInterval: boolean;
  hideTimezone: boolean;
  selectedTab: number;
  timezone: string | null;
  realtime: CompleteSection<RealtimeSection>;
  history: CompleteSection<HistorySection>;
  aggregation: { type: AggregationType; limit: number };
}

/** The server's limit as it is used: at least one more than the smallest limit. */
export function usableMaxDatapoints(fromServer: number | undefined): number {
  if (fromServer === undefined || !Number.isFinite(fromServer)) return DEFAULT_MAX_DATAPOINTS_LIMIT;
  return fromServer <= MIN_DATAPOINTS_LIMIT ? MIN_DATAPOINTS_LIMIT + 1 : Math.floor(fromServer);
}

/** The window of a new dashboard: the last minute, live. `now` in epoch ms. */
export function defaultTimeWindow(
  now: number,
  maxDatapoints: number = DEFAULT_MAX_DATAPOINTS_LIMIT,
): CompleteTimeWindow {
  return {
    displayValue: '',
    hideInterval: false,
    hideAggregation: false,
    hideAggInterval: false,
    hideTimezone: false,
    selectedTab: REALTIME_TAB,
    timezone: null,
    realtime: {
      realtimeType: REALTIME_LAST_INTERVAL,
      interval: SECOND,
      timewindowMs: MINUTE,
      quickInterval: 'CURRENT_DAY',
    },
    history: {
      historyType: HISTORY_LAST_INTERVAL,
      interval: SECOND,
      timewindowMs: MINUTE,
      fixedTimewindow: { startTimeMs: now - DAY, endTimeMs: now },
      quickInterval: 'CURRENT_DAY',
    },
    aggregation: { type: 'AVG', limit: Math.floor(maxDatapoints / 2) },
  };
}

/** The tab in effect; an absent `selectedTab` means realtime when there is a realtime section. */
export function selectedTab(window: TimeWindow): number {
  if (window.selectedTab === REALTIME_TAB || window.selectedTab === HISTORY_TAB) return window.selectedTab;
  return window.realtime ? REALTIME_TAB : HISTORY_TAB;
}

/** The section in effect. */
export function sectionOf(window: TimeWindow): RealtimeSection | HistorySection | undefined {
  return selectedTab(window) === REALTIME_TAB ? window.realtime : window.history;
}

/** A section with other buckets; the calendar is a member only where it is in use. */
export function withBuckets<Section extends RealtimeSection | HistorySection>(
  section: Section,
  interval: number | undefined,
  intervalType: string | undefined,
): Section {
  const { intervalType: _, ...rest } = section;
  return {
    ...rest,
    ...(interval === undefined ? {} : { interval }),
    ...(intervalType === undefined ? {} : { intervalType }),
  } as Section;
}

/** The kind of realtime window in effect. */
export function realtimeType(section: RealtimeSection | undefined): number {
  if (section?.realtimeType === REALTIME_LAST_INTERVAL || section?.realtimeType === REALTIME_INTERVAL) {
    return section.realtimeType;
  }
  return section?.quickInterval ? REALTIME_INTERVAL : REALTIME_LAST_INTERVAL;
}

/** The kind of history window in effect. */
export function historyType(section: HistorySection | undefined): number {
  const type = section?.historyType;
  if (type === HISTORY_LAST_INTERVAL || type === HISTORY_FIXED || type === HISTORY_INTERVAL) return type;
  if (section?.timewindowMs) return HISTORY_LAST_INTERVAL;
  return section?.quickInterval ? HISTORY_INTERVAL : HISTORY_FIXED;
}

/** Farthest time from 1970 of a window, ms: dates hold 8.64e15, and the stretches before and after it are shown too. */
const MAX_TIME = 2.5e15;

/** Whether a value is a time in epoch ms, or a length in ms, that windows can have. */
export function isWindowTime(value: unknown): value is number {
  return typeof value === 'number' && Math.abs(value) <= MAX_TIME;
}

function positive(value: unknown, otherwise: number): number {
  return isWindowTime(value) && value > 0 ? value : otherwise;
}

/**
 * Fills in whatever a stored window leaves out. Members that this version does not know stay on the result.
 * `now` in epoch ms.
 */
export function completeTimeWindow(
  window: TimeWindow | null | undefined,
  now: number,
  maxDatapoints: number = DEFAULT_MAX_DATAPOINTS_LIMIT,
): CompleteTimeWindow {
  const base = defaultTimeWindow(now, maxDatapoints);
  if (!window) return base;
  const { realtime, history, aggregation } = window;
  const fixed = history?.fixedTimewindow;
  const fixedIsValid = fixed && isWindowTime(fixed.startTimeMs) && isWindowTime(fixed.endTimeMs);
  const aggregationType = AGGREGATION_TYPES.includes(aggregation?.type as AggregationType)
    ? aggregation?.type
    : undefined;
  return {
    ...base,
    ...window,
    displayValue: typeof window.displayValue === 'string' ? window.displayValue : '',
    hideInterval: window.hideInterval === true,
    hideAggregation: window.hideAggregation === true,
    hideAggInterval: window.hideAggInterval === true,
    hideTimezone: window.hideTimezone === true,
    timezone: typeof window.timezone === 'string' && window.timezone !== '' ? window.timezone : null,
    selectedTab: selectedTab(window),
    realtime: {
      ...realtime,
      realtimeType: realtimeType(realtime),
      interval: positive(realtime?.interval, 0),
      timewindowMs: positive(realtime?.timewindowMs, base.realtime.timewindowMs),
      quickInterval: isQuickInterval(realtime?.quickInterval) ? realtime.quickInterval : base.realtime.quickInterval,
    },
    history: {
      ...history,
      historyType: history ? historyType(history) : base.history.historyType,
      interval: positive(history?.interval, 0),
      timewindowMs: positive(history?.timewindowMs, base.history.timewindowMs),
      fixedTimewindow: fixedIsValid ? fixed : base.history.fixedTimewindow,
      quickInterval: isQuickInterval(history?.quickInterval) ? history.quickInterval : base.history.quickInterval,
    },
    aggregation: {
      ...aggregation,
      type: aggregationType ?? base.aggregation.type,
      limit: Math.min(
        positive(aggregation?.limit, base.aggregation.limit),
        Math.max(maxDatapoints, MIN_DATAPOINTS_LIMIT),
      ),
    },
  };
}
