import { fittedSize, textWidth } from '../drawing/font.ts';
import { numberOf, textOf } from '../drawing/setting-values.ts';
import type { Settings } from '../model.ts';
import { type DialSettings, dialSettings } from './dial-settings.ts';

/** A straight gauge with the bulb of a thermometer (widgets.md §4.2). */
export interface LinearModel extends DialSettings {
  barEdgeWidth: number;
  bar: { edge: string | null; from: string; to: string; filled: string | null; filledEnd: string | null };
}

export function linearModel(settings: Settings): LinearModel {
  return {
    ...dialSettings(settings),
    barEdgeWidth: Math.min(20, Math.max(0, numberOf(settings.barStrokeWidth, 2.5))),
    bar: {
      edge: textOf(settings.colorBarStroke),
      from: textOf(settings.colorBar) ?? '#fff',
      to: textOf(settings.colorBarEnd) ?? '#ddd',
      filled: textOf(settings.colorBarProgress),
      filledEnd: textOf(settings.colorBarProgressEnd),
    },
  };
}

interface Place {
  x: number;
  y: number;
  size: number;
  room: number;
  anchor: 'start' | 'middle' | 'end';
}

/** Where everything of a straight gauge is, px. Along the scale: `at`; across it, from the bar outwards: `side`. */
export interface LinearLayout {
  isUpright: boolean;
  /** px of one unit of fonts and widths. */
  unit: number;
  bulb: { x: number; y: number; radius: number };
  thickness: number;
  /** Ends of the scale along it, px, and the middle line of the bar across it. */
  from: number;
  to: number;
  middle: number;
  /** Across: where bands and marks begin, and the numbers. */
  marks: number;
  numbers: Pick<Place, 'size' | 'room'> & { across: number };
  title: Place;
  units: Place;
  box: { x: number; y: number; anchor: 'middle' | 'end'; room: number };
}

const SMALLEST = 9;

/** Places a straight gauge: lying in a box that is wider than high, else upright. */
export function linearLayout(model: LinearModel, digits: number, width: number, height: number): LinearLayout {
  return width >= height ? lying(model, width, height) : upright(model, digits, width, height);
}

function lying(model: LinearModel, width: number, height: number): LinearLayout {
  const { fonts } = model;
  const hasTop = model.hasValueBox || model.unitTitle !== null;
  const pad = model.hasBorder ? 12 : 4;
  const unit = Math.min(1.4, Math.max(0.3, Math.min((height - pad) / 128, width / 300)));
  const size = (font: number) => Math.max(SMALLEST, font * 0.62 * unit);
  const top = hasTop ? 32 * unit : 0;
  const band = (model.bandWidth * unit) / 2 + 12 * unit;
  const thickness = 18 * unit;
  const radius = 17 * unit;
  const rows = top + radius * 2 + band + size(fonts.numbers.size) * 1.2;
  const start = Math.max(2, (height - rows) / 2);
  const middle = start + top + radius;
  const from = pad + radius * 2.1;
  const to = width - pad - 10 * unit;
  const numbers = model.marks.flatMap(({ text }) => text ?? []);
  const each = (to - from) / Math.max(1, numbers.length - 1);
  const widest = Math.max(0.6, ...numbers.map(textWidth));
  const marks = middle + thickness / 2 + 5 * unit;
  const line = start + top / 2 - 2 * unit;
  const title = size(fonts.title.size * 0.85);
  return {
    isUpright: false,
    unit,
    bulb: { x: pad + radius, y: middle, radius },
    thickness,
    ...{ from, to, middle, marks },
    numbers: {
      size: fittedSize(widest, each * 0.86, size(fonts.numbers.size)),
      room: each,
      across: marks + band + size(fonts.numbers.size) * 0.55,
    },
    title: { x: pad, y: line, size: title, room: width * 0.5, anchor: 'start' },
    units: { x: width - pad, y: line, size: size(fonts.units.size * 0.85), room: width * 0.2, anchor: 'end' },
    box: { x: width - pad, y: line, anchor: 'end', room: width * 0.45 },
  };
}

function upright(model: LinearModel, digits: number, width: number, height: number): LinearLayout {
  const { fonts } = model;
  const pad = model.hasBorder ? 12 : 4;
  const unit = Math.min(1.4, Math.max(0.3, Math.min(width / 110, height / 230)));
  const size = (font: number) => Math.max(SMALLEST, font * 0.62 * unit);
  const title = size(fonts.title.size * 0.85);
  const top = pad + (model.unitTitle !== null ? title * 1.6 : 4);
  const bottom = height - pad - (model.hasValueBox || digits > 0 ? size(fonts.value.size) * 1.6 : 0);
  const radius = 17 * unit;
  const thickness = 18 * unit;
  const band = (model.bandWidth * unit) / 2 + 12 * unit;
  const numbers = model.marks.flatMap(({ text }) => text ?? []);
  const widest = Math.max(0.6, ...numbers.map(textWidth));
  const across = radius * 2 + 5 * unit + band + widest * size(fonts.numbers.size);
  const middle = Math.max(pad + radius, (width - across) / 2 + radius);
  const marks = middle + thickness / 2 + 5 * unit;
  const [from, to] = [bottom - radius * 2.1, top + thickness / 2 + 4 * unit];
  const numberSize = Math.min(
    size(fonts.numbers.size),
    Math.max(5, ((from - to) / Math.max(1, numbers.length - 1)) * 0.9),
  );
  const center = { x: width / 2, room: width - 2 * pad, anchor: 'middle' } as const;
  return {
    isUpright: true,
    unit,
    bulb: { x: middle, y: bottom - radius, radius },
    thickness,
    ...{ from, to, middle, marks },
    numbers: { size: numberSize, room: width - marks - band - pad, across: marks + band + 3 * unit },
    title: { ...center, y: pad + title * 0.6, size: title },
    units: { ...center, y: height - pad - size(fonts.units.size) * 0.6, size: size(fonts.units.size * 0.85) },
    box: { ...center, y: height - pad - size(fonts.value.size) * 0.7 },
  };
}

/** Where a value is along the scale, px; values beyond it are at its ends. */
export function placeOf(model: Pick<LinearModel, 'min' | 'max'>, layout: LinearLayout, value: number): number {
  const share = (value - model.min) / (model.max - model.min);
  return layout.from + (layout.to - layout.from) * Math.min(1, Math.max(0, share));
}

/** A straight line across the scale as SVG path. */
export function acrossPath(layout: LinearLayout, along: number, from: number, to: number): string {
  const place = along.toFixed(2);
  return layout.isUpright
    ? `M${from.toFixed(2)} ${place}H${to.toFixed(2)}`
    : `M${place} ${from.toFixed(2)}V${to.toFixed(2)}`;
}

/** A straight line along the scale as SVG path. */
export function alongPath(layout: LinearLayout, across: number, from: number, to: number): string {
  const place = across.toFixed(2);
  return layout.isUpright
    ? `M${place} ${from.toFixed(2)}V${to.toFixed(2)}`
    : `M${from.toFixed(2)} ${place}H${to.toFixed(2)}`;
}
