/** Whether the text is valid JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The text if it is valid JSON, else the text as a JSON string. */
export function jsonOrString(text: string): string {
  return isJson(text) ? text : JSON.stringify(text);
}
