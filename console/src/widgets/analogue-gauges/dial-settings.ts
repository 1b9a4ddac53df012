import { type Font, fontOf } from '../drawing/font.ts';
import { numberOf, objectsOf, optionalNumber, rangeOf, textOf } from '../drawing/setting-values.ts';
import type { Settings, WidgetConfig } from '../model.ts';
import { keyFormat } from '../runtime/values.ts';
import { type Mark, marksOf } from './marks.ts';

/** A coloured band of the scale, in values. */
export interface Band {
  from: number;
  to: number;
  color: string;
}

/** What round and straight gauges have in common (widgets.md §4.2). */
export interface DialSettings {
  min: number;
  max: number;
  /** Undefined: the label of the key; null: not shown. */
  unitTitle: string | null | undefined;
  marks: readonly Mark[];
  hasValueBox: boolean;
  /** Digits before the point that the box has room for. */
  wholeDigits: number;
  bands: readonly Band[];
  /** Hundredths of the gauge. */
  bandWidth: number;
  hasBorder: boolean;
  colors: {
    /** Null: the colour of the key. */
    own: string | null;
    plate: string;
    major: string;
    minor: string;
    needle: string | null;
    needleEnd: string | null;
    needleLight: string;
    needleShadow: string;
    box: string;
    boxEdge: string;
    boxEdgeEnd: string;
    boxShadow: string;
  };
  fonts: { numbers: Font; title: Font; units: Font; value: Font };
}

/** Reads what round and straight gauges have in common. */
export function dialSettings(settings: Settings): DialSettings {
  const { min, max } = rangeOf(settings);
  const color = (name: string, otherwise: string) => textOf(settings[name]) ?? otherwise;
  const bands = objectsOf(settings.highlights).flatMap((band) => {
    const [from, to, shown] = [numberOf(band.from, min), numberOf(band.to, max), textOf(band.color)];
    const [low, high] = [Math.max(min, Math.min(from, to)), Math.min(max, Math.max(from, to))];
    return shown && high > low ? [{ from: low, to: high, color: shown }] : [];
  });
  return {
    min,
    max,
    unitTitle: settings.showUnitTitle === false ? null : (textOf(settings.unitTitle) ?? undefined),
    marks: marksOf(min, max, optionalNumber(settings.majorTicksCount), numberOf(settings.minorTicks, 2)),
    hasValueBox: settings.valueBox !== false,
    wholeDigits: Math.min(12, Math.max(1, Math.round(numberOf(settings.valueInt, 3)))),
    bands,
    bandWidth: Math.min(60, Math.max(0, numberOf(settings.highlightsWidth, 15))),
    hasBorder: settings.showBorder !== false,
    colors: {
      own: textOf(settings.defaultColor),
      plate: color('colorPlate', '#fff'),
      major: color('colorMajorTicks', '#444'),
      minor: color('colorMinorTicks', '#666'),
      needle: textOf(settings.colorNeedle),
      needleEnd: textOf(settings.colorNeedleEnd),
      needleLight: color('colorNeedleShadowUp', 'rgba(2,255,255,0.2)'),
      needleShadow: color('colorNeedleShadowDown', 'rgba(188,143,143,0.45)'),
      box: color('colorValueBoxBackground', '#babab2'),
      boxEdge: color('colorValueBoxRect', '#888'),
      boxEdgeEnd: color('colorValueBoxRectEnd', '#666'),
      boxShadow: color('colorValueBoxShadow', 'rgba(0,0,0,1)'),
    },
    fonts: {
      numbers: fontOf(settings.numbersFont, 18),
      title: fontOf(settings.titleFont, 24, '#888'),
      units: fontOf(settings.unitsFont, 22, '#888'),
      value: valueFont(settings.valueFont),
    },
  };
}

function valueFont(settings: unknown): Font {
  const font = fontOf(settings, 40, '#444');
  return { ...font, shadowColor: font.shadowColor ?? 'rgba(0,0,0,0.3)' };
}

/** Decimals and unit: those of the key, else of the settings of older dashboards, else of the widget. */
export function dialFormat(
  key: { decimals?: number | null; units?: string | null },
  settings: Settings,
  config: Pick<WidgetConfig, 'decimals' | 'units'>,
): { decimals: number; units: string } {
  const { decimals, units } = keyFormat(key, {
    decimals: optionalNumber(settings.valueDec) ?? config.decimals ?? null,
    units: textOf(settings.units) ?? config.units ?? null,
  });
  return { decimals: Math.min(10, Math.max(0, Math.round(decimals ?? 2))), units };
}

/**
 * The digits of a value box, filled up with zeros to the digits that it has before its point.
 * @returns the text, and how many of its letters only fill up
 */
export function boxDigits(value: number, decimals: number, wholeDigits: number): { text: string; padding: number } {
  const fixed = Math.abs(value).toFixed(decimals);
  const whole = fixed.split('.')[0]?.length ?? 0;
  const sign = value < 0 && Number(fixed) !== 0 ? '-' : '';
  // A sign takes the place of a zero.
  const padding = Math.max(0, wholeDigits - whole - sign.length);
  return sign ? { text: sign + fixed, padding: 0 } : { text: '0'.repeat(padding) + fixed, padding };
}
