import { choice, color, number, object, type Setting, text } from './setting.ts';

const STYLES = { normal: 'Upright', italic: 'Italic', oblique: 'Slanted' };
const WEIGHTS = {
  normal: 'Regular',
  bold: 'Bold',
  bolder: 'Bolder than around it',
  lighter: 'Lighter than around it',
  ...Object.fromEntries([100, 200, 300, 400, 500, 600, 700, 800, 900].map((weight) => [weight, String(weight)])),
};

export interface FontDefaults {
  /** px, or the unit of the widget */
  size: number;
  /** Null: one that suits the widget. */
  color?: string | null;
}

/** A font: family, size, style, weight, colour. */
export const font = (name: string, title: string, { size, color: chosen = null }: FontDefaults, more: Setting[] = []) =>
  object(name, title, [
    text('family', 'Font', 'Roboto'),
    number('size', 'Size', size),
    choice('style', 'Style', STYLES, 'normal'),
    choice('weight', 'Weight', WEIGHTS, '500'),
    color('color', 'Colour', chosen),
    ...more,
  ]);
