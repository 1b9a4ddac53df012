import type { DataKey, Point } from '../model.ts';
import type { Compiled } from '../sandbox/interpreter.ts';
import type { Scripts } from '../sandbox/scripts.ts';

const PARAMETERS = ['time', 'value', 'prevValue', 'timePrev', 'prevOrigValue'];

/** The key's own function, when it has one that is switched on. */
export function postProcessing(key: DataKey, scripts: Scripts | undefined): Compiled | undefined {
  const asked = key.usePostProcessing ?? Boolean(key.postFuncBody);
  return asked && key.postFuncBody && scripts ? scripts.compile(key.postFuncBody, PARAMETERS) : undefined;
}

/** Runs the function over a series from its beginning, each value seeing the one before it. */
export function processedSeries(points: readonly Point[], process: Compiled): Point[] {
  let previous: Point = [0, 0];
  let previousOriginal: unknown = 0;
  return points.map(([time, value]) => {
    const result = process(time, value, previous[1], previous[0], previousOriginal);
    const point: Point = [time, result];
    previous = point;
    previousOriginal = value;
    return point;
  });
}
