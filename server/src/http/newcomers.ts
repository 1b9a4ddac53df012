import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Connections of one port on which nothing is asked. More than a port accepts at once (4096), so that a fleet that comes
 * back together loses nobody.
 */
const MAX_NEWCOMERS = 8192;

/** What of all of them together may be in memory while it comes, in bytes, and how often that is looked at, ms. */
const MAX_BYTES = 256 * 1024 * 1024;
const LOOK_PERIOD = 500;

/** A connection, with what has come on it, if that is known. */
interface Newcomer {
  readonly bytesRead?: number;
  destroy(): unknown;
}

/**
 * Keeps those few who have not shown yet what they want: who connects and says nothing must not use up the files that the
 * process may have open. Whoever has waited longest goes first, as others show what they want within moments.
 */
export function createNewcomers<S extends Newcomer>(most = MAX_NEWCOMERS, mostBytes = MAX_BYTES) {
  /** What had come when it began to wait, in bytes; the one that has waited longest first. */
  const waiting = new Map<S, number>();
  const bytesOf = ({ bytesRead = 0 }: S): number => bytesRead;

  function drop(socket: S): void {
    waiting.delete(socket);
    socket.destroy();
  }

  return {
    add(socket: S): void {
      waiting.set(socket, bytesOf(socket));
      if (waiting.size <= most) return;
      const [longest] = waiting.keys();
      if (longest) drop(longest);
    },
    /** It has shown what it wants, or is gone. */
    leave(socket: S): void {
      waiting.delete(socket);
    },
    /** Lets those go of whom too much is in memory, until it is not. */
    sweep(): void {
      let total = 0;
      for (const [socket, before] of waiting) total += bytesOf(socket) - before;
      for (const [socket, before] of waiting) {
        if (total <= mostBytes) return;
        const own = bytesOf(socket) - before;
        if (own > 0) drop(socket);
        total -= own;
      }
    },
  };
}

/** Tells that what comes with a request does not stay in memory: it may take as long as it takes. */
export const streams = (request: IncomingMessage): unknown => request.emit('streamed');

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
    else request.once('end', () => newcomers.leave(socket)).once('streamed', () => newcomers.leave(socket));
    response.once('close', () => {
      if (!socket.destroyed) newcomers.add(socket);
    });
  });
  const timer = setInterval(newcomers.sweep, LOOK_PERIOD);
  timer.unref();
  server.once('close', () => clearInterval(timer));
  server.on('upgrade', ({ socket }: IncomingMessage) => newcomers.leave(socket));
}
