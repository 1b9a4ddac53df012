import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { createHandshakes } from './handshakes.ts';
import { followServerCertificate, readServerCertificate, type TlsSettings } from './server-certificate.ts';

/** A client has this long to agree on keys, in ms. */
const HANDSHAKE_TIMEOUT = 10_000;

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
    {
      ...readServerCertificate(settings),
      minVersion: 'TLSv1.2',
      handshakeTimeout: HANDSHAKE_TIMEOUT,
      requestTimeout: app.server.requestTimeout,
    },
    (request, response) => app.routing(request, response),
  );
  const handshakes = createHandshakes();
  server.on('connection', (socket: Socket) => {
    if (!handshakes.begin(socket)) socket.destroy();
  });
  server.on('secureConnection', handshakes.end);
  server.on('upgrade', (request, socket, head) => app.server.emit('upgrade', request, socket, head));
  const stop = followServerCertificate(settings, (options) => server.setSecureContext(options), log);
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
