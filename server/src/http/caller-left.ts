import { ErrorCode } from '@signalbox/contract/error';
import type { FastifyReply } from 'fastify';
import { ApiError } from './errors.ts';

/** A status that nobody reads; proxies use it for the same. */
const CALLER_LEFT = 499;

/** Aborted when the caller closes the connection before it has its answer, so that long work for it can end. */
export function callerLeft({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => {
    if (!raw.writableEnded) leaving.abort(new ApiError(CALLER_LEFT, ErrorCode.general, 'The caller has left'));
  });
  return leaving.signal;
}
