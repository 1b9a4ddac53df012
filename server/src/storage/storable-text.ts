/** Removes what PostgreSQL does not accept in text: NUL and lone surrogates. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** JSON text of a value without what PostgreSQL does not accept, in member names too. */
export function storableJson(value: unknown): string {
  return storableJsonText(JSON.stringify(value));
}

/** The same of JSON text that has escapes as JSON.stringify writes them. */
export function storableJsonText(json: string): string {
  if (!json.includes('\\u')) return json;
  // NUL and lone surrogates are written as escapes; a "u" after an escaped backslash is not an escape.
  return json.replace(/\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g, (found) => (found === '\\\\' ? found : '\ufffd'));
}
