import {
  amber,
  blue,
  blueGrey,
  brown,
  cyan,
  deepOrange,
  deepPurple,
  green,
  grey,
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
  grey,
] as const;
/** Colours that Material has no accents of. */
const WITHOUT_ACCENTS: readonly unknown[] = [blueGrey, brown, grey];
const SHADES = ['500', 'A700', '600', '700', '800', '900', '300', '400', 'A200', 'A400'] as const;

const PALETTE: readonly string[] = SHADES.flatMap((shade) =>
  HUES.filter((hue) => !shade.startsWith('A') || !WITHOUT_ACCENTS.includes(hue)).map((hue) => hue[shade]),
);

/** Colour number `index` of the palette that keys without a colour of their own take, in order. */
export function paletteColor(index: number): string {
  return PALETTE[index % PALETTE.length] as string;
}

/** Colours of series that the console tells apart by itself: first those of the theme, then the palette. */
const SERIES = ['#2f5bea', '#0d8a72', '#b54708', '#7a4fd0', '#c2255c', '#0b7285', '#5c940d', '#a16207'];

/** Colour number `index` for the further entities of an alias, whose keys would otherwise all look the same. */
export function seriesColor(index: number): string {
  return SERIES[index] ?? paletteColor(index);
}
