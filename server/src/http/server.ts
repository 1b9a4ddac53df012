import type { IncomingMessage } from 'node:http';
import { ErrorCode } from '@signalbox/contract/error';
import type { Route } from '@signalbox/contract/route';
import { ALL_ROUTES } from '@signalbox/contract/routes';
import { isStorableText } from '@signalbox/contract/text';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import * as z from 'zod/mini';
import { limitLines } from '../config/line-limit.ts';
import { isTransient } from '../config/transient-error.ts';
import { addApiPages } from './api-pages.ts';
import { addSecurityHeaders, createConsolePages } from './console-pages.ts';
import {
  ApiError,
  badRequest,
  isForeignKeyViolation,
  isUnstorable,
  notFound,
  permissionDenied,
  unauthenticated,
} from './errors.ts';
import { addNotFound } from './not-found.ts';
import { parseWith } from './parse.ts';
import type { RouteImplementation, RouteRequest } from './routes.ts';
import type { SecurityUser } from './security-user.ts';

const DEFAULT_BODY_LIMIT_BYTES = 1024 * 1024;
/** The longest time in ms that a request may take to arrive; what it then waits for is up to the call. */
const REQUEST_TIMEOUT = 300_000;
/** What the API answers is of now, and for the one who asked. */
const NOT_KEPT = {
  'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
  pragma: 'no-cache',
  expires: '0',
};
/** When clients may ask again while the database is away. */
const RETRY_AFTER_SECONDS = 2;

export interface HttpServerOptions {
  logger: FastifyBaseLogger;
  /**
   * Verifies an access token.
   * @throws ApiError 401 when it is not valid
   */
  authenticate: (token: string) => Promise<SecurityUser>;
  routes: RouteImplementation[];
  /** Where devices reach the MQTT transport; the console writes it into the commands it offers. */
  mqttPort?: () => number;
}

