import { ErrorCode } from '@signalbox/contract/error';
import type { DefinitionOf, HttpMethod, Route, RouteReply } from '@signalbox/contract/route';
import type { TokenPair } from '@signalbox/contract/token';
import type * as z from 'zod/mini';
import type { TokenStore } from './tokens.ts';

/** Why a call failed. `status` 0: no answer at all. */
export class RequestError extends Error {
  readonly status: number;
  readonly errorCode: number | undefined;
  readonly method: string;
  readonly url: string;
  /** The body of the reply as it came: an object when it was JSON, else text. */
  readonly body: unknown;
  /** When the server wants the call again (`Retry-After`), in ms from now; undefined when it does not say. */
  readonly retryAfter: number | undefined;

  constructor(
    status: number,
    message: string,
    method: string,
    url: string,
    errorCode?: number,
    reply: { body?: unknown; retryAfter?: number | undefined } = {},
  ) {
    super(message);
    this.name = 'RequestError';
    this.status = status;
    this.errorCode = errorCode;
    this.method = method;
    this.url = url;
    this.body = reply.body;
    this.retryAfter = reply.retryAfter;
  }
}

/** Something a person should see although the caller has its own handling of the error. */
export type Problem =
  | { kind: 'forbidden'; message: string }
  | { kind: 'message'; message: string; error?: RequestError };

/** Whether the server itself refuses the token, as opposed to a proxy or a broken connection. */
export function isRefusal(error: unknown): boolean {
  return error instanceof RequestError && error.status === 401 && error.errorCode !== undefined;
}

export interface RequestOptions {
  /** Do not show the loading bar. */
  ignoreLoading?: boolean;
  /** The caller shows the error itself: no toast, no dialog. */
  ignoreErrors?: boolean;
  /** Try again when the server says 429: after 1 to 4 s, or later if it says so. */
  resendRequest?: boolean;
  signal?: AbortSignal;
  /** Reads a reply in place of `JSON.parse`. */
  parse?: ((text: string) => unknown) | undefined;
  /** Told how much of a file has come. */
  onBytes?: ((bytes: number) => void) | undefined;
}

type Shape = Readonly<Record<string, z.core.$ZodType>>;
type Given<S> = Exclude<S, undefined>;
type OptionalKeys<S extends Shape> = { [K in keyof S]: undefined extends z.input<S[K]> ? K : never }[keyof S];
/** A query member as the caller has it; it is written as text here. */
export type QueryValue = string | number | boolean | readonly string[] | ReadonlySet<string>;
type QueryInput<S> = S extends Shape
  ? { [K in Exclude<keyof S, OptionalKeys<S>>]: QueryValue } & { [K in OptionalKeys<S>]?: QueryValue | undefined }
  : Record<string, never>;
type HasRequired<S> = S extends Shape ? (Exclude<keyof S, OptionalKeys<S>> extends never ? false : true) : false;

/** A part that a route does not declare is inferred as the widest type of its kind. */
type IsAbsentShape<S> = [S] extends [never] ? true : string extends keyof S ? true : false;
type IsAbsentBody<B> = [B] extends [never] ? true : z.core.$ZodType extends B ? true : false;

type ParamsInput<S> = IsAbsentShape<S> extends true ? { params?: undefined } : { params: { [K in keyof S]: string } };
type QueryPart<S> =
  IsAbsentShape<S> extends true
    ? { query?: undefined }
    : HasRequired<S> extends true
      ? { query: QueryInput<S> }
      : { query?: QueryInput<S> };
type BodyInput<B> = IsAbsentBody<B> extends true ? { body?: undefined } : { body: z.input<B> };

/** What a call of route `R` needs: the parts the contract declares. */
export type CallInput<R extends Route> = ParamsInput<Given<DefinitionOf<R>['params']>> &
  QueryPart<Given<DefinitionOf<R>['query']>> &
  BodyInput<Given<DefinitionOf<R>['body']>>;

export interface RawRequest {
  method: HttpMethod;
  /** Path with parameters filled in. */
  path: string;
  query?: Record<string, QueryValue | null | undefined> | undefined;
  /** Sent as JSON, a Blob in its bytes. */
  body?: unknown;
  /** `file`: of any size. */
  reply: 'json' | 'text' | 'binary' | 'empty' | 'file';
}

export interface Http {
  /** Calls a route of the contract. Rejects with RequestError. */
  call<R extends Route>(route: R, input: CallInput<R>, options?: RequestOptions): Promise<RouteReply<R>>;
  /** A call that is not (yet) in the contract. */
  request(request: RawRequest, options?: RequestOptions): Promise<unknown>;
  /** A valid access token, refreshed first when needed; rejects when there is none. */
  validToken(): Promise<string>;
  /** A valid access token other than this one, which the server refuses; rejects as `validToken`. */
  renewedToken(refused: string | undefined): Promise<string>;
  /** Gets a new pair with the refresh token; callers at the same time share one call. */
  refresh(): Promise<string>;
  /** Number of tracked calls under way. */
  loading: { subscribe(listener: () => void): () => void; get(): number };
}

