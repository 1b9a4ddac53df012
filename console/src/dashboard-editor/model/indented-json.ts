import { sortedJson } from '@signalbox/contract/sorted-json';

/** A JSON value for people to read, its members in order. */
export function indentedJson(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(JSON.parse(sortedJson(value)), null, 2);
}
