import type { CSSProperties } from 'react';
import type { WidgetConfig } from '../model.ts';
import { colorOver, isDefaultSurface, isDefaultText, mixed, textOn, visibleColor } from './colors.ts';
import type { ChartColors } from './theme-colors.ts';

/**
 * The colours of a widget whose dashboard gives it a ground or a text: what stands on it can be read in either mode.
 * Undefined: those of the theme.
 */
export function ownColors(
  { backgroundColor, color }: Pick<WidgetConfig, 'backgroundColor' | 'color'>,
  theme: ChartColors,
): ChartColors | undefined {
  const ground = isDefaultSurface(backgroundColor) ? undefined : (backgroundColor ?? undefined);
  const requested = isDefaultText(color) ? undefined : (color ?? undefined);
  if (!ground && !requested) return undefined;
  // A ground that nobody can tell the colour of is as good as none.
  const surface = (ground && colorOver(ground, theme.surface)) ?? theme.surface;
  const text = requested ? (ground ? requested : visibleColor(requested, surface)) : (textOn(surface) ?? theme.text);
  const part = (share: number) => mixed(text, surface, share);
  const lines =
    surface === theme.surface ? { line: theme.line, line2: theme.line2 } : { line: part(0.2), line2: part(0.12) };
  return { surface, text, text2: part(0.75), text3: part(0.6), ...lines, accent: theme.accent };
}

/** The same as variables, which stand before those of the theme. */
export function ownVariables({ surface, text, text2, text3, line, line2 }: ChartColors): CSSProperties {
  return {
    color: text,
    ...{ '--surface': surface, '--surface-2': mixed(text, surface, 0.05), '--line': line, '--line-2': line2 },
    ...{ '--text': text, '--text-2': text2, '--text-3': text3, '--sb-palette-divider': line },
    ...{ '--sb-palette-text-primary': text, '--sb-palette-text-secondary': text2, '--sb-palette-text-disabled': text3 },
  } as CSSProperties;
}
