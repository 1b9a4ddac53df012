/** Red, green and blue 0 to 255, opacity 0 to 1. */
export interface Rgba {
  r: number;
  g: number;
  b: number;
  a: number;
}

/** Squares that show through a colour that is not opaque. */
export const CHECKED_GROUND =
  'repeating-conic-gradient(var(--line) 0 25%, var(--surface) 0 50%) 0 0 / 10px 10px, var(--surface)';

const HEX = /^#([0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const RGB = /^rgba?\(\s*([\d.]+)[\s,]+([\d.]+)[\s,]+([\d.]+)(?:[\s,/]+([\d.]+)(%)?)?\s*\)$/i;

/** A colour in one of the two notations that need no browser to be read. */
function plainColor(text: string): Rgba | undefined {
  const hex = HEX.exec(text)?.[1];
  if (hex) {
    const digits = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex;
    const [r = 0, g = 0, b = 0, a = 255] = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
    return { r, g, b, a: Math.round((a / 255) * 100) / 100 };
  }
  const rgb = RGB.exec(text);
  if (!rgb) return undefined;
  const [r, g, b] = rgb.slice(1, 4).map((part) => Math.min(255, Math.round(Number(part)))) as [number, number, number];
  const a = rgb[4] === undefined ? 1 : Number(rgb[4]) / (rgb[5] ? 100 : 1);
  return { r, g, b, a: Math.min(1, a) };
}

/** A colour in any notation of CSS; undefined where it has no value of its own, such as a variable. */
export function readColor(color: string): Rgba | undefined {
  const text = color.trim();
  const plain = plainColor(text);
  if (plain || typeof CSS === 'undefined' || !CSS.supports('color', text)) return plain;
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return undefined;
  // What the canvas does not know leaves its colour as it was.
  context.fillStyle = '#010203';
  context.fillStyle = text;
  const written = String(context.fillStyle);
  return written === '#010203' ? undefined : plainColor(written);
}

/** Whether a text is a colour of CSS. */
export function isColor(color: string): boolean {
  const text = color.trim();
  if (plainColor(text)) return true;
  return typeof CSS === 'undefined' ? /^[a-z]+(\(.*\))?$/i.test(text) : CSS.supports('color', text);
}

const pair = (part: number) => part.toString(16).padStart(2, '0');

/** A colour as CSS: `#rrggbb`, or `rgba(…)` where something shines through. */
export function writeColor({ r, g, b, a }: Rgba): string {
  return a >= 1 ? `#${pair(r)}${pair(g)}${pair(b)}` : `rgba(${r}, ${g}, ${b}, ${Math.round(a * 100) / 100})`;
}
