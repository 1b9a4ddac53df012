import { valueOfText } from '../values/json-values.ts';
import type { TelemetryValue } from '../values/value.ts';

/** A number with a decimal point or comma, without an exponent. */
const DECIMAL = /^-?(?:\d+(?:[.,]\d+)?|[.,]\d+)$/;

/** The typed value of a cell (rest-entities.md §5.9): a number, true or false, or a text. */
export function valueOfCell(cell: string): TelemetryValue {
  if (DECIMAL.test(cell)) return valueOfText(cell.replace(',', '.'));
  const lower = cell.length <= 5 ? cell.toLowerCase() : cell;
  if (lower === 'true' || lower === 'false') return { type: 'BOOLEAN', value: lower === 'true' };
  return { type: 'STRING', value: cell };
}

/** Whether two values are the same in type and content. */
export const isSameValue = (a: TelemetryValue | undefined, b: TelemetryValue): boolean =>
  a?.type === b.type && a.value === b.value;
