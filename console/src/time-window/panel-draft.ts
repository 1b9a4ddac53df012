import { lightFormat, parseISO } from 'date-fns';
import { type CalendarInterval, calendarOf, fitsCalendar } from './calendar-grouping.ts';
import { DAY, fitsWindow, maxInterval, minInterval, SECOND, snappedInterval } from './intervals.ts';
import {
  type AggregationType,
  completeTimeWindow,
  type FixedTimeWindow,
  HISTORY_FIXED,
  HISTORY_INTERVAL,
  HISTORY_LAST_INTERVAL,
  HISTORY_TAB,
  type HistorySection,
  historyType,
  MIN_DATAPOINTS_LIMIT,
  REALTIME_INTERVAL,
  REALTIME_LAST_INTERVAL,
  REALTIME_TAB,
  type RealtimeSection,
  selectedTab,
  type TimeWindow,
  withBuckets,
} from './model.ts';
import { type QuickInterval, quickIntervalPeriod } from './quick-intervals.ts';
import { MAX_HISTORY, MAX_REALTIME, shownRange } from './shown-range.ts';

/** A time window while it is edited. What was typed stays as it was typed, whether it makes sense or not. */
export interface Draft {
  tab: number;
  realtimeType: number;
  historyType: number;
  /** Lengths in ms; null: what was typed is not a length. */
  realtimeMs: number | null;
  historyMs: number | null;
  realtimeQuick: QuickInterval;
  historyQuick: QuickInterval;
  /** Both ends of a period as `yyyy-MM-ddTHH:mm:ss` on the displayed clock; empty or cut short while they are typed. */
  from: string;
  to: string;
  aggregation: AggregationType;
  /** Bucket length in ms; 0: chosen by the length of the window; null: what was typed is not a length. */
  grouping: number | null;
  /** Buckets of the calendar; null: those of the length in `grouping`. */
  calendar: CalendarInterval | null;
  limit: string;
  timezone: string | null;
  hideInterval: boolean;
  hideAggregation: boolean;
  hideAggInterval: boolean;
  hideTimezone: boolean;
}

export type DraftField = 'realtimeMs' | 'historyMs' | 'from' | 'to' | 'grouping' | 'limit';
/** What is wrong with a field: a text and the values of its placeholders; lengths in ms. */
export interface DraftProblem {
  key: string;
  lengths?: Record<string, number>;
  values?: Record<string, number>;
}
/** In the order in which the fields stand. */
export type DraftProblems = Partial<Record<DraftField, DraftProblem>>;

/** What a part of the panel works with. */
export interface PanelPartProps {
  draft: Draft;
  /** In words. */
  problemOf: (field: DraftField) => string | undefined;
  onEdit: (edit: Partial<Draft>) => void;
}

const INPUT_FORMAT = "yyyy-MM-dd'T'HH:mm:ss";

function inputText(time: number): string {
  return lightFormat(time, INPUT_FORMAT);
}

function inputTime(text: string): number | undefined {
  const time = parseISO(text).getTime();
  return Number.isNaN(time) ? undefined : time;
}

/** The draft that a panel opens with: the stored window, and for the kinds that are not in use what is shown now. */
export function draftOf(
  window: TimeWindow,
  context: { now: number; maxDatapoints: number; locale?: string | undefined; historyOnly?: boolean },
): Draft {
  const stored = completeTimeWindow(window, context.now, context.maxDatapoints);
  const tab = context.historyOnly ? HISTORY_TAB : stored.selectedTab;
  const shown = shownRange(window, context.now, context.locale);
  const length = shown.endTimeMs - shown.startTimeMs;
  const usual = (max: number) => snappedInterval(length, SECOND, Math.min(max, 30 * DAY));
  const period = isFixed(window) ? stored.history.fixedTimewindow : shown;
  return {
    tab,
    realtimeType: stored.realtime.realtimeType,
    historyType: stored.history.historyType,
    realtimeMs: window.realtime?.timewindowMs ?? usual(MAX_REALTIME),
    historyMs: window.history?.timewindowMs ?? usual(MAX_HISTORY),
    realtimeQuick: stored.realtime.quickInterval,
    historyQuick: stored.history.quickInterval,
    from: inputText(period.startTimeMs),
    to: inputText(period.endTimeMs),
    aggregation: stored.aggregation.type,
    grouping: tab === REALTIME_TAB ? stored.realtime.interval : stored.history.interval,
    calendar: calendarOf(tab === REALTIME_TAB ? stored.realtime : stored.history) ?? null,
    limit: String(stored.aggregation.limit),
    timezone: stored.timezone,
    hideInterval: stored.hideInterval,
    hideAggregation: stored.hideAggregation,
    hideAggInterval: stored.hideAggInterval,
    hideTimezone: stored.hideTimezone,
  };
}

function isFixed(window: TimeWindow): boolean {
  return selectedTab(window) === HISTORY_TAB && historyType(window.history) === HISTORY_FIXED;
}

/** Length of the window as it stands in the draft, ms; undefined while it makes no sense. */
export function draftLength(draft: Draft): number | undefined {
  if (draft.tab === REALTIME_TAB) {
    if (draft.realtimeType === REALTIME_INTERVAL) return quickIntervalPeriod(draft.realtimeQuick);
    return draft.realtimeMs ?? undefined;
  }
  if (draft.historyType === HISTORY_INTERVAL) return quickIntervalPeriod(draft.historyQuick);
  if (draft.historyType === HISTORY_LAST_INTERVAL) return draft.historyMs ?? undefined;
  const [from, to] = [inputTime(draft.from), inputTime(draft.to)];
  return from !== undefined && to !== undefined && to > from ? to - from : undefined;
}

