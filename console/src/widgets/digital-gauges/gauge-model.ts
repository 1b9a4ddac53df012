import type { Settings } from '../model.ts';

/** Shape and scale of a gauge, taken from the settings of either family. */
export interface GaugeModel {
  shape: 'arc' | 'donut' | 'horizontal' | 'vertical';
  min: number;
  max: number;
  showValue: boolean;
  showMinMax: boolean;
  /** Colours from low to high with the share of the scale (0 to 1) where each begins. */
  levels: readonly { from: number; color: string }[];
  /** Marks beside the scale, shares of it (0 to 1). */
  ticks: readonly number[];
  /** Texts; null: the key's label. */
  title: string | null;
  unitTitle: string | null;
  showTitle: boolean;
  showUnitTitle: boolean;
}

function number(value: unknown, otherwise: number): number {
  const read = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : otherwise;
}

const SHAPES: Record<string, GaugeModel['shape']> = {
  arc: 'arc',
  donut: 'donut',
  horizontalBar: 'horizontal',
  verticalBar: 'vertical',
};

/** Reads the settings of digital gauges, and of analogue ones, whose bands become levels. */
export function gaugeModel(settings: Settings, analogue: boolean): GaugeModel {
  const min = number(settings.minValue, 0);
  const max = Math.max(min + 1e-9, number(settings.maxValue, 100));
  const share = (value: number) => Math.min(1, Math.max(0, (value - min) / (max - min)));
  const bands = (Array.isArray(settings.highlights) ? settings.highlights : []) as Settings[];
  const fixed = (Array.isArray(settings.fixedLevelColors) ? settings.fixedLevelColors : []) as Settings[];
  let levels: { from: number; color: string }[] = [];
  if (analogue) {
    levels = bands.map((band) => ({ from: share(number(band.from, min)), color: String(band.color ?? '') }));
  } else if (settings.useFixedLevelColor === true) {
    levels = fixed.flatMap((level) => {
      const from = (level.from ?? {}) as Settings;
      // An attribute that is not known (yet) begins no level.
      if (from.valueSource === 'entityAttribute' && typeof from.value !== 'number') return [];
      return [{ from: share(number(from.value, min)), color: String(level.color ?? '') }];
    });
  } else if (Array.isArray(settings.levelColors)) {
    const colors = settings.levelColors.filter((color): color is string => typeof color === 'string');
    levels = colors.map((color, index) => ({ from: index / colors.length, color }));
  }
  const marks = settings.showTicks === true && Array.isArray(settings.ticksValue) ? settings.ticksValue : [];
  const ticks = (marks as Settings[])
    .map(({ value }) => number(value, Number.NaN))
    .filter((value) => value >= min && value <= max)
    .map(share);
  return {
    shape: analogue ? 'arc' : (SHAPES[String(settings.gaugeType ?? 'arc')] ?? 'arc'),
    min,
    max,
    showValue: analogue ? settings.valueBox !== false : settings.showValue !== false,
    showMinMax: settings.showMinMax !== false,
    levels: levels.filter(({ color }) => color !== '').sort((a, b) => a.from - b.from),
    ticks,
    title: typeof settings.title === 'string' ? settings.title : null,
    unitTitle: typeof settings.unitTitle === 'string' && settings.unitTitle !== '' ? settings.unitTitle : null,
    showTitle: settings.showTitle === true,
    showUnitTitle: analogue ? settings.showUnitTitle !== false : settings.showUnitTitle === true,
  };
}

/** How much of the scale a value covers, 0 to 1. */
export function filledShare(model: GaugeModel, value: number): number {
  return Math.min(1, Math.max(0, (value - model.min) / (model.max - model.min)));
}

/** The colour of the level that a share of the scale lies in. */
export function levelColor(model: GaugeModel, share: number, otherwise: string): string {
  let color = otherwise;
  for (const level of model.levels) if (share >= level.from) color = level.color;
  return color;
}

/** SVG path of an arc. Angles in degrees, 0 to the right, clockwise. */
export function arcPath(centerX: number, centerY: number, radius: number, from: number, to: number): string {
  const point = (angle: number) => {
    const radians = (angle * Math.PI) / 180;
    return `${(centerX + radius * Math.cos(radians)).toFixed(2)} ${(centerY + radius * Math.sin(radians)).toFixed(2)}`;
  };
  const end = to - from >= 359.99 ? from + 359.99 : to;
  return `M${point(from)} A${radius} ${radius} 0 ${end - from > 180 ? 1 : 0} 1 ${point(end)}`;
}