export interface HttpParts {
  tokens: TokenStore;
  fetch: typeof fetch;
  report: (problem: Problem) => void;
  /**
   * There is no session, or none any longer, and its tokens are gone: it was not renewed in time, the server refused
   * that, or somebody else took them away.
   */
  onSessionEnd: (reason: 'expired' | 'refused' | 'elsewhere') => void;
  /** Waits `ms` milliseconds. */
  wait?: (ms: number) => Promise<void>;
  random?: () => number;
}

/** Calls that carry no token and never trigger a refresh. */
const ENTRY_POINTS = /^\/api\/(auth\/(login|token)\b|noauth\/)/;
/** Calls the loading bar does not show. */
const UNTRACKED = /^\/api\/(auth\/token|rpc\/|plugins\/rpc\/)/;

/** Nobody is kept waiting for longer than this when the server limits calls, in ms: the call fails instead. */
const LONGEST_RESEND_DELAY = 30_000;

/** Reads `Retry-After` in seconds, as the server writes it, as ms; undefined when it is absent or a date. */
function retryDelayOf(headers: Headers): number | undefined {
  const text = headers.get('retry-after');
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) * 1000 : undefined;
}

/** Puts `params` into the path of a route. */
export function fillPath(path: string, params: Record<string, string> | undefined): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params?.[name] ?? ''));
}

/** Writes query members as text; those without a value are left out, lists are joined with commas, sets repeat the member. */
export function queryText(query: RawRequest['query']): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null || value === '') continue;
    if (value instanceof Set) for (const one of value) search.append(name, one);
    else search.set(name, Array.isArray(value) ? value.join(',') : String(value));
  }
  const text = search.toString();
  return text ? `?${text}` : '';
}

/** The words for an error reply, as the error catalogue says (specification §8). */
export function errorMessage(status: number, body: unknown, method: string, url: string, statusText: string): string {
  if (status === 0) return 'Unable to connect';
  const message = (body as { message?: unknown } | null)?.message;
  if (status === 404 && !/\/rpc\//.test(url) && typeof message !== 'string') {
    return `${method}: ${url} 404: ${statusText || 'Not Found'}`;
  }
  if (typeof message === 'string' && message !== '') {
    const timeout = (body as { timeout?: unknown }).timeout;
    return timeout === undefined ? message : `${message} (${String(timeout)})`;
  }
  if (typeof body === 'string' && body.trim() !== '' && !body.trimStart().startsWith('<')) return body;
  return `Unhandled error code ${status}`;
}

/** What is kept of a file before the browser puts it where it has room, in bytes. */
const FILE_PART = 8 * 1024 * 1024;

/** A file as it comes; the browser keeps it outside of the memory of the page. */
async function readFile(response: Response, onBytes: RequestOptions['onBytes']): Promise<Blob> {
  const parts: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let waiting = 0;
  let bytes = 0;
  const reader = response.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    chunks.push(read.value);
    waiting += read.value.length;
    bytes += read.value.length;
    onBytes?.(bytes);
    if (waiting < FILE_PART) continue;
    parts.push(new Blob(chunks));
    chunks = [];
    waiting = 0;
  }
  return new Blob([...parts, ...chunks], { type: response.headers.get('content-type') ?? '' });
}

async function readReply(
  response: Response,
  kind: RawRequest['reply'],
  { onBytes, parse = JSON.parse }: Pick<RequestOptions, 'onBytes' | 'parse'>,
): Promise<unknown> {
  if (kind === 'file') return readFile(response, onBytes);
  if (kind === 'binary') return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (kind === 'empty') return undefined;
  if (kind === 'text') return text;
  return text === '' ? null : parse(text);
}

