/** What a text says: a value (none of an empty text), or why it is no JSON. */
type ReadJson = { value: unknown } | { reason: string };

/** What is wrong with a text that is to be JSON, as the parser says it; undefined: nothing. */
export function jsonFault(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    const { name, message } = error as Error;
    return `${name}: ${message}`;
  }
}

/** The value of a text. An empty one has none, and is fine. */
export function readJson(text: string): ReadJson {
  if (text.trim() === '') return { value: undefined };
  const reason = jsonFault(text);
  return reason === undefined ? { value: JSON.parse(text) as unknown } : { reason };
}

export const isJsonObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
