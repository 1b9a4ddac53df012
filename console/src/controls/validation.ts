/** Something before and after one `@`, with a dot-separated domain or a local host name. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)*$/.test(text);
}
