import type { DataKey, Point } from '../model.ts';
import type { Compiled, CompiledSeries, Scripts } from '../sandbox/scripts.ts';

const PARAMETERS = ['time', 'value', 'prevValue', 'timePrev', 'prevOrigValue'];

/** The key's own function: for one value, and for a whole series. */
export interface PostProcessing {
  value: Compiled;
  series: CompiledSeries;
}

/** The key's own function, when it has one that is switched on. */
export function postProcessing(key: DataKey, scripts: Scripts | undefined): PostProcessing | undefined {
  const isEnabled = key.usePostProcessing ?? Boolean(key.postFuncBody);
  if (!isEnabled || !key.postFuncBody || !scripts) return undefined;
  return {
    value: scripts.compile(key.postFuncBody, PARAMETERS),
    series: scripts.compileSeries(key.postFuncBody, PARAMETERS),
  };
}

/** Runs the function over a series from its beginning, each value seeing the one before it. */
export function processedSeries(points: readonly Point[], process: CompiledSeries): Point[] {
  const times = points.map(([time]) => time);
  const results = process(
    times,
    points.map(([, value]) => value),
    0,
  );
  return times.map((time, at): Point => [time, results[at]]);
}
