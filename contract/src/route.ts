import type * as z from 'zod/mini';
import type { Authority } from './authority.ts';

type Schema = z.core.$ZodType;
type Shape = Readonly<Record<string, Schema>>;

export type HttpMethod = 'GET' | 'POST' | 'DELETE';

/** Content of a successful reply: JSON of a schema, nothing, plain text or bytes. */
export type ReplyKind = Schema | 'empty' | 'text' | 'binary';

/**
 * Everything about one call of the REST API, as the contract declares it: the source for server, console, tests and the
 * API description. `path` writes parameters as `:name`; each needs a schema in `params`.
 */
export interface RouteDefinition<
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
  /**
   * Path of the call that reads what this one replaces; a parameter in it is the member of that name in the body, or its
   * id. The query of such a call has `basedOn` (based-on.ts): the state that the caller has changed.
   */
  replaces?: string;
  /** The server parses the body itself, since its numbers may exceed JavaScript's; `body` only describes it. */
  bodyText?: boolean;
  /** The handler reads the body itself, as it arrives: neither its size nor its media type is checked before. */
  streamedBody?: boolean;
  /** It waits for a device, or in turns of its own: it takes none among the calls that are worked on. */
  waits?: true;
  /** The body is accepted whatever its media type; other calls require JSON (415). */
  anyMediaType?: boolean;
  /** The message of the error for a body that is not JSON, where clients know one. */
  malformedBody?: string;
  reply: Reply;
  /** Largest accepted body in bytes; 1 MiB by default. */
  bodyLimit?: number;
}

declare const declared: unique symbol;

/**
 * One call of the REST API, as callers see it: the built console has nothing else of it. The types of its parts are
 * known, their schemas are read from its definition (`definitionOf`, for servers and tests).
 */
export interface Route<Definition extends RouteDefinition = RouteDefinition> {
  readonly method: HttpMethod;
  readonly path: string;
  /** Absent in the built console where the reply is JSON. */
  readonly reply?: ReplyKind;
  /** Only a type: no route has this member. */
  readonly [declared]?: Definition;
}

/** A route that replies this as JSON. */
export type RouteReplying<Reply> = Route<RouteDefinition<Shape, Shape, Schema | undefined, z.core.$ZodType<Reply>>>;

/** What a route declares of its parts. */
export type DefinitionOf<R extends Route> = R extends Route<infer Definition> ? Definition : never;

/** Optional members add `undefined` to the type of a part; a missing part would be `never` without it. */
type Given<S> = Exclude<S, undefined>;
type Infer<S> = [S] extends [never] ? undefined : S extends Schema ? z.infer<S> : undefined;
type InferShape<S> = S extends Shape ? z.infer<z.ZodMiniObject<{ [K in keyof S]: S[K] }>> : Record<string, never>;

export type RouteParams<R extends Route> = InferShape<Given<DefinitionOf<R>['params']>>;
export type RouteQuery<R extends Route> = InferShape<Given<DefinitionOf<R>['query']>>;
export type RouteBody<R extends Route> = Infer<Given<DefinitionOf<R>['body']>>;
export type RouteReply<R extends Route> = ReplyOf<DefinitionOf<R>['reply']>;

type ReplyOf<Reply extends ReplyKind> = Reply extends Schema
  ? z.infer<Reply>
  : Reply extends 'text'
    ? string
    : Reply extends 'binary'
      ? Uint8Array
      : undefined;

/** Declares a route, keeping the exact types of its parts. */
export function route<
  const Params extends Shape,
  const Query extends Shape,
  Body extends Schema | undefined,
  const Reply extends ReplyKind,
>(definition: RouteDefinition<Params, Query, Body, Reply>): Route<RouteDefinition<Params, Query, Body, Reply>> {
  return definition;
}
