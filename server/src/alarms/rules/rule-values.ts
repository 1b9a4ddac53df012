import type { TelemetryValue } from '../../values/value.ts';

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** A value as a number; undefined when it is not one (rule-engine.md §5.4). */
export function toNumber({ type, value }: TelemetryValue): number | undefined {
  switch (type) {
    case 'BOOLEAN':
      return value ? 1 : 0;
    case 'LONG':
    case 'DOUBLE':
      return Number(value);
    default: {
      const text = value.trim();
      return NUMBER.test(text) ? Number(text) : undefined;
    }
  }
}

/** A value as true or false: numbers above 0 and the text `true` are true. */
export function toBoolean({ type, value }: TelemetryValue): boolean {
  if (type === 'BOOLEAN') return value;
  if (type === 'LONG' || type === 'DOUBLE') return value > 0;
  return value.toLowerCase() === 'true';
}
