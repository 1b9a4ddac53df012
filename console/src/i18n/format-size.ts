import { locale } from './i18n.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** A number of bytes in its largest unit: "512 bytes", "1.5 MB". */
export function formatSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const unit = UNITS[power] as (typeof UNITS)[number];
  const form = power === 0 ? ({ unitDisplay: 'long' } as const) : { maximumFractionDigits: 1 };
  return new Intl.NumberFormat(locale, { style: 'unit', unit, ...form }).format(bytes / 1000 ** power);
}
