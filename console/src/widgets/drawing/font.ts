import { numberOf, textOf } from './setting-values.ts';

/** A font of settings (widgets.md §4.2). */
export interface Font {
  /** Null: the font of the page. */
  family: string | null;
  /** Numbers are drawn as the digits of a display. */
  isSegmented: boolean;
  size: number;
  style: string;
  weight: string;
  /** Null: one that suits the widget. */
  color: string | null;
  shadowColor: string | null;
}

const PAGE_FONT = '"Inter Variable", Inter, system-ui, sans-serif';

/** Reads a font; `Roboto` is what every new widget is given, and left to the page. */
export function fontOf(value: unknown, size: number, color: string | null = null): Font {
  const font = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const family = textOf(font.family);
  const isSegmented = family !== null && /^segment7/i.test(family);
  return {
    family: isSegmented || family === 'Roboto' ? null : family,
    isSegmented,
    size: Math.min(200, Math.max(1, numberOf(font.size, size))),
    style: textOf(font.style) ?? 'normal',
    weight: String(font.weight ?? '500'),
    color: textOf(font.color) ?? color,
    shadowColor: textOf(font.shadowColor),
  };
}

/** The CSS of a font without its size and colour. */
export function fontStyle(font: Font) {
  return {
    fontFamily: font.family ? `"${font.family.replaceAll('"', '')}", ${PAGE_FONT}` : undefined,
    fontStyle: font.style,
    fontWeight: font.weight,
  };
}

/** Width of a text at size 1, about: digits and small letters are narrower than capitals. */
export function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) {
    if (/[.,:;'|!il ]/.test(letter)) width += 0.3;
    else if (/[A-Z%@mwMW–]/.test(letter)) width += 0.75;
    else width += 0.6;
  }
  return width;
}

/** The size at which a text of `widthAtOne` fits into `room`, at most `size`. */
export function fittedSize(widthAtOne: number, room: number, size: number): number {
  return widthAtOne * size > room ? Math.max(1, room / widthAtOne) : size;
}
