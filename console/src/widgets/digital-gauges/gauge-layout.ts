import { arcPath, ringPath } from '../drawing/arc.ts';
import { textWidth } from '../drawing/font.ts';
import type { GaugeModel } from './gauge-model.ts';

/** Where a line of text is; `y` is its middle. */
export interface TextPlace {
  x: number;
  y: number;
  size: number;
  room: number;
  anchor: 'start' | 'middle' | 'end';
}

export type GaugeTextName = 'title' | 'value' | 'label' | 'min' | 'max' | 'time';

/** Where everything of a gauge is, px. */
export interface GaugeLayout {
  /** Middle line of the gauge, from low to high. */
  path: string;
  length: number;
  stroke: number;
  isClosed: boolean;
  /** A line across the gauge at a share of it. */
  across: (share: number) => { x1: number; y1: number; x2: number; y2: number };
  /** One hundredth of the size of the gauge, about: what fonts and strokes are measured in. */
  unit: number;
  texts: Partial<Record<GaugeTextName, TextPlace>>;
  /** The unit stands behind the value, else before the name of what is measured. */
  isUnitBeside: boolean;
}

/** What is to be placed besides the bar. */
export interface Wanted {
  title: boolean;
  label: boolean;
  units: string;
}

/** px; smaller texts cannot be read. */
const SMALLEST = 9;

/** Places a gauge in a box. */
export function gaugeLayout(model: GaugeModel, wanted: Wanted, width: number, height: number): GaugeLayout {
  const box = { width: Math.max(20, width), height: Math.max(20, height) };
  if (model.shape === 'donut') return donut(model, wanted, box);
  if (model.shape === 'horizontal') return horizontal(model, wanted, box);
  if (model.shape === 'vertical') return vertical(model, wanted, box);
  return arc(model, wanted, box);
}

interface Box {
  width: number;
  height: number;
}

