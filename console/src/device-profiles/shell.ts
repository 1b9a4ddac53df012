/** The client of libcoap that speaks CoAP with and without DTLS, by the name that Debian and others give it. */
export const COAP_CLIENT = 'coap-client-openssl';
/** The one that also proves itself by a key without a certificate. */
export const COAP_CLIENT_OF_GNUTLS = 'coap-client-gnutls';

/** Quotes `text` for a POSIX shell. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
