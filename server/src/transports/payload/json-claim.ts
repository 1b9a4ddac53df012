import { MAX_CLAIM_SECRET } from '@signalbox/contract/device';
import { isStorableText, UNSTORABLE_TEXT } from '@signalbox/contract/text';
import type { ClaimRequest } from '../../claiming/device-claims.ts';
import { lenientJson, PayloadError } from '../../values/json-scanner.ts';

/**
 * Reads a claim: nothing, or `{"secretKey":"…","durationMs":60000}`, both optional; protobuf has the number as text.
 * @throws PayloadError
 */
export function readClaim(text: string): ClaimRequest {
  if (text.trim() === '') return { secretKey: '', durationMs: 0 };
  let given: unknown;
  try {
    given = JSON.parse(lenientJson(text));
  } catch {
    throw new PayloadError('A claim must be a JSON object');
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new PayloadError('A claim must be a JSON object');
  }
  const { secretKey, durationMs } = given as { secretKey?: unknown; durationMs?: unknown };
  const key = secretKey ?? '';
  if (typeof key !== 'string' || key.length > MAX_CLAIM_SECRET) {
    throw new PayloadError(`secretKey must be a text of at most ${MAX_CLAIM_SECRET} characters`);
  }
  if (!isStorableText(key)) throw new PayloadError(`secretKey ${UNSTORABLE_TEXT}`);
  const duration = Number(durationMs ?? 0);
  if (!Number.isFinite(duration)) throw new PayloadError('durationMs must be a number');
  return { secretKey: key, durationMs: duration };
}
