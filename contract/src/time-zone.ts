/** Whether a name is a time zone that this platform knows: an IANA name, or an offset such as +02:00. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