/** Creates the client of the REST API. */
export function createHttp(parts: HttpParts): Http {
  const wait = parts.wait ?? ((ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)));
  const random = parts.random ?? Math.random;
  const { tokens } = parts;
  let active = 0;
  const listeners = new Set<() => void>();
  let refreshing: Promise<string> | undefined;

  const track = (by: number) => {
    active += by;
    for (const listener of listeners) listener();
  };

  async function send(request: RawRequest, token: string | undefined, options: RequestOptions = {}): Promise<unknown> {
    const { signal } = options;
    const url = request.path + queryText(request.query);
    const headers: Record<string, string> = { Accept: 'application/json, text/plain, */*' };
    if (token) headers['X-Authorization'] = `Bearer ${token}`;
    // A deletion that starts because the page is being closed still goes out.
    const init: RequestInit = { method: request.method, headers, keepalive: request.method === 'DELETE' };
    if (signal) init.signal = signal;
    if (request.body !== undefined) {
      const isFile = request.body instanceof Blob;
      headers['Content-Type'] = isFile ? 'application/octet-stream' : 'application/json';
      init.body = isFile ? (request.body as Blob) : JSON.stringify(request.body);
    }
    let response: Response;
    try {
      response = await parts.fetch(url, init);
      if (response.ok) return await readReply(response, request.reply, options);
    } catch (cause) {
      if (signal?.aborted) throw cause;
      // No answer, an incomplete one, or that of a proxy which asks for its own sign-in.
      throw new RequestError(0, errorMessage(0, null, request.method, url, ''), request.method, url);
    }
    const text = await response.text().catch(() => '');
    let body: unknown = text;
    try {
      body = JSON.parse(text) as unknown;
    } catch {
      // The body stays text: a proxy or an older server answered without JSON.
    }
    const errorCode = (body as { errorCode?: number } | null)?.errorCode;
    const words = errorMessage(response.status, body, request.method, url, response.statusText);
    const retryAfter = retryDelayOf(response.headers);
    throw new RequestError(response.status, words, request.method, url, errorCode, { body, retryAfter });
  }

  async function refreshOnce(): Promise<string> {
    const refreshToken = tokens.refresh();
    if (!refreshToken || !tokens.isRefreshValid()) {
      throw new RequestError(401, 'access.refresh-token-expired', 'POST', '/api/auth/token', ErrorCode.authentication);
    }
    const pair = (await send(
      { method: 'POST', path: '/api/auth/token', body: { refreshToken }, reply: 'json' },
      undefined,
    )) as TokenPair;
    // Who has signed out meanwhile, or in as somebody else, stays so.
    if (tokens.refresh() !== refreshToken) return pair.token;
    if (!tokens.store(pair)) {
      throw new RequestError(401, 'access.refresh-token-failed', 'POST', '/api/auth/token', ErrorCode.authentication);
    }
    return pair.token;
  }

  function refresh(): Promise<string> {
    refreshing ??= refreshOnce().finally(() => {
      refreshing = undefined;
    });
    return refreshing;
  }

  /** Ends the session when it cannot be renewed; an unexpected answer leaves it alone. */
  async function refreshOrEnd(): Promise<string> {
    const refused = tokens.access();
    try {
      return await refresh();
    } catch (error) {
      if (isRefusal(error) && refused !== undefined && tokens.access() === refused) {
        const isExpired = tokens.refresh() !== undefined && !tokens.isRefreshValid();
        tokens.clear();
        parts.onSessionEnd(isExpired ? 'expired' : 'refused');
      }
      throw error;
    }
  }

  async function validToken(): Promise<string> {
    const token = tokens.access();
    if (token !== undefined && tokens.isAccessValid()) return token;
    if (token === undefined) {
      parts.onSessionEnd('elsewhere');
      throw new RequestError(401, 'Unauthorized!', 'GET', '', ErrorCode.authentication);
    }
    return refreshOrEnd();
  }

  /** A token to use instead of one that the server no longer accepts; another call may have renewed it meanwhile. */
  async function renewedToken(refused: string | undefined): Promise<string> {
    return tokens.access() !== refused ? validToken() : refreshOrEnd();
  }

  async function attempt(request: RawRequest, options: RequestOptions): Promise<unknown> {
    const anonymous = ENTRY_POINTS.test(request.path);
    const token = anonymous ? undefined : await validToken();
    try {
      return await send(request, token, options);
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      if (!anonymous && error.status === 401 && error.errorCode === ErrorCode.jwtTokenExpired) {
        return send(request, await renewedToken(token), options);
      }
      if (
        !anonymous &&
        error.status === 401 &&
        error.errorCode === ErrorCode.authentication &&
        tokens.access() === token
      ) {
        // The session may have been ended elsewhere: then it cannot be renewed either, and sign-in comes next.
        await refreshOrEnd().catch(() => undefined);
        throw error;
      }
      const delay = Math.max(1000 + random() * 3000, error.retryAfter ?? 0);
      if (error.status === 429 && options.resendRequest && delay <= LONGEST_RESEND_DELAY) {
        await wait(delay);
        options.signal?.throwIfAborted();
        return attempt(request, options);
      }
      throw error;
    }
  }

  function show(error: RequestError) {
    if (error.status === 401) {
      if (error.errorCode === ErrorCode.credentialsExpired || tokens.access() === undefined) return;
      parts.report({ kind: 'message', message: error.message, error });
    } else if (error.status === 403) parts.report({ kind: 'forbidden', message: error.message });
    else parts.report({ kind: 'message', message: error.message, error });
  }

  async function request(raw: RawRequest, options: RequestOptions = {}): Promise<unknown> {
    const tracked = !options.ignoreLoading && !UNTRACKED.test(raw.path);
    if (tracked) track(1);
    try {
      return await attempt(raw, options);
    } catch (error) {
      if (error instanceof RequestError && !options.ignoreErrors) show(error);
      throw error;
    } finally {
      if (tracked) track(-1);
    }
  }

  return {
    request,
    async call<R extends Route>(route: R, input: CallInput<R>, options?: RequestOptions) {
      const kind = typeof route.reply === 'string' ? route.reply : 'json';
      const reply = await request(
        {
          method: route.method,
          path: fillPath(route.path, input.params as Record<string, string> | undefined),
          query: input.query as RawRequest['query'],
          body: input.body,
          reply: kind,
        },
        options,
      );
      return reply as RouteReply<R>;
    },
    validToken,
    renewedToken,
    refresh: refreshOrEnd,
    loading: {
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      get: () => active,
    },
  };
}
