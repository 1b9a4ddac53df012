import { blue, red } from '@mui/material/colors';
import { expect, it } from 'vitest';
import { paletteColor } from './palette.ts';

/** How many colours there are before they begin again. */
function lengthOfPalette(): number {
  let length = 1;
  while (paletteColor(length) !== paletteColor(0) || paletteColor(length + 1) !== paletteColor(1)) length++;
  return length;
}

it('takes the swatches of Material in the order of the specification, and begins again after the last', () => {
  const shades = ['500', 'A700', '600', '700', '800', '900', '300', '400', 'A200', 'A400'] as const;
  const length = lengthOfPalette();
  const all = Array.from({ length }, (_, index) => paletteColor(index));
  // 19 hues, of which three have no accents.
  expect(length).toBe(7 * 19 + 3 * 16);
  for (const hue of [blue, red]) {
    const places = shades.map((shade) => all.indexOf(hue[shade]));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  }
});
