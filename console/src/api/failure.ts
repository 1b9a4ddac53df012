import { LiveErrorCode } from '@signalbox/contract/live-codes';
import { RequestError } from './http.ts';
import type { LiveMessage } from './live-socket.ts';

/** Why the server does not answer a live subscription, in its words. */
export class LiveError extends Error {
  readonly errorCode: number;

  constructor({ errorCode = LiveErrorCode.internal, errorMsg }: Pick<LiveMessage, 'errorCode' | 'errorMsg'>) {
    super(errorMsg || `Error code ${errorCode}`);
    this.name = 'LiveError';
    this.errorCode = errorCode;
  }
}

/** What makes a difference to the person: what to do about it, and whether it passes by itself. */
export type FailureKind =
  /** No answer: the network or the server is away. */
  | 'offline'
  /** The server, or a proxy before it, says that it cannot answer for a while (502, 503, 504). */
  | 'unavailable'
  /** Too many requests (429). */
  | 'busy'
  /** Not for this user (403). */
  | 'forbidden'
  /** It does not exist, or no longer (404). */
  | 'gone'
  /** Everything else: its own words say what. */
  | 'failed';

/** Whether a part of the console could not be loaded; each browser has its own words for it. */
export function isMissingPart(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload|error loading/i.test(error.message)
  );
}

function kindOfStatus(status: number): FailureKind {
  if (status === 0) return 'offline';
  if (status >= 502 && status <= 504) return 'unavailable';
  if (status === 429) return 'busy';
  if (status === 403) return 'forbidden';
  return status === 404 ? 'gone' : 'failed';
}

/** What kind of failure an error of a call, of a live subscription or of loading a part of the console is. */
export function failureKind(error: unknown): FailureKind {
  if (error instanceof RequestError) return kindOfStatus(error.status);
  if (error instanceof LiveError) return error.errorCode === LiveErrorCode.unauthorized ? 'forbidden' : 'failed';
  return isMissingPart(error) ? 'offline' : 'failed';
}

/** Whether trying again helps without anybody doing anything about it. */
export function isPassing(error: unknown): boolean {
  return ['offline', 'unavailable', 'busy'].includes(failureKind(error));
}

/** Whether what was loaded before must not be shown any longer: it is not permitted any more, or has gone. */
export function isTakenAway(error: unknown): boolean {
  return ['forbidden', 'gone'].includes(failureKind(error));
}

/** How long the server wants not to be asked again, in ms; 0 when it does not say. */
export function retryAfterOf(error: unknown): number {
  return (error instanceof RequestError && error.retryAfter) || 0;
}
