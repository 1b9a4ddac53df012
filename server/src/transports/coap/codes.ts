/** Codes of requests and responses (RFC 7252 §12.1), as `coap-packet` writes them. */
export const Code = {
  empty: '0.00',
  get: '0.01',
  post: '0.02',
  put: '0.03',
  delete: '0.04',
  fetch: '0.05',
  ipatch: '0.07',
  created: '2.01',
  deleted: '2.02',
  valid: '2.03',
  changed: '2.04',
  content: '2.05',
  continue: '2.31',
  badRequest: '4.00',
  unauthorized: '4.01',
  badOption: '4.02',
  forbidden: '4.03',
  notFound: '4.04',
  methodNotAllowed: '4.05',
  notAcceptable: '4.06',
  incomplete: '4.08',
  preconditionFailed: '4.12',
  tooLarge: '4.13',
  unsupportedFormat: '4.15',
  serverError: '5.00',
  unavailable: '5.03',
  noProxy: '5.05',
} as const;
export type Code = (typeof Code)[keyof typeof Code];

/** Content formats (RFC 7252 §12.3). */
export const ContentFormat = { text: 0, linkFormat: 40, octets: 42, json: 50 } as const;

/** A request that is answered with an error. */
export class CoapError extends Error {
  override readonly name = 'CoapError';
  readonly code: Code;

  /** @param message for the client, where there is room for it */
  constructor(code: Code, message: string) {
    super(message);
    this.code = code;
  }
}
