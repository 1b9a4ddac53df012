import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createStaticFiles, type StaticFiles } from './static-files.ts';

const CONSOLE_FOLDER = path.resolve(import.meta.dirname, '../../../console/dist');

/** First parts of paths that never are a page of the console. */
const NOT_PAGES = new Set(['api', 'assets', 'static', 'webjars', 'swagger-ui', 'v3', 'metrics']);

/**
 * Scripts come from here alone. Styles are also written by the console itself (emotion), pictures of dashboards and map
 * tiles come from anywhere. Framing is allowed on purpose: dashboards are embedded in other pages, and there are no
 * cookies that a frame could abuse.
 */
export const CONSOLE_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http:",
  "font-src 'self' data:",
  "connect-src 'self' ws: wss:",
  "worker-src 'self' blob:",
  "frame-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
].join('; ');

/** Files whose names change with their content. */
const IMMUTABLE = /^\/assets\//;

/** Sends a file with its caching; false when there is none of that name. */
export async function sendFile(
  files: StaticFiles,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const file = await files.find(name, request.headers['accept-encoding'] ?? '');
  if (!file) return false;
  reply
    .header('cache-control', IMMUTABLE.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', file.etag);
  if (request.headers['if-none-match']?.includes(file.etag)) {
    reply.code(304).send();
    return true;
  }
  if (file.type.startsWith('text/html')) reply.header('content-security-policy', CONSOLE_POLICY);
  if (file.encoding !== 'identity') reply.header('content-encoding', file.encoding);
  reply.type(file.type).send(file.body);
  return true;
}

/** Serves the built console: its files, and its page for every address that the console itself knows. */
export function createConsolePages(options: { folder?: string; mqttPort?: (() => number) | undefined } = {}) {
  const folder = options.folder ?? CONSOLE_FOLDER;
  const files = createStaticFiles(folder);
  return {
    /** Answers a request that no route has; false when it is none for the console. */
    async answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const name = pathOf(request.url);
      if (name === undefined) return false;
      if (name !== '/' && (await sendFile(files, name, request, reply))) return true;
      const first = name.split('/')[1] ?? '';
      if (NOT_PAGES.has(first) || first.includes('.')) return false;
      // The page is the way in: a console that was built anew is noticed here.
      files.refresh();
      if (options.mqttPort) reply.header('x-signalbox-mqtt-port', String(options.mqttPort()));
      return sendFile(files, '/index.html', request, reply);
    },
  };
}

export type ConsolePages = ReturnType<typeof createConsolePages>;

/** Headers that every reply of the server has. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'same-origin');
  });
}

function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?', 1)[0] as string);
  } catch {
    return undefined;
  }
}
