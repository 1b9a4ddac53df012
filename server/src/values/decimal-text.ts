/** A decimal number without rounding: `digits` × 10^-`decimals`. */
export interface Decimal {
  negative: boolean;
  /** Without leading zeros, "0" for zero. */
  digits: string;
  /** Places after the point once trailing zeros are gone; negative for 10, 100 …; 0 for whole numbers. */
  decimals: number;
  /** Places after the point as it was written, the exponent taken into account. */
  writtenDecimals: number;
}

/** Longest number in plain digits unless they are written so: longer ones (`1e300000`) would only fill memory. */
const MAX_PLAIN_LENGTH = 1_000;

/** Exact value of a number's text (`-12.50e3`); undefined when it is absurdly large or small. */
export function decimalOf(text: string): Decimal | undefined {
  const negative = text.startsWith('-');
  const [mantissa = '', exponentText = '0'] = text.slice(negative ? 1 : 0).split(/[eE]/);
  const [whole = '', fraction = ''] = mantissa.split('.');
  const exponent = Number(exponentText);
  let digits = (whole + fraction).replace(/^0+/, '');
  let decimals = fraction.length - exponent;
  const writtenDecimals = decimals;
  // Where a run of zeros begins, so that it is looked through once.
  const trailing = digits.length - digits.replace(/(?<!0)0+$/, '').length;
  digits = digits.slice(0, digits.length - trailing);
  decimals -= trailing;
  if (digits === '')
    return { negative: false, digits: '0', decimals: 0, writtenDecimals: Math.max(0, writtenDecimals) };
  if (Math.abs(decimals) + digits.length > Math.max(MAX_PLAIN_LENGTH, text.length)) return undefined;
  return { negative, digits, decimals, writtenDecimals };
}

/** All digits, without an exponent. */
export function plainDigits({ negative, digits, decimals }: Decimal): string {
  const sign = negative ? '-' : '';
  if (decimals <= 0) return sign + digits + '0'.repeat(-decimals);
  const padded = digits.padStart(decimals + 1, '0');
  return `${sign}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`;
}

const LONG_MAX = 9_223_372_036_854_775_807n;
const LONG_MIN = -9_223_372_036_854_775_808n;

/** Whether an integer exceeds 64 bits. */
export function exceedsLong(digits: string): boolean {
  if (digits.length < 19) return false;
  if (digits.length > 20) return true;
  const value = BigInt(digits);
  return value > LONG_MAX || value < LONG_MIN;
}
