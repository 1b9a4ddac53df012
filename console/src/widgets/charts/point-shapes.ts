import { numberOf } from '../drawing/setting-values.ts';
import type { Settings, WidgetConfig } from '../model.ts';
import type { ChartInput, Option } from './chart-input.ts';

/** Shapes of points by their names in settings. */
const SHAPES: Readonly<Record<string, string>> = {
  circle: 'circle',
  square: 'rect',
  diamond: 'diamond',
  triangle: 'triangle',
  cross: 'path://M0,0L10,10M10,0L0,10',
};

/** What every new series is given, which is left to the theme; px. */
const GIVEN = { radius: 3, width: 5 };
const WIDTH = 2;
/** px */
const MOST = 40;
/** Whether a function of the settings draws the points of a key. */
function isDrawnByFunction(settings: Settings): boolean {
  return settings.showPoints === true && settings.showPointShape === 'custom';
}

export function pointsHaveScripts(config: WidgetConfig): boolean {
  return (config.datasources ?? []).some(({ dataKeys }) =>
    dataKeys.some(({ settings }) => settings !== undefined && isDrawnByFunction(settings)),
  );
}

/** How the points of a series are drawn: their shape, size and line. */
export function pointOption(
  key: Settings,
  color: string,
  surface: string,
  { scripts, shapes }: Pick<ChartInput, 'scripts' | 'shapes'>,
): Option {
  const radius = Math.min(MOST, Math.max(0.5, numberOf(key.showPointsRadius, GIVEN.radius)));
  const wanted = numberOf(key.showPointsLineWidth, GIVEN.width);
  const borderWidth = wanted === GIVEN.width ? WIDTH : Math.min(MOST, Math.max(0, wanted));
  const own = isDrawnByFunction(key) ? shapes?.(scripts, key.pointShapeFormatter, radius) : undefined;
  const name = String(key.showPointShape);
  const isLine = own !== undefined || name === 'cross';
  return {
    symbol: own ? `path://${own.path}` : (Object.hasOwn(SHAPES, name) && SHAPES[name]) || SHAPES.circle,
    symbolSize: own ? [own.width, own.height] : Math.max(2, radius * 2),
    ...(own && (own.x !== 0 || own.y !== 0) ? { symbolOffset: [own.x, own.y] } : {}),
    // A ring on the ground of the chart; what is drawn as lines is not filled. Without a line, a dot.
    itemStyle:
      borderWidth === 0 ? { color } : { color: isLine ? 'transparent' : surface, borderColor: color, borderWidth },
  };
}
