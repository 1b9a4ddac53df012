import { type CalendarInterval, intervalShownAt, shownInterval } from '../../time-window/calendar-grouping.ts';
import { quickIntervalEnd, quickIntervalStart } from '../../time-window/quick-intervals.ts';
import { type SubscriptionWindow, visibleRange } from '../../time-window/subscription-window.ts';
import type { Point } from '../model.ts';
import { addTo, emptyTotal, meanOf, type Total } from './total.ts';
import { isNumeric, receivedValue } from './values.ts';

interface Bucket {
  total: Total;
  value: unknown;
  /** What is drawn of it, kept while it stays as it is: who draws sees what has changed. */
  point?: Point | undefined;
}

/** A bucket with its first value; `count`: of how many that is one. */
function bucketOf(value: unknown, count = 1, shown = value): Bucket {
  const total = emptyTotal();
  addTo(total, isNumeric(value) ? Number(value) : 0);
  total.count = count;
  return { total, value: shown };
}

/** Points of one key of one entity, kept in the buckets of a window. Times are epoch ms on the displayed clock. */
export interface Aggregator {
  /** The history as read: replaces everything. */
  setAll(points: readonly Point[]): void;
  /** Points that arrived since. Returns true when one is older than all before, which must be shown at once. */
  add(points: readonly Point[]): boolean;
  /** Moves the window on to `now` (epoch ms of the browser). */
  tick(now: number): void;
  /** Forgets what has left the window: what is not drawn for long, as in a page that nobody sees, must not grow. */
  trim(): void;
  /** How many points or buckets are kept. */
  kept(): number;
  /** The points to draw, ascending in time. */
  points(): Point[];
}

/**
 * Puts live points into the same buckets as the server put the history. `now`: epoch ms when the window was computed;
 * `locale` says when a week begins.
 */
export function createAggregator(window: SubscriptionWindow, now: number, locale?: string): Aggregator {
  const { interval, limit, type, timeWindow, stateData } = window.aggregation;
  const raw = type === 'NONE';
  const calendar = raw ? undefined : window.aggregation.calendar;
  const aggregated = !raw;
  /** Bucket times, ascending; of the calendar where the buckets begin. */
  let order: number[] = [];
  /** In the same order. */
  let buckets: Bucket[] = [];
  const firstStart = window.startTs + window.tsOffset;
  let start = firstStart;
  let end = start + timeWindow;
  let carried: Point | undefined;
  showCalendar(now);

  /** What is shown of the calendar is what there is of it. */
  function showCalendar(time: number) {
    if (calendar) ({ minTime: start, maxTime: end } = visibleRange(window, time, 0, locale));
  }

  function slotOf(time: number): number {
    if (raw) return time;
    if (calendar) return shownInterval(calendar, time - window.tsOffset).start;
    return start + Math.floor((time - start) / interval) * interval + Math.floor(interval / 2);
  }

  /** Where a bucket is, or would have to be put: most are newer than all others. */
  function placeOf(time: number): number {
    const last = order.at(-1);
    return last === undefined || time > last ? order.length : insertionIndex(order, time);
  }

  function put(time: number, bucket: Bucket) {
    const at = placeOf(time);
    const replaced = Number(order[at] === time);
    order.splice(at, replaced, time);
    buckets.splice(at, replaced, bucket);
  }

  function combine(bucket: Bucket, value: unknown) {
    bucket.point = undefined;
    const known = Number(bucket.value);
    const added = Number(value);
    if (type === 'COUNT') {
      bucket.total.count++;
      bucket.value = bucket.total.count;
    } else if (raw || !isNumeric(value) || !isNumeric(bucket.value)) bucket.value = value;
    else if (type === 'MIN') bucket.value = Math.min(known, added);
    else if (type === 'MAX') bucket.value = Math.max(known, added);
    else {
      addTo(bucket.total, added);
      bucket.value = type === 'SUM' ? bucket.total.sum : meanOf(bucket.total);
    }
  }

  function dropBefore(time: number) {
    const keep = insertionIndex(order, time);
    if (keep === 0) return;
    if (stateData) carried = [order[keep - 1] as number, buckets[keep - 1]?.value];
    order.splice(0, keep);
    buckets.splice(0, keep);
  }

  function trim() {
    dropBefore(calendar ? intervalShownAt(calendar.interval, start).start : start);
  }

  /** Each in the middle of what is shown of its interval. */
  function calendarPoints(unit: CalendarInterval): Point[] {
    return order.slice(0, insertionIndex(order, end)).map((slot, at): Point => {
      const shownEnd = Math.min(end, intervalShownAt(unit, slot).end);
      return [Math.floor((Math.max(start, slot) + shownEnd) / 2), buckets[at]?.value];
    });
  }

  return {
    setAll(points) {
      order = [];
      buckets = [];
      carried = undefined;
      for (const [time, received] of points) {
        const value = receivedValue(received, aggregated);
        const count = type !== 'COUNT' ? 1 : isNumeric(value) ? Number(value) : 0;
        put(calendar ? slotOf(time) : time, bucketOf(value, count));
      }
    },
    add(points) {
      let early = false;
      for (const [time, received] of points) {
        const value = receivedValue(received, aggregated);
        const slot = slotOf(time);
        const first = order[0];
        if (first !== undefined && slot < first) early = true;
        const at = placeOf(slot);
        const bucket = order[at] === slot ? buckets[at] : undefined;
        if (bucket) combine(bucket, value);
        else put(slot, bucketOf(value, 1, type === 'COUNT' ? 1 : value));
      }
      // No more of them are ever drawn.
      if (raw && !stateData && order.length > 2 * limit) dropBefore(order[order.length - limit] as number);
      return early;
    },
    tick(time) {
      if (window.fixedWindow) return;
      if (calendar) return showCalendar(time);
      if (window.quickInterval) {
        const place = { timezone: window.timezone, locale };
        start = quickIntervalStart(window.quickInterval, time, place) + window.tsOffset;
        end = quickIntervalEnd(window.quickInterval, time, place) + window.tsOffset;
        return;
      }
      const steps = Math.max(0, Math.floor((time - now) / interval));
      start = firstStart + steps * interval;
      end = start + timeWindow;
    },
    trim,
    kept: () => order.length,
    points() {
      trim();
      if (calendar) return calendarPoints(calendar.interval);
      const until = raw ? order.length : insertionIndex(order, end);
      const from = Math.max(0, until - limit);
      const result: Point[] = [];
      for (let at = from; at < until; at++) {
        const bucket = buckets[at] as Bucket;
        bucket.point ??= [order[at] as number, bucket.value];
        result.push(bucket.point);
      }
      if (!stateData) return result;
      if (carried && (result[0]?.[0] ?? Number.POSITIVE_INFINITY) > start) result.unshift([start, carried[1]]);
      const last = result.at(-1);
      if (last && last[0] < end) result.push([end, last[1]]);
      return result;
    },
  };
}

/** First index of `sorted` whose element is not below `value`. */
function insertionIndex(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
