import {
  amber,
  blue,
  blueGrey,
  brown,
  cyan,
  deepOrange,
  deepPurple,
  green,
  indigo,
  lightBlue,
  lightGreen,
  lime,
  orange,
  pink,
  purple,
  red,
  teal,
  yellow,
} from '@mui/material/colors';

const HUES = [
  blue,
  green,
  red,
  amber,
  blueGrey,
  purple,
  lightGreen,
  indigo,
  pink,
  yellow,
  lightBlue,
  orange,
  deepPurple,
  lime,
  teal,
  brown,
  cyan,
  deepOrange,
] as const;
const SHADES = ['500', 'A700', '600', '700', '800', '900', '300', '400', 'A200', 'A400'] as const;

const PALETTE: readonly string[] = SHADES.flatMap((shade) => HUES.map((hue) => hue[shade]));

/** Colour number `index` of the palette that keys without a colour of their own take, in order. */
export function paletteColor(index: number): string {
  return PALETTE[index % PALETTE.length] as string;
}
