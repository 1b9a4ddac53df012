import type { SubscriptionWindow } from '../../time-window/subscription-window.ts';
import type { DataKey, Point } from '../model.ts';
import type { Scripts } from '../sandbox/scripts.ts';

/** The values of a key that is a function `f(time, prevValue)`, made step by step. */
export interface FunctionSeries {
  /** The values from the start of the window to `now` (epoch ms). */
  history(now: number): Point[];
  /** The values since the last call. */
  next(now: number): Point[];
}

const MAX_POINTS = 5_000;

export function createFunctionSeries(key: DataKey, window: SubscriptionWindow, scripts: Scripts): FunctionSeries {
  const compute = scripts.compileSeries(key.funcBody || 'return prevValue + 1;', ['time', 'prevValue']);
  const end = window.fixedWindow?.endTimeMs;
  const length = window.aggregation.timeWindow;
  const step = Math.max(Math.min(window.aggregation.interval, 5_000), Math.ceil(length / MAX_POINTS));
  let time = window.startTs;
  let previous: unknown = 0;

  function until(now: number): Point[] {
    const stop = end === undefined ? now : Math.min(end, now);
    const times: number[] = [];
    // What has left a window that goes on is not computed any more: a page may have slept for days.
    const left = end === undefined ? Math.floor((now - length - time) / step) * step : 0;
    let after = time + Math.max(0, left);
    for (; after <= stop; after += step) times.push(after + window.tsOffset);
    if (times.length === 0) return [];
    const values = compute(times, undefined, previous);
    // Only now: what fails is computed again the next time.
    time = after;
    previous = values.at(-1);
    return times.map((shown, at): Point => [shown, values[at]]);
  }
  return {
    history(now) {
      time = window.startTs;
      previous = 0;
      return until(end ?? now);
    },
    next: until,
  };
}
