import { storableText } from '../storage/storable-text.ts';
import type { TelemetryValue } from '../values/value.ts';

/** A value as the five value columns of `attribute` and `latest_value` hold it: one is set, the others null. */
export interface ValueRow {
  bool_value: boolean | null;
  /** Text when beyond 2^53. */
  long_value: number | string | null;
  double_value: number | null;
  string_value: string | null;
  /** JSON as its text: selected as `json_value::text`. */
  json_value: string | null;
}

/** Columns of many values, for `unnest`. */
export class ValueColumnsWriter {
  readonly bool: (boolean | null)[] = [];
  readonly long: (string | null)[] = [];
  readonly double: (number | null)[] = [];
  readonly string: (string | null)[] = [];
  readonly json: (string | null)[] = [];

  add(value: TelemetryValue): void {
    this.bool.push(value.type === 'BOOLEAN' ? value.value : null);
    this.long.push(value.type === 'LONG' ? String(value.value) : null);
    this.double.push(value.type === 'DOUBLE' ? value.value : null);
    // No sender brings what is replaced; if one did, it would fail what is stored with it.
    this.string.push(value.type === 'STRING' ? storableText(value.value) : null);
    this.json.push(value.type === 'JSON' ? value.value : null);
  }
}

export function valueOfRow(row: ValueRow): TelemetryValue {
  if (row.bool_value !== null) return { type: 'BOOLEAN', value: row.bool_value };
  if (row.long_value !== null) {
    return { type: 'LONG', value: typeof row.long_value === 'string' ? BigInt(row.long_value) : row.long_value };
  }
  if (row.double_value !== null) return { type: 'DOUBLE', value: row.double_value };
  if (row.string_value !== null) return { type: 'STRING', value: row.string_value };
  return { type: 'JSON', value: row.json_value ?? 'null' };
}
