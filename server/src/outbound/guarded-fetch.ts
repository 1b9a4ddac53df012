import { isIP } from 'node:net';
import { Agent, buildConnector, fetch as fetchWith } from 'undici';
import { type AddressGuard, RefusedAddressError } from './address-guard.ts';
import { readBounded } from './bounded-body.ts';

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

const NEEDS_ENCRYPTION = 'must be called by https';

/** Statuses whose replies must not have a body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Makes a `fetch` whose every connection passes the guard; `close` ends its connections. */
export function createGuardedFetch(options: GuardedFetchOptions): { fetch: GuardedFetch; close(): Promise<void> } {
  const { guard, plainText, timeLimit = TIME_LIMIT, maxBytes = MAX_BYTES } = options;
  const connectorOf = (passes: (address: string) => boolean, reason?: string) => {
    const connect = buildConnector({ lookup: guard.lookupOf(passes, reason) });
    return (target: buildConnector.Options, callback: buildConnector.Callback): void => {
      const { hostname } = target;
      if (isIP(hostname) && !passes(hostname)) callback(new RefusedAddressError(hostname, reason), null);
      else connect(target, callback);
    };
  };
  const encrypted = connectorOf(guard.allows);
  const plain = plainText === 'anywhere' ? encrypted : connectorOf(guard.isListed, NEEDS_ENCRYPTION);
  const agent = new Agent({
    connect: (target, callback) => (target.protocol === 'https:' ? encrypted : plain)(target, callback),
  });
  return {
    async fetch(address, { method = 'GET', headers = {}, body = null, signal } = {}) {
      const limit = AbortSignal.timeout(timeLimit);
      const reply = await fetchWith(address, {
        method,
        headers,
        body,
        redirect: 'manual',
        dispatcher: agent,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      const content = await readBounded(reply, maxBytes);
      return new Response(WITHOUT_BODY.has(reply.status) ? null : content, {
        status: reply.status,
        headers: [...reply.headers],
      });
    },
    close: () => agent.close(),
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
