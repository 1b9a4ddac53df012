import type { Socket } from 'node:net';
import type { Server, TlsOptions } from 'node:tls';
import type { Logger } from 'pino';
import { createHandshakes } from './handshakes.ts';
import { followServerCertificate, readServerCertificate, type TlsSettings } from './server-certificate.ts';

/** A client has this long to agree on keys, in ms. */
const HANDSHAKE_TIMEOUT = 10_000;

/**
 * What all servers with TLS (1.2 and 1.3) are made with.
 * @throws when the certificate of the server cannot be used
 */
export function tlsOptions(settings: TlsSettings): TlsOptions {
  return { ...readServerCertificate(settings), minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_TIMEOUT };
}

/**
 * Bounds the handshakes of a server, and has it follow the files of its certificate.
 * @returns a function that ends the latter
 */
export function guardTlsServer(server: Server, settings: TlsSettings, log: Pick<Logger, 'info' | 'error'>): () => void {
  const handshakes = createHandshakes();
  server.on('connection', (socket: Socket) => {
    if (!handshakes.begin(socket)) socket.destroy();
  });
  server.on('secureConnection', handshakes.end);
  return followServerCertificate(settings, (options) => server.setSecureContext(options), log);
}
