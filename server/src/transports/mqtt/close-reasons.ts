import { isTransient } from '../../config/transient-error.ts';
import { ApiError } from '../../http/errors.ts';
import { KeyLimitError } from '../../telemetry/key-limits.ts';
import { PayloadError } from '../../values/json-scanner.ts';
import type { SessionEnd } from '../device-session.ts';
import { RateLimitError } from '../rate-limits.ts';
import { FrameError } from './frames.ts';
import { Reason } from './reason-codes.ts';

/** Why the platform ended a session, in the terms of MQTT 5. */
export const END_REASONS: Record<SessionEnd, [reason: number, explanation: string]> = {
  newerSession: [Reason.sessionTakenOver, 'Another session of the same device has begun'],
  credentialsChanged: [Reason.notAuthorized, 'The credentials of the device have changed'],
  deviceDeleted: [Reason.administrativeAction, 'The device was deleted'],
  inactive: [Reason.keepAliveTimeout, 'The session was inactive for too long'],
  shutdown: [Reason.shuttingDown, 'The server is shutting down'],
};

/** Reason code for what a client did that cannot be dealt with; `unspecified` when it is the server that failed. */
export function reasonOf(error: unknown): number {
  if (error instanceof FrameError) return error.reasonCode;
  if (error instanceof KeyLimitError || error instanceof ApiError) return Reason.quotaExceeded;
  if (error instanceof PayloadError) return Reason.payloadInvalid;
  if (error instanceof RateLimitError) return Reason.rateTooHigh;
  if (isTransient(error)) return Reason.serverBusy;
  return Reason.unspecified;
}

/** Why a connection ends by what a client did, and what it is told: of faults of the server nothing. */
export function failureOf(error: unknown): { reason: number; told: string } {
  const reason = reasonOf(error);
  if (reason === Reason.unspecified) return { reason, told: 'The message could not be processed' };
  return { reason, told: error instanceof Error ? error.message : String(error) };
}
