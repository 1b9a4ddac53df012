/** Text that PostgreSQL takes: neither NUL nor halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** JSON text of a value, also in the names of its members without what PostgreSQL does not take. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value);
  if (!json.includes('\\u')) return json;
  // NUL and halves of pairs are written as escapes; an escaped backslash before a "u" is none.
  return json.replace(/\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g, (found) => (found === '\\\\' ? found : '\\ufffd'));
}
