import { Readable } from 'node:stream';
import { queryTexts } from '@signalbox/contract/page';
import type { Route, RouteDefinition } from '@signalbox/contract/route';
import { definitionOf } from '@signalbox/contract/route-definition';
import { ALL_ROUTES } from '@signalbox/contract/routes';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import * as z from 'zod/mini';
import { type AddressRanges, isInRanges } from '../config/address-ranges.ts';
import { addApiPages } from './api-pages.ts';
import { createCallTurns, type InCallTurn } from './call-turns.ts';
import { MAX_HEADER_BYTES, refuseClient } from './client-errors.ts';
import { addCompression } from './compression.ts';
import { addSecurityHeaders, createConsolePages } from './console-pages.ts';
import { addErrorReplies, asApiError, NO_CACHE, sendError } from './error-reply.ts';
import { permissionDenied, unauthenticated } from './errors.ts';
import type { HelpFiles } from './help-files.ts';
import { jsonText } from './json-text.ts';
import { guardNewcomers, streams } from './newcomers.ts';
import { addNotFound } from './not-found.ts';
import { withPageRows } from './page-size.ts';
import { parseWith } from './parse.ts';
import { plainAddress, readableAddress } from './plain-address.ts';
import { readBody } from './request-body.ts';
import { bearerToken, printable, queryValues } from './request-parameters.ts';
import type { RouteImplementation, RouteRequest } from './routes.ts';
import type { SecurityUser } from './security-user.ts';

const DEFAULT_BODY_LIMIT_BYTES = 1024 * 1024;
/** Maximum time in ms for a request to arrive; how long it is processed is up to the call. */
const REQUEST_TIMEOUT = 300_000;
/** Beginning of the paths that devices call. */
const DEVICE_API = '/api/v1/';

export interface HttpServerOptions {
  logger: FastifyBaseLogger;
  /**
   * Verifies an access token.
   * @throws ApiError 401 when it is not valid
   */
  authenticate: (token: string) => Promise<SecurityUser>;
  /**
   * Counts a call of a user who has shown a token; absent: nobody does.
   * @throws ApiError 429 when it is one too many
   */
  countCall?: (user: SecurityUser) => Promise<void>;
  routes: RouteImplementation[];
  /** Proxies whose forwarding headers are trusted; none by default. */
  trustedProxies?: AddressRanges;
  /** Origins whose pages may embed dashboards in a frame; none by default. */
  embedOrigins?: readonly string[];
  /** Name of each transport → its port; the console writes them into the commands it offers. */
  transportPorts?: () => Readonly<Record<string, number>>;
  /** Help texts, in place of pages of the console. */
  help?: HelpFiles | undefined;
}

/** Builds the HTTP server with all routes of the API; it does not listen yet. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { trustedProxies = [] } = options;
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: DEFAULT_BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT,
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    clientErrorHandler: refuseClient,
    routerOptions: { maxParamLength: 1000, caseSensitive: true },
    // Browsers that open a page get one, clients an error.
    rewriteUrl: ({ url = '/', headers }) =>
      plainAddress(headers.accept?.includes('text/html') && !url.startsWith('/api/') ? readableAddress(url) : url),
    frameworkErrors: (error, _request, reply) => void sendError(asApiError(error), reply),
    trustProxy: (address) => isInRanges(address, trustedProxies),
  });

  guardNewcomers(app.server, false);

  // Bodies are read as bytes and parsed by the routes: some clients send JSON without a content type.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  addErrorReplies(app, options.logger);
  // JSON is UTF-8; clients of 3.3.2 compare the type as it is.
  app.addHook('onSend', async (_request, reply) => {
    begun.add(reply);
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8') {
      reply.header('content-type', 'application/json');
    }
  });

  addCompression(app);
  addSecurityHeaders(app);
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    reply.header('access-control-allow-origin', request.headers.origin ?? '*').header('vary', 'Origin');
    reply.headers(NO_CACHE);
  });
  app.options('/api/*', async (request, reply) =>
    reply
      .header('access-control-allow-methods', '*')
      .header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
      .header('access-control-max-age', '3600')
      .send(),
  );

  async function authenticate(token: string): Promise<SecurityUser> {
    const user = await options.authenticate(token);
    await options.countCall?.(user);
    return user;
  }
  const inTurn = createCallTurns();
  const isStreamed = ({ route }: RouteImplementation): boolean => definitionOf(route).streamedBody === true;
  for (const implementation of options.routes.filter((one) => !isStreamed(one))) {
    addRoute(app, implementation, authenticate, inTurn);
  }
  app.register(async (streaming) => {
    streaming.removeAllContentTypeParsers();
    streaming.addContentTypeParser('*', (_request, _body, done) => done(null));
    for (const implementation of options.routes.filter(isStreamed))
      addRoute(streaming, implementation, authenticate, inTurn);
  });
  addApiPages(app, ALL_ROUTES);
  addNotFound(
    app,
    options.routes,
    createConsolePages({
      transportPorts: options.transportPorts,
      embedOrigins: options.embedOrigins ?? [],
      help: options.help,
    }),
    (request) => authenticate(bearerToken(request)),
  );
  return app;
}

/** Who makes a call, unless anyone may. */
const callers = new WeakMap<FastifyRequest, SecurityUser>();

