import { type Font, fontOf } from '../drawing/font.ts';
import { numberOf, textOf } from '../drawing/setting-values.ts';
import type { Settings } from '../model.ts';

/** A compass in a box from -100 to 100 around its middle (widgets.md §4.2). */
export interface CompassModel {
  /** Clockwise from the top. */
  names: readonly string[];
  /** Degrees of small marks, 0 to the right. */
  small: readonly number[];
  hasRing: boolean;
  hubSize: number;
  /** 0: no border. */
  border: number;
  colors: { plate: string; major: string; minor: string; needle: string; hub: string; border: string };
  font: Font;
  moves: 'needle' | 'plate';
}

const NAMES = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'];
const MOST_NAMES = 36;
const MOST_MARKS = 360;

export function compassModel(settings: Settings): CompassModel {
  const listed = (Array.isArray(settings.majorTicks) ? settings.majorTicks : [])
    .filter((name): name is string => typeof name === 'string')
    .slice(0, MOST_NAMES + 1);
  // Some lists end with the name that they begin with.
  if (listed.length > 1 && listed.at(-1) === listed[0]) listed.pop();
  const names = listed.length > 0 ? listed : NAMES;
  const parts = Math.max(1, Math.min(Math.round(numberOf(settings.minorTicks, 22)), MOST_MARKS / names.length));
  const color = (name: string, otherwise: string) => textOf(settings[name]) ?? otherwise;
  const step = 360 / names.length / Math.floor(parts);
  const count = Math.round(360 / step);
  return {
    names,
    small: Array.from({ length: count }, (_, index) => index)
      .filter((index) => index % Math.floor(parts) !== 0)
      .map((index) => index * step - 90),
    hasRing: settings.showStrokeTicks === true,
    hubSize: Math.min(40, Math.max(0, numberOf(settings.needleCircleSize, 15))),
    border: settings.showBorder === false ? 0 : Math.min(40, Math.max(0, numberOf(settings.borderOuterWidth, 10))),
    colors: {
      plate: color('colorPlate', '#222'),
      major: color('colorMajorTicks', '#f5f5f5'),
      minor: color('colorMinorTicks', '#ddd'),
      needle: color('colorNeedle', '#f08080'),
      hub: color('colorNeedleCircle', '#e8e8e8'),
      border: color('colorBorder', '#ccc'),
    },
    font: fontOf(settings.majorTickFont, 20, '#ccc'),
    moves: settings.animationTarget === 'plate' ? 'plate' : 'needle',
  };
}

/** The angle of a direction that is reached the short way round from the angle before. */
export function nearestTurn(before: number, direction: number): number {
  const turn = (((direction - before) % 360) + 540) % 360;
  return before + turn - 180;
}
