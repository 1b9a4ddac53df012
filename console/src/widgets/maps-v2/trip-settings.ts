import { numberOf } from '../drawing/setting-values.ts';
import type { Settings } from '../model.ts';
import { safeColor } from './safe-color.ts';

const share = (value: unknown) => Math.min(1, Math.max(0, numberOf(value, 1)));

/** How a trip is played and drawn. */
export function tripSettings(settings: Settings) {
  return {
    /** ms */
    step: Math.max(1, numberOf(settings.normalizationStep, 1000)),
    /** Degrees, clockwise. */
    rotation: numberOf(settings.rotationAngle, 0),
    closesOthers: settings.autocloseTooltip === true,
    points:
      settings.showPoints === true
        ? {
            /** px */
            size: Math.min(100, Math.max(1, numberOf(settings.pointSize, 10))),
            tooltipAtSide: settings.pointTooltipOnRightPanel !== false,
          }
        : undefined,
    tooltip:
      settings.showTooltip === true
        ? {
            ground: safeColor(settings.tooltipColor, '#fff'),
            text: safeColor(settings.tooltipFontColor, '#000'),
            opacity: share(settings.tooltipOpacity),
          }
        : undefined,
  };
}
