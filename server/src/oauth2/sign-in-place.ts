import type { SignInPlace } from './oauth2-store.ts';

/**
 * The place of a sign-in by the address that a client called.
 * @param address with its port, such as `https://iot.example.com:443`
 */
export function placeOf(address: string): SignInPlace {
  // The parser drops default ports and lower-cases the host.
  const { protocol, host } = new URL(address);
  return { scheme: protocol === 'https:' ? 'https' : 'http', host };
}
