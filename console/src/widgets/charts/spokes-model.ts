import { countable, spanOf } from '../drawing/setting-values.ts';
import type { DataRow } from '../model.ts';
import { isNumeric } from '../runtime/values.ts';

/** Values around a centre, on one scale. */
export interface Spokes {
  /** Those that are numbers and shown, with the places of their rows. */
  values: readonly { index: number; value: number }[];
  /** Marks of the scale, the largest at its end. */
  ticks: readonly number[];
  /** How far from the centre a value is, 0 to 1. */
  shareOf: (value: number) => number;
}

/** About so many rings. */
const RINGS = 4;

/** A step of 1, 2 or 5 times a power of ten, that covers `span` in about `RINGS` of it. */
function roundStep(span: number): number {
  const rough = span / RINGS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  return step * power;
}

/** The scale begins at zero, or below it where there are negative values. */
export function spokesOf(rows: readonly DataRow[], hidden: ReadonlySet<number>): Spokes {
  const values = rows.flatMap((row, index) => {
    const value = row.data.at(-1)?.[1];
    return hidden.has(index) || !isNumeric(value) ? [] : [{ index, value: Number(value) }];
  });
  const least = Math.min(0, ...values.map(({ value }) => countable(value)));
  const most = Math.max(0, ...values.map(({ value }) => countable(value)));
  const step = roundStep(spanOf(least, most) || 1);
  const from = Math.floor(least / step) * step;
  const to = Math.max(Math.ceil(most / step) * step, from + step);
  const count = Math.round((to - from) / step);
  const ticks = Array.from({ length: count }, (_, index) => Number((from + (index + 1) * step).toPrecision(12)));
  return { values, ticks, shareOf: (value) => (countable(value) - from) / (to - from) };
}

/** A point in the direction of a spoke, the first one upwards, clockwise. */
export function pointOn(place: number, count: number, radius: number): readonly [x: number, y: number] {
  const angle = (2 * Math.PI * place) / Math.max(1, count);
  const rounded = (value: number) => Number(value.toFixed(3)) + 0;
  return [rounded(Math.sin(angle) * radius), rounded(-Math.cos(angle) * radius)];
}
