import { LiveErrorCode } from '@signalbox/contract/live';
import type { Logger } from 'pino';
import { ApiError } from '../http/errors.ts';

/** A failure as an update tells it. What is not known is logged and told without its details. */
export function liveError(error: unknown, log: Logger): { errorCode: LiveErrorCode; errorMsg: string } {
  if (error instanceof ApiError && error.status < 500) {
    const errorCode =
      error.status === 401 || error.status === 403 ? LiveErrorCode.unauthorized : LiveErrorCode.badRequest;
    return { errorCode, errorMsg: error.message };
  }
  log.error({ err: error }, 'a socket command failed');
  return { errorCode: LiveErrorCode.internal, errorMsg: 'Internal Server error!' };
}
