import { type Font, fontOf } from '../drawing/font.ts';
import { numberOf, objectsOf, optionalNumber, rangeOf, textOf } from '../drawing/setting-values.ts';
import type { Settings } from '../model.ts';

export type GaugeShape = 'arc' | 'donut' | 'horizontal' | 'vertical';

/** A digital gauge as its settings describe it (widgets.md §4.3). */
export interface GaugeModel {
  shape: GaugeShape;
  min: number;
  max: number;
  /** Where a ring begins, degrees clockwise from the left: 90 is the top. */
  startAngle: number;
  /** 0 to 1 */
  glow: number;
  /** Length of the strokes that the gauge is made of, hundredths of its size; 0: it is solid. */
  dash: number;
  isRounded: boolean;
  widthScale: number;
  showValue: boolean;
  showMinMax: boolean;
  /** Format of the time of the value; null: it is not shown. */
  timeFormat: string | null;
  /** Texts; undefined: the label of the key, null: not shown. */
  title: string | null | undefined;
  unitTitle: string | null | undefined;
  colors: GaugeColors;
  ticks: { shares: readonly number[]; width: number; color: string };
  fonts: { title: Font; label: Font; value: Font; minMax: Font };
}

export interface GaugeColors {
  /** Null: the colour of the key. */
  own: string | null;
  /** Null: the gauge's own colour, faint. */
  track: string | null;
  /** Spread evenly from low to high. */
  levels: readonly string[];
  /** Shares of the scale from one to another; used in place of the levels. */
  fixed: readonly { from: number; to: number; color: string }[] | null;
}

const SHAPES: Readonly<Record<string, GaugeShape>> = {
  arc: 'arc',
  donut: 'donut',
  horizontalBar: 'horizontal',
  verticalBar: 'vertical',
};

const shapeOf = (name: string): GaugeShape => (Object.hasOwn(SHAPES, name) && SHAPES[name]) || 'arc';

/** A value that is given, or that of an attribute, which is not known yet when there is no number. */
function sourced(value: unknown): { value: number | undefined; isMissing: boolean } {
  const source = (typeof value === 'object' && value !== null ? value : { value }) as Settings;
  const number = optionalNumber(source.value);
  return { value: number, isMissing: source.valueSource === 'entityAttribute' && number === undefined };
}

/** Reads the settings; values of attributes are written into them already. */
export function gaugeModel(settings: Settings): GaugeModel {
  const { min, max } = rangeOf(settings);
  const share = (value: number) => shareOf({ min, max }, value);
  const fixed = objectsOf(settings.fixedLevelColors).flatMap((level) => {
    const [from, to] = [sourced(level.from), sourced(level.to)];
    const color = textOf(level.color);
    // A level of which one end is not known is not drawn; one without an end goes to that of the scale.
    if (!color || from.isMissing || to.isMissing) return [];
    const [low, high] = [from.value ?? min, to.value ?? max];
    // One that lies outside of the scale colours nothing of it.
    if (high < min || low > max) return [];
    return [{ from: share(low), to: share(high), color }];
  });
  const levels = Array.isArray(settings.levelColors) ? settings.levelColors : [];
  const ticks = settings.showTicks === true ? objectsOf(settings.ticksValue) : [];
  return {
    shape: shapeOf(textOf(settings.gaugeType) ?? 'arc'),
    min,
    max,
    startAngle: numberOf(settings.donutStartAngle, 90),
    glow: Math.min(100, Math.max(0, numberOf(settings.neonGlowBrightness, 0))) / 100,
    dash: Math.max(0, numberOf(settings.dashThickness, 0)),
    isRounded: settings.roundedLineCap === true,
    widthScale: Math.min(2, Math.max(0.05, numberOf(settings.gaugeWidthScale, 0.75))),
    showValue: settings.showValue === true || settings.showValue === undefined,
    showMinMax: settings.showMinMax === true || settings.showMinMax === undefined,
    timeFormat: settings.showTimestamp === true ? (textOf(settings.timestampFormat) ?? 'yyyy-MM-dd HH:mm:ss') : null,
    title: settings.showTitle === true ? (textOf(settings.title) ?? undefined) : null,
    unitTitle: settings.showUnitTitle === true ? (textOf(settings.unitTitle) ?? undefined) : null,
    colors: {
      own: textOf(settings.defaultColor),
      track: textOf(settings.gaugeColor),
      levels: levels.filter((color): color is string => textOf(color) !== null),
      fixed: settings.useFixedLevelColor === true ? fixed : null,
    },
    ticks: {
      shares: ticks
        .map((tick) => sourced(tick).value)
        .filter((value): value is number => value !== undefined && value >= min && value <= max)
        .map(share),
      width: Math.max(0, numberOf(settings.tickWidth, 4)),
      color: textOf(settings.colorTicks) ?? '#666',
    },
    fonts: {
      title: fontOf(settings.titleFont, 12),
      label: fontOf(settings.labelFont, 8),
      value: fontOf(settings.valueFont, 18),
      minMax: fontOf(settings.minMaxFont, 10),
    },
  };
}

/** How much of the scale a value covers, 0 to 1. */
export function shareOf({ min, max }: { min: number; max: number }, value: number): number {
  return Math.min(1, Math.max(0, (value - min) / (max - min)));
}

/**
 * The colour of a share of the scale, as CSS: that of the fixed level it lies in, or between those of the two levels
 * around it.
 */
export function gaugeColor(colors: GaugeColors, share: number, otherwise: string): string {
  if (colors.fixed) {
    return colors.fixed.findLast(({ from, to }) => share >= from && share <= to)?.color ?? otherwise;
  }
  const { levels } = colors;
  const [first] = levels;
  if (first === undefined) return otherwise;
  const place = share * (levels.length - 1);
  const below = Math.min(Math.floor(place), levels.length - 1);
  const above = levels[below + 1];
  const part = Math.round((place - below) * 100);
  return above === undefined || part === 0
    ? (levels[below] ?? first)
    : `color-mix(in srgb, ${above} ${part}%, ${levels[below]})`;
}
