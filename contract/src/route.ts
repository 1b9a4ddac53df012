import type * as z from 'zod/mini';
import type { Authority } from './authority.ts';

type Schema = z.core.$ZodType;
type Shape = Readonly<Record<string, Schema>>;

export type HttpMethod = 'GET' | 'POST' | 'DELETE';

/** Content of a successful reply: JSON of a schema, nothing, plain text or bytes. */
export type ReplyKind = Schema | 'empty' | 'text' | 'binary';

/**
 * One call of the REST API: the source for server, console, tests and the API description.
 * `path` writes parameters as `:name`; each needs a schema in `params`.
 */
export interface Route<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Schema | undefined = Schema | undefined,
  Reply extends ReplyKind = ReplyKind,
> {
  method: HttpMethod;
  path: string;
  /** Heading in the API description. */
  tag: string;
  summary: string;
  /** 'anyone': no token needed. 'signedIn': any valid token. Otherwise one of the listed authorities. */
  access: 'anyone' | 'signedIn' | readonly Authority[];
  /** A sign-in call: an unreadable body, like any other method, is answered as a failed authentication (401). */
  signIn?: true;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The server parses the body itself, since its numbers may exceed JavaScript's; `body` only describes it. */
  bodyText?: boolean;
  /** The body is accepted whatever its media type; other calls require JSON (415). */
  anyMediaType?: boolean;
  reply: Reply;
  /** Largest accepted body in bytes; 1 MiB by default. */
  bodyLimit?: number;
}

/** Optional members add `undefined` to the type of a part; a missing part would be `never` without it. */
type Given<S> = Exclude<S, undefined>;
type Infer<S> = [S] extends [never] ? undefined : S extends Schema ? z.infer<S> : undefined;
type InferShape<S> = S extends Shape ? z.infer<z.ZodMiniObject<{ [K in keyof S]: S[K] }>> : Record<string, never>;

export type RouteParams<R extends Route> = InferShape<Given<R['params']>>;
export type RouteQuery<R extends Route> = InferShape<Given<R['query']>>;
export type RouteBody<R extends Route> = Infer<Given<R['body']>>;
export type RouteReply<R extends Route> = R['reply'] extends Schema
  ? z.infer<R['reply']>
  : R['reply'] extends 'text'
    ? string
    : R['reply'] extends 'binary'
      ? Uint8Array
      : undefined;

/** Declares a route, keeping the exact types of its parts. */
export function route<
  const Params extends Shape,
  const Query extends Shape,
  Body extends Schema | undefined,
  const Reply extends ReplyKind,
>(definition: Route<Params, Query, Body, Reply>): Route<Params, Query, Body, Reply> {
  return definition;
}
