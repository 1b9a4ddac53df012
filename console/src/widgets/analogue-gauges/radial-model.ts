import { fittedSize, textWidth } from '../drawing/font.ts';
import { numberOf } from '../drawing/setting-values.ts';
import type { Settings } from '../model.ts';
import { type DialSettings, dialSettings } from './dial-settings.ts';

/** A round gauge in a box from -100 to 100 around its middle. */
export interface RadialModel extends DialSettings {
  /** Degrees, 0 to the right, clockwise. */
  from: number;
  sweep: number;
  hubSize: number;
  /** Radius of the plate. */
  plate: number;
  /** Where marks begin, from outside. */
  rim: number;
  numbersRadius: number;
  numbersSize: number;
}

/** px of the box for one of a font: fonts are for gauges of 400. */
export const FONT_SCALE = 0.5;

export function radialModel(settings: Settings): RadialModel {
  const dial = dialSettings(settings);
  const plate = dial.hasBorder ? 91 : 99;
  const rim = plate - 4;
  const sweep = Math.min(360, Math.max(10, numberOf(settings.ticksAngle, 270)));
  const markRoom = Math.max(12, dial.bandWidth);
  const numbers = dial.marks.flatMap(({ text }) => text ?? []);
  const widest = Math.max(0.6, ...numbers.map(textWidth));
  const numbersRadius = rim - markRoom - 3 - Math.min(12, widest * dial.fonts.numbers.size * FONT_SCALE * 0.45);
  // Neighbours do not touch.
  const room = (numbersRadius * ((sweep * Math.PI) / 180)) / Math.max(1, numbers.length - 1);
  return {
    ...dial,
    // The settings count from the bottom.
    from: 90 + numberOf(settings.startAngle, 45),
    sweep,
    hubSize: Math.min(40, Math.max(0, numberOf(settings.needleCircleSize, 10))),
    plate,
    rim,
    numbersRadius,
    numbersSize: fittedSize(widest, room * 0.95, dial.fonts.numbers.size * FONT_SCALE),
  };
}

/** Where a value is on the scale; values beyond it are a little past its ends. Degrees, 0 to the right. */
export function angleOf(model: Pick<RadialModel, 'min' | 'max' | 'from' | 'sweep'>, value: number): number {
  const slack = 0.015;
  const share = (value - model.min) / (model.max - model.min);
  return model.from + model.sweep * Math.min(1 + slack, Math.max(-slack, share));
}

/** A point at a distance from the middle. */
export function pointAt(angle: number, radius: number): { x: number; y: number } {
  const radians = (angle * Math.PI) / 180;
  return { x: radius * Math.cos(radians), y: radius * Math.sin(radians) };
}

/** SVG path of lines along rays, so that many marks are one element. */
export function raysPath(angles: readonly number[], from: number, to: number): string {
  return angles
    .map((angle) => {
      const [start, end] = [pointAt(angle, from), pointAt(angle, to)];
      return `M${start.x.toFixed(2)} ${start.y.toFixed(2)}L${end.x.toFixed(2)} ${end.y.toFixed(2)}`;
    })
    .join('');
}
