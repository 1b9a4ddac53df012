/** Letters, digits and `-._~`, written as their number. */
const NEEDLESS = /%(?:2[de]|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f|7e)/gi;

/**
 * An address whose path has percent signs that begin no character, with all of them written as characters themselves:
 * the console answers then as for any address that it does not know.
 */
export function readableAddress(url: string): string {
  const [path = '', ...query] = url.split('?');
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/**
 * Writes an address in the one way in which everything that goes by it knows it: letters and digits of its path as they
 * are, which RFC 3986 (6.2.2.2) holds for the same, and calls of the API without the slash at the end, with which clients
 * of 3.3.2 may send them.
 * @param url path and query, as they came
 */
export function plainAddress(url: string): string {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  const query = url.slice(path.length);
  const plain = path.replace(NEEDLESS, decodeURIComponent);
  return (plain.startsWith('/api/') && plain.endsWith('/') ? plain.slice(0, -1) : plain) + query;
}
