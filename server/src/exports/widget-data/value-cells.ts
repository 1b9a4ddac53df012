import type { TsValue } from '@signalbox/contract/entity-query';
import type { TelemetryValue } from '../../values/value.ts';
import type { Cell } from '../cells.ts';

/** Numbers that are the same when they are written again. */
const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?(?:E-?\d{1,2})?$/;

/** A stored value as it stands in a cell: numbers as numbers, what they cannot hold as text. */
export function cellOfValue(value: TelemetryValue): Cell {
  switch (value.type) {
    case 'LONG':
      return typeof value.value === 'bigint' ? value.value.toString() : value.value;
    case 'DOUBLE':
      return Number.isFinite(value.value) ? value.value : null;
    default:
      return value.value;
  }
}

/** A value that queries write as text. There is none at time 0. */
export function cellOfText(value: TsValue | undefined): Cell {
  if (!value || value.ts === 0 || value.value === null || value.value === '') return null;
  if (NUMBER.test(value.value)) return Number(value.value);
  if (value.value === 'true' || value.value === 'false') return value.value === 'true';
  return value.value;
}
