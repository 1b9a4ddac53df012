import { numberOf } from '../drawing/setting-values.ts';
import type { ChartInput, Option } from './chart-input.ts';
import { plotMargins } from './plot-margins.ts';

/** ms that a bar is wide where values are drawn as they were measured, unless the settings say something else. */
const OWN_WIDTH = 600;
/** Part of a bucket that its bars fill. */
const FILLED = 0.6;
/** px beside the plot, about: the values on an axis. */
const AXIS = 45;

/** How wide the bars of one time are together, and how far their middle is from it; ms. */
function barPlace({ data, config }: Pick<ChartInput, 'data' | 'config'>): { width: number; shift: number } {
  const { barAlignment, defaultBarWidth } = config.settings ?? {};
  const side = barAlignment === 'right' ? -1 : barAlignment === 'center' ? 0 : 1;
  const interval = data.aggregation === 'NONE' ? 0 : (data.interval ?? 0);
  if (interval > 0) {
    // The time of a bucket is its middle; its bars begin, or end, where it does.
    return { width: interval * FILLED, shift: (-side * interval * (1 - FILLED)) / 2 };
  }
  const width = Math.max(1, numberOf(defaultBarWidth, OWN_WIDTH));
  return { width, shift: (side * width) / 2 };
}

const placeOf = ({ id, stack }: Option): string => (stack === undefined ? `series ${id}` : String(stack));
/** Bars of the compared time have an axis of their own, and are laid out apart from the others. */
const isCompared = ({ xAxisIndex }: Option): boolean => xAxisIndex === 1;

/**
 * Bars with the width and at the place that the settings give them, beside each other or stacked. A bar that is drawn
 * beside its time keeps it as third part of its point.
 */
export function withBarPlaces(series: readonly Option[], axes: number, input: ChartInput): Option[] {
  const { range } = input.data;
  if (!range || range.maxTime <= range.minTime) return [...series];
  const drawn = series.filter(({ type, data }) => type === 'bar' && (data as unknown[]).length > 0);
  const places = new Set(drawn.map(placeOf)).size;
  const compared = new Set(drawn.filter(isCompared).map(placeOf)).size;
  const { width, shift } = barPlace(input);
  // Those of now stand in the middle of their time, as do those that are compared with: both make room for the other.
  const slot = width / Math.max(1, places);
  const shiftOf = (one: Option) => shift + (slot / 2) * (isCompared(one) ? places - compared : -compared);
  const { left, right } = plotMargins(input);
  const plot = Math.max(1, input.width - left - right - AXIS * axes);
  const each = (width * plot) / (range.maxTime - range.minTime) / Math.max(1, places);
  return series.map((one) =>
    one.type === 'bar'
      ? {
          ...one,
          barWidth: Math.max(1, Math.floor(each * 10) / 10),
          barGap: '0%',
          encode: { x: 0, y: 1 },
          data: (one.data as (readonly [number, number])[]).map(([time, value]) => [time + shiftOf(one), value, time]),
        }
      : one,
  );
}
