import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections of one port on which nothing is asked. More than a port accepts at once (4096), so that a fleet that comes
 * back together loses nobody.
 */
const MAX_NEWCOMERS = 8192;

/**
 * Keeps those few who have not shown yet what they want: who connects and says nothing must not use up the files that the
 * process may have open. Whoever has waited longest goes first, as others show what they want within moments.
 */
export function createNewcomers<S extends { destroy(): unknown }>(most = MAX_NEWCOMERS) {
  /** The one that has waited longest first. */
  const waiting = new Set<S>();
  return {
    add(socket: S): void {
      waiting.add(socket);
      if (waiting.size <= most) return;
      const [longest] = waiting;
      if (!longest) return;
      waiting.delete(longest);
      longest.destroy();
    },
    /** It has shown what it wants, or is gone. */
    leave(socket: S): void {
      waiting.delete(socket);
    },
  };
}

/**
 * Bounds the connections of an HTTP server on which no whole request has come, or none after the last answer.
 * @param secured whether it is one over TLS
 */
export function guardNewcomers(server: Server, secured: boolean, most?: number): void {
  const newcomers = createNewcomers<Socket>(most);
  function leave(this: Socket): void {
    newcomers.leave(this);
  }
  server.on(secured ? 'secureConnection' : 'connection', (socket: Socket) => {
    newcomers.add(socket);
    socket.once('close', leave);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket, headers } = request;
    const isWhole = headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0';
    if (isWhole) newcomers.leave(socket);
    else request.once('end', () => newcomers.leave(socket));
    response.once('close', () => {
      if (!socket.destroyed) newcomers.add(socket);
    });
  });
  server.on('upgrade', ({ socket }: IncomingMessage) => newcomers.leave(socket));
}
