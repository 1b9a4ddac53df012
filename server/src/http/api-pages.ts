import { createRequire } from 'node:module';
import path from 'node:path';
import type { Route } from '@signalbox/contract/route';
import type { FastifyInstance } from 'fastify';
import { sendFile, setPagePolicy } from './console-pages.ts';
import { describeApi } from './open-api.ts';
import { createStaticFiles } from './static-files.ts';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Signalbox REST API</title>
    <link rel="stylesheet" href="/swagger-ui/swagger-ui.css" />
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
  </head>
  <body>
    <div id="api"></div>
    <script src="/swagger-ui/swagger-ui-bundle.js"></script>
    <script src="/swagger-ui/start.js"></script>
  </body>
</html>
`;
const START = `window.SwaggerUIBundle({ url: '/v3/api-docs', dom_id: '#api', deepLinking: true, docExpansion: 'none', filter: true, tryItOutEnabled: true });\n`;

/** The files of the page that are sent; the package brings more. */
const FILES = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js']);

/** The description of the API at `/v3/api-docs`, and a page to read and try it at `/swagger-ui`, all from here. */
export function addApiPages(app: FastifyInstance, routes: Readonly<Record<string, Route>>): void {
  const files = createStaticFiles(path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')));
  let description: string | undefined;

  app.get('/v3/api-docs', async (_request, reply) => {
    description ??= JSON.stringify(describeApi(routes));
    return reply.header('cache-control', 'no-cache').type('application/json').send(description);
  });
  for (const address of ['/swagger-ui', '/swagger-ui.html', '/swagger-ui/index.html']) {
    app.get(address, async (_request, reply) => reply.redirect('/swagger-ui/', 302));
  }
  app.get('/swagger-ui/', async (_request, reply) => {
    setPagePolicy(reply);
    return reply.type('text/html; charset=utf-8').send(PAGE);
  });
  app.get('/swagger-ui/start.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(START));
  app.get<{ Params: { '*': string } }>('/swagger-ui/*', async (request, reply) => {
    const name = `/${request.params['*']}`;
    if (!FILES.has(name) || !(await sendFile(files, name, request, reply))) reply.callNotFound();
    return reply;
  });
}
