import type { WidgetConfig } from '../model.ts';
import { colorOver, contrast, isDefaultSurface, visibleColor } from './colors.ts';
import type { ChartColors } from './theme-colors.ts';

/** What a widget is drawn on. */
export interface Ground {
  surface: string;
  /** The dashboard wanted white, and the theme has made it dark. */
  isDarkened: boolean;
}

/** The ground that a dashboard asks for, or that of the theme. */
export function groundOf(color: string | null | undefined, theme: ChartColors): Ground {
  const requested = isDefaultSurface(color) ? undefined : String(color);
  // One that lets the page through is that of the theme.
  const seen = requested && colorOver(requested, theme.surface);
  if (requested && (seen === requested || seen !== theme.surface)) return { surface: requested, isDarkened: false };
  return { surface: theme.surface, isDarkened: contrast('#ffffff', theme.surface) > 4 };
}

export function groundOfWidget(config: WidgetConfig, theme: ChartColors): Ground {
  return groundOf(config.backgroundColor, theme);
}

/**
 * The colour that a dashboard asks for, as it is unless the ground is not the one that it was chosen for; without one
 * `otherwise`, so that it can be seen.
 */
export function colorOn(ground: Ground, requested: string | null | undefined, otherwise: string): string {
  if (requested) return ground.isDarkened ? visibleColor(requested, ground.surface) : requested;
  return visibleColor(otherwise, ground.surface);
}

/** A pale colour of large parts, meant for a white ground; on a dark one it gives way to that of the theme. */
export function paleOn(ground: Ground, requested: string, theme: ChartColors): string {
  return ground.isDarkened && contrast(requested, '#ffffff') < 1.4 ? theme.line : requested;
}

/** A colour with less opacity, 0 to 1; any colour of CSS. */
export function faint(color: string, opacity: number): string {
  return `color-mix(in srgb, ${color} ${Math.round(opacity * 100)}%, transparent)`;
}
