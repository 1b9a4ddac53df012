import moment from 'moment';

const NAMED: Readonly<Record<string, string>> = {
  short: 'M/D/YY, h:mm A',
  medium: 'MMM D, YYYY, h:mm:ss A',
  long: 'MMMM D, YYYY, h:mm:ss A',
  shortDate: 'M/D/YY',
  mediumDate: 'MMM D, YYYY',
  longDate: 'MMMM D, YYYY',
  fullDate: 'dddd, MMMM D, YYYY',
  shortTime: 'h:mm A',
  mediumTime: 'h:mm:ss A',
};

/** Letters of Angular's formats → those of moment. */
const LETTERS: Readonly<Record<string, string>> = {
  y: 'YYYY',
  yy: 'YY',
  yyyy: 'YYYY',
  d: 'D',
  dd: 'DD',
  E: 'ddd',
  EE: 'ddd',
  EEE: 'ddd',
  EEEE: 'dddd',
  L: 'M',
  LL: 'MM',
  LLL: 'MMM',
  LLLL: 'MMMM',
  a: 'A',
  aa: 'A',
  aaa: 'A',
  w: 'W',
  ww: 'WW',
  z: 'Z',
  Z: 'ZZ',
  ZZZZ: 'Z',
};

/** A time as Angular's date pipe writes it; empty for what is no time. @param zone offset such as `+0300`, or `UTC` */
export function formatDate(value: unknown, format = 'mediumDate', zone?: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  const isNumber = typeof value === 'string' && /^-?\d+$/.test(value);
  const time = moment(
    isNumber ? Number(value) : typeof value === 'string' ? new Date(value) : (value as moment.MomentInput),
  );
  if (!time.isValid()) return '';
  if (typeof zone === 'string' && /^(?:UTC|GMT|Z|[+-]\d{2}:?\d{2})$/.test(zone)) {
    time.utcOffset(/\d/.test(zone) ? zone : 0);
  }
  const pattern = (NAMED[format] ?? format).replace(/'([^']*)'|([A-Za-z])\2*/g, (run, quoted: string | undefined) =>
    quoted === undefined ? (NAMED[format] ? run : (LETTERS[run] ?? run)) : `[${quoted}]`,
  );
  return time.format(pattern);
}

const DURATION_UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * ms as days, hours, minutes and seconds, the greatest first: "1 day 2 hours", or "1d 2h" when `isShort`. A single unit
 * goes without its number, as it stands behind "last": "hour".
 */
export function formatDuration(ms: unknown, isShort = false): string {
  const whole = Math.floor(Number(ms) / 1000);
  if (!Number.isFinite(whole)) return '';
  const write = (count: number, unit: string) =>
    isShort
      ? `${count}${unit[0]}`
      : new Intl.NumberFormat('en-US', { style: 'unit', unit, unitDisplay: 'long' }).format(count);
  if (!isShort) {
    const one = DURATION_UNITS.find(([, length]) => length === whole);
    if (one) return write(1, one[0]).replace(/^1\s+/, '');
  }
  let rest = whole;
  const parts: string[] = [];
  for (const [unit, length] of DURATION_UNITS) {
    const count = Math.floor(rest / length);
    rest -= count * length;
    if (count > 0) parts.push(write(count, unit));
  }
  return parts.length > 0 ? parts.join(' ') : write(0, 'second');
}

/** Each 1024 of the one before, with its digits after the point. */
const FILE_UNITS: readonly (readonly [name: string, digits: number])[] = [
  ['bytes', 0],
  ['KB', 1],
  ['MB', 1],
  ['GB', 1],
  ['TB', 2],
  ['PB', 2],
];

/** A number of bytes as the pipe `fileSize` of 3.3.2 writes it: "1.5 KB"; empty for what is no number. */
export function formatFileSize(bytes: unknown): string {
  let size = Number(bytes);
  if (!Number.isFinite(size)) return '';
  let power = 0;
  while (size >= 1024 && power < FILE_UNITS.length - 1) {
    size /= 1024;
    power++;
  }
  const [name, digits] = FILE_UNITS[power] ?? ['bytes', 0];
  return `${size.toFixed(digits)} ${name}`;
}
