import type { Readable } from 'node:stream';
import type { DefinitionOf, Route, RouteBody, RouteParams, RouteQuery, RouteReply } from '@signalbox/contract/route';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SecurityUser } from './security-user.ts';

/** What a handler gets: parsed, typed and already checked for the caller's authority. */
export interface RouteRequest<R extends Route> {
  /** The caller; SYSTEM_USER-like values never appear here. Undefined only on routes with access 'anyone'. */
  user: DefinitionOf<R>['access'] extends 'anyone' ? SecurityUser | undefined : SecurityUser;
  params: RouteParams<R>;
  query: RouteQuery<R>;
  body: RouteBody<R>;
  /** The raw request, for addresses and headers. */
  raw: FastifyRequest;
  /** The raw reply, for status codes and headers other than 200 JSON. */
  reply: FastifyReply;
}

export interface RouteImplementation {
  route: Route;
  handle: (request: RouteRequest<Route>) => Promise<unknown>;
}

/**
 * Joins a route of the contract with the function that answers it; a stream is a reply in its bytes, JSON or a file.
 * @example implement(deviceRoutes.getDevice, ({ user, params }) => devices.get(user, params.deviceId))
 */
export function implement<R extends Route>(
  route: R,
  handle: (request: RouteRequest<R>) => Promise<RouteReply<R> | Readable | undefined>,
): RouteImplementation {
  return { route, handle: handle as unknown as RouteImplementation['handle'] };
}
