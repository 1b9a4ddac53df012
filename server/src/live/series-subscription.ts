import { isCalendarInterval } from '@signalbox/contract/calendar-interval';
import type { EntityId } from '@signalbox/contract/id';
import { MAX_AGGREGATION_INTERVALS } from '@signalbox/contract/telemetry';
import type { LiveBus, LiveChange } from '../bus/live-bus.ts';
import { toWireText } from '../values/wire-values.ts';
import { memoizePerChange, type TextAt, timeseriesText } from './change-texts.ts';
import { createHeldChanges, type HeldChanges } from './held-changes.ts';

/** Points of a change by key, each key newest first. */
type NewPoints = ReadonlyMap<string, readonly TextAt[]>;

/**
 * Points of a change, each key newest first; undefined without any.
 * @param keys the keys that count; all when absent
 */
export function newPoints(change: LiveChange, keys: ReadonlySet<string> | undefined): NewPoints | undefined {
  if (change.kind !== 'timeseries') return undefined;
  const byKey = new Map<string, TextAt[]>();
  for (const { ts, values } of change.points) {
    for (const { key, value } of values) {
      if (keys && !keys.has(key)) continue;
      const point = { ts, value: toWireText(value) };
      const points = byKey.get(key);
      if (points) points.push(point);
      else byKey.set(key, [point]);
    }
  }
  if (byKey.size === 0) return undefined;
  // Of equal times the last one comes first, since it is the one that counts.
  for (const points of byKey.values()) if (points.length > 1) points.reverse().sort((a, b) => b.ts - a.ts);
  return byKey;
}

/** Identifies a set of keys in the cache of texts. */
export function signatureOf(keys: ReadonlySet<string> | undefined): string {
  return keys ? JSON.stringify([...keys].sort()) : '*';
}

export interface SeriesSubscription {
  /**
   * Releases changes that are not among these points, which the client has; each key newest first.
   * @returns whether that are all there were; otherwise the history is to be read again
   */
  start(read: ReadonlyMap<string, readonly TextAt[]>): boolean;
  /**
   * Before `start`: forgets the points that are held back and of the time that is read, which the next read has. Returns
   * whether there were any.
   */
  dropHeld(range: TimeRange): boolean;
  stop(): void;
}

/** epoch ms; the end is not part of it */
export interface TimeRange {
  startTs: number;
  endTs: number;
}

/** The changes that a read of a range cannot have counted: those with points of other times, or without any. */
export function notWithin(
  changes: readonly LiveChange[],
  keys: ReadonlySet<string> | undefined,
  { startTs, endTs }: TimeRange,
): LiveChange[] {
  return changes.filter((change) => {
    const points = [...(newPoints(change, keys)?.values() ?? [])].flat();
    return points.length === 0 || points.some(({ ts }) => ts < startTs || ts >= endTs);
  });
}

/** How late a client may join what it asked to follow, ms: its window ended when it was reckoned. */
const MAX_JOIN_DELAY = 60_000;

/** A window as clients ask to follow it. Times in epoch ms, lengths in ms. */
interface FollowedWindow {
  startTs: number;
  timeWindow: number;
  interval?: number | null | undefined;
  intervalType?: string | null | undefined;
  agg?: string | null | undefined;
}

/**
 * The history that a client has before it follows a window. It must reach to the present: what was stored between the
 * window's end and the subscription would be neither in the history nor among what follows, nor what came since then
 * when it is read again later. It goes on in whole intervals, as the client counts, and loses old ones where there would
 * be too many; where it begins does not change otherwise, since only the client knows whether its window moves.
 * @param since when the client asked, epoch ms
 * @param now epoch ms
 */
export function joiningRange(window: FollowedWindow, since: number, now: number): TimeRange {
  const { startTs, timeWindow } = window;
  const end = startTs + timeWindow;
  // What is long past stays as it was asked for.
  if (end > now || since - end > MAX_JOIN_DELAY) return { startTs, endTs: end };
  const isRaw = (window.agg || 'NONE') === 'NONE';
  const interval = isRaw || isCalendarInterval(window.intervalType) ? 0 : (window.interval ?? 0);
  if (interval <= 0) return { startTs, endTs: now + 1 };
  const intervals = Math.ceil((now + 1 - startTs) / interval);
  const left = Math.max(0, intervals - MAX_AGGREGATION_INTERVALS);
  return { startTs: startTs + left * interval, endTs: startTs + intervals * interval };
}

/**
 * Follows all points of some keys of one entity. Until `start`, changes are held back while the history is read.
 * @param send takes the JSON text of a change
 */
export function followSeries(
  liveBus: LiveBus,
  entityId: EntityId,
  keys: ReadonlySet<string>,
  signature: string,
  send: (change: string) => void,
): SeriesSubscription {
  /** key → the client's newest point */
  const known = new Map<string, TextAt>();
  let held: HeldChanges | undefined = createHeldChanges();

  function handle(change: LiveChange, has: (key: string, point: TextAt) => boolean): void {
    const shared = memoizePerChange(change, `series ${signature}`, () => {
      const points = newPoints(change, keys);
      return points && { points, text: timeseriesText(entityId, points) };
    });
    if (!shared) return;
    let dropped = false;
    const passed = new Map<string, TextAt[]>();
    for (const [key, points] of shared.points) {
      const news = points.filter((point) => !has(key, point));
      if (news.length < points.length) dropped = true;
      const [newest] = news;
      if (!newest) continue;
      passed.set(key, news);
      const before = known.get(key);
      if (!before || newest.ts >= before.ts) known.set(key, newest);
    }
    if (!dropped) send(shared.text);
    else if (passed.size > 0) send(timeseriesText(entityId, passed));
  }

  const isNewestKnown = (key: string, { ts, value }: TextAt): boolean => {
    const before = known.get(key);
    return before !== undefined && before.ts === ts && before.value === value;
  };

  const stop = liveBus.subscribeEntity(entityId.id, (change) => {
    if (held) held.add(change);
    else handle(change, isNewestKnown);
  });

  return {
    start(read) {
      for (const [key, [newest]] of read) if (newest) known.set(key, newest);
      const isComplete = !held?.isOverfull;
      const changes = held?.all() ?? [];
      held = undefined;
      if (changes.length === 0) return isComplete;
      const readPoints = new Set<string>();
      for (const [key, points] of read) for (const { ts, value } of points) readPoints.add(`${ts} ${key} ${value}`);
      const isRead = (key: string, { ts, value }: TextAt): boolean => readPoints.has(`${ts} ${key} ${value}`);
      for (const change of changes) handle(change, isRead);
      return isComplete;
    },
    dropHeld: (range) => held?.keep((changes) => notWithin(changes, keys, range)) ?? false,
    stop,
  };
}
