/** Keys as parameters of a call: `keys` is split at commas, so a key that has one stands in a `key` of its own. */
export function keysQuery(keys: readonly string[]): { keys: readonly string[]; key?: ReadonlySet<string> } {
  const withComma = keys.filter((key) => key.includes(','));
  if (withComma.length === 0) return { keys };
  return { keys: keys.filter((key) => !key.includes(',')), key: new Set(withComma) };
}
