import type { LimitedLog } from '../../config/line-limit.ts';
import { isTransient } from '../../config/transient-error.ts';
import { CoapError, Code } from '../coap/codes.ts';
import type { CoapResponse } from '../coap/request.ts';
import { RateLimitError } from '../rate-limits.ts';

const EXPLANATION_LENGTH = 200;

function refusal(code: Code, explanation: string): CoapResponse {
  return explanation === '' ? { code } : { code, payload: Buffer.from(explanation.slice(0, EXPLANATION_LENGTH)) };
}

/** The answer to a request of a client that failed. */
export function failureAnswer(error: unknown, logLimited: LimitedLog): CoapResponse {
  if (error instanceof CoapError) return refusal(error.code, error.message);
  if (error instanceof RateLimitError) return refusal(Code.serverError, error.message);
  if (isTransient(error)) return refusal(Code.unavailable, '');
  logLimited('error', { err: error }, 'a request of a client of LwM2M failed');
  return refusal(Code.serverError, '');
}
