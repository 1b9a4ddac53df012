import { numberOf, textOf } from '../drawing/setting-values.ts';
import type { Settings } from '../model.ts';

interface Spot {
  x: number;
  y: number;
}

/** What lies on a line. Lengths are px, or shares of the line when they are written in per cent. */
export interface Decoration {
  symbol: 'arrowHead' | 'dash';
  /** px */
  size: number;
  color: string | undefined;
  start: string;
  end: string;
  repeat: string;
}

/** A length as settings write it: "20px", "20" or "5%" of `whole`, px. */
export function lengthOf(written: string, whole: number): number {
  const value = Number.parseFloat(written);
  if (!Number.isFinite(value)) return 0;
  return Math.max(0, written.trim().endsWith('%') ? (value / 100) * whole : value);
}

/** Arrows or dashes on the line of a trip, when the settings want them. */
export function decorationOf(settings: Settings, color: (value: unknown) => string): Decoration | undefined {
  if (settings.usePolylineDecorator !== true) return undefined;
  const written = (value: unknown, otherwise: string) =>
    typeof value === 'number' ? `${value}` : (textOf(value) ?? otherwise);
  return {
    symbol: settings.decoratorSymbol === 'dash' ? 'dash' : 'arrowHead',
    size: Math.max(1, numberOf(settings.decoratorSymbolSize, 10)),
    color: settings.useDecoratorCustomColor === true ? color(settings.decoratorCustomColor) : undefined,
    start: written(settings.decoratorOffset, '0'),
    end: written(settings.endDecoratorOffset, '0'),
    repeat: written(settings.decoratorRepeat, '20px'),
  };
}

/** Symbols of one line at most; of a longer line they are further apart. */
const MOST = 1000;

/** The strokes of the symbols on a line, px. */
export function decorationStrokes(line: readonly Spot[], { symbol, size, start, end, repeat }: Decoration): Spot[][] {
  const parts = line.slice(1).flatMap((to, index) => {
    const from = line[index] as Spot;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    return length > 0 ? [{ from, to, length, angle: Math.atan2(to.y - from.y, to.x - from.x) }] : [];
  });
  const whole = parts.reduce((sum, { length }) => sum + length, 0);
  const last = whole - lengthOf(end, whole);
  const gap = Math.max(4, lengthOf(repeat, whole), whole / MOST);
  const strokes: Spot[][] = [];
  let passed = 0;
  let next = lengthOf(start, whole);
  for (const { from, to, length, angle } of parts) {
    for (; next <= Math.min(passed + length, last); next += gap) {
      const share = (next - passed) / length;
      const tip = { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
      const back = (turn: number) => ({
        x: tip.x - size * Math.cos(angle + turn),
        y: tip.y - size * Math.sin(angle + turn),
      });
      strokes.push(symbol === 'dash' ? [back(0), tip] : [back(0.5), tip, back(-0.5)]);
    }
    passed += length;
  }
  return strokes;
}
