import * as z from 'zod/mini';

/**
 * The state that a caller has changed, as the SHA-256 of its text (stored-state.ts) in hexadecimal digits. When what is stored has another
 * state by then, the call is answered with 409 and replaces nothing.
 */
export const basedOn = z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/)));

/** Who saved meanwhile, in the body of that 409; absent when it is not known, or not for the caller to know. */
export interface SavedMeanwhile {
  /** E-mail address. */
  savedBy?: string;
  /** Epoch ms. */
  savedTime?: number;
}
