import { ErrorCode } from '@signalbox/contract/error';
import type { FastifyBaseLogger, FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { limitLines } from '../config/line-limit.ts';
import { isTransient, StorageUnavailable } from '../config/transient-error.ts';
import { ApiError, isForeignKeyViolation, isUnstorable, notFound } from './errors.ts';
import { drainBody } from './request-body.ts';

/** Replies of the API are current and meant for the caller alone. */
export const NO_CACHE = {
  'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
  pragma: 'no-cache',
  expires: '0',
};
/** When clients should retry while the database is unavailable. */
const RETRY_AFTER_SECONDS = 2;

/** Answers every failure of a call with an error of the wire, and logs those that are ours. */
export function addErrorReplies(app: FastifyInstance, logger: FastifyBaseLogger): void {
  const logLimited = limitLines(logger);
  app.setErrorHandler(async (error: FastifyError | ApiError, request, reply) => {
    const known = asApiError(error);
    if (known.status === 413) await drainBody(request.raw);
    // Addresses are not logged: they may hold tokens.
    const route = request.routeOptions.url;
    const place = { err: error, method: request.method, route };
    const report = (level: 'warn' | 'error', what: string): void => logLimited(level, place, what, `${what} ${route}`);
    // What is refused on purpose can be 500 as well, as in 3.3.2: a device over its limit, or one that does not answer.
    const isFailure = known.status >= 500 && known.status !== 503 && error !== known;
    if (isFailure) report('error', 'request failed');
    if (known.status === 503 && isTransient(error)) report('warn', 'request that the database did not answer');
    if (isUnstorable(error)) report('warn', 'request with a value that cannot be stored');
    if (isForeignKeyViolation(error)) report('warn', 'request for what is gone, or is referred to');
    const retryAfter = known.retryAfter ?? (known.status === 503 ? RETRY_AFTER_SECONDS : undefined);
    if (retryAfter !== undefined) reply.header('retry-after', Math.max(1, Math.ceil(retryAfter)));
    return sendError(known, reply);
  });
}

/** Answers with an error of the wire. */
export const sendError = (error: ApiError, reply: FastifyReply): FastifyReply =>
  reply.code(error.status).headers(NO_CACHE).send(error.body());

/** Maps every failure to an error of the wire; unknown ones become 500 / 2 without details. */
export function asApiError(error: FastifyError | ApiError): ApiError {
  if (error instanceof ApiError) return error;
  const status = (error as FastifyError).statusCode;
  if (status === 413) return new ApiError(413, ErrorCode.badRequestParams, 'The request body is too large.');
  if (status !== undefined && status >= 400 && status < 500) {
    return new ApiError(status, ErrorCode.badRequestParams, error.message);
  }
  if (isUnstorable(error)) {
    const what = 'a number out of range, U+0000 or half of a surrogate pair';
    return new ApiError(400, ErrorCode.badRequestParams, `The request holds what cannot be stored: ${what}.`);
  }
  // The referenced row existed when it was looked up and has been deleted since.
  if (isForeignKeyViolation(error)) return notFound('Something that the request refers to is gone.');
  if (isTransient(error)) {
    // Not for the database, but because too much waits, or it is stopping.
    if (error instanceof StorageUnavailable && !error.cause) {
      return new ApiError(503, ErrorCode.general, `${error.message}; please try again.`);
    }
    return new ApiError(503, ErrorCode.general, 'The database is not available now; please try again.');
  }
  return new ApiError(500, ErrorCode.general, 'Internal server error');
}