/**
 * The draft after an edit. A bucket that no longer fits the length of the window becomes the nearest usual one, and one of
 * the calendar a fixed one.
 */
export function editedDraft(draft: Draft, edit: Partial<Draft>): Draft {
  const next = { ...draft, ...edit };
  const length = draftLength(next);
  if ('grouping' in edit || 'calendar' in edit || length === undefined) return next;
  if (next.calendar && !fitsCalendar(next.calendar, length)) next.calendar = null;
  if (!next.grouping || fitsWindow(next.grouping, length)) return next;
  return { ...next, grouping: snappedInterval(next.grouping, minInterval(length), maxInterval(length)) };
}

function lengthProblem(length: number | null, min: number, max: number): DraftProblem | undefined {
  if (length === null) return { key: 'timeWindowPanel.problem.length' };
  if (length >= min && length <= max) return undefined;
  return { key: 'timeWindowPanel.problem.lengthBounds', lengths: { min, max } };
}

/** What is wrong with the draft, beside the field that it is about; empty when it can be used. */
export function draftProblems(
  draft: Draft,
  context: { now: number; maxDatapoints: number; aggregation: boolean },
): DraftProblems {
  const problems: DraftProblems = {};
  const note = (field: DraftField, problem: DraftProblem | undefined) => {
    if (problem) problems[field] = problem;
  };
  if (draft.tab === REALTIME_TAB) {
    if (draft.realtimeType === REALTIME_LAST_INTERVAL)
      note('realtimeMs', lengthProblem(draft.realtimeMs, SECOND, MAX_REALTIME));
  } else if (draft.historyType === HISTORY_LAST_INTERVAL) {
    note('historyMs', lengthProblem(draft.historyMs, SECOND, MAX_HISTORY));
  } else if (draft.historyType === HISTORY_FIXED) {
    const [from, to] = [inputTime(draft.from), inputTime(draft.to)];
    if (from === undefined) note('from', { key: 'timeWindowPanel.problem.date' });
    else if (from > context.now) note('from', { key: 'timeWindowPanel.problem.future' });
    if (to === undefined) note('to', { key: 'timeWindowPanel.problem.date' });
    else if (from !== undefined && to <= from) note('to', { key: 'timeWindowPanel.problem.order' });
  }
  if (!context.aggregation) return problems;
  if (draft.aggregation === 'NONE') {
    const limit = Number(draft.limit);
    const { maxDatapoints: max } = context;
    if (!Number.isInteger(limit) || limit < MIN_DATAPOINTS_LIMIT || limit > max)
      note('limit', { key: 'timeWindowPanel.problem.limit', values: { min: MIN_DATAPOINTS_LIMIT, max } });
  } else if (!draft.calendar) {
    const length = draftLength(draft);
    if (length !== undefined && draft.grouping !== 0)
      note('grouping', lengthProblem(draft.grouping, minInterval(length), maxInterval(length)));
  }
  return problems;
}

/** The window that a draft without problems stands for; what it does not use stays as it is stored. */
export function windowOf(draft: Draft, stored: TimeWindow, now: number): TimeWindow {
  const complete = completeTimeWindow(stored, now);
  const bucketed = <Section extends RealtimeSection | HistorySection>(section: Section): Section =>
    withBuckets(section, draft.grouping ?? 0, draft.calendar ?? undefined);
  const window: TimeWindow = {
    ...complete,
    selectedTab: draft.tab,
    timezone: draft.timezone,
    aggregation: { ...complete.aggregation, type: draft.aggregation, limit: Number(draft.limit) },
    hideInterval: draft.hideInterval,
    hideAggregation: draft.hideAggregation,
    hideAggInterval: draft.hideAggInterval,
    hideTimezone: draft.hideTimezone,
  };
  if (draft.tab === REALTIME_TAB) {
    const { realtimeType } = draft;
    const range =
      realtimeType === REALTIME_INTERVAL
        ? { quickInterval: draft.realtimeQuick }
        : { timewindowMs: draft.realtimeMs ?? complete.realtime.timewindowMs };
    return { ...window, realtime: bucketed({ ...complete.realtime, realtimeType, ...range }) };
  }
  const range =
    draft.historyType === HISTORY_INTERVAL
      ? { quickInterval: draft.historyQuick }
      : draft.historyType === HISTORY_LAST_INTERVAL
        ? { timewindowMs: draft.historyMs ?? complete.history.timewindowMs }
        : { fixedTimewindow: typedPeriod(draft, isFixed(stored) ? complete.history.fixedTimewindow : undefined) };
  return { ...window, history: bucketed({ ...complete.history, historyType: draft.historyType, ...range }) };
}

/** Both ends as they were typed; an end that was not touched keeps the milliseconds that a field does not show. */
function typedPeriod(draft: Draft, before: FixedTimeWindow | undefined): FixedTimeWindow {
  const end = (text: string, known: number | undefined) =>
    known !== undefined && inputText(known) === text ? known : (inputTime(text) ?? 0);
  return { startTimeMs: end(draft.from, before?.startTimeMs), endTimeMs: end(draft.to, before?.endTimeMs) };
}
