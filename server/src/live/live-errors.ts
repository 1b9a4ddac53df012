import { LiveErrorCode } from '@signalbox/contract/live-codes';
import type { Logger } from 'pino';
import { ApiError } from '../http/errors.ts';

/** The code and message of an update for a failure. Unexpected errors are logged and sent without details. */
export function liveError(error: unknown, log: Logger): { errorCode: LiveErrorCode; errorMsg: string } {
  if (error instanceof ApiError && error.status < 500) {
    const errorCode =
      error.status === 401 || error.status === 403 ? LiveErrorCode.unauthorized : LiveErrorCode.badRequest;
    return { errorCode, errorMsg: error.message };
  }
  log.error({ err: error }, 'a socket command failed');
  return { errorCode: LiveErrorCode.internal, errorMsg: 'Internal Server error!' };
}
