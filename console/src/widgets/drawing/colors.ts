/** A colour as red, green and blue, 0 to 255. */
type Rgb = readonly [red: number, green: number, blue: number];

function parsed(color: string): Rgb | undefined {
  const hex = /^#([0-9a-f]{3,8})$/i.exec(color.trim())?.[1];
  if (hex && (hex.length === 3 || hex.length === 6 || hex.length === 8)) {
    const full = hex.length === 3 ? [...hex].map((digit) => digit + digit).join('') : hex;
    return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as unknown as Rgb;
  }
  const parts = /^rgba?\(([^)]+)\)$/i
    .exec(color.trim())?.[1]
    ?.split(/[\s,/]+/)
    .map(Number);
  return parts && parts.length >= 3 && parts.slice(0, 3).every(Number.isFinite)
    ? (parts.slice(0, 3) as unknown as Rgb)
    : undefined;
}

function luminance([red, green, blue]: Rgb): number {
  const linear = (part: number) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

/** Contrast of two colours as WCAG defines it, 1 to 21; 21 when one cannot be read. */
export function contrast(first: string, second: string): number {
  const a = parsed(first);
  const b = parsed(second);
  if (!a || !b) return 21;
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** The colour, moved towards white or black until it stands out from `surface`: by 3 to 1 on light, by 5 to 1 on dark. */
export function visibleColor(color: string, surface: string): string {
  const own = parsed(color);
  const ground = parsed(surface);
  if (!own || !ground) return color;
  const onLight = luminance(ground) > 0.2;
  const target = onLight ? 0 : 255;
  let mixed = own;
  for (let share = 0; share <= 0.8; share += 0.1) {
    mixed = own.map((part) => Math.round(part + (target - part) * share)) as unknown as Rgb;
    const text = `rgb(${mixed.join(', ')})`;
    if (contrast(text, surface) >= (onLight ? 3 : 5)) return share === 0 ? color : text;
  }
  return `rgb(${mixed.join(', ')})`;
}

/** A part of one colour with the rest of another; the first one where they cannot be read. @param share 0 to 1 */
export function mixed(color: string, other: string, share: number): string {
  const [one, two] = [parsed(color), parsed(other)];
  if (!one || !two) return color;
  return `rgb(${one.map((part, index) => Math.round(part * share + (two[index] ?? 0) * (1 - share))).join(', ')})`;
}

/** What a colour, which may let others through, is on another one; undefined where it cannot be read. */
export function colorOver(color: string, below: string): string | undefined {
  if (color.trim().toLowerCase() === 'transparent') return below;
  if (!parsed(color)) return undefined;
  const written = /^#[0-9a-f]{6}([0-9a-f]{2})$/i.exec(color.trim())?.[1];
  const part = /^rgba?\([^)]*?[,/]\s*([\d.]+)(%?)\s*\)$/i.exec(color.trim());
  const isAlpha = part && color.split(/[\s,/]+/).length > 3;
  const alpha = written ? Number.parseInt(written, 16) / 255 : isAlpha ? Number(part[1]) / (part[2] ? 100 : 1) : 1;
  if (alpha <= 0) return below;
  return alpha >= 1 ? color : mixed(color, below, alpha);
}

/** The colour with an opacity, 0 to 1. */
export function withOpacity(color: string, opacity: number): string {
  const rgb = parsed(color);
  return rgb ? `rgba(${rgb.join(', ')}, ${opacity})` : color;
}

/** Whether a colour of a widget is one of the two defaults, which give way to the theme. */
export function isDefaultSurface(color: string | null | undefined): boolean {
  const plain = color?.toLowerCase().replaceAll(' ', '');
  return !plain || ['#fff', '#ffffff', 'white', 'rgb(255,255,255)', 'rgba(255,255,255,1)'].includes(plain);
}

/** The same for the colour of text. */
export function isDefaultText(color: string | null | undefined): boolean {
  const plain = color?.toLowerCase().replaceAll(' ', '');
  return !plain || /^rgba\(0,0,0,0?\.8\d*\)$/.test(plain) || ['#000', '#000000', 'black', '#545454'].includes(plain);
}

/** A colour of text that can be read on a ground; undefined when the ground cannot be told. */
export function textOn(ground: string): string | undefined {
  if (!parsed(ground)) return undefined;
  const [dark, light] = ['#1b1f24', '#ffffff'];
  return contrast(dark, ground) >= contrast(light, ground) ? dark : light;
}
