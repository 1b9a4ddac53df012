import type { SignInPlace } from './oauth2-store.ts';

/**
 * The place of a sign-in by the address that a client called; undefined when its `Host` is not one.
 * @param address with its port, such as `https://iot.example.com:443`
 */
export function placeOf(address: string): SignInPlace | undefined {
  // The parser drops default ports and lower-cases the host.
  const url = URL.parse(address);
  return url ? { scheme: url.protocol === 'https:' ? 'https' : 'http', host: url.host } : undefined;
}
