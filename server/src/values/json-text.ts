/** Is the text JSON as it stands? */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The text where it is JSON, else the JSON string that says it. */
export function jsonOrString(text: string): string {
  return isJson(text) ? text : JSON.stringify(text);
}
