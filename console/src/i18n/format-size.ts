import { locale } from './i18n.ts';

/** Units, each 1024 of the one before, with their digits after the point (specification §9). */
const UNITS = [
  ['byte', 0],
  ['kilobyte', 1],
  ['megabyte', 1],
  ['gigabyte', 1],
  ['terabyte', 2],
  ['petabyte', 2],
] as const;

/** A number of bytes in its largest unit: "512 bytes", "1.5 MB". */
export function formatSize(bytes: number): string {
  let power = 0;
  let size = bytes;
  // What would be written as 1,024 of a unit is one of the next.
  while (power < UNITS.length - 1 && Number(size.toFixed(UNITS[power]?.[1])) >= 1024) {
    size /= 1024;
    power++;
  }
  const [unit, digits] = UNITS[power] as (typeof UNITS)[number];
  const form =
    power === 0 ? ({ unitDisplay: 'long' } as const) : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(locale, { style: 'unit', unit, ...form }).format(size);
}
