import { numberOf, rangeOf } from '../drawing/setting-values.ts';
import type { Settings } from '../model.ts';

/** The dial of a knob: values from `min` at its lower left to `max` at its lower right, in steps. */
export interface KnobScale {
  min: number;
  max: number;
  step: number;
  /** Decimals that a step has. */
  decimals: number;
}

/** Degrees, clockwise from the top, where the dial begins and ends. */
export const FROM = -135;
export const TO = 135;
/** At least so many steps from end to end. */
const STEPS = 100;
/** More are not told apart by numbers. */
const MAX_DECIMALS = 15;

export function knobScale(settings: Settings): KnobScale {
  const { min, max } = rangeOf(settings);
  const decimals = Math.min(MAX_DECIMALS, Math.max(0, Math.ceil(-Math.log10((max - min) / STEPS))));
  return { min, max, step: 10 ** -decimals, decimals };
}

/** The step next to a value, within the scale. */
function snapped(scale: KnobScale, value: number): number {
  const within = Math.min(scale.max, Math.max(scale.min, value));
  return Number(within.toFixed(scale.decimals));
}

export function initialValue(scale: KnobScale, settings: Settings): number {
  return snapped(scale, numberOf(settings.initialValue, 50));
}

/** Where a value is on the dial, in degrees. */
export function angleOf({ min, max }: KnobScale, value: number): number {
  return FROM + ((value - min) / (max - min)) * (TO - FROM);
}

/** The value below a point beside the centre of the dial; below its gap the end that is nearer. */
export function valueAt(scale: KnobScale, dx: number, dy: number): number {
  const angle = (Math.atan2(dx, -dy) * 180) / Math.PI;
  const share = (Math.min(TO, Math.max(FROM, angle)) - FROM) / (TO - FROM);
  return snapped(scale, scale.min + share * (scale.max - scale.min));
}

/** The value that a key leads to; undefined when the knob does not listen to it. */
export function valueByKey(scale: KnobScale, value: number, key: string): number | undefined {
  const page = (scale.max - scale.min) / 10;
  const moves: Readonly<Record<string, number>> = {
    ArrowUp: value + scale.step,
    ArrowRight: value + scale.step,
    ArrowDown: value - scale.step,
    ArrowLeft: value - scale.step,
    PageUp: value + page,
    PageDown: value - page,
    Home: scale.min,
    End: scale.max,
  };
  const moved = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return moved === undefined ? undefined : snapped(scale, moved);
}
