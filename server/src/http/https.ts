import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { MAX_HEADER_BYTES, refuseClient } from './client-errors.ts';
import { guardNewcomers } from './newcomers.ts';
import type { TlsSettings } from './server-certificate.ts';
import { guardTlsServer, tlsOptions } from './tls-server.ts';

/**
 * The same as the HTTP server does, over TLS 1.2 and 1.3 on a port of its own.
 * @throws when the certificate of the server cannot be used
 */
export function createHttps(
  app: FastifyInstance,
  settings: TlsSettings & { bind: string; httpsPort: number },
  log: FastifyBaseLogger,
) {
  const server = createServer(
    { ...tlsOptions(settings), requestTimeout: app.server.requestTimeout, maxHeaderSize: MAX_HEADER_BYTES },
    (request, response) => app.routing(request, response),
  );
  const stop = guardTlsServer(server, settings, log);
  guardNewcomers(server, true);
  server.on('clientError', refuseClient);
  server.on('upgrade', (request, socket, head) => app.server.emit('upgrade', request, socket, head));
  return {
    listen: () =>
      new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host: settings.bind, port: settings.httpsPort }, () => {
          server.removeListener('error', reject);
          server.on('error', (error) => log.error({ err: error }, 'the HTTPS server failed'));
          resolve();
        });
      }),
    /** Port it listens on, after `listen`. */
    port: (): number => (server.address() as AddressInfo).port,
    /** @param grace ms that calls under way get */
    async close(grace: number): Promise<void> {
      stop();
      if (!server.listening) return;
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeIdleConnections();
      const cut = setTimeout(() => server.closeAllConnections(), grace);
      await closed;
      clearTimeout(cut);
    },
  };
}
