/**
 * A value of an attribute or of a point of a series, with its stored type.
 * LONG holds a bigint only where a number would not be exact. JSON holds compact JSON text.
 */
export type TelemetryValue =
  | { type: 'BOOLEAN'; value: boolean }
  | { type: 'LONG'; value: number | bigint }
  | { type: 'DOUBLE'; value: number }
  | { type: 'STRING'; value: string }
  | { type: 'JSON'; value: string };

/** One value of a key. */
export interface KeyValue {
  key: string;
  value: TelemetryValue;
}

/** One value of a key at a time (epoch ms). */
export interface Point extends KeyValue {
  ts: number;
}

/** Values of one time. */
export interface TimedValues {
  /** epoch ms */
  ts: number;
  values: KeyValue[];
}
