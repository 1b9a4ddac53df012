import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { ApiError } from './errors.ts';

/** One kind of WebSocket at some addresses of the HTTP server. */
export interface SocketUpgrade {
  handles(path: string): boolean;
  /** Takes the handshake; what it throws is answered when it is an ApiError, and logged otherwise. */
  upgrade(request: IncomingMessage, url: URL, connection: Duplex, head: Buffer): Promise<void> | void;
}

/** Hands each handshake of an HTTP server to whoever handles its address. */
export function attachUpgrades(server: Server, list: readonly SocketUpgrade[], log: Pick<FastifyBaseLogger, 'error'>) {
  server.on('upgrade', async (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    connection.on('error', () => connection.destroy());
    try {
      const url = URL.parse(request.url ?? '/', 'http://localhost');
      const found = url && list.find(({ handles }) => handles(url.pathname));
      if (!found) throw new ApiError(404, 32, 'There is no socket at this address.');
      await found.upgrade(request, url, connection, head);
    } catch (error) {
      if (!(error instanceof ApiError)) log.error({ err: error }, 'a socket could not be opened');
      refuse(connection, error instanceof ApiError ? error : new ApiError(500, 2, 'Internal server error'));
    }
  });
}

/** Answers a handshake with an error of the REST API. */
function refuse(connection: Duplex, error: ApiError): void {
  const body = JSON.stringify(error.body());
  const status =
    { 401: 'Unauthorized', 404: 'Not Found', 429: 'Too Many Requests' }[error.status] ?? 'Internal Server Error';
  const retryAfter = error.retryAfter === undefined ? '' : `Retry-After: ${error.retryAfter}\r\n`;
  connection.end(
    `HTTP/1.1 ${error.status} ${status}\r\nContent-Type: application/json\r\n${retryAfter}Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}
