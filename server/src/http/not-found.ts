import { ErrorCode } from '@signalbox/contract/error';
import type { FastifyInstance } from 'fastify';
import type { ConsolePages } from './console-pages.ts';
import { ApiError, notFound } from './errors.ts';
import type { RouteImplementation } from './routes.ts';

/** Calls under these paths need no token. */
const OPEN = /^\/api\/(auth\/(login|token)|noauth|license|v1)(\/|$)/;

/**
 * Answers requests that no route matches: with pages of the console, otherwise with an error. Which calls exist is only
 * revealed to callers with a token.
 */
export function addNotFound(
  app: FastifyInstance,
  routes: readonly RouteImplementation[],
  consolePages: ConsolePages,
  requireToken: (request: Parameters<ConsolePages['answer']>[0]) => Promise<unknown>,
): void {
  const known = routes.map(({ route }) => ({
    method: route.method,
    pattern: new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`),
  }));

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] as string;
    if (path.startsWith('/api/')) {
      if (!OPEN.test(path)) await requireToken(request);
      const methods = known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
      if (methods.length > 0) {
        reply.header('allow', methods.join(', '));
        throw new ApiError(405, ErrorCode.badRequestParams, `Request method '${request.method}' not supported`);
      }
      throw notFound(`There is no call ${request.method} ${path}`);
    }
    if (await consolePages.answer(request, reply)) return reply;
    throw notFound(`There is nothing at ${path}`);
  });
}
