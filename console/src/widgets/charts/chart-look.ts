import { isDefaultText } from '../drawing/colors.ts';
import { colorOn, groundOfWidget, paleOn } from '../drawing/ground.ts';
import { numberOf, textOf } from '../drawing/setting-values.ts';
import type { ChartColors } from '../drawing/theme-colors.ts';
import type { Settings, WidgetConfig } from '../model.ts';
import { section } from './chart-input.ts';

/** How texts, lines and the frame of a chart look. What every new chart is given is left to the theme. */
export interface ChartLook {
  text: string;
  /** px */
  size: number;
  /** Lines across the chart. */
  line: string;
  vertical: boolean;
  horizontal: boolean;
  /** What is drawn around the values, and behind them; null: nothing. */
  frame: { color: string; width: number } | null;
  ground: string | null;
}

const GIVEN = { size: 10, tick: '#dddddd', frame: '#545454', frameWidth: 1 };
const SIZE = 11;
/** px */
const MOST = { size: 40, frame: 20 };

const isGiven = (color: string, given: string) => color.toLowerCase() === given;

/** The colour of texts that settings ask for, so that it can be read on the widget's ground. */
export function lookOfText(requested: unknown, config: WidgetConfig, colors: ChartColors): string | null {
  const color = textOf(requested);
  return color && !isDefaultText(color) ? colorOn(groundOfWidget(config, colors), color, color) : null;
}

/** The size of texts, px. */
export function sizeOfText(settings: Settings): number {
  const size = numberOf(settings.fontSize, GIVEN.size);
  return size === GIVEN.size || size <= 0 ? SIZE : Math.min(MOST.size, size);
}

export function chartLook(config: WidgetConfig, colors: ChartColors): ChartLook {
  const settings = config.settings ?? {};
  const grid = section(settings, 'grid');
  const ground = groundOfWidget(config, colors);
  const tick = textOf(grid.tickColor);
  const edge = textOf(grid.color) ?? GIVEN.frame;
  const width = Math.min(MOST.frame, Math.max(0, numberOf(grid.outlineWidth, GIVEN.frameWidth)));
  const hasFrame = width > 0 && !(width === GIVEN.frameWidth && isGiven(edge, GIVEN.frame));
  const behind = textOf(grid.backgroundColor);
  return {
    text: lookOfText(settings.fontColor, config, colors) ?? colors.text3,
    size: sizeOfText(settings),
    line: tick && !isGiven(tick, GIVEN.tick) ? paleOn(ground, tick, colors) : colors.line2,
    vertical: grid.verticalLines === true,
    horizontal: grid.horizontalLines !== false,
    frame: hasFrame ? { color: isGiven(edge, GIVEN.frame) ? colors.text3 : colorOn(ground, edge, edge), width } : null,
    ground: behind && paleOn(ground, behind, { ...colors, line: colors.surface }),
  };
}
