/** A value for a column of type json; null and undefined become NULL, not the JSON `null`. */
export function asJson(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
