import { fetch as fetchWith } from 'undici';
import { type AddressGuard, RefusedAddressError } from './address-guard.ts';
import { readBounded } from './bounded-body.ts';
import { createGuardedDispatcher } from './guarded-dispatcher.ts';

/** ms */
const TIME_LIMIT = 10_000;
const MAX_BYTES = 1_048_576;

/** What of a request can be chosen. */
export interface GuardedRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string | URLSearchParams | Uint8Array | null | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * Calls an address that somebody else named. The reply is complete when it resolves, and redirections are replies like
 * any other: they are not followed.
 * @throws Error that `describeFailure` puts into words
 */
export type GuardedFetch = (address: string | URL, request?: GuardedRequest) => Promise<Response>;

export interface GuardedFetchOptions {
  guard: AddressGuard;
  /** Whether anybody may be called without encryption (http), or only the networks that the operator lists. */
  plainText: 'anywhere' | 'listed';
  /** For the whole call, ms. */
  timeLimit?: number;
  /** Longest body that is read. */
  maxBytes?: number;
}

/** Statuses whose replies must not have a body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Makes a `fetch` whose every connection passes the guard; `close` ends its connections. */
export function createGuardedFetch(options: GuardedFetchOptions): { fetch: GuardedFetch; close(): Promise<void> } {
  const { guard, plainText, timeLimit = TIME_LIMIT, maxBytes = MAX_BYTES } = options;
  const dispatcher = createGuardedDispatcher({ guard, plainText });
  return {
    async fetch(address, { method = 'GET', headers = {}, body = null, signal } = {}) {
      const limit = AbortSignal.timeout(timeLimit);
      const reply = await fetchWith(address, {
        method,
        headers,
        body,
        redirect: 'manual',
        dispatcher,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      const content = await readBounded(reply, maxBytes);
      return new Response(WITHOUT_BODY.has(reply.status) ? null : content, {
        status: reply.status,
        headers: [...reply.headers],
      });
    },
    close: () => dispatcher.close(),
  };
}

/** Why a call failed, for people: a phrase that follows the name of who was called. */
export function describeFailure(error: unknown): string {
  for (let cause: unknown = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof RefusedAddressError) return `cannot be called: ${cause.message}`;
    if (cause.name === 'TimeoutError') return 'did not answer in time';
  }
  return 'cannot be reached';
}
