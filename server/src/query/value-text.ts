import type { TelemetryValue } from '../values/value.ts';
import { doubleText, toWireText } from '../values/wire-values.ts';

const INTEGER = /^[+-]?\d{1,19}$/;
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;
const LONG_MIN = -(2n ** 63n);
const LONG_MAX = 2n ** 63n - 1n;
/** From here on a double is written with an exponent before it is normalised, so that it stays a double. */
const WRITTEN_WITH_EXPONENT = 1e15;

/**
 * The text of a stored value as a page of an entity query shows it (live-data.md §4.1): whatever looks numeric is
 * normalised, also text (`007` → `7`, `21.50` → `21.5`); whole doubles lose their point.
 */
export function pageText(value: TelemetryValue): string {
  switch (value.type) {
    case 'DOUBLE':
      return Number.isInteger(value.value) && Math.abs(value.value) < WRITTEN_WITH_EXPONENT
        ? String(value.value)
        : toWireText(value);
    case 'STRING':
      return normalised(value.value);
    default:
      return toWireText(value);
  }
}

function normalised(text: string): string {
  if (INTEGER.test(text)) {
    const whole = BigInt(text.startsWith('+') ? text.slice(1) : text);
    if (whole >= LONG_MIN && whole <= LONG_MAX) return whole.toString();
  }
  if (DECIMAL.test(text)) {
    const value = Number(text);
    if (Number.isFinite(value)) return doubleText(value);
  }
  return text;
}
