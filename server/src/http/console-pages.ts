import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type HelpFiles, sendHelp } from './help-files.ts';
import { createStaticFiles, type StaticFiles } from './static-files.ts';

const CONSOLE_FOLDER = path.resolve(import.meta.dirname, '../../../console/dist');

/** First parts of paths that never are a page of the console. */
const NOT_PAGES = new Set(['api', 'static', 'webjars', 'swagger-ui', 'v3', 'metrics']);

/** Files of 3.3.2 that are not here; `/assets` itself is the page of assets. */
const PICTURE = /^\/assets\/.*\.[a-z0-9]+$/i;

/**
 * Scripts come from here alone. Styles are also written by the console itself (emotion), pictures of dashboards and map
 * tiles come from anywhere. Google gives tiles only in a session, which a map with a key of its own asks for.
 */
const CONSOLE_POLICY = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https: http:",
  "font-src 'self' data:",
  "connect-src 'self' ws: wss: https://tile.googleapis.com",
  "worker-src 'self' blob:",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
].join('; ');

const NOT_FRAMED = "frame-ancestors 'none'";
/** The page that widgets of people's own types are drawn in, without our origin. */
const WIDGET_FRAME = '/widget-frame.html';

/** An address of a server that a widget type names a file of, and nothing else that could stand in a policy. */
const ORIGIN = /^https?:\/\/[a-z0-9.-]+(:\d{1,5})?$/i;

/**
 * The policy of a widget's frame: it may run what it is given and show it, and has no connection to anywhere. The page
 * names the servers of the files that the type says it needs; these are the only ones that the frame may speak to.
 */
function widgetFramePolicy(url: string, embedOrigins: readonly string[]): string {
  const named = new URLSearchParams(url.split('?')[1] ?? '').getAll('from');
  const origins = named.filter((origin) => ORIGIN.test(origin)).slice(0, 20);
  const from = (...own: string[]) => [...own, ...origins].join(' ') || "'none'";
  return [
    'sandbox allow-scripts allow-forms',
    "default-src 'none'",
    `script-src ${from("'self'", "'unsafe-inline'", "'unsafe-eval'", "'wasm-unsafe-eval'", 'blob:', 'data:')}`,
    `style-src ${from("'self'", "'unsafe-inline'", 'blob:', 'data:')}`,
    `img-src ${from('data:', 'blob:')}`,
    `font-src ${from("'self'", 'data:')}`,
    `media-src ${from('data:', 'blob:')}`,
    `connect-src ${from()}`,
    'worker-src blob:',
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    // Pages that may frame a dashboard are above its widgets, too.
    ["frame-ancestors 'self'", ...embedOrigins].join(' '),
  ].join('; ');
}

/** The page of one dashboard, which other pages may show where the settings say so. */
const DASHBOARD_PAGE = /^\/dashboard\/[^/]+\/?$/;

/** Sets the policy of a page. @param embedOrigins origins whose pages may frame it */
export function setPagePolicy(reply: FastifyReply, embedOrigins: readonly string[] = []): void {
  if (embedOrigins.length === 0) {
    reply.header('content-security-policy', `${CONSOLE_POLICY}; ${NOT_FRAMED}`);
    return;
  }
  reply.removeHeader('x-frame-options');
  reply.header('content-security-policy', `${CONSOLE_POLICY}; frame-ancestors 'self' ${embedOrigins.join(' ')}`);
}

/** Files whose names change with their content. */
const IMMUTABLE = /^\/static\//;

/** Headers for what is shown as a page: the parts of one, of which a visit fetches dozens, go without. */
const OF_PAGES = ['content-security-policy', 'x-frame-options', 'referrer-policy'];

/** Sends a file with its caching; false when no file has that name. */
export async function sendFile(
  files: StaticFiles,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
  embedOrigins: readonly string[] = [],
): Promise<boolean> {
  const file = await files.find(name, request.headers['accept-encoding'] ?? '');
  if (!file) return false;
  const isImmutable = IMMUTABLE.test(name);
  if (isImmutable) {
    for (const header of OF_PAGES) reply.removeHeader(header);
    // Connections stay open without it, unless the server says that this one does not.
    if (!reply.raw.hasHeader('connection')) reply.raw.removeHeader('connection');
    // For frames of widgets: these have no origin.
    if (name.endsWith('.woff2')) reply.header('access-control-allow-origin', '*');
  }
  reply
    .header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', file.etag);
  // Before 304: a page that is kept keeps the policy that comes with it.
  if (name === WIDGET_FRAME) {
    reply.removeHeader('x-frame-options');
    reply
      .header('content-security-policy', widgetFramePolicy(request.url, embedOrigins))
      .header('referrer-policy', 'no-referrer');
  } else if (file.type.startsWith('text/html')) setPagePolicy(reply, embedOrigins);
  if (request.headers['if-none-match']?.includes(file.etag)) {
    reply.code(304).send();
    return true;
  }
  if (file.encoding !== 'identity') reply.header('content-encoding', file.encoding);
  reply.type(file.type).send(file.body);
  return true;
}

/** Serves the built console: its files, and its page for every address that the console itself knows. */
export function createConsolePages(
  options: {
    folder?: string;
    transportPorts?: (() => Readonly<Record<string, number>>) | undefined;
    embedOrigins?: readonly string[];
    help?: HelpFiles | undefined;
  } = {},
) {
  const folder = options.folder ?? CONSOLE_FOLDER;
  const files = createStaticFiles(folder);
  return {
    /** Answers a request that no route matches; false when the console has no answer either. */
    async answer(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false;
      const name = pathOf(request.url);
      if (name === undefined) return false;
      if (options.help?.isHelp(name)) return sendHelp(options.help, name, request, reply);
      const framing = name === WIDGET_FRAME ? options.embedOrigins : [];
      if (name !== '/' && (await sendFile(files, name, request, reply, framing))) return true;
      const first = name.split('/')[1] ?? '';
      if (NOT_PAGES.has(first) || first.includes('.') || PICTURE.test(name)) return false;
      // The page is the way in: a new build of the console is noticed here.
      files.refresh();
      for (const [name, port] of Object.entries(options.transportPorts?.() ?? {})) {
        reply.header(`x-signalbox-${name}-port`, String(port));
      }
      return sendFile(files, '/index.html', request, reply, DASHBOARD_PAGE.test(name) ? options.embedOrigins : []);
    },
  };
}

export type ConsolePages = ReturnType<typeof createConsolePages>;

/** Headers that every reply of the server has; pages have a policy of their own. */
export function addSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'content-security-policy': NOT_FRAMED,
    });
    // For browsers that do not know the policy. Clients of 3.3.2 get no such header from the API.
    if (!request.url.startsWith('/api/')) reply.header('x-frame-options', 'DENY');
  });
}

function pathOf(url: string): string | undefined {
  try {
    return decodeURIComponent(url.split('?', 1)[0] as string);
  } catch {
    return undefined;
  }
}