function acrossCircle(centerX: number, centerY: number, radius: number, half: number, from: number, sweep: number) {
  return (share: number) => {
    const angle = ((from + sweep * share) * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return {
      x1: centerX + (radius - half) * cos,
      y1: centerY + (radius - half) * sin,
      x2: centerX + (radius + half) * cos,
      y2: centerY + (radius + half) * sin,
    };
  };
}

const sizeOf = (size: number, unit: number) => Math.max(SMALLEST, size * unit);

/** Of a ring both ends of the scale are at one place, so it does not name them. */
function donut(model: GaugeModel, wanted: Wanted, { width, height }: Box): GaugeLayout {
  const outer = (Math.min(width, height) / 2) * (1 - 0.09 * model.glow) - 1;
  const unit = outer / 50;
  const stroke = Math.min(outer * 0.9, outer * 0.28 * model.widthScale);
  const radius = outer - stroke / 2;
  const inner = outer - stroke;
  const [x, y] = [width / 2, height / 2];
  const from = 180 + model.startAngle;
  const isUnitBeside = wanted.units.length <= 2;
  const hasLabel = wanted.label || (!isUnitBeside && wanted.units !== '');
  const { fonts } = model;
  const value = sizeOf(fonts.value.size, unit);
  const lift = model.showValue && (wanted.title !== hasLabel || model.timeFormat !== null) ? 0.06 : 0;
  const middle = y + inner * (wanted.title && !hasLabel ? lift : -lift);
  const row = (size: number) => Math.max(value * 0.5 + size * 0.75, inner * 0.4);
  const chord = (at: number) => 1.8 * Math.sqrt(Math.max(0, inner * inner - (at - y) ** 2));
  const place = (at: number, size: number): TextPlace => ({ x, y: at, size, room: chord(at), anchor: 'middle' });
  const title = sizeOf(fonts.title.size, unit * 0.8);
  const label = sizeOf(fonts.label.size, unit);
  const below = middle + row(label);
  return {
    path: ringPath(x, y, radius, from),
    length: 2 * Math.PI * radius,
    stroke,
    isClosed: true,
    across: acrossCircle(x, y, radius, stroke / 2, from, 360),
    unit,
    isUnitBeside,
    texts: {
      value: { ...place(middle, value), room: inner * 1.7 },
      title: place(middle - row(title), title),
      label: place(below, label),
      time: place(hasLabel ? below + label * 1.35 : below, label),
    },
  };
}

function arc(model: GaugeModel, wanted: Wanted, { width, height }: Box): GaugeLayout {
  const { fonts } = model;
  // Heights of the lines above and below, for a radius of 1.
  const scale = 1 / 75;
  const caps = model.isRounded ? 0.14 * model.widthScale : 0;
  const glow = 0.06 * model.glow;
  const hasEnds = model.showMinMax || model.timeFormat !== null;
  let above = wanted.title ? fonts.title.size * scale * 1.5 : 0;
  let under = hasEnds ? fonts.minMax.size * scale * 1.5 : 0.04;
  const fitting = () =>
    Math.max(10, Math.min(width / 2 / (1 + glow) - 1, (height - 2) / (1 + above + under + caps + glow)));
  let outer = fitting();
  // Texts that become no smaller need a larger part of a small gauge.
  for (let step = 0; step < 3; step++) {
    if (wanted.title) above = Math.max(above, (SMALLEST * 1.5) / outer);
    if (hasEnds) under = Math.max(under, (SMALLEST * 1.4) / outer);
    outer = fitting();
  }
  const unit = outer * scale;
  const used = outer * (1 + above + under + caps + glow);
  const top = (height - used) / 2 + outer * glow;
  const [x, y] = [width / 2, top + outer * (1 + above)];
  const stroke = Math.min(outer * 0.9, outer * 0.28 * model.widthScale);
  const radius = outer - stroke / 2;
  const inner = outer - stroke;
  const isUnitBeside = wanted.units.length <= 2;
  const hasLabel = wanted.label || (!isUnitBeside && wanted.units !== '');
  const value = sizeOf(fonts.value.size, unit);
  const label = sizeOf(fonts.label.size, unit * 1.2);
  const minMax = sizeOf(fonts.minMax.size, unit);
  const ends = y + outer * caps + minMax * 0.85;
  // Numbers longer than the bar is wide stay inside of the widget.
  const half = (edge: number) => (textWidth(String(edge)) * minMax) / 2 + 2;
  const atEnd = { y: ends, size: minMax, anchor: 'middle', room: Math.max(stroke * 1.6, outer * 0.55) } as const;
  return {
    path: arcPath(x, y, radius, 180, 360),
    length: Math.PI * radius,
    stroke,
    isClosed: false,
    across: acrossCircle(x, y, radius, stroke / 2, 180, 180),
    unit,
    isUnitBeside,
    texts: {
      title: {
        x,
        y: top + outer * above * 0.42 - outer * glow,
        size: sizeOf(fonts.title.size, unit),
        room: width * 0.96,
        anchor: 'middle',
      },
      value: {
        x,
        y: y - (hasLabel ? label * 1.5 + value * 0.5 : Math.max(value * 0.52, inner * 0.25)),
        size: value,
        room: inner * 1.5,
        anchor: 'middle',
      },
      label: { x, y: y - label * 0.55, size: label, room: inner * 1.7, anchor: 'middle' },
      min: { x: Math.max(x - radius, half(model.min)), ...atEnd },
      max: { x: Math.min(x + radius, width - half(model.max)), ...atEnd },
      time: { x, y: ends, size: sizeOf(fonts.label.size, unit), room: inner * 1.4, anchor: 'middle' },
    },
  };
}

/** Rows of a bar that lies: title and value above it, its ends below. */
function horizontal(model: GaugeModel, wanted: Wanted, { width, height }: Box): GaugeLayout {
  const { fonts } = model;
  const thickness = 24 * model.widthScale;
  const top = Math.max(
    model.showValue ? fonts.value.size : 0,
    (wanted.title ? fonts.title.size : 0) + (wanted.label ? fonts.label.size * 1.4 : 0),
  );
  const bottom = model.showMinMax ? fonts.minMax.size : model.timeFormat ? fonts.label.size : 0;
  const gap = 5;
  const rows = top * 1.15 + gap + thickness + (bottom ? gap + bottom * 1.15 : 0);
  const unit = Math.min(2.4, width / 130, (height * (1 - 0.06 * model.glow)) / rows);
  const left = width * 0.02 + 4 * model.glow * unit;
  const start = (height - rows * unit) / 2;
  const stroke = thickness * unit;
  const y = start + (top * 1.15 + gap) * unit + stroke / 2;
  const inset = model.isRounded ? stroke / 2 : 0;
  const [from, to] = [left + inset, width - left - inset];
  const line = start + (top * 1.15 * unit) / 2;
  const under = y + stroke / 2 + (gap + bottom * 0.575) * unit;
  const title = sizeOf(fonts.title.size, unit);
  const label = sizeOf(fonts.label.size, unit);
  const side = model.showValue ? width * 0.5 : width * 0.9;
  const minMax = { y: under, size: sizeOf(fonts.minMax.size, unit), room: width * 0.25 };
  return {
    path: `M${from.toFixed(2)} ${y.toFixed(2)}H${to.toFixed(2)}`,
    length: to - from,
    stroke,
    isClosed: false,
    across: (share) => {
      const x = from + (to - from) * share;
      return { x1: x, x2: x, y1: y - stroke / 2, y2: y + stroke / 2 };
    },
    unit,
    isUnitBeside: true,
    texts: {
      title: { x: left, y: wanted.label ? line - label * 0.7 : line, size: title, room: side, anchor: 'start' },
      label: { x: left, y: wanted.title ? line + title * 0.62 : line, size: label, room: side, anchor: 'start' },
      value: {
        x: width - left,
        y: line,
        size: sizeOf(fonts.value.size, unit),
        room: wanted.title || wanted.label ? width * 0.42 : width * 0.9,
        anchor: 'end',
      },
      min: { x: left, ...minMax, anchor: 'start' },
      max: { x: width - left, ...minMax, anchor: 'end' },
      time: { x: width / 2, y: under, size: label, room: width * 0.44, anchor: 'middle' },
    },
  };
}

/** Rows of a bar that stands: the title above it, the value below, its ends beside it. */
function vertical(model: GaugeModel, wanted: Wanted, { width, height }: Box): GaugeLayout {
  const { fonts } = model;
  const unit = Math.max(0.5, Math.min(2.4, width / 66, height / 115));
  const stroke = Math.min(width * 0.8, 26 * model.widthScale * unit);
  const [title, label, value] = [
    sizeOf(fonts.title.size, unit * 0.8),
    sizeOf(fonts.label.size, unit),
    sizeOf(fonts.value.size, unit),
  ];
  const glow = 4 * model.glow * unit;
  const inset = (model.isRounded ? stroke / 2 : 0) + glow;
  const top = (wanted.title ? title * 1.5 : 2) + inset;
  const hasLabel = wanted.label;
  const lines =
    (model.showValue ? value * 1.25 : 0) + (hasLabel ? label * 1.3 : 0) + (model.timeFormat ? label * 1.3 : 0);
  const bottom = height - lines - inset - 2;
  const x = width / 2;
  const afterValue = height - lines + (model.showValue ? value * 1.25 : 0);
  const minMax = sizeOf(fonts.minMax.size, unit * 0.9);
  const beside = x + stroke / 2 + 4 * unit;
  const end = { x: beside, size: minMax, room: Math.max(8, width - beside), anchor: 'start' } as const;
  const center = { x, room: width * 0.96, anchor: 'middle' } as const;
  return {
    path: `M${x.toFixed(2)} ${bottom.toFixed(2)}V${top.toFixed(2)}`,
    length: Math.max(1, bottom - top),
    stroke,
    isClosed: false,
    across: (share) => {
      const y = bottom + (top - bottom) * share;
      return { x1: x - stroke / 2, x2: x + stroke / 2, y1: y, y2: y };
    },
    unit,
    isUnitBeside: true,
    texts: {
      title: { ...center, y: title * 0.65, size: title },
      value: { ...center, y: height - lines + value * 0.68, size: value },
      label: { ...center, y: afterValue + label * 0.6, size: label },
      time: { ...center, y: afterValue + (hasLabel ? label * 1.9 : label * 0.6), size: label },
      min: { ...end, y: bottom - minMax * 0.4 },
      max: { ...end, y: top + minMax * 0.4 },
    },
  };
}

/** Strokes of a gauge, so that as many as fit end where it ends: `stroke-dasharray`, px. */
export function dashes(layout: Pick<GaugeLayout, 'length' | 'isClosed' | 'unit'>, dash: number): string {
  const wanted = Math.max(1.5, dash * layout.unit * 1.25);
  const gap = wanted * 0.75;
  const count = Math.max(1, Math.round((layout.length + (layout.isClosed ? 0 : gap)) / (wanted + gap)));
  // As long a stroke, relative to the gap, in what there is.
  const period = layout.length / (count - (layout.isClosed ? 0 : gap / (wanted + gap)));
  const stroke = (period * wanted) / (wanted + gap);
  return `${stroke.toFixed(3)} ${(period - stroke).toFixed(3)}`;
}