/** Of a body that was read as a whole. */
const bytesOf = (body: unknown): number => (Buffer.isBuffer(body) ? body.length : 0);

/** Replies that are being sent: while they are compressed, `sent` of Fastify does not tell yet. */
const begun = new WeakSet<FastifyReply>();

function addRoute(
  app: FastifyInstance,
  { route, handle }: RouteImplementation,
  authenticate: HttpServerOptions['authenticate'],
  inTurn: InCallTurn,
): void {
  const definition = definitionOf(route);
  const params = z.object(definition.params ?? {});
  const query = z.object(definition.query ?? {});
  const lists = new Set(Object.keys(query.shape).filter((name) => query.shape[name] === queryTexts));
  const answer = withPageRows(handle);
  const isOfDevices = route.path.startsWith(DEVICE_API);
  if (definition.signIn) refuseOtherMethods(app, route);
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: definition.bodyLimit ?? DEFAULT_BODY_LIMIT_BYTES,
    // Before the body is read: whoever may not make the call leaves nothing in memory.
    onRequest: async (request) => {
      const user = await identify(definition, request, authenticate);
      if (user) callers.set(request, user);
      if (definition.streamedBody) streams(request.raw);
      // Devices are not asked for a media type; Fastify refuses bodies whose type it cannot read.
      if (isOfDevices && request.mediaType === undefined) delete request.headers['content-type'];
    },
    handler: async (request, reply) => {
      const user = callers.get(request);
      const input = {
        user: user as SecurityUser,
        params: parseWith(params, printable(request.params), 'path parameter') as RouteRequest<Route>['params'],
        query: parseWith(
          query,
          printable(queryValues(request.query, lists)),
          'request parameter',
        ) as RouteRequest<Route>['query'],
        body: readBody(definition, request),
        raw: request,
        reply,
      };
      const result = await (user && !definition.waits
        ? inTurn(user, bytesOf(request.body), () => answer(input))
        : answer(input));
      // Some handlers answer themselves.
      if (reply.sent || begun.has(reply)) return reply;
      if (result === undefined) return reply.send();
      if (route.reply === 'text') return reply.type('text/plain;charset=UTF-8').send(result);
      if (route.reply === 'binary') return reply.send(result);
      if (result instanceof Readable) return reply.type('application/json').send(result);
      return reply.type('application/json').send(await jsonText(result));
    },
  });
}

/** Clients of 3.3.2 know the answer to a sign-in with another method as a failed authentication. */
function refuseOtherMethods(app: FastifyInstance, route: Route): void {
  app.route({
    method: ['GET', 'PUT', 'DELETE', 'PATCH'],
    url: route.path,
    handler: async () => {
      throw unauthenticated('Authentication method not supported');
    },
  });
}

async function identify(
  route: RouteDefinition,
  request: FastifyRequest,
  authenticate: HttpServerOptions['authenticate'],
): Promise<SecurityUser | undefined> {
  if (route.access === 'anyone') return undefined;
  const user = await authenticate(bearerToken(request));
  if (route.access !== 'signedIn' && !route.access.includes(user.authority)) throw permissionDenied();
  return user;
}
