/** A value of the column Now: its key and the unit that stands behind it. */
export interface NowKey {
  key: string;
  unit: string;
}

/** Maximum number of values in a row. */
export const MAX_NOW_KEYS = 4;

/** The values that a person chose; empty without a choice, or when it cannot be read. */
export function readNowKeys(text: string | undefined): NowKey[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(stored)) return [];
  return stored
    .map((one: Partial<NowKey> | null) => ({ key: String(one?.key ?? ''), unit: String(one?.unit ?? '') }))
    .filter(({ key }) => key !== '')
    .slice(0, MAX_NOW_KEYS);
}

/** As it is kept; undefined when nothing is chosen. */
export function writeNowKeys(keys: readonly NowKey[]): string | undefined {
  const chosen = keys
    .map(({ key, unit }) => ({ key: key.trim(), unit: unit.trim() }))
    .filter(({ key }, index, all) => key !== '' && all.findIndex((other) => other.key === key) === index);
  return chosen.length > 0 ? JSON.stringify(chosen.slice(0, MAX_NOW_KEYS)) : undefined;
}