/** Builds the HTTP server with all routes of the API; it does not listen yet. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const app = Fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: DEFAULT_BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT,
    routerOptions: { maxParamLength: 1000, caseSensitive: true },
    // Clients of 3.3.2 may end the address of a call with a slash.
    rewriteUrl: ({ url = '/' }) => (url.startsWith('/api/') ? url.replace(/^([^?]+)\/(?=\?|$)/, '$1') : url),
    trustProxy: 'loopback',
  });

  // Bodies are read as text: clients send JSON with and without a content type, and some send none at all.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  const logLimited = limitLines(options.logger);
  app.setErrorHandler(async (error: FastifyError | ApiError, request, reply) => {
    const known = asApiError(error);
    if (known.status === 413) await readAway(request.raw);
    // Addresses are not logged: they may hold tokens.
    const route = request.routeOptions.url;
    const place = { err: error, method: request.method, route };
    const report = (level: 'warn' | 'error', what: string): void => logLimited(level, place, what, `${what} ${route}`);
    // That the database is away is said once, by who watches it; devices over their limit get 500 as in 3.3.2.
    const isFailure = known.status >= 500 && known.status !== 503 && known.errorCode !== ErrorCode.tooManyRequests;
    if (isFailure) report('error', 'request failed');
    if (isUnstorable(error)) report('warn', 'request with a value that cannot be stored');
    if (isForeignKeyViolation(error)) report('warn', 'request for what is gone, or is referred to');
    if (known.status === 503) reply.header('retry-after', RETRY_AFTER_SECONDS);
    return reply.code(known.status).headers(NOT_KEPT).send(known.body());
  });
  // JSON is UTF-8; clients of 3.3.2 compare the type as it is.
  app.addHook('onSend', async (_request, reply) => {
    if (reply.getHeader('content-type') === 'application/json; charset=utf-8') {
      reply.header('content-type', 'application/json');
    }
  });

  addSecurityHeaders(app);
  app.addHook('onRequest', async (request, reply) => {
    if (!request.url.startsWith('/api/')) return;
    reply.header('access-control-allow-origin', request.headers.origin ?? '*').header('vary', 'Origin');
    reply.headers(NOT_KEPT);
  });
  app.options('/api/*', async (request, reply) =>
    reply
      .header('access-control-allow-methods', '*')
      .header('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
      .header('access-control-max-age', '3600')
      .send(),
  );

  for (const implementation of options.routes) addRoute(app, implementation, options.authenticate);
  addApiPages(app, ALL_ROUTES);
  addNotFound(app, options.routes, createConsolePages({ mqttPort: options.mqttPort }), (request) =>
    options.authenticate(bearerToken(request)),
  );
  return app;
}

function addRoute(
  app: FastifyInstance,
  { route, handle }: RouteImplementation,
  authenticate: HttpServerOptions['authenticate'],
): void {
  const params = z.object(route.params ?? {});
  const query = z.object(route.query ?? {});
  if (route.signIn) refuseOtherMethods(app, route);
  app.route({
    method: route.method,
    url: route.path,
    bodyLimit: route.bodyLimit ?? DEFAULT_BODY_LIMIT_BYTES,
    handler: async (request, reply) => {
      const user = await identify(route, request, authenticate);
      const result = await handle({
        user: user as SecurityUser,
        params: parseWith(params, printable(request.params), 'path parameter') as RouteRequest<Route>['params'],
        query: parseWith(
          query,
          printable(singleValues(request.query)),
          'request parameter',
        ) as RouteRequest<Route>['query'],
        body: route.body && !route.bodyText ? readBody(route, request) : undefined,
        raw: request,
        reply,
      });
      if (reply.sent) return reply;
      if (result === undefined) return reply.send();
      if (route.reply === 'text') return reply.type('text/plain;charset=UTF-8').send(result);
      if (route.reply === 'binary') return reply.send(result);
      return reply.type('application/json').send(JSON.stringify(result));
    },
  });
}

function readBody(route: Route, request: FastifyRequest): unknown {
  try {
    const body = parseJsonBody(request.body);
    const parsed = parseWith(route.body as NonNullable<Route['body']>, body, 'field');
    // Written like this by everybody who writes JSON; looking for it costs nothing beside the parsing.
    if ((request.body as Buffer | undefined)?.includes('\\u0000')) requireStorable(body);
    return parsed;
  } catch (error) {
    throw route.signIn ? unauthenticated() : error;
  }
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
  route: Route,
  request: FastifyRequest,
  authenticate: HttpServerOptions['authenticate'],
): Promise<SecurityUser | undefined> {
  if (route.access === 'anyone') return undefined;
  const user = await authenticate(bearerToken(request));
  if (route.access !== 'signedIn' && !route.access.includes(user.authority)) throw permissionDenied();
  return user;
}

/** The token of `X-Authorization: Bearer …`, or of `Authorization` when that is blank. */
function bearerToken(request: FastifyRequest): string {
  const own = request.headers['x-authorization'];
  const header = (Array.isArray(own) ? own[0] : own) || request.headers.authorization || '';
  const match = /^Bearer\s+(\S+)\s*$/i.exec(header);
  if (!match) throw unauthenticated();
  return match[1] as string;
}

/** Of a parameter that is given several times, lists are joined as if by commas. */
function singleValues(query: unknown): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, string | string[]>)) {
    values[name] = Array.isArray(value) ? value.join(',') : value;
  }
  return values;
}

/**
 * Parameters of an address, which the database could not compare with anything if they held a NUL.
 * @throws ApiError 400 / 31
 */
function printable(values: unknown): unknown {
  for (const [name, value] of Object.entries((values ?? {}) as Record<string, string>)) {
    if (!isStorableText(value)) throw badRequest(`Validation error: '${name}' holds a character of code 0`);
  }
  return values;
}

