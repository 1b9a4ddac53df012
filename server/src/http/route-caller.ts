import { ErrorCode } from '@signalbox/contract/error';
import type { Route } from '@signalbox/contract/route';
import { definitionOf } from '@signalbox/contract/route-definition';
import { ApiError, permissionDenied } from './errors.ts';
import type { RouteImplementation, RouteRequest } from './routes.ts';
import type { SecurityUser } from './security-user.ts';

/** What a call is about, parsed as the contract says. */
export interface CallInput {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
}

/**
 * Makes a call of the REST API as `user`, without a request: the same permissions, checks and audit log.
 * @throws what the call throws; ApiError 403 / 20 when the authority of the user may not make it
 */
export type CallAs = (user: SecurityUser, route: Route, input: CallInput) => Promise<unknown>;

function noRequest(): never {
  throw new ApiError(500, ErrorCode.general, 'This call needs a request of its own.');
}

/** @param routes the calls that can be made */
export function createRouteCaller(routes: readonly RouteImplementation[]): CallAs {
  const handlers = new Map(routes.map(({ route, handle }) => [route, handle]));
  return async (user, route, { params = {}, query = {}, body }) => {
    const handle = handlers.get(route);
    if (!handle) throw new Error(`nothing answers ${route.method} ${route.path}`);
    const { access } = definitionOf(route);
    if (Array.isArray(access) && !access.includes(user.authority)) throw permissionDenied();
    return handle({
      user,
      params: params as RouteRequest<Route>['params'],
      query: query as RouteRequest<Route>['query'],
      body: body as RouteRequest<Route>['body'],
      get raw() {
        return noRequest();
      },
      get reply() {
        return noRequest();
      },
    });
  };
}
