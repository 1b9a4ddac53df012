import { type ChartInput, numberOrUndefined, section } from './chart-input.ts';

/** px between the edges of a chart and what is drawn in it, texts of axes included. */
export interface PlotMargins {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** What a chart keeps free by itself. */
const OWN: PlotMargins = { left: 4, right: 10, top: 10, bottom: 2 };
/** Of the width and of the height, how much settings may take on one side. */
const MOST = 0.3;

/**
 * The margins of a chart, which `grid.margin` of its settings adds to: one number for all sides, or `{top, left, bottom,
 * right}`. `grid.minBorderMargin` is what at least is free beside the plot; where the texts of an axis stand, more is.
 */
export function plotMargins({ config, width, height }: Pick<ChartInput, 'config' | 'width' | 'height'>): PlotMargins {
  const grid = section(config.settings ?? {}, 'grid');
  const least = numberOrUndefined(grid.minBorderMargin) ?? 0;
  const side = (name: keyof PlotMargins, extent: number) => {
    const added = numberOrUndefined(grid.margin) ?? numberOrUndefined(section(grid, 'margin')[name]) ?? 0;
    const free = name === 'right' || name === 'top' ? Math.max(OWN[name], least) : OWN[name];
    return Math.min(free + Math.max(0, added), Math.max(OWN[name], extent * MOST));
  };
  return {
    ...{ left: side('left', width), right: side('right', width) },
    ...{ top: side('top', height), bottom: side('bottom', height) },
  };
}