/**
 * JSON columns take U+0000, but every query that looks into one of them fails from then on, for whomever it is.
 * @throws ApiError 400 / 31 naming the first member that holds it
 */
function requireStorable(body: unknown, path = ''): void {
  if (typeof body === 'string' && !isStorableText(body)) {
    const field = path === '' ? 'The request body' : `'${path.slice(0, 200)}'`;
    throw badRequest(`Validation error: ${field} holds a character of code 0`);
  }
  if (typeof body !== 'object' || body === null) return;
  for (const [name, value] of Object.entries(body)) {
    const at = path === '' ? name : `${path}.${name}`;
    requireStorable(name, at.replaceAll('\0', '\\u0000'));
    requireStorable(value, at);
  }
}

/** Most of a refused body that is read away, in bytes, and the longest time for it, in ms. */
const MOST_READ_AWAY = 64 * 1024 * 1024;
const LONGEST_READ_AWAY = 10_000;

/** Reads what is left of a body that is too large: clients that are still sending would not see the answer. */
function readAway(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let bytes = 0;
    const timer = setTimeout(resolve, LONGEST_READ_AWAY).unref();
    request
      .on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > MOST_READ_AWAY) resolve();
      })
      .once('close', resolve)
      .once('end', resolve)
      .once('error', resolve)
      .resume();
    request.once('close', () => clearTimeout(timer));
  });
}

const MAX_JSON_DEPTH = 200;

/**
 * The text of a request body; undefined when there is none.
 * @throws ApiError 400 / 31 for malformed UTF-8, and for nesting beyond 200 levels
 */
export function readBodyText(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(body as Buffer);
  } catch {
    throw new ApiError(400, ErrorCode.badRequestParams, 'The request body is not valid UTF-8.');
  }
  if (text.trim() === '') return undefined;
  if (isTooDeep(text)) {
    throw new ApiError(
      400,
      ErrorCode.badRequestParams,
      `The request body is nested deeper than ${MAX_JSON_DEPTH} levels.`,
    );
  }
  return text;
}

/**
 * Parses a request body as JSON.
 * @throws ApiError 400 / 31 for malformed UTF-8 or JSON, and for nesting beyond 200 levels
 */
export function parseJsonBody(body: unknown): unknown {
  const text = readBodyText(body);
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ApiError(
      400,
      ErrorCode.badRequestParams,
      `The request body is not valid JSON: ${(error as Error).message}`,
    );
  }
}

/** Counts brackets outside of strings, so that hostile nesting is refused before it is parsed. */
function isTooDeep(text: string): boolean {
  if (text.length < MAX_JSON_DEPTH) return false;
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 92 /* \ */) at++;
      else if (code === 34 /* " */) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123 /* { */ || code === 91 /* [ */) {
      if (++depth > MAX_JSON_DEPTH) return true;
    } else if (code === 125 || code === 93) depth--;
  }
  return false;
}

/** Every failure as one of the wire's errors; what is not known is 500 / 2 without its details. */
function asApiError(error: FastifyError | ApiError): ApiError {
  if (error instanceof ApiError) return error;
  const status = (error as FastifyError).statusCode;
  if (status === 413) return new ApiError(413, ErrorCode.badRequestParams, 'The request body is too large.');
  if (status !== undefined && status >= 400 && status < 500) {
    return new ApiError(status, ErrorCode.badRequestParams, error.message);
  }
  if (isUnstorable(error)) {
    const what = 'a number out of range or a character of code 0';
    return new ApiError(400, ErrorCode.badRequestParams, `The request holds what cannot be stored: ${what}.`);
  }
  // It was there when it was looked up, and has been deleted at the same moment.
  if (isForeignKeyViolation(error)) return notFound('Something that the request refers to is gone.');
  if (isTransient(error)) {
    return new ApiError(503, ErrorCode.general, 'The database is not available now; please try again.');
  }
  return new ApiError(500, ErrorCode.general, 'Internal server error');
}
